/// A duration.
public struct TimeSpan: Sendable, Hashable, Comparable {
    public let nanoseconds: UInt64

    public static let zero = TimeSpan(nanoseconds: 0)

    public init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }
    public init(seconds: Int) { nanoseconds = UInt64(seconds) * 1_000_000_000 }

    /// Whole seconds; what is left over is dropped.
    public var seconds: Int { Int(nanoseconds / 1_000_000_000) }

    /// Milliseconds.
    private static let lengths: [(name: String, milliseconds: UInt64)] = [
        ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000),
    ]

    /// The duration as written by a user: `90m`, `2h`.
    public var text: String {
        let milliseconds = nanoseconds / 1_000_000
        for (name, length) in TimeSpan.lengths where milliseconds % length == 0 && milliseconds >= length {
            return "\(milliseconds / length)\(name)"
        }
        return "\(milliseconds)ms"
    }

    public static func < (left: TimeSpan, right: TimeSpan) -> Bool { left.nanoseconds < right.nanoseconds }

    // MARK: Reading

    /// In seconds.
    private static let units: [(name: Substring, seconds: Double)] = [
        ("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600), ("d", 86_400), ("min", 60), ("w", 604_800),
    ]
    /// A hundred years: longer than any run, and short of every overflow.
    private static let longest: Double = 100 * 366 * 86_400

    /// Parses a duration from a command line: `90s`, `15m` or `15min`, `2h`, `30d`, `2w`, `250ms`, `1h30m`, or a number
    /// of seconds; in whole milliseconds. Returns nil for other text, negative numbers and more than a hundred years.
    public init?(_ text: String) {
        var rest = Substring(text)
        var milliseconds = 0.0
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            let (number, unit) = TimeSpan.takePart(&rest)
            guard let value = Double(number), value.isFinite else { return nil }
            if unit.isEmpty {
                // A bare number is all there is.
                guard number.count == text.count else { return nil }
                milliseconds += value * 1000
            } else {
                guard let known = TimeSpan.units.first(where: { $0.name == unit }) else { return nil }
                milliseconds += value * (known.seconds * 1000)
            }
        }
        guard milliseconds <= TimeSpan.longest * 1000 else { return nil }
        nanoseconds = UInt64(milliseconds.rounded()) * 1_000_000
    }

    /// Parses a duration from a pipeline file: one number with one unit, `250ms`, `15s`, `1.5m`, `2h` or `30d`; without
    /// a unit it is seconds.
    public init?(ofOneUnit text: String) {
        var rest = Substring(text)
        let (number, unit) = TimeSpan.takePart(&rest)
        guard rest.isEmpty,
            let known = TimeSpan.units.prefix(5).first(where: { $0.name == (unit.isEmpty ? "s" : unit) }),
            number.first?.isNumber == true, number.last?.isNumber == true, let value = Double(number),
            value * known.seconds <= TimeSpan.longest
        else { return nil }
        nanoseconds = UInt64((value * known.seconds * 1e9).rounded())
    }

    /// Takes digits and points, and the letters after them, off the front.
    private static func takePart(_ rest: inout Substring) -> (number: Substring, unit: Substring) {
        let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = rest[number.endIndex...].prefix { $0.isLetter }
        rest = rest[unit.endIndex...]
        return (number, unit)
    }
}

// MARK: Writing

extension TimeSpan: CustomStringConvertible {
    /// Seconds without needless digits, as sleep(1) takes them: `15`, `0.25`.
    public var secondsText: String {
        let rest = nanoseconds % 1_000_000_000
        guard rest > 0 else { return String(seconds) }
        let fraction = String(Int(rest), digits: 9)
        return "\(seconds)." + fraction[...fraction.lastIndex { $0 != "0" }!]
    }

    /// In the largest unit that divides it, `15s`, `250ms`, `2h`: as it would be read.
    public var description: String {
        for (unit, length) in TimeSpan.lengths {
            let size = length * 1_000_000
            if nanoseconds >= size, nanoseconds % size == 0 { return "\(nanoseconds / size)\(unit)" }
        }
        return nanoseconds % 1_000_000 == 0 ? "\(nanoseconds / 1_000_000)ms" : secondsText + "s"
    }

    /// `250 ms`, `15 s`, `2 h`: two figures or so, for messages.
    public static func text(nanoseconds: UInt64) -> String {
        let milliseconds = (nanoseconds + 500_000) / 1_000_000
        if milliseconds < 1000 { return "\(milliseconds) ms" }
        let seconds = (milliseconds + 500) / 1000
        if seconds < 10 { return "\(milliseconds / 1000).\(milliseconds % 1000 / 100) s" }
        if seconds < 120 { return "\(seconds) s" }
        if seconds < 7200 { return "\((seconds + 30) / 60) min" }
        if seconds < 172_800 { return "\((seconds + 1800) / 3600) h" }
        return "\((seconds + 43_200) / 86_400) d"
    }
}
