import Containers
import NDJSON
import Platform

/// Encodes and compresses the values of leaves; each thread has one.
final class LeafEncoder {
    let compressor: PageCompressor
    let page = RecordWriter(capacity: 1 << 12)
    private let sample = RecordWriter(capacity: 1 << 12)
    /// Numbers between a column and its bytes.
    private let numbers = GrowingColumn<Int64>()
    private let lengths = GrowingColumn<Int64>()

    init(_ compression: ParquetCompression) { compressor = PageCompressor(compression) }

    // MARK: The smallest encoding

    /// The most values that a sample has, and about the most bytes. With half as many, repeats that are farther apart
    /// than the sample made plain values up to a seventh larger than they were.
    private static let sampled = (values: 1 << 14, bytes: 1 << 18)
    /// The most bytes of a dictionary that are compressed to estimate all of them.
    private static let dictionaryBytes = 1 << 17
    /// About what the header of a page takes.
    private static let header = 24

    /// Returns an earlier choice if it still holds, and otherwise chooses the smallest encoding.
    /// - Parameter earlier: the choice for the group before.
    func encoding(of leaf: ParquetLeaf, after earlier: EncodingChoice?) -> EncodingChoice {
        let traits = EncodingChoice.Traits(of: leaf, numbers)
        if let again = leaf.choice?.again(for: leaf, traits) ?? earlier?.again(for: leaf, traits) { return again }
        return EncodingChoice(smallestEncoding(of: leaf), traits, isLast: leaf.choice != nil)
    }

    /// The encoding in which the values of a leaf are smallest once they are compressed.
    ///
    /// All values of a short column are encoded in each way, and of a long one some that follow each other: an eighth.
    private func smallestEncoding(of leaf: ParquetLeaf) -> ValueEncoding {
        let candidates = ValueEncoding.candidates(for: leaf)
        guard candidates.count > 1 else { return candidates[0] }
        let average = max(1, leaf.valueBytes / leaf.distinct)
        let length = max(64, min(LeafEncoder.sampled.values, LeafEncoder.sampled.bytes / average))
        var places = 0..<leaf.present
        if places.count > 2 * length {
            // Not at the start, where columns may begin in another way than they go on.
            let start = places.count / 4
            places = start..<(start + length)
        }
        var smallest: (encoding: ValueEncoding, bytes: Int)?
        for encoding in candidates {
            sample.removeAll()
            append(places, of: leaf, as: encoding, to: sample)
            var bytes = compressor.compress(sample.bytes).count * leaf.present / places.count
            if encoding == .dictionary { bytes += estimatedDictionary(of: leaf) }
            if bytes < smallest?.bytes ?? .max { smallest = (encoding, bytes) }
        }
        return smallest?.encoding ?? .plain
    }

    private func estimatedDictionary(of leaf: ParquetLeaf) -> Int {
        sample.removeAll()
        appendDictionary(of: leaf, to: sample)
        let part = min(sample.count, LeafEncoder.dictionaryBytes)
        let compressed = compressor.compress(UnsafeRawBufferPointer(rebasing: sample.bytes[..<part])).count
        return LeafEncoder.header + (part == 0 ? 0 : compressed * sample.count / part)
    }

    // MARK: Values

    /// Appends the different values, as a page of a dictionary has them.
    func appendDictionary(of leaf: ParquetLeaf, to page: RecordWriter) {
        guard !leaf.isBytes else { return page.append(leaf.texts.bytes) }
        let bytes = leaf.numberBytes
        for number in leaf.numbers.values { page.little(UInt64(bitPattern: number), bytes: bytes) }
    }

