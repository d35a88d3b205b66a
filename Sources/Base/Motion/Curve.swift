/// The pace of a motion.
public enum Curve: Sendable, Equatable {
    case linear
    /// A CSS timing curve: `ease-in`, `ease-out`, `ease-in-out` or `cubic-bezier(x1, y1, x2, y2)`.
    case bezier(CubicBezier)
    /// A spring, which has its own pace: it ends when it has come to rest, not after the given duration. If it takes over
    /// from another spring that is still in motion, it changes smoothly from that spring's response and damping to its own
    /// in `blend` seconds.
    case spring(Spring, blend: Double = 0)

    public static let easeIn = Curve.bezier(.easeIn)
    public static let easeOut = Curve.bezier(.easeOut)
    public static let easeInOut = Curve.bezier(.easeInOut)
    /// A spring for motion that follows a finger or a feed, which blends with the spring before it for 0.25 s.
    public static let interactiveSpring = Curve.spring(.interactive, blend: 0.25)

    /// Parses `linear`, `ease-in`, `ease-out`, `ease-in-out`, `cubic-bezier(a,b,c,d)`, `spring(response,damping)`,
    /// `interactive-spring` or `interactive-spring(response,damping,blend)`; returns nil for other text and for invalid
    /// numbers.
    public init?(_ text: String) {
        switch text {
        case "linear": self = .linear
        case "ease-in": self = .easeIn
        case "ease-out": self = .easeOut
        case "ease-in-out": self = .easeInOut
        case "interactive-spring": self = .interactiveSpring
        default:
            if let numbers = Curve.arguments(of: "cubic-bezier", 4, text),
                let bezier = CubicBezier(numbers[0], numbers[1], numbers[2], numbers[3])
            {
                self = .bezier(bezier)
            } else if let numbers = Curve.arguments(of: "spring", 2, text),
                let spring = Spring(response: numbers[0], dampingFraction: numbers[1])
            {
                self = .spring(spring)
            } else if let numbers = Curve.arguments(of: "interactive-spring", 3, text), numbers[2] >= 0,
                let spring = Spring(response: numbers[0], dampingFraction: numbers[1])
            {
                self = .spring(spring, blend: numbers[2])
            } else {
                return nil
            }
        }
    }

    /// The accepted forms, as listed in messages.
    public static let forms =
        "linear, ease-in, ease-out, ease-in-out, cubic-bezier(a,b,c,d), spring(response,damping), interactive-spring, "
        + "interactive-spring(response,damping,blend)"

    private static func arguments(of name: String, _ count: Int, _ text: String) -> [Double]? {
        guard text.hasPrefix(name + "("), text.hasSuffix(")") else { return nil }
        let list = text.dropFirst(name.count + 1).dropLast()
        let numbers = list.split(separator: ",", omittingEmptySubsequences: false).map { part -> Double? in
            let digits = part.drop { $0 == " " }
            let number = digits.prefix { $0 != " " }
            guard digits.dropFirst(number.count).allSatisfy({ $0 == " " }) else { return nil }
            return Double(number).flatMap { $0.isFinite ? $0 : nil }
        }
        guard numbers.count == count, !numbers.contains(nil) else { return nil }
        return numbers.compactMap { $0 }
    }

    /// Returns value and velocity at a time during a motion from a start to a target.
    ///
    /// - Parameters:
    ///   - start: value and velocity at the start. Timing curves ignore the velocity.
    ///   - target: the value at the end.
    ///   - duration: the seconds that a timing curve takes; springs ignore it.
    ///   - time: seconds since the start; before 0 the value stays at the start.
    public func movement<Value: Animatable>(
        from start: Movement<Value>, to target: Value, duration: Double, at time: Double
    ) -> Movement<Value> {
        guard time > 0 else { return start }
        if let spring { return spring.movement(from: start, to: target, at: time) }
        guard time < duration else { return Movement(target) }
        let way = target - start.value
        return Movement(
            start.value + way.scaled(by: progress(at: time / duration)),
            velocity: way.scaled(by: slope(at: time / duration) / duration))
    }

    /// Returns the progress of a timing curve at a fraction of its time.
    public func progress(at share: Double) -> Double {
        switch self {
        case .bezier(let bezier): bezier.value(at: share)
        case .linear, .spring: min(1, max(0, share))
        }
    }

    func slope(at share: Double) -> Double {
        switch self {
        case .bezier(let bezier): bezier.slope(at: share)
        case .linear, .spring: 1
        }
    }

    /// Returns the seconds until the value rests at its target: the duration of a timing curve, the settling time of a
    /// spring.
    /// - Parameters:
    ///   - duration: the seconds that a timing curve takes; springs ignore it.
    ///   - threshold: the fraction of the distance below which a spring counts as settled.
    public func settlingTime(duration: Double, threshold: Double = 0.001) -> Double {
        spring?.settlingTime(threshold: threshold) ?? duration
    }

    /// The spring; nil for a timing curve.
    public var spring: Spring? { if case .spring(let spring, _) = self { spring } else { nil } }

    /// How a motion that this curve takes over from another changes from its spring; nil if either is no spring, or if
    /// there is nothing to change smoothly.
    func blended(after previous: Curve?) -> BlendedSpring? {
        guard case .spring(let spring, let blend) = self, blend > 0, let old = previous?.spring, old != spring else {
            return nil
        }
        return BlendedSpring(from: old, to: spring, blendDuration: blend)
    }
}
