/// A spring that changes smoothly into another one: during the blend, response and damping fraction move linearly from
/// the old spring's values to the new one's.
///
/// A spring with a changing response has no closed formula. The blend is divided into 64 steps; each step uses the
/// spring at its middle (the exponential midpoint rule, exact to second order). Value and velocity stay continuous, and
/// the result for a time does not depend on earlier calls.
public struct BlendedSpring: Sendable, Equatable {
    public let old: Spring
    public let new: Spring
    /// The duration of the blend in seconds; 0 uses the new spring at once.
    public let blendDuration: Double

    private static let steps = 64

    /// Creates a blend between two springs.
    ///
    /// - Parameters:
    ///   - old: the spring at the start of the blend.
    ///   - new: the spring at its end and after it.
    ///   - blendDuration: seconds, 0 or more.
    public init(from old: Spring, to new: Spring, blendDuration: Double) {
        self.old = old
        self.new = new
        self.blendDuration = max(0, blendDuration)
    }

    /// Returns the displacement from the target and its velocity after a time.
    /// - Parameters:
    ///   - start: displacement and velocity at the beginning of the blend.
    ///   - time: seconds since then, not negative.
    public func displacement<Value: Animatable>(from start: Movement<Value>, at time: Double) -> Movement<Value> {
        guard blendDuration > 0, old != new else { return new.propagator(after: time)(start) }
        let step = blendDuration / Double(BlendedSpring.steps)
        var state = start
        for index in 0..<BlendedSpring.steps {
            let begin = Double(index) * step
            guard time > begin else { return state }
            state = spring((Double(index) + 0.5) / Double(BlendedSpring.steps))
                .propagator(after: min(step, time - begin))(state)
        }
        return time > blendDuration ? new.propagator(after: time - blendDuration)(state) : state
    }

    private func spring(_ share: Double) -> Spring {
        Spring(
            response: old.response.interpolated(to: new.response, share),
            dampingFraction: old.dampingFraction.interpolated(to: new.dampingFraction, share)) ?? new
    }
}
