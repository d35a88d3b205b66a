/// A spring that becomes another one without a jolt: for the time of the blend its response goes evenly from the old
/// spring's to the new one's, and its damping fraction with it.
///
/// A response that changes has no closed formula. The blend is cut into 64 steps, in each of which the spring is the one
/// of the step's middle (the exponential midpoint rule, exact to the second order); value and velocity go through
/// unbroken, and what is asked for at a time does not depend on what was asked for before.
public struct BlendedSpring: Sendable, Equatable {
    public let old: Spring
    public let new: Spring
    /// Seconds; 0 is the new spring at once.
    public let blendDuration: Double

    private static let steps = 64

    /// - Parameter blendDuration: seconds, not negative.
    public init(from old: Spring, to new: Spring, blendDuration: Double) {
        self.old = old
        self.new = new
        self.blendDuration = max(0, blendDuration)
    }

    /// The way from the target and the velocity after a time.
    /// - Parameters:
    ///   - start: at the beginning of the blend.
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
