/// How the bytes of a feed's file become text.
public enum TextEncoding: String, Sendable, CaseIterable {
    /// UTF-8 where the whole file is valid UTF-8, Windows-1252 otherwise.
    case auto
    /// UTF-8; a byte that is not becomes U+FFFD.
    case utf8 = "utf-8"
    case windows1252 = "windows-1252"
}

/// The upper half of Windows-1252 (WHATWG Encoding Standard, index windows-1252).
enum Windows1252 {
    /// The scalars of bytes 0x80 to 0x9F; undefined bytes are the C1 control of the same number.
    private static let controls: [UInt16] = [
        0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D,
        0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x009D, 0x017E, 0x0178,
    ]

    @inline(__always)
    static func scalar(_ byte: UInt8) -> UInt32 {
        byte < 0x80 || byte >= 0xA0 ? UInt32(byte) : UInt32(controls[Int(byte) - 0x80])
    }
}
