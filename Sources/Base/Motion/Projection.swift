import Platform

/// Where something comes to rest that is let go while it moves, and slows down by the same share each millisecond.
public struct Deceleration: Sendable, Equatable {
    /// What is left of the velocity after a millisecond; above 0, below 1.
    public let rate: Double

    public init?(rate: Double) {
        guard rate > 0, rate < 1 else { return nil }
        self.init(checked: rate)
    }

    private init(checked rate: Double) { self.rate = rate }

    /// As lists on touch screens scroll.
    public static let normal = Deceleration(checked: 0.998)
    public static let fast = Deceleration(checked: 0.99)

    /// The resting point of a value let go with a velocity: value − velocity / (1000 · ln rate), the sum over all time
    /// of velocity · rate^(1000 t).
    ///
    /// - Parameters:
    ///   - value: where it was let go.
    ///   - velocity: a second.
    ///   - bounds: between which it has to stay; the point is moved to the nearer end.
    public func restingPoint(from value: Double, velocity: Double, in bounds: ClosedRange<Double>? = nil) -> Double {
        let point = value - velocity / (1000 * log(rate))
        guard let bounds else { return point }
        return min(max(point, bounds.lowerBound), bounds.upperBound)
    }

    /// Where it is `time` seconds after it was let go.
    public func value(from value: Double, velocity: Double, at time: Double) -> Double {
        let decay = 1000 * log(rate)
        return value + velocity * expm1(decay * time) / decay
    }
}

/// Starts one after another instead of all at once.
public struct Stagger: Sendable, Equatable {
    /// Seconds from one start to the next; not negative.
    public let interval: Double

    public init(interval: Double) { self.interval = max(0, interval) }

    /// Seconds that the thing at a place, counted from 0, waits.
    public func delay(at place: Int) -> Double { Double(place) * interval }
}
