import Contract
import NDJSON

/// One record on its way through a stage: the line, where it stood, and its scanned fields.
public final class Record {
    /// The name of the file, `-` for standard input.
    public internal(set) var file = "-"
    /// The same for messages.
    public var displayName: String { InputFile.displayName(file) }
    /// Counted from 1.
    public internal(set) var line = 0
    /// Whether it is a line of the file; a row of an archive or a database is none, and its number tells nobody
    /// anything.
    public internal(set) var isLine = true
    /// The line of a row in the file of the feed that it was read from, counted from 1; 0 for a row that has none.
    var rowLine = 0
    /// Where people find the record: its line in a file of records, or its row's in the feed's own file; nil for a row
    /// of a database.
    public var lineInSource: Int? { isLine ? line : rowLine > 0 ? rowLine : nil }
    /// The whole line without its end.
    public internal(set) var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
    /// Whether `--where` passes over the row, and the stage has it only because others refer to it: a stop of trips that
    /// it keeps whole.
    public internal(set) var isPassedOver = false
    /// The position of the record's table in the stage's list.
    public internal(set) var table = 0
    @usableFromInline let scanner: ColumnScanner

    /// - Parameter columns: those that a stage looks at.
    init(_ columns: [any AnyColumn]) { scanner = ColumnScanner(columns + [Tables.AnyRecord.columns.table]) }

    /// The record's columns, for what reads objects of the same members too.
    public var values: ColumnScanner { scanner }

    /// The value of a column, which must be among those that the stage asked for.
    @inlinable public subscript<M, V, P>(column: Column<M, V, P>) -> JSONValue { scanner[column] }

    /// The text of a column, escapes resolved; nil if it is absent or not a string.
    /// Valid until the next `text` with escapes is asked for.
    @inlinable public func text<M, V, P>(_ column: Column<M, V, P>) -> UnsafeRawBufferPointer? { scanner.text(column) }
}
