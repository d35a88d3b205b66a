/// A motion towards a target, stored as the remaining displacement. It is zero at the target, so the target can be of
/// any kind, such as a place on a globe or on a line.
public struct Transition<Value: Animatable>: Sendable, Equatable {
    /// The displacement and its velocity at the beginning.
    public let start: Movement<Value>
    public let curve: Curve
    /// The duration of a timing curve in seconds.
    public let duration: Double
    /// The begin time, on the clock used for queries.
    public let begin: Double
    /// The change from the spring of the motion before; nil without one.
    private let blended: BlendedSpring?

    /// Creates a transition.
    ///
    /// - Parameters:
    ///   - start: the displacement and its velocity at the beginning.
    ///   - curve: the pace.
    ///   - duration: the seconds that a timing curve takes; springs ignore it.
    ///   - begin: the begin time.
    ///   - previous: the curve of the motion that this one takes over from while it is under way. If both are springs,
    ///     this one blends with it.
    public init(
        _ start: Movement<Value>, curve: Curve, duration: Double, begin: Double, after previous: Curve? = nil
    ) {
        self.start = start
        self.curve = curve
        self.duration = duration
        self.begin = begin
        blended = curve.blended(after: previous)
    }

    /// A transition that has always been at its target.
    public static var atRest: Transition {
        Transition(Movement(.zero), curve: .linear, duration: 0, begin: -.infinity)
    }

    /// Returns the remaining displacement and its velocity at a time; before the beginning, the whole displacement at
    /// rest.
    public func remaining(at time: Double) -> Movement<Value> {
        let elapsed = time - begin
        if let spring = curve.spring {
            guard elapsed > 0 else { return start }
            return blended?.displacement(from: start, at: elapsed) ?? spring.propagator(after: elapsed)(start)
        }
        guard elapsed < duration else { return Movement(.zero) }
        guard elapsed > 0 else { return Movement(start.value) }
        let share = elapsed / duration
        return Movement(
            start.value.scaled(by: 1 - curve.progress(at: share)),
            velocity: start.value.scaled(by: -curve.slope(at: share) / duration))
    }

    /// The time at which the motion has ended: the end of a timing curve, or the time from which a spring stays within
    /// a thousandth of the distance.
    public var end: Double {
        if start == Movement(.zero) { return begin }
        // What is left of the way after a blend is at most what the old spring would leave.
        return begin + (blended?.blendDuration ?? 0) + curve.settlingTime(duration: duration)
    }
}
