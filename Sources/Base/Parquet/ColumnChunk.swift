import NDJSON
import Platform

/// The values of a leaf in one group of rows, as the file has them: a page of different values, and one of their places
/// in it or of the values themselves, whichever is shorter.
struct ColumnChunk {
    /// What the footer says of it; offsets count from the chunk's begin.
    let physical: Int32
    let path: [String]
    let values: Int
    let isDictionary: Bool
    let dataOffset: Int
    let uncompressed: Int
    let compressed: Int
    let nulls: Int
    let least: [UInt8]?
    let greatest: [UInt8]?

    private static let plain: Int32 = 0
    private static let runLength: Int32 = 3
    private static let dictionary: Int32 = 8
    private static let gzip: Int32 = 2
    /// Longer texts are no bounds of use.
    private static let longestBound = 256

    /// Writes the pages of a leaf.
    init(_ leaf: ParquetLeaf, _ deflater: PageDeflater, into out: RecordWriter) {
        let begin = out.count
        // Of one value too: not every reader takes numbers of no bits.
        let width = max(1, RunLengths.width(upTo: leaf.distinct - 1))
        let valueBytes = ColumnChunk.plainBytes(leaf)
        isDictionary =
            leaf.type != .boolean && leaf.distinct > 0
            && valueBytes.dictionary + leaf.present * width / 8 < valueBytes.all
        var uncompressed = 0
        let page = RecordWriter(capacity: 1 << 12)
        if isDictionary {
            ColumnChunk.appendDictionary(leaf, to: page)
            uncompressed += ColumnChunk.write(page, deflater, into: out) { thrift in
                thrift.field(1, Int32(2))
            } header: { thrift in
                thrift.field(7) { header in
                    header.field(1, Int32(leaf.distinct))
                    header.field(2, ColumnChunk.plain)
                }
            }
            page.removeAll()
        }
        dataOffset = out.count - begin
        ColumnChunk.appendLevels(leaf, to: page)
        if isDictionary {
            page.append(UInt8(width))
            RunLengths.append(leaf.places.values, width: width, to: page)
        } else {
            ColumnChunk.appendValues(leaf, to: page)
        }
        let encoding = isDictionary ? ColumnChunk.dictionary : ColumnChunk.plain
        uncompressed += ColumnChunk.write(page, deflater, into: out) { thrift in
            thrift.field(1, Int32(0))
        } header: { thrift in
            thrift.field(5) { header in
                header.field(1, Int32(leaf.count))
                header.field(2, encoding)
                header.field(3, ColumnChunk.runLength)
                header.field(4, ColumnChunk.runLength)
            }
        }
        self.uncompressed = uncompressed
        compressed = out.count - begin
        physical = leaf.type.physical
        path = leaf.path
        values = leaf.count
        nulls = leaf.count - leaf.present
        (least, greatest) = ColumnChunk.bounds(leaf)
    }

    /// Writes a page's header and its bytes, deflated.
    /// - Returns: what it takes undeflated, its header with it.
    private static func write(
        _ page: RecordWriter, _ deflater: PageDeflater, into out: RecordWriter,
        kind: (inout ThriftWriter) -> Void, header: (inout ThriftWriter) -> Void
    ) -> Int {
        let deflated = deflater.deflate(page.bytes)
        let start = out.count
        var thrift = ThriftWriter(out)
        thrift.structure { thrift in
            kind(&thrift)
            thrift.field(2, Int32(page.count))
            thrift.field(3, Int32(deflated.count))
            header(&thrift)
        }
        let length = out.count - start
        out.append(deflated)
        return length + page.count
    }

    // MARK: Contents of pages

    /// What the different values take, and what all would.
    private static func plainBytes(_ leaf: ParquetLeaf) -> (dictionary: Int, all: Int) {
        switch leaf.type.physical {
        case 0: return (leaf.distinct, leaf.present / 8)
        case 1: return (4 * leaf.distinct, 4 * leaf.present)
        case 6:
            // What comes often is taken to be as long as what comes once.
            let all =
                leaf.distinct == 0 ? 0 : Int(Double(leaf.texts.count) / Double(leaf.distinct) * Double(leaf.present))
            return (leaf.texts.count, all)
        default: return (8 * leaf.distinct, 8 * leaf.present)
        }
    }

    private static func appendDictionary(_ leaf: ParquetLeaf, to page: RecordWriter) {
        guard leaf.type.physical != 6 else { return page.append(leaf.texts.bytes) }
        let bytes = leaf.type.physical == 1 ? 4 : 8
        for number in leaf.numbers.values { page.little(number, bytes: bytes) }
    }

    /// Levels stand before the values, each after its length; there are none where all have the level 0.
    private static func appendLevels(_ leaf: ParquetLeaf, to page: RecordWriter) {
        if leaf.repetition > 0 { appendLevels(leaf.repetitions.values, largest: leaf.repetition, to: page) }
        guard leaf.definitions.count == 0 else {
            return appendLevels(leaf.definitions.values, largest: leaf.definition, to: page)
        }
        // Nothing is null: one run.
        let level = RecordWriter(capacity: 64)
        if leaf.count > 0 {
            level.varint(UInt64(leaf.count) << 1)
            level.append(UInt8(leaf.definition))
        }
        page.little(UInt64(level.count), bytes: 4)
        page.append(level.bytes)
    }

