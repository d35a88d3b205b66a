import NDJSON

/// Takes records that something else in this process makes, for a stage that reads them.
public final class RecordTaker: ByteDestination {
    private let fields: RecordScanner
    private let takeLines: (UnsafeRawBufferPointer) throws -> Void
    private let takeRow: (UnsafeRawBufferPointer, UnsafeMutablePointer<JSONValue>, Int) throws -> Void
    private let takeTable: (SourceTable) throws -> Void

    init(
        _ fields: RecordScanner, lines: @escaping (UnsafeRawBufferPointer) throws -> Void,
        row: @escaping (UnsafeRawBufferPointer, UnsafeMutablePointer<JSONValue>, Int) throws -> Void,
        begin: @escaping (SourceTable) throws -> Void
    ) {
        self.fields = RecordScanner(like: fields)
        takeLines = lines
        takeRow = row
        takeTable = begin
    }

    /// Says whose rows follow.
    public func begin(_ table: SourceTable) throws { try takeTable(table) }

    /// Takes a block of whole lines, which are scanned.
    public func write(_ bytes: UnsafeRawBufferPointer) throws { try takeLines(bytes) }
    public func commit() {}
    public func discard() {}

    /// How many values a row has for its reader.
    public var fieldCount: Int { fields.fieldCount }

    /// The place of a member among them; nil for one that is not looked at.
    public func place(of member: String) -> Int? { fields.place(of: member) }

    /// Writes the values that are in a whole line into `values`, which point into the line.
    /// - Throws: `JSONFault`.
    public func scan(_ line: UnsafeRawBufferPointer, into values: UnsafeMutablePointer<JSONValue>) throws(JSONFault) {
        fields.use(values)
        defer { fields.use(nil) }
        try fields.scan(line)
    }

    /// Takes a record whose values are known: a line that is not scanned again.
    /// - Parameters:
    ///   - values: `fieldCount` of them.
    ///   - number: the line of its row in the file it was read from, counted from 1.
    public func take(
        _ line: UnsafeRawBufferPointer, _ values: UnsafeMutablePointer<JSONValue>, number: Int
    ) throws { try takeRow(line, values, number) }
}

/// A file of a feed as it stands there, before its rows.
public struct SourceTable {
    /// `stops`
    public let table: String
    /// The file's name in the feed.
    public let file: String
    /// The names of the header's columns as they stand, empty ones too; nil for a file without a header.
    public let header: [String]?

    public init(table: String, file: String, header: [String]?) {
        self.table = table
        self.file = file
        self.header = header
    }
}
