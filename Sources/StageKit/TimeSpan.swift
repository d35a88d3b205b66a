/// A stretch of time as people write it: `90s`, `15m`, `2h`, `30d`, `250ms`, `1h30m`, or a number of seconds.
public struct TimeSpan: Sendable, Equatable, Comparable {
    public let milliseconds: Int

    public init(milliseconds: Int) { self.milliseconds = milliseconds }

    /// Whole seconds; what is left over is dropped.
    public var seconds: Int { milliseconds / 1000 }

    public var nanoseconds: UInt64 { UInt64(max(milliseconds, 0)) * 1_000_000 }

    /// As people write it: `90m`, `2h`.
    public var text: String {
        for (name, length) in [("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000)]
        where milliseconds % length == 0 && milliseconds >= length {
            return "\(milliseconds / length)\(name)"
        }
        return "\(milliseconds)ms"
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

    private static let units: [(name: String, milliseconds: Double)] = [
        ("ms", 1), ("s", 1000), ("m", 60_000), ("min", 60_000), ("h", 3_600_000), ("d", 86_400_000),
        ("w", 604_800_000),
    ]

    /// nil for what is no stretch of time, is negative, or passes a hundred years.
    public init?(_ text: String) {
        var rest = Substring(text)
        var total = 0.0
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            guard let value = Double(number), value.isFinite else { return nil }
            rest = rest.dropFirst(number.count)
            let unit = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(unit.count)
            if unit.isEmpty {
                // A bare number is all there is.
                guard rest.isEmpty, number.count == text.count else { return nil }
                total += value * 1000
            } else {
                guard let known = TimeSpan.units.first(where: { $0.name == unit }) else { return nil }
                total += value * known.milliseconds
            }
        }
        guard total <= 100 * 366 * 86_400_000 else { return nil }
        milliseconds = Int(total.rounded())
    }

    public static func < (left: TimeSpan, right: TimeSpan) -> Bool { left.milliseconds < right.milliseconds }
}
