/// Numbers of binary formats: Protocol Buffers, Thrift, PMTiles, Parquet.
extension RecordWriter {
    /// Appends a number in seven bits a byte, the lowest first: at most ten bytes.
    @inlinable @inline(__always)
    public func varint(_ value: UInt64) {
        if value < 0x80 { return append(UInt8(truncatingIfNeeded: value)) }
        append(atMost: 10) { RecordWriter.storeVarint(value, at: $0) }
    }

    /// Stores what `varint` appends.
    /// - Returns: the number of bytes.
    @inlinable @inline(__always)
    public static func storeVarint<Number: FixedWidthInteger & UnsignedInteger>(
        _ value: Number, at bytes: UnsafeMutableRawPointer
    ) -> Int {
        var rest = value
        var count = 0
        while rest >= 0x80 {
            bytes.storeBytes(of: UInt8(truncatingIfNeeded: rest) | 0x80, toByteOffset: count, as: UInt8.self)
            rest >>= 7
            count &+= 1
        }
        bytes.storeBytes(of: UInt8(truncatingIfNeeded: rest), toByteOffset: count, as: UInt8.self)
        return count &+ 1
    }

    /// How many bytes `varint` takes for the bits of a number.
    public static func varintLength(_ value: Int) -> Int {
        max(1, (Int.bitWidth - value.leadingZeroBitCount + 6) / 7)
    }

    /// Appends the lowest bytes of a number, least significant first.
    @inlinable
    public func little(_ value: UInt64, bytes: Int) {
        reserve(bytes)
        for shift in 0..<bytes { append(UInt8(truncatingIfNeeded: value >> (8 * UInt64(shift)))) }
    }
}
