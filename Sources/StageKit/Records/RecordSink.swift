import Contract
import NDJSON
import Platform
import TableFormats

/// The start of every record of a table, `{"table":"stops"`, with the feed's id if one was given.
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

    /// The start as a complete record, `{"table":"stops"}`.
    public var asRecord: [UInt8] { bytes + [UInt8(ascii: "}")] }
}

extension RecordWriter {
    /// Begins a record outside a sink, in a file besides the output.
    public func append(_ head: RecordHead) { head.bytes.withUnsafeBytes { append($0) } }
}

/// Receives finished records and passes them on in blocks, as lines or as files of tables.
///
/// A stage writes a record into `writer` between `begin` and `end`. No part of an unfinished record leaves the sink.
public final class RecordSink {
    public let writer = RecordWriter(capacity: 1 << 18)
    private let destination: any ByteDestination
    /// The receiver of rows with known values; nil if all records become bytes.
    public let rows: RecordTaker?
    private let summary: RunSummary
    private let block = 1 << 17
    private var recordStart = 0
    /// The files that receive records instead of lines; nil if records become lines.
    private var files: (any TableFiles)?
    private lazy var tableOfLine = RecordScanner(fields: [Tables.AnyRecord.columns.table.name])
    private var isDiscarded = false

    init(destination: any ByteDestination, summary: RunSummary) {
        self.destination = destination
        rows = destination as? RecordTaker
        self.summary = summary
    }

    /// Sends all further records to files of tables.
    func write(into files: any TableFiles) { self.files = files }

    func begin(_ file: TableShape) throws -> (any TableWriter)? { try files?.begin(file) }

    func endTable(_ table: String) throws { try files?.end(table) }

    /// Passes on bytes of a file that replaces the lines.
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

    /// Writes a record from formatted members, each preceded by a comma.
    public func write(_ head: RecordHead, members: UnsafeRawBufferPointer, _ figures: TableFigures) throws {
        beginRecord(head)
        writer.append(members)
        try end(figures)
    }

    /// Writes complete lines, each a record of the table that `figures` count.
    public func write(_ lines: UnsafeRawBufferPointer, count: Int, _ figures: TableFigures) throws {
        guard lines.count > 0 else { return }
        guard let files else {
            if lines.count < block {
                writer.append(lines)
                recordStart = writer.count
                if writer.count >= block { try flush() }
            } else {
                // Without being copied.
                try flush()
                summary.bytesOut += lines.count
                try destination.write(lines)
            }
            figures.written += count
            return
        }
        try forEachLine(of: lines) { line in
            let isTaken = try files.take(line, table: figures.table)
            if isTaken { figures.written += 1 } else { figures.ignored += 1 }
        }
    }

    /// Formats a record that will be handed over and then cancelled; earlier bytes are passed on first.
    /// - Returns: the offset of its members, valid until the next write.
    public func lay(_ head: RecordHead, members: UnsafeRawBufferPointer) throws -> UnsafeRawPointer {
        if writer.count > 0 { try flush() }
        beginRecord(head)
        let start = writer.count
        writer.append(members)
        writer.endObject()
        return writer.bytes.baseAddress.unsafelyUnwrapped + start
    }

    /// Discards the unfinished record.
    public func cancel() { writer.truncate(to: recordStart) }

    /// The bytes of the unfinished record.
    public var current: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: writer.bytes[recordStart...]) }

    /// Ends the record and its line, and counts it under its table.
    public func end(_ figures: TableFigures) throws {
        writer.endObject()
        try endLine(figures)
    }

    /// Ends the line of a complete record.
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

    /// Forwards a line that is already a record.
    public func forward(_ line: UnsafeRawBufferPointer, _ figures: TableFigures) throws {
        recordStart = writer.count
        writer.append(line)
        try endLine(figures)
    }

    /// Passes on bytes that are not records: a report for people, or a file in another format.
    public func text(_ bytes: UnsafeRawBufferPointer) throws {
        writer.append(bytes)
        recordStart = writer.count
        if writer.count >= block { try flush() }
    }

    public func text(_ string: String) throws {
        var copy = string
        try copy.withUTF8 { try text(UnsafeRawBufferPointer($0)) }
    }

    /// Passes on records that are already complete lines, or rows of this sink's table in a text format, and that are
    /// counted elsewhere.
    public func passOn(_ lines: UnsafeRawBufferPointer) throws {
        guard lines.count > 0 else { return }
        if let files, !files.takesRows { return try passOn(lines, into: files) }
        try flush()
        summary.bytesOut += lines.count
        try destination.write(lines)
    }

    private func passOn(_ lines: UnsafeRawBufferPointer, into files: any TableFiles) throws {
        try forEachLine(of: lines) { line in
            try tableOfLine.scan(line)
            if let table = tableOfLine[0].string { _ = try files.take(line, table: table) }
        }
    }

    private func forEachLine(
        of lines: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        var rest = lines
        while let start = rest.baseAddress, rest.count > 0 {
            let length = memchr(start, 0x0A, rest.count).map { UnsafeRawPointer($0) - start } ?? rest.count
            try take(UnsafeRawBufferPointer(start: start, count: length))
            rest = UnsafeRawBufferPointer(rebasing: rest[min(length + 1, rest.count)...])
        }
    }

    /// Passes on the finished records.
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

    /// Passes on the last block and syncs the output, without renaming it yet.
    func prepare() throws {
        guard !isDiscarded else { return }
        try flush()
        try files?.prepare()
        try destination.prepare()
    }

    /// Renames the output to its final name, unless it was discarded.
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
