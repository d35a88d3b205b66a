/// A length of time.
public struct Interval: Sendable, Hashable, Comparable {
    public let nanoseconds: UInt64

    public static let zero = Interval(nanoseconds: 0)
    /// A hundred years: longer than any run, and short of every overflow.
    private static let longest: Double = 100 * 366 * 86_400

    public init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }
    public init(seconds: Int) { nanoseconds = UInt64(seconds) * 1_000_000_000 }

    public static func < (left: Interval, right: Interval) -> Bool { left.nanoseconds < right.nanoseconds }

    /// A number with a unit, `250ms`, `15s`, `1.5m`, `2h` or `30d`; without a unit it counts seconds. nil for anything
    /// else, negative numbers and more than a hundred years included.
    public init?(_ text: String) {
        let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let scale: Double
        switch text[number.endIndex...] {
        case "ms": scale = 0.001
        case "", "s": scale = 1
        case "m": scale = 60
        case "h": scale = 3600
        case "d": scale = 86_400
        default: return nil
        }
        guard number.first?.isNumber == true, number.last?.isNumber == true, let value = Double(number),
            value * scale <= Interval.longest
        else { return nil }
        nanoseconds = UInt64((value * scale * 1e9).rounded())
    }

    public var seconds: Double { Double(nanoseconds) / 1e9 }

    /// Seconds without needless digits, as sleep(1) takes them: `15`, `0.25`.
    public var secondsText: String {
        let whole = String(nanoseconds / 1_000_000_000)
        let rest = nanoseconds % 1_000_000_000
        guard rest > 0 else { return whole }
        let digits = String(rest)
        let padded = String(repeating: "0", count: 9 - digits.count) + digits
        return whole + "." + padded[...padded.lastIndex { $0 != "0" }!]
    }
}

extension Interval: CustomStringConvertible {
    /// In the largest unit that divides it, `15s`, `250ms`, `2h`.
    public var description: String {
        for (unit, size) in [("d", 86_400), ("h", 3600), ("m", 60), ("s", 1)] as [(String, UInt64)] {
            let size = size * 1_000_000_000
            if nanoseconds >= size, nanoseconds % size == 0 { return "\(nanoseconds / size)\(unit)" }
        }
        return nanoseconds % 1_000_000 == 0 ? "\(nanoseconds / 1_000_000)ms" : secondsText + "s"
    }
}
