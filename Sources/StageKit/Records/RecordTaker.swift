import Containers
import NDJSON

/// Receives records from other code in this process, for a stage that reads them.
public final class RecordTaker: ByteDestination {
    private let fields: RecordScanner
    private let takeLines: (UnsafeRawBufferPointer) throws -> Void
    private let takeRow: (UnsafeRawBufferPointer, UnsafeMutablePointer<JSONValue>, Int, RowMark?) throws -> Void
    private let willTakeRuns: () -> Bool
    private let takeRuns: (RowRuns, Int) throws -> Int
    private let prepareForRows: (UnsafeBufferPointer<RowMark>) -> Void
    private let makeMarking: (String) -> RowMarking?
    private let needsTable: (String) -> Bool
    private let takeTable: (SourceTable) throws -> Void
    private let takeInput: (String) -> Void
    /// The tables of which the reader uses rows, if it uses nothing of a row but its values; nil if it needs lines.
    public let tablesOfValues: [String]?

    init(
        _ fields: RecordScanner, tablesOfValues: [String]?, lines: @escaping (UnsafeRawBufferPointer) throws -> Void,
        row: @escaping (UnsafeRawBufferPointer, UnsafeMutablePointer<JSONValue>, Int, RowMark?) throws -> Void,
        takesRuns: @escaping () -> Bool, runs: @escaping (RowRuns, Int) throws -> Int,
        prepare: @escaping (UnsafeBufferPointer<RowMark>) -> Void, marking: @escaping (String) -> RowMarking?,
        needs: @escaping (String) -> Bool,
        begin: @escaping (SourceTable) throws -> Void, input: @escaping (String) -> Void
    ) {
        self.fields = RecordScanner(like: fields)
        self.tablesOfValues = tablesOfValues
        takeLines = lines
        takeRow = row
        willTakeRuns = takesRuns
        takeRuns = runs
        prepareForRows = prepare
        makeMarking = marking
        needsTable = needs
        takeTable = begin
        takeInput = input
    }

    /// Announces the file of the following rows, where there are several.
    public func begin(input: String) { takeInput(input) }

    /// Makes an empty set of rows with the values that the reader uses.
    public func makeRows() -> ScannedRows { ScannedRows(like: fields) }

    /// Announces the table of the following rows.
    public func begin(_ table: SourceTable) throws { try takeTable(table) }

    /// Receives a block of complete lines, which are scanned.
    public func write(_ bytes: UnsafeRawBufferPointer) throws { try takeLines(bytes) }
    public func commit() {}
    public func discard() {}

    /// The number of values of a row that the reader uses.
    public var fieldCount: Int { fields.fieldCount }

    /// The index of a member among these values; nil for an unused member.
    public func place(of member: String) -> Int? { fields.place(of: member) }

    /// Writes the values of a complete line into `values`, which point into the line.
    /// - Throws: `JSONFault`.
    public func scan(_ line: UnsafeRawBufferPointer, into values: UnsafeMutablePointer<JSONValue>) throws(JSONFault) {
        fields.use(values)
        defer { fields.use(nil) }
        try fields.scan(line)
    }

    /// Receives a record with known values: a line that is not scanned again.
    /// - Parameters:
    ///   - values: `fieldCount` values.
    ///   - number: the line of the row in its file, from 1.
    ///   - mark: what `marking` has made of the row.
    public func take(
        _ line: UnsafeRawBufferPointer, _ values: UnsafeMutablePointer<JSONValue>, number: Int, mark: RowMark? = nil
    ) throws { try takeRow(line, values, number, mark) }

    /// Whether the reader takes rows of the current table in runs.
    public var takesRuns: Bool { willTakeRuns() }

    /// Receives runs of rows of the current table. Call this only if `takesRuns` is true.
    /// - Parameters:
    ///   - runs: what the markers of `marking` have gathered.
    ///   - count: the reader may take this many runs, from the first on.
    /// - Returns: the number of rows that the reader took. Pass the others one by one.
    public func take(_ runs: RowRuns, first count: Int) throws -> Int { try takeRuns(runs, count) }

    /// Announces the marks of rows that will be passed one by one.
    public func prepare(for marks: UnsafeBufferPointer<RowMark>) { prepareForRows(marks) }

    /// What marks rows of a table on another thread, before the reader receives them; nil if the reader wants no marks.
    public func marking(ofTable name: String) -> RowMarking? { makeMarking(name) }

    /// Whether the reader needs more rows of a table; if not, the rest of its rows may be omitted.
    public func needsRows(ofTable name: String) -> Bool { needsTable(name) }
}

/// A file of a feed, before its rows.
public struct SourceTable {
    /// `stops`
    public let table: String
    /// The file name in the feed.
    public let file: String
    /// The column names of the header, unchanged and including empty ones; nil for a file without a header.
    public let header: [String]?

    public init(table: String, file: String, header: [String]?) {
        self.table = table
        self.file = file
        self.header = header
    }
}