    /// Appends some values, by their order.
    func append(_ range: Range<Int>, of leaf: ParquetLeaf, as encoding: ValueEncoding, to page: RecordWriter) {
        guard leaf.isBytes || encoding == .dictionary else {
            return append(leaf.numbers(range, numbers), of: leaf, as: encoding, to: page)
        }
        let places = leaf.places.slice(range.lowerBound, range.upperBound)
        switch encoding {
        case .dictionary:
            // Of one value too: not every reader takes numbers of no bits.
            let width = max(1, RunLengths.width(upTo: leaf.distinct - 1))
            page.append(UInt8(width))
            RunLengths.append(places, width: width, to: page)
        case .deltaLengths: appendLengths(places, leaf, page)
        case .deltaTexts: appendPrefixes(places, leaf, page)
        default:
            let texts = leaf.texts.bytes
            for place in places {
                let start = leaf.starts[Int(place)]
                let length = Int(texts.loadUnaligned(fromByteOffset: start, as: UInt32.self))
                page.append(UnsafeRawBufferPointer(rebasing: texts[start..<(start + 4 + length)]))
            }
        }
    }

    private func append(
        _ values: UnsafeBufferPointer<Int64>, of leaf: ParquetLeaf, as encoding: ValueEncoding, to page: RecordWriter
    ) {
        let bytes = leaf.numberBytes
        switch encoding {
        case .delta: DeltaPacking.append(values, is32Bit: leaf.type.physical == 1, to: page)
        case .splitBytes:
            page.append(atMost: values.count * bytes) { out in
                let count = values.count
                for (place, number) in values.enumerated() {
                    var value = number
                    for byte in 0..<bytes {
                        out.storeBytes(
                            of: UInt8(truncatingIfNeeded: value), toByteOffset: byte &* count &+ place, as: UInt8.self)
                        value >>= 8
                    }
                }
                return count * bytes
            }
        default:
            guard leaf.type == .boolean else {
                for value in values { page.little(UInt64(bitPattern: value), bytes: bytes) }
                return
            }
            for start in stride(from: 0, to: values.count, by: 8) {
                var byte: UInt8 = 0
                for place in start..<min(start + 8, values.count) where values[place] == 1 {
                    byte |= 1 << UInt8(place - start)
                }
                page.append(byte)
            }
        }
    }

    private func appendLengths(_ places: UnsafeBufferPointer<UInt32>, _ leaf: ParquetLeaf, _ page: RecordWriter) {
        numbers.removeAll()
        for place in places { numbers.append(Int64(leaf.text(at: place).count)) }
        DeltaPacking.append(numbers.values, is32Bit: true, to: page)
        for place in places { page.append(leaf.text(at: place)) }
    }

    private func appendPrefixes(_ places: UnsafeBufferPointer<UInt32>, _ leaf: ParquetLeaf, _ page: RecordWriter) {
        numbers.removeAll()
        lengths.removeAll()
        var last = UnsafeRawBufferPointer(start: nil, count: 0)
        var lastPlace: UInt32?
        for place in places {
            guard place != lastPlace else {
                numbers.append(Int64(last.count))
                lengths.append(0)
                continue
            }
            let text = leaf.text(at: place)
            let common = LeafEncoder.common(text, last)
            numbers.append(Int64(common))
            lengths.append(Int64(text.count &- common))
            last = text
            lastPlace = place
        }
        DeltaPacking.append(numbers.values, is32Bit: true, to: page)
        DeltaPacking.append(lengths.values, is32Bit: true, to: page)
        for (number, place) in places.enumerated() where lengths[number] > 0 {
            page.append(UnsafeRawBufferPointer(rebasing: leaf.text(at: place)[Int(numbers[number])...]))
        }
    }

    /// How many bytes two texts have in common at their starts.
    private static func common(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Int {
        let most = min(one.count, other.count)
        var common = 0
        while common &+ 8 <= most {
            let differences =
                UInt64(littleEndian: one.loadUnaligned(fromByteOffset: common, as: UInt64.self))
                ^ UInt64(littleEndian: other.loadUnaligned(fromByteOffset: common, as: UInt64.self))
            guard differences == 0 else { return common &+ differences.trailingZeroBitCount / 8 }
            common &+= 8
        }
        while common < most, one[common] == other[common] { common &+= 1 }
        return common
    }
}
