/// Windows-1252 as the WHATWG's Encoding Standard has it: every byte means something.
public enum Windows1252 {
    /// What 0x80 to 0x9F mean; the others mean themselves.
    private static let upper: [UInt16] = [
        0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D,
        0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x009D, 0x017E, 0x0178,
    ]

    /// Writes a byte's character as UTF-8, of three bytes at most, and returns its length.
    public static func put(_ byte: UInt8, at target: UnsafeMutableRawPointer) -> Int {
        JSONText.put(scalar: 0x80...0x9F ~= byte ? UInt32(upper[Int(byte) - 0x80]) : UInt32(byte), at: target)
    }

    /// Appends a text as UTF-8.
    public static func decode(_ bytes: UnsafeRawBufferPointer, into writer: RecordWriter) {
        for byte in bytes { writer.append(atMost: 3) { put(byte, at: $0) } }
    }
}
