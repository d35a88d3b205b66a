/// Reads the parts of a written date and time, each of which callers put together as their format has it.
///
/// A part that is not there is nil or false, and the whole is given up.
public struct TimeScanner {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    public init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// What `body` makes of a text.
    public static func read<Value>(_ text: String, _ body: (inout TimeScanner) -> Value?) -> Value? {
        var text = text
        return text.withUTF8 { bytes in
            var scanner = TimeScanner(UnsafeRawBufferPointer(bytes))
            return body(&scanner)
        }
    }

    public var isAtEnd: Bool { position == bytes.count }

    public mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// A number of exactly that many digits.
    public mutating func digits(_ count: Int) -> Int? {
        guard position + count <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[position..<(position + count)] {
            guard byte &- 0x30 < 10 else { return nil }
            value = value * 10 + Int(byte &- 0x30)
        }
        position += count
        return value
    }

    /// `YYYY-MM-DD`, whatever the numbers are.
    public mutating func numbers() -> (year: Int, month: Int, day: Int)? {
        guard let year = digits(4), take("-"), let month = digits(2), take("-"), let day = digits(2) else { return nil }
        return (year, month, day)
    }

    /// `YYYY-MM-DD`, a date that there is.
    public mutating func date() -> CivilDate? {
        numbers().flatMap { CivilDate(exactly: $0.year, month: $0.month, day: $0.day) }
    }

    /// What stands between a date and a time: a T or a blank.
    public mutating func takeDateEnd() -> Bool { take("T") || take("t") || take(" ") }

    /// `HH:MM` or `HH:MM:SS`, in seconds.
    /// - Parameters:
    ///   - hours: how many there are: one more than 24 lets in the end of a day.
    ///   - seconds: how many there are: one more than 60 lets in leap seconds.
    public mutating func clock(hours: Int = 24, seconds: Int = 60) -> (second: Int, hasSeconds: Bool)? {
        guard let hour = digits(2), hour < hours, take(":"), let minute = digits(2), minute < 60 else { return nil }
        let start = hour * 3600 + minute * 60
        guard take(":") else { return (start, false) }
        guard let second = digits(2), second < seconds else { return nil }
        return (start + second, true)
    }

    /// Passes over a fraction, if there is one; false for a point that too few digits follow.
    public mutating func fraction(least: Int = 1) -> Bool {
        guard take(".") else { return true }
        var count = 0
        while digits(1) != nil { count += 1 }
        return count >= least
    }

    /// `Z`, `+HH:MM` or `-HH:MM`, in seconds east of Greenwich.
    /// - Parameters:
    ///   - needsColon: false lets in `+HHMM`.
    ///   - isBounded: false lets in numbers that no clock has, `+99:99`.
    public mutating func offset(needsColon: Bool = true, isBounded: Bool = true) -> Int? {
        if take("Z") || take("z") { return 0 }
        let isWest = take("-")
        guard isWest || take("+"), let hour = digits(2), take(":") || !needsColon, let minute = digits(2),
            !isBounded || hour < 24 && minute < 60
        else { return nil }
        return (hour * 3600 + minute * 60) * (isWest ? -1 : 1)
    }
}
