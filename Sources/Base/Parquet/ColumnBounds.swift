import NDJSON
import Platform

/// Statistics of a column chunk.
extension ParquetLeaf {
    /// Longer texts are no bounds of use.
    private static let longestBound = 256

    /// The least and the greatest value, in the order of their type: bytes by bytes, numbers as numbers.
    var bounds: (least: [UInt8]?, greatest: [UInt8]?) {
        guard present > 0, type != .binary else { return (nil, nil) }
        switch type.physical {
        case 6: return textBounds
        case 5:
            var (least, greatest) = (Double.infinity, -Double.infinity)
            for number in numbers.values {
                let value = Double(bitPattern: UInt64(bitPattern: number))
                if value.isNaN { return (nil, nil) }
                least = min(least, value)
                greatest = max(greatest, value)
            }
            // Parquet, "Statistics": of the two zeros a bound is the one that is further out.
            return (
                ParquetLeaf.little((least == 0 ? -0.0 : least).bitPattern, 8),
                ParquetLeaf.little((greatest == 0 ? 0.0 : greatest).bitPattern, 8)
            )
        case let physical:
            guard let least = numbers.values.min(), let greatest = numbers.values.max() else { return (nil, nil) }
            let bytes = physical == 0 ? 1 : physical == 1 ? 4 : 8
            return (
                ParquetLeaf.little(UInt64(bitPattern: least), bytes),
                ParquetLeaf.little(UInt64(bitPattern: greatest), bytes)
            )
        }
    }

    private var textBounds: (least: [UInt8]?, greatest: [UInt8]?) {
        func precedes(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
            let common = min(left.count, right.count)
            let order = common == 0 ? 0 : memcmp(left.baseAddress!, right.baseAddress!, common)
            return order == 0 ? left.count < right.count : order < 0
        }
        var least = text(at: 0)
        var greatest = least
        for place in 0..<distinct {
            let value = text(at: UInt32(place))
            if precedes(value, least) { least = value }
            if precedes(greatest, value) { greatest = value }
        }
        guard max(least.count, greatest.count) <= ParquetLeaf.longestBound else { return (nil, nil) }
        return (Array(least), Array(greatest))
    }

    private static func little(_ value: UInt64, _ bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }
}
