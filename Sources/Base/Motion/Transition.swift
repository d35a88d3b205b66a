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

    public init(_ start: Movement<Value>, curve: Curve, duration: Double, begin: Double) {
        self.start = start
        self.curve = curve
        self.duration = duration
        self.begin = begin
    }

    /// A transition that has always been at its target.
    public static var atRest: Transition {
        Transition(Movement(.zero), curve: .linear, duration: 0, begin: -.infinity)
    }

    /// Returns the remaining displacement and its velocity at a time; before the beginning, the whole displacement at
    /// rest.
    public func remaining(at time: Double) -> Movement<Value> {
        let elapsed = time - begin
        if case .spring(let spring) = curve {
            return elapsed > 0 ? spring.propagator(after: elapsed)(start) : start
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
        return begin + curve.settlingTime(duration: duration)
    }
}
