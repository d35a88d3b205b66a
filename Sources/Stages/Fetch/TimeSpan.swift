/// Lengths of time as options have them.
public enum TimeSpan {
    private static let units: [(name: String, nanoseconds: UInt64)] = [
        ("ms", 1_000_000), ("s", 1_000_000_000), ("m", 60_000_000_000), ("h", 3_600_000_000_000),
        ("d", 86_400_000_000_000), ("w", 604_800_000_000_000),
    ]

    /// Nanoseconds of `250ms`, `15s`, `1.5m`, `2h`, `30d`, `4w`; a bare number is seconds. Nil for anything else, for
    /// nothing, and past a hundred years.
    public static func nanoseconds(_ text: String) -> UInt64? {
        let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = text.dropFirst(number.count)
        guard let scale = unit.isEmpty ? 1_000_000_000 : units.first(where: { $0.name == unit })?.nanoseconds,
            number.first != ".", number.last != ".", let value = Double(number), value > 0
        else { return nil }
        let span = value * Double(scale)
        return span < 3.2e18 && span >= 1 ? UInt64(span) : nil
    }

    /// `250 ms`, `15 s`, `2 h`: two figures or so, for messages.
    static func text(_ nanoseconds: UInt64) -> String {
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
