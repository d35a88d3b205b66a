import Contract
import NDJSON

/// One record in a stage: its line, its location and its scanned fields.
public final class Record {
    /// The name of the file, `-` for standard input.
    public internal(set) var file = "-"
    /// The display name of the file, for messages.
    public var displayName: String { InputFile.displayName(file) }
    /// The line number, from 1.
    public internal(set) var line = 0
    /// Whether the record is a line of the file. Rows of an archive or a database are not, and their numbers mean
    /// nothing to a user.
    public internal(set) var isLine = true
    /// The line of the row in its file of the feed, from 1; 0 without one.
    var rowLine = 0
    /// The line where a user finds the record: in a file of records, or in the feed's own file; nil for a row of a
    /// database.
    public var lineInSource: Int? { isLine ? line : rowLine > 0 ? rowLine : nil }
    /// The complete line without its line break.
    public internal(set) var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
    /// Whether `--where` excludes the row and the stage receives it only because other rows refer to it, such as a stop
    /// of a trip that it keeps whole.
    public internal(set) var isPassedOver = false
    /// What a marker of the stage has computed from the row; nil if none has.
    public internal(set) var mark: RowMark?
    /// The index of the record's table in the stage's list.
    public internal(set) var table = 0
    @usableFromInline let scanner: ColumnScanner

    /// - Parameter columns: the columns that the stage reads.
    init(_ columns: [any AnyColumn]) { scanner = ColumnScanner(columns + [Tables.AnyRecord.columns.table]) }

    /// The record's columns, for code that reads objects with the same members.
    public var values: ColumnScanner { scanner }

    /// The value of a column, which must be one of those that the stage requested.
    @inlinable public subscript<M, V, P>(column: Column<M, V, P>) -> JSONValue {
        @inline(__always) get { scanner[column] }
    }

    /// The text of a column with escapes resolved; nil if it is absent or not a string.
    ///
    /// The bytes are valid until the next call of `text` with escapes.
    @inlinable public func text<M, V, P>(_ column: Column<M, V, P>) -> UnsafeRawBufferPointer? { scanner.text(column) }
}
