import NDJSON

/// Levels and places in a dictionary as runs of one value and groups of eight packed ones (Parquet, "Encodings": RLE / bit-packing
/// hybrid).
enum RunLengths {
    /// The bits that numbers up to `largest` take.
    static func width(upTo largest: Int) -> Int { largest <= 0 ? 0 : Int.bitWidth - largest.leadingZeroBitCount }

    /// Appends `values`, each of `width` bits.
    static func append<Number: FixedWidthInteger & UnsignedInteger>(
        _ values: UnsafeBufferPointer<Number>, width: Int, to out: RecordWriter
    ) {
        var start = 0
        // Values before it are written, those between it and `start` wait to be packed.
        var waiting = 0
        while start < values.count {
            var end = start + 1
            while end < values.count, values[end] == values[start] { end += 1 }
            // What is packed comes in eights, the last ones of the file filled up with zeros.
            let filling = (8 - (start - waiting) & 7) & 7
            guard end - start - filling >= 8 else {
                start = end
                continue
            }
            start += filling
            pack(UnsafeBufferPointer(rebasing: values[waiting..<start]), width, out)
            out.varint(UInt64(end - start) << 1)
            out.little(UInt64(values[start]), bytes: (width + 7) / 8)
            start = end
            waiting = end
        }
        pack(UnsafeBufferPointer(rebasing: values[waiting...]), width, out)
    }

    private static func pack<Number: FixedWidthInteger & UnsignedInteger>(
        _ values: UnsafeBufferPointer<Number>, _ width: Int, _ out: RecordWriter
    ) {
        guard !values.isEmpty else { return }
        let groups = (values.count + 7) / 8
        out.varint(UInt64(groups) << 1 | 1)
        out.append(atMost: groups * width + 8) { place in
            var bits: UInt64 = 0
            var filled = 0
            var offset = 0
            for value in values {
                let value = UInt64(truncatingIfNeeded: value)
                bits |= value << UInt64(filled)
                filled &+= width
                guard filled >= 64 else { continue }
                place.storeBytes(of: bits.littleEndian, toByteOffset: offset, as: UInt64.self)
                offset &+= 8
                filled &-= 64
                bits = value >> UInt64(width &- filled)
            }
            // If the last values are fewer than eight, zeros take the place of the missing ones.
            while offset < groups * width {
                place.storeBytes(of: bits.littleEndian, toByteOffset: offset, as: UInt64.self)
                bits = 0
                offset &+= 8
            }
            return groups * width
        }
    }
}
