/// A service time: seconds from noon minus 12 hours of the service day; after midnight it exceeds 24:00:00.
public enum ScheduleTime {
    /// The seconds of `H:MM:SS`, `HH:MM:SS` or longer hours; nil for anything else.
    @inlinable
    public static func seconds(_ text: UnsafeRawBufferPointer) -> Int? {
        guard text.count == 8 else { return secondsOfAnyLength(text) }
        let word = UInt64(littleEndian: text.loadUnaligned(as: UInt64.self)) ^ zero
        // Each byte is now a digit's value, and 0 where a colon is.
        let isWrong = ((word &+ 0x7676_7676_7676_7676) | word) & 0x8080_8080_8080_8080 | word & 0x0000_FF00_00FF_0000
        func digit(_ place: UInt64) -> Int { Int(word >> (8 &* place) & 0xFF) }
        guard isWrong == 0, digit(3) < 6, digit(6) < 6 else { return nil }
        return (digit(0) &* 10 &+ digit(1)) &* 3600 &+ (digit(3) &* 10 &+ digit(4)) &* 60 &+ digit(6) &* 10 &+ digit(7)
    }

    /// `00:00:00`
    @usableFromInline static var zero: UInt64 { 0x3030_3A30_303A_3030 }

    @usableFromInline
    static func secondsOfAnyLength(_ text: UnsafeRawBufferPointer) -> Int? {
        var parts = (0, 0, 0)
        var colons = 0
        var digits = 0
        for byte in text {
            if byte == UInt8(ascii: ":") {
                guard digits > 0, colons < 2, colons == 0 || digits == 2 else { return nil }
                colons += 1
                digits = 0
                continue
            }
            let digit = Int(byte) - 0x30
            guard digit >= 0, digit < 10, digits < 6 else { return nil }
            digits += 1
            switch colons {
            case 0: parts.0 = parts.0 * 10 + digit
            case 1: parts.1 = parts.1 * 10 + digit
            default: parts.2 = parts.2 * 10 + digit
            }
        }
        guard colons == 2, digits == 2, parts.1 < 60, parts.2 < 60 else { return nil }
        return parts.0 * 3600 + parts.1 * 60 + parts.2
    }

    /// The same of a string.
    public static func seconds(_ text: String) -> Int? {
        var copy = text
        return copy.withUTF8 { seconds(UnsafeRawBufferPointer($0)) }
    }

    /// `HH:MM:SS`; the hours may pass 24 and take more than two digits.
    public static func text(_ seconds: Int) -> String { ClockTime.text(max(seconds, 0)) }
}
