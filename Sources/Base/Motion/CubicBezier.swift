/// A CSS timing curve: a cubic Bézier curve from (0, 0) to (1, 1) (CSS Easing Functions Level 1, §2.2).
public struct CubicBezier: Sendable, Equatable {
    public let x1: Double
    public let y1: Double
    public let x2: Double
    public let y2: Double

    /// How far above and below `y1` and `y2` may lie: further than any motion goes past its end, and so near that its
    /// polynomials are finite.
    static let yLimit = 1_000_000

    /// Creates a curve from its two control points; returns nil unless `x1` and `x2` are in 0...1 and `y1` and `y2`
    /// within ±1,000,000.
    public init?(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
        let limit = Double(CubicBezier.yLimit)
        guard (0...1).contains(x1), (0...1).contains(x2), abs(y1) <= limit, abs(y2) <= limit else { return nil }
        self.init(x1: x1, y1: y1, x2: x2, y2: y2)
    }

    private init(x1: Double, y1: Double, x2: Double, y2: Double) {
        self.x1 = x1
        self.y1 = y1
        self.x2 = x2
        self.y2 = y2
    }

    /// CSS `ease-in`.
    public static let easeIn = CubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1)
    /// CSS `ease-out`.
    public static let easeOut = CubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1)
    /// CSS `ease-in-out`.
    public static let easeInOut = CubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)

    /// Returns the progress at a fraction of the time, exact to at least 1e-6; 0 before 0 and 1 after 1.
    public func value(at time: Double) -> Double {
        if time <= 0 { return 0 }
        if time >= 1 { return 1 }
        let parameter = parameter(at: time)
        return CubicBezier.polynomial(y1, y2, parameter)
    }

    /// Returns the derivative of `value(at:)`; 0 outside 0...1 and where the curve is vertical.
    public func slope(at time: Double) -> Double {
        guard time >= 0, time <= 1 else { return 0 }
        let parameter = parameter(at: time)
        let x = CubicBezier.derivative(x1, x2, parameter)
        return x > 1e-9 ? CubicBezier.derivative(y1, y2, parameter) / x : 0
    }

    /// The parameter at which the curve's x is `time`: Newton's steps, which are kept inside the bracket that each
    /// step narrows, so that an upright or level stretch costs halvings and no precision.
    private func parameter(at time: Double) -> Double {
        var low = 0.0
        var high = 1.0
        var parameter = time
        for _ in 0..<100 {
            let error = CubicBezier.polynomial(x1, x2, parameter) - time
            if error == 0 { break }
            if error < 0 { low = parameter } else { high = parameter }
            if high - low < 1e-15 { break }
            let slope = CubicBezier.derivative(x1, x2, parameter)
            let next = parameter - error / slope
            let step = slope > 1e-7 && next > low && next < high ? next : (low + high) / 2
            if abs(step - parameter) < 1e-16 { break }
            parameter = step
        }
        return parameter
    }

    /// 3(1−s)²s·a + 3(1−s)s²·b + s³ by Horner's rule.
    private static func polynomial(_ a: Double, _ b: Double, _ s: Double) -> Double {
        ((1 - 3 * b + 3 * a) * s + (3 * b - 6 * a)) * s * s + 3 * a * s
    }

    private static func derivative(_ a: Double, _ b: Double, _ s: Double) -> Double {
        (3 * (1 - 3 * b + 3 * a) * s + 2 * (3 * b - 6 * a)) * s + 3 * a
    }
}
