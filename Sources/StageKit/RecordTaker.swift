import NDJSON

/// Takes records that something else in this process makes, for a stage that reads them.
public final class RecordTaker: ByteDestination {
    private let fields: RecordScanner
    private let takeLines: (UnsafeRawBufferPointer) throws -> Void
    private let takeRow: (UnsafeRawBufferPointer, UnsafeMutablePointer<JSONValue>) throws -> Void

    init(
        _ fields: RecordScanner, lines: @escaping (UnsafeRawBufferPointer) throws -> Void,
        row: @escaping (UnsafeRawBufferPointer, UnsafeMutablePointer<JSONValue>) throws -> Void
    ) {
        self.fields = RecordScanner(like: fields)
        takeLines = lines
        takeRow = row
    }

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
    /// - Parameter values: `fieldCount` of them.
    public func take(_ line: UnsafeRawBufferPointer, _ values: UnsafeMutablePointer<JSONValue>) throws {
        try takeRow(line, values)
    }
}
