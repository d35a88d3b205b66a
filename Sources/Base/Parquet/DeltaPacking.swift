import NDJSON

/// Numbers as differences from the number before (Parquet, "Encodings": DELTA_BINARY_PACKED): the first number, then
/// blocks of 128 differences, each less the smallest of its block, in as many bits as the largest of 32 needs.
enum DeltaPacking {
    private static let block = 128
    private static let miniblock = 32

    /// Appends `values`.
    /// - Parameter is32Bit: whether the column has 32 bits, in which differences wrap around.
    static func append(_ values: UnsafeBufferPointer<Int64>, is32Bit: Bool, to out: RecordWriter) {
        out.varint(UInt64(block))
        out.varint(UInt64(block / miniblock))
        out.varint(UInt64(values.count))
        out.zigzag(values.first ?? 0)
        guard values.count > 1 else { return }
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: block) { above in
            for start in stride(from: 1, to: values.count, by: block) {
                append(values, from: start, above, is32Bit, to: out)
            }
        }
    }

    /// Appends the block that begins at `start`.
    private static func append(
        _ values: UnsafeBufferPointer<Int64>, from start: Int, _ above: UnsafeMutableBufferPointer<UInt64>,
        _ is32Bit: Bool, to out: RecordWriter
    ) {
        let count = min(block, values.count - start)
        let numbers = values.baseAddress.unsafelyUnwrapped + start
        let above = above.baseAddress.unsafelyUnwrapped
        var least = Int64.max
        for place in 0..<count {
            var difference = numbers[place] &- numbers[place &- 1]
            if is32Bit { difference = Int64(Int32(truncatingIfNeeded: difference)) }
            above[place] = UInt64(bitPattern: difference)
            least = min(least, difference)
        }
        out.zigzag(least)
        let mask: UInt64 = is32Bit ? 0xFFFF_FFFF : .max
        for place in 0..<count { above[place] = (above[place] &- UInt64(bitPattern: least)) & mask }
        // The last of 32 are filled up with zeros.
        for place in count..<block { above[place] = 0 }
        for group in stride(from: 0, to: block, by: miniblock) { out.append(UInt8(width(above + group))) }
        for group in stride(from: 0, to: block, by: miniblock) {
            let width = width(above + group)
            if width > 0 { pack(UnsafeBufferPointer(start: above + group, count: miniblock), width, out) }
        }
    }

    /// The bits that the largest of 32 numbers needs.
    private static func width(_ values: UnsafePointer<UInt64>) -> Int {
        var bits: UInt64 = 0
        for place in 0..<miniblock { bits |= values[place] }
        return UInt64.bitWidth - bits.leadingZeroBitCount
    }

    /// Appends 32 numbers of `width` bits, 1 to 64, the lowest bits first: `width` times four bytes.
    private static func pack(_ values: UnsafeBufferPointer<UInt64>, _ width: Int, _ out: RecordWriter) {
        out.append(atMost: miniblock / 8 * width + 8) { place in
            var bits: UInt64 = 0
            var filled = 0
            var offset = 0
            for value in values {
                bits |= value << UInt64(filled)
                filled &+= width
                guard filled >= 64 else { continue }
                place.storeBytes(of: bits.littleEndian, toByteOffset: offset, as: UInt64.self)
                offset &+= 8
                filled &-= 64
                // Swift shifts by 64 bits to zero.
                bits = value >> UInt64(width &- filled)
            }
            place.storeBytes(of: bits.littleEndian, toByteOffset: offset, as: UInt64.self)
            return miniblock / 8 * width
        }
    }
}

extension RecordWriter {
    /// Appends a number with its sign in the lowest bit, seven bits a byte.
    @inline(__always)
    func zigzag(_ value: Int64) { varint(UInt64(bitPattern: value << 1 ^ value >> 63)) }
}