    private static func appendLevels(_ levels: UnsafeBufferPointer<UInt8>, largest: Int, to page: RecordWriter) {
        let encoded = RecordWriter(capacity: 1 << 10)
        RunLengths.append(levels, width: RunLengths.width(upTo: largest), to: encoded)
        page.little(UInt64(encoded.count), bytes: 4)
        page.append(encoded.bytes)
    }

    private static func appendValues(_ leaf: ParquetLeaf, to page: RecordWriter) {
        switch leaf.type.physical {
        case 0:
            for start in stride(from: 0, to: leaf.places.count, by: 8) {
                var byte: UInt8 = 0
                for place in start..<min(start + 8, leaf.places.count) where leaf.numbers[Int(leaf.places[place])] == 1
                {
                    byte |= 1 << UInt8(place - start)
                }
                page.append(byte)
            }
        case 6:
            let texts = leaf.texts.bytes
            for place in leaf.places.values {
                let start = leaf.starts[Int(place)]
                let length = Int(texts.loadUnaligned(fromByteOffset: start, as: UInt32.self))
                page.append(UnsafeRawBufferPointer(rebasing: texts[start..<(start + 4 + length)]))
            }
        default:
            let bytes = leaf.type.physical == 1 ? 4 : 8
            for place in leaf.places.values { page.little(leaf.numbers[Int(place)], bytes: bytes) }
        }
    }

    // MARK: Statistics

    /// The least and the greatest value, in the order of their type: bytes by bytes, numbers as numbers.
    private static func bounds(_ leaf: ParquetLeaf) -> (least: [UInt8]?, greatest: [UInt8]?) {
        guard leaf.present > 0, leaf.type != .binary else { return (nil, nil) }
        switch leaf.type.physical {
        case 6: return textBounds(leaf)
        case 5:
            let values = leaf.numbers.values.map(Double.init(bitPattern:))
            guard !values.contains(where: \.isNaN), let least = values.min(), let greatest = values.max() else {
                return (nil, nil)
            }
            // Parquet, "Statistics": of the two zeros a bound is the one that is further out.
            return (
                little((least == 0 ? -0.0 : least).bitPattern, 8),
                little((greatest == 0 ? 0.0 : greatest).bitPattern, 8)
            )
        case let physical:
            let values = leaf.numbers.values.map(Int64.init(bitPattern:))
            guard let least = values.min(), let greatest = values.max() else { return (nil, nil) }
            let bytes = physical == 0 ? 1 : physical == 1 ? 4 : 8
            return (little(UInt64(bitPattern: least), bytes), little(UInt64(bitPattern: greatest), bytes))
        }
    }

    private static func textBounds(_ leaf: ParquetLeaf) -> (least: [UInt8]?, greatest: [UInt8]?) {
        let texts = leaf.texts.bytes
        func text(_ start: Int) -> UnsafeRawBufferPointer {
            let length = Int(texts.loadUnaligned(fromByteOffset: start, as: UInt32.self))
            return UnsafeRawBufferPointer(rebasing: texts[(start + 4)..<(start + 4 + length)])
        }
        func precedes(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
            let common = min(left.count, right.count)
            let order = common == 0 ? 0 : memcmp(left.baseAddress!, right.baseAddress!, common)
            return order == 0 ? left.count < right.count : order < 0
        }
        var least = text(leaf.starts[0])
        var greatest = least
        for start in leaf.starts.values {
            let value = text(start)
            if precedes(value, least) { least = value }
            if precedes(greatest, value) { greatest = value }
        }
        guard max(least.count, greatest.count) <= longestBound else { return (nil, nil) }
        return (Array(least), Array(greatest))
    }

    private static func little(_ value: UInt64, _ bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }

    // MARK: The footer

    /// Writes what the footer says of the chunk, which begins at `offset` of the file.
    func describe(at offset: Int, into thrift: inout ThriftWriter) {
        thrift.structure { chunk in
            chunk.field(2, offset)
            chunk.field(3) { data in
                data.field(1, physical)
                let encodings =
                    [ColumnChunk.runLength, ColumnChunk.plain] + (isDictionary ? [ColumnChunk.dictionary] : [])
                data.list(2, of: .int32, encodings) { $0.element($1) }
                data.list(3, of: .binary, path) { $0.element($1) }
                data.field(4, ColumnChunk.gzip)
                data.field(5, values)
                data.field(6, uncompressed)
                data.field(7, compressed)
                data.field(9, offset + dataOffset)
                if isDictionary { data.field(11, offset) }
                data.field(12) { statistics in
                    statistics.field(3, nulls)
                    guard let least, let greatest else { return }
                    greatest.withUnsafeBytes { statistics.field(5, $0) }
                    least.withUnsafeBytes { statistics.field(6, $0) }
                }
            }
        }
    }
}
