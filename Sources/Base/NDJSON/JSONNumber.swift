/// Decimal text to binary numbers, independent of the locale.
public enum JSONNumber {
    /// Exact powers of ten in binary64.
    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]

    /// The nearest double of a JSON number; nil when the text is none or is beyond binary64.
    ///
    /// Up to 15 digits with a small exponent take one exact division or product (Clinger 1990); the rest goes to the
    /// standard library.
    public static func double(_ text: UnsafeRawBufferPointer) -> Double? {
        var position = 0
        let negative = text.count > 0 && text[0] == UInt8(ascii: "-")
        if negative { position = 1 }
        var mantissa: UInt64 = 0
        var digits = 0
        var decimals = 0
        var inFraction = false
        while position < text.count {
            let byte = text[position]
            if byte == UInt8(ascii: "."), !inFraction {
                inFraction = true
            } else {
                let digit = byte &- 0x30
                guard digit < 10, digits < 15 else { return slow(text) }
                mantissa = mantissa * 10 + UInt64(digit)
                if mantissa != 0 { digits += 1 }
                if inFraction { decimals += 1 }
            }
            position += 1
        }
        guard decimals <= 22, text.count > (negative ? 1 : 0) else { return slow(text) }
        let value = Double(mantissa) / powers[decimals]
        return negative ? -value : value
    }

    /// Parses eight ASCII digits, the first one at the lowest address; nil if a byte is not a digit.
    ///
    /// It works on all digits at once, within one word. It combines digits into pairs, pairs into groups of four, and the
    /// two groups into the number.
    @inline(__always)
    package static func eightDigits(_ loaded: UInt64) -> Int? {
        let word = UInt64(littleEndian: loaded)
        let tens: UInt64 = 0xF0F0_F0F0_F0F0_F0F0
        let zeros: UInt64 = 0x3030_3030_3030_3030
        guard word & tens == zeros, (word &+ 0x0606_0606_0606_0606) & tens == zeros else { return nil }
        let digits = word ^ zeros
        let pairs = (digits &* 10 &+ digits >> 8) & 0x00FF_00FF_00FF_00FF
        let fours = (pairs &* 100 &+ pairs >> 16) & 0x0000_FFFF_0000_FFFF
        return Int(truncatingIfNeeded: fours &* 10_000 &+ fours >> 32) & 0xFFFF_FFFF
    }

    private static func slow(_ text: UnsafeRawBufferPointer) -> Double? {
        guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else { return nil }
        return value
    }

    /// The nearest float of a JSON number, rounded once from the decimal text.
    public static func float(_ text: UnsafeRawBufferPointer) -> Float? {
        guard let value = Float(String(decoding: text, as: UTF8.self)), value.isFinite else { return nil }
        return value
    }
}
