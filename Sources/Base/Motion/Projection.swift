import Platform

/// The deceleration of a value that is released while it moves: it loses the same fraction of its velocity each
/// millisecond.
public struct Deceleration: Sendable, Equatable {
    /// The fraction of the velocity that remains after a millisecond; above 0, below 1.
    public let rate: Double

    public init?(rate: Double) {
        guard rate > 0, rate < 1 else { return nil }
        self.init(checked: rate)
    }

    private init(checked rate: Double) { self.rate = rate }

    /// The deceleration of scrolling lists on touch screens.
    public static let normal = Deceleration(checked: 0.998)
    public static let fast = Deceleration(checked: 0.99)

    /// Returns the resting point of a value released with a velocity: value − velocity / (1000 · ln rate), the integral
    /// of velocity · rate^(1000 t) over all time.
    ///
    /// - Parameters:
    ///   - value: the value at release.
    ///   - velocity: the change per second at release.
    ///   - bounds: the allowed range; the resting point is clamped to it.
    public func restingPoint(from value: Double, velocity: Double, in bounds: ClosedRange<Double>? = nil) -> Double {
        let point = value - velocity / (1000 * log(rate))
        guard let bounds else { return point }
        return min(max(point, bounds.lowerBound), bounds.upperBound)
    }

    /// Returns the value `time` seconds after release.
    public func value(from value: Double, velocity: Double, at time: Double) -> Double {
        let decay = 1000 * log(rate)
        return value + velocity * expm1(decay * time) / decay
    }
}

/// Delays that start a group of animations one after another.
public struct Stagger: Sendable, Equatable {
    /// The seconds from one start to the next, 0 or more.
    public let interval: Double

    public init(interval: Double) { self.interval = max(0, interval) }

    /// Returns the delay in seconds of the animation at an index, counted from 0.
    public func delay(at place: Int) -> Double { Double(place) * interval }
}
