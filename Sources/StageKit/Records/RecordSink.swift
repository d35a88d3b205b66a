import Contract
import NDJSON
import Platform
import TableFormats

/// The head of every record of a table, `{"table":"stops"` with the feed's id where one was asked for.
public struct RecordHead: @unchecked Sendable {
    fileprivate let bytes: [UInt8]

    public init(table: String, feedID: String? = nil, isFeature: Bool = false) {
        let writer = RecordWriter(capacity: 128)
        writer.append(isFeature ? "{\"type\":\"Feature\"" : "{")
        let row = Row<Tables.AnyRecord>(writer)
        row[Tables.AnyRecord.columns.table] = table
        row[Tables.AnyRecord.columns.feedID] = feedID
        row.end()
        bytes = Array(writer.bytes)
    }

    /// The head as a whole record, `{"table":"stops"}`.
    public var asRecord: [UInt8] { bytes + [UInt8(ascii: "}")] }
}

extension RecordWriter {
    /// Begins a record outside a sink, in a file beside the output.
    public func append(_ head: RecordHead) { head.bytes.withUnsafeBytes { append($0) } }
}

/// Takes finished records and passes them on in blocks, as lines or as files of tables.
///
/// A stage writes a record into `writer` between `begin` and `end`. Nothing of an unfinished record leaves the sink.
public final class RecordSink {
    public let writer = RecordWriter(capacity: 1 << 18)
    private let destination: any ByteDestination
    /// Where rows go whose values are known; nil where all becomes bytes.
    public let rows: RecordTaker?
    private let summary: RunSummary
    private let block = 1 << 17
    private var recordStart = 0
    /// Where records go instead of becoming lines; nil where they do.
    private var files: (any TableFiles)?
    private lazy var tableOfLine = RecordScanner(fields: [Tables.AnyRecord.columns.table.name])
    private var isDiscarded = false

    init(destination: any ByteDestination, summary: RunSummary) {
        self.destination = destination
        rows = destination as? RecordTaker
        self.summary = summary
    }

    /// From now on records go into files of tables.
    func write(into files: any TableFiles) { self.files = files }

    func begin(_ file: TableShape) throws -> (any TableWriter)? { try files?.begin(file) }

    /// Passes on bytes of a file that takes the place of lines.
    func putFile(_ bytes: UnsafeRawBufferPointer) throws {
        summary.bytesOut += bytes.count
        try destination.write(bytes)
    }

    @inlinable
    public func begin(_ head: RecordHead) { beginRecord(head) }

    @usableFromInline
    func beginRecord(_ head: RecordHead) {
        recordStart = writer.count
        writer.append(head)
    }

    /// Writes a record whose members are laid out already, a comma before each.
    public func write(_ head: RecordHead, members: UnsafeRawBufferPointer, _ figures: TableFigures) throws {
        beginRecord(head)
        writer.append(members)
        try end(figures)
    }

    /// Lays out a record that is to be handed over and then cancelled; what came before is passed on first.
    /// - Returns: where its members begin; good until more is written.
    public func lay(_ head: RecordHead, members: UnsafeRawBufferPointer) throws -> UnsafeRawPointer {
        if writer.count > 0 { try flush() }
        beginRecord(head)
        let start = writer.count
        writer.append(members)
        writer.endObject()
        return writer.bytes.baseAddress.unsafelyUnwrapped + start
    }

    /// Takes back the record that was begun.
    public func cancel() { writer.truncate(to: recordStart) }

    /// The bytes of the record begun, as far as it is written.
    public var current: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: writer.bytes[recordStart...]) }

    /// Closes the record's object and its line, and counts it under its table.
    public func end(_ figures: TableFigures) throws {
        writer.endObject()
        try endLine(figures)
    }

    /// Ends the line of a record that is whole.
    public func endLine(_ figures: TableFigures) throws {
        if let files {
            defer { writer.truncate(to: recordStart) }
            guard try files.take(current, table: figures.table) else {
                figures.ignored += 1
                return
            }
        } else {
            writer.newline()
        }
        figures.written += 1
        recordStart = writer.count
        if writer.count >= block { try flush() }
    }

    /// Forwards a line that is a record already.
    public func forward(_ line: UnsafeRawBufferPointer, _ figures: TableFigures) throws {
        recordStart = writer.count
        writer.append(line)
        try endLine(figures)
    }

    /// Passes on bytes that are not records: a report for people, one file of another format.
    public func text(_ bytes: UnsafeRawBufferPointer) throws {
        writer.append(bytes)
        recordStart = writer.count
        if writer.count >= block { try flush() }
    }

    public func text(_ string: String) throws {
        var copy = string
        try copy.withUTF8 { try text(UnsafeRawBufferPointer($0)) }
    }

    /// Passes on records that are whole lines already, or rows of this sink's table where that is text, and are counted
    /// elsewhere.
    public func passOn(_ lines: UnsafeRawBufferPointer) throws {
        guard lines.count > 0 else { return }
        if let files, !files.takesRows { return try passOn(lines, into: files) }
        try flush()
        summary.bytesOut += lines.count
        try destination.write(lines)
    }

    private func passOn(_ lines: UnsafeRawBufferPointer, into files: any TableFiles) throws {
        var rest = lines
        while let start = rest.baseAddress, rest.count > 0 {
            let length = memchr(start, 0x0A, rest.count).map { UnsafeRawPointer($0) - start } ?? rest.count
            let line = UnsafeRawBufferPointer(start: start, count: length)
            try tableOfLine.scan(line)
            if let table = tableOfLine[0].string { _ = try files.take(line, table: table) }
            rest = UnsafeRawBufferPointer(rebasing: rest[min(length + 1, rest.count)...])
        }
    }

    /// Passes on what is finished.
    public func flush() throws {
        try files?.flush()
        guard writer.count > 0 else { return }
        summary.bytesOut += writer.count
        defer {
            writer.removeAll()
            recordStart = 0
        }
        try destination.write(writer.bytes)
    }

    /// Passes on the last block and makes the output durable, not yet under its name.
    func prepare() throws {
        guard !isDiscarded else { return }
        try flush()
        try files?.prepare()
        try destination.prepare()
    }

    /// Puts the output in place, unless it was given up.
    func commit() throws {
        guard !isDiscarded else { return }
        try flush()
        try files?.prepare()
        try files?.commit()
        try destination.commit()
    }

    func discard() {
        isDiscarded = true
        files?.discard()
        destination.discard()
    }
}
