/// Motion towards a target, as what is left of the way: it is zero at the target, so that the target may be anything,
/// a place on a globe or on a line.
public struct Transition<Value: Animatable>: Sendable, Equatable {
    /// What is left of the way at the beginning, and how fast it changes.
    public let start: Movement<Value>
    public let curve: Curve
    /// Seconds that a timing curve lasts.
    public let duration: Double
    /// When it begins, in the time in which it is asked.
    public let begin: Double

    public init(_ start: Movement<Value>, curve: Curve, duration: Double, begin: Double) {
        self.start = start
        self.curve = curve
        self.duration = duration
        self.begin = begin
    }

    /// At its target, since ever.
    public static var atRest: Transition {
        Transition(Movement(.zero), curve: .linear, duration: 0, begin: -.infinity)
    }

    /// What is left of the way at a time, and how fast it changes; before the beginning all of it, and still.
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

    /// When nothing is left: the end of a timing curve; of a spring when a thousandth is left for good.
    public var end: Double {
        if start == Movement(.zero) { return begin }
        return begin + curve.settlingTime(duration: duration)
    }
}
