import NDJSON
import Platform

/// Writes a table as Parquet (format 2.x: pages of the first version, each column in the encoding chosen for it, gzip or
/// zstd, statistics), front to back into a stream that cannot seek.
///
/// Rows are gathered in groups. While one is filled, other threads encode and compress the columns of the one before.
/// Memory: two groups with what they become: 131,072 rows each, fewer where rows are long (64 MiB of them); and for each
/// thread a column's numbers and its page.
public final class ParquetWriter {
    private static let magic: StaticString = "PAR1"
    static let rowsInGroup = 1 << 17
    private static let bytesInGroup = 64 << 20

    private let table: [ParquetColumn]
    private let metadata: [(key: String, value: String)]
    private let write: (UnsafeRawBufferPointer) throws -> Void
    private var current: RowGroup
    private var other: RowGroup
    /// What encodes `other`; nil where nothing is encoded.
    private var thread: WorkerThread?
    private var isEncoding = false
    private var offset = 0
    private var groups: [(rows: Int, offset: Int, chunks: [ColumnChunk])] = []

    /// - Parameters:
    ///   - metadata: keys and values of the whole file.
    ///   - compression: must be prepared.
    ///   - jobs: the number of threads that may encode columns at once; the file does not depend on it.
    ///   - write: takes the file's bytes in order.
    public init(
        columns: [ParquetColumn], metadata: [(key: String, value: String)] = [],
        compression: ParquetCompression = .gzip, jobs: Int = 1,
        write: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        table = columns
        self.metadata = metadata
        self.write = write
        let encoders = LeafEncoders(compression, jobs: jobs)
        current = RowGroup(columns, encoders)
        other = RowGroup(columns, encoders)
        try put(UnsafeRawBufferPointer(start: ParquetWriter.magic.utf8Start, count: 4))
    }

    deinit { thread?.join() }

    /// The columns of the row at hand, each of which must be given a value or a null; others after `end`.
    public var columns: [ParquetNode] { current.columns }
    /// Grows with each group, when `columns` are others.
    public private(set) var group = 0

    /// How many of the next `most` rows go into the group at hand, and what they take together.
    /// - Parameters:
    ///   - together: about what all `most` rows take.
    ///   - bytes: about what a row takes, by its place among them; called only if the group ends with one of them.
    public func room(for most: Int, together: Int, bytes: (Int) -> Int) -> (rows: Int, bytes: Int) {
        if current.rows + most < ParquetWriter.rowsInGroup, current.bytes + together < ParquetWriter.bytesInGroup {
            return (most, together)
        }
        var total = 0
        for row in 0..<most {
            total += bytes(row)
            if current.rows + row + 1 == ParquetWriter.rowsInGroup
                || current.bytes + total >= ParquetWriter.bytesInGroup
            {
                return (row + 1, total)
            }
        }
        return (most, total)
    }

    /// Ends rows, no more than there is room for.
    /// - Parameter bytes: about what they take together.
    public func end(rows: Int, bytes: Int) throws {
        current.rows += rows
        current.bytes += bytes
        guard current.rows == ParquetWriter.rowsInGroup || current.bytes >= ParquetWriter.bytesInGroup else { return }
        try endGroup()
    }

    private func endGroup() throws {
        try takeEncoded()
        swap(&current, &other)
        group += 1
        isEncoding = true
        let earlier = groups.last?.chunks.map(\.choice) ?? []
        thread = WorkerThread(stackSize: 1 << 20) { [other] in other.encode(after: earlier) }
        // Where there is no other thread this one does its work.
        if thread == nil { other.encode(after: earlier) }
    }

    /// Writes the group that is being encoded.
    private func takeEncoded() throws {
        guard isEncoding else { return }
        thread?.join()
        thread = nil
        isEncoding = false
        groups.append((other.rows, offset, other.chunks))
        try put(other.encoded.bytes)
        other.removeAll()
    }

    /// Writes what is left, and the footer; nothing may follow.
    /// - Parameter more: keys and values of the whole file that are known only at its end.
    public func finish(metadata more: [(key: String, value: String)] = []) throws {
        if current.rows > 0 { try endGroup() }
        try takeEncoded()
        let footer = RecordWriter(capacity: 1 << 14)
        describe(metadata + more, into: footer)
        let length = footer.count
        footer.little(UInt64(length), bytes: 4)
        footer.append(ParquetWriter.magic)
        try put(footer.bytes)
    }

    private func put(_ bytes: UnsafeRawBufferPointer) throws {
        offset += bytes.count
        try write(bytes)
    }

    /// Writes FileMetaData (parquet.thrift).
    private func describe(_ metadata: [(key: String, value: String)], into out: RecordWriter) {
        var thrift = ThriftWriter(out)
        thrift.structure { file in
            file.field(1, Int32(2))
            file.list(2, of: .structure, count: table.reduce(1) { $0 + $1.type.elements }) { thrift in
                thrift.structure { root in
                    root.field(4, "schema")
                    root.field(5, Int32(table.count))
                }
                for column in table { column.type.describe(column.name, into: &thrift) }
            }
            file.field(3, groups.reduce(0) { $0 + $1.rows })
            file.list(4, of: .structure, groups) { thrift, group in
                thrift.structure { row in
                    var offset = group.offset
                    row.list(1, of: .structure, group.chunks) { thrift, chunk in
                        chunk.describe(at: offset, into: &thrift)
                        offset += chunk.compressed
                    }
                    row.field(2, group.chunks.reduce(0) { $0 + $1.uncompressed })
                    row.field(3, group.rows)
                    row.field(5, group.offset)
                    row.field(6, group.chunks.reduce(0) { $0 + $1.compressed })
                }
            }
            if !metadata.isEmpty {
                file.list(5, of: .structure, metadata) { thrift, pair in
                    thrift.structure { entry in
                        entry.field(1, pair.key)
                        entry.field(2, pair.value)
                    }
                }
            }
            file.field(6, "linefeed")
            // Bounds are in the order of each column's type.
            file.list(7, of: .structure, current.leaves) { thrift, _ in
                thrift.structure { order in order.field(1) { _ in } }
            }
        }
    }
}

/// The rows that are gathered, and what they become.
private final class RowGroup: @unchecked Sendable {
    let columns: [ParquetNode]
    let leaves: [ParquetLeaf]
    var rows = 0
    var bytes = 0
    private(set) var chunks: [ColumnChunk] = []
    let encoded = RecordWriter(capacity: 1 << 16)
    private let encoders: LeafEncoders
    /// What each leaf becomes.
    private let parts: [RecordWriter]

    init(_ table: [ParquetColumn], _ encoders: LeafEncoders) {
        columns = table.map { ParquetNode($0.type, path: [$0.name], definition: 0, repetition: 0) }
        leaves = columns.flatMap(\.leaves)
        parts = leaves.map { _ in RecordWriter(capacity: 64) }
        self.encoders = encoders
    }

    /// - Parameter earlier: the encodings of the group before.
    func encode(after earlier: [EncodingChoice]) {
        chunks = encoders.encode(leaves, after: earlier, into: parts)
        for part in parts {
            encoded.append(part.bytes)
            part.removeAll()
        }
    }

    /// Forgets the rows and their encoded bytes. Each leaf receives the choice for its group before that is forgotten.
    func removeAll() {
        for (place, leaf) in leaves.enumerated() { leaf.removeAll(after: chunks.isEmpty ? nil : chunks[place].choice) }
        rows = 0
        bytes = 0
        chunks = []
        encoded.removeAll()
    }
}
