import NDJSON
import Platform

/// The values of a leaf in one group of rows, as the file has them: one page of values in the chosen encoding,
/// after a page of the different values if they are places in a dictionary.
struct ColumnChunk {
    /// What the footer says of it; offsets count from the chunk's begin.
    let physical: Int32
    let path: [String]
    let values: Int
    let choice: EncodingChoice
    private let codec: Int32
    let dataOffset: Int
    let uncompressed: Int
    let compressed: Int
    let nulls: Int
    let least: [UInt8]?
    let greatest: [UInt8]?

    private static let runLength: Int32 = 3

    private var encoding: ValueEncoding { choice.encoding }

    /// Writes the pages of a leaf.
    init(
        _ leaf: ParquetLeaf, _ choice: EncodingChoice, _ compression: ParquetCompression, _ encoder: LeafEncoder,
        into out: RecordWriter
    ) {
        let begin = out.count
        self.choice = choice
        codec = compression.codec
        let page = encoder.page
        page.removeAll()
        var uncompressed = 0
        let encoding = choice.encoding
        if encoding == .dictionary {
            encoder.appendDictionary(of: leaf, to: page)
            uncompressed += ColumnChunk.write(page, encoder, into: out) { thrift in
                thrift.field(1, Int32(2))
            } header: { thrift in
                thrift.field(7) { header in
                    header.field(1, Int32(leaf.distinct))
                    header.field(2, ValueEncoding.plain.rawValue)
                }
            }
            page.removeAll()
        }
        dataOffset = out.count - begin
        ColumnChunk.appendLevels(leaf, to: page)
        encoder.append(0..<leaf.present, of: leaf, as: encoding, to: page)
        let number = encoding.rawValue
        uncompressed += ColumnChunk.write(page, encoder, into: out) { thrift in
            thrift.field(1, Int32(0))
        } header: { thrift in
            thrift.field(5) { header in
                header.field(1, Int32(leaf.count))
                header.field(2, number)
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
        (least, greatest) = leaf.bounds
    }

    /// Writes a page's header and its bytes, compressed.
    /// - Returns: what it takes uncompressed, its header with it.
    private static func write(
        _ page: RecordWriter, _ encoder: LeafEncoder, into out: RecordWriter,
        kind: (inout ThriftWriter) -> Void, header: (inout ThriftWriter) -> Void
    ) -> Int {
        let compressed = encoder.compressor.compress(page.bytes)
        let start = out.count
        var thrift = ThriftWriter(out)
        thrift.structure { thrift in
            kind(&thrift)
            thrift.field(2, Int32(page.count))
            thrift.field(3, Int32(compressed.count))
            header(&thrift)
        }
        let length = out.count - start
        out.append(compressed)
        return length + page.count
    }

    // MARK: Levels

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

    // MARK: The footer

    /// Writes what the footer says of the chunk, which begins at `offset` of the file.
    func describe(at offset: Int, into thrift: inout ThriftWriter) {
        thrift.structure { chunk in
            chunk.field(2, offset)
            chunk.field(3) { data in
                data.field(1, physical)
                // A dictionary's page is plain.
                let encodings =
                    [ColumnChunk.runLength]
                    + (encoding == .dictionary ? [.plain, .dictionary] : [encoding]).map(\.rawValue)
                data.list(2, of: .int32, encodings) { $0.element($1) }
                data.list(3, of: .binary, path) { $0.element($1) }
                data.field(4, codec)
                data.field(5, values)
                data.field(6, uncompressed)
                data.field(7, compressed)
                data.field(9, offset + dataOffset)
                if encoding == .dictionary { data.field(11, offset) }
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
