import Contract
import NDJSON

/// Writes the records of one table: begins each, sets its columns, ends and counts it.
public struct RowSink<T: Table> {
    /// The columns of the table, stored so that setting one needs no look-up.
    public let columns = T.columns
    private let sink: RecordSink
    private let head: RecordHead
    private let figures: TableFigures

    init(_ context: StageContext) {
        sink = context.sink
        head = context.head(T.name)
        figures = context.summary.table(T.name)
    }

    /// Writes a record whose columns `fill` sets in order.
    public func write(_ fill: (Row<T>, T) throws -> Void) throws {
        sink.begin(head)
        let row = Row<T>(sink.writer)
        try fill(row, columns)
        row.end()
        try sink.end(figures)
    }

    /// Appends a record to lines that `write(lines:count:)` writes later. Unlike `write`, this may be called by any thread.
    public func append(to lines: RecordWriter, _ fill: (Row<T>, T) -> Void) {
        lines.append(head)
        let row = Row<T>(lines)
        fill(row, columns)
        row.end()
        lines.endObject()
        lines.newline()
    }

    /// Writes lines that `append` made.
    public func write(lines: UnsafeRawBufferPointer, count: Int) throws {
        try sink.write(lines, count: count, figures)
    }
}

/// The same of a table that is chosen while a stage runs.
public struct AnyTableSink {
    private let table: any Table.Type
    private let sink: RecordSink
    private let head: RecordHead
    private let figures: TableFigures

    init(_ table: any Table.Type, _ context: StageContext) {
        self.table = table
        sink = context.sink
        let name = table.name
        head = context.head(name)
        figures = context.summary.table(name)
    }

    /// Writes a record whose columns `fill` sets, in their order.
    public func write(_ fill: (AnyTableRow) -> Void) throws {
        sink.begin(head)
        let row = AnyTableRow(table, sink.writer)
        fill(row)
        row.end()
        try sink.end(figures)
    }
}

extension StageContext {
    /// The writer of the records of a table that is chosen while the stage runs.
    public func rows(ofAny table: any Table.Type) -> AnyTableSink { AnyTableSink(table, self) }

    /// The writer of the records of a table.
    public func rows<T: Table>(of table: T.Type) -> RowSink<T> { RowSink(self) }
}

extension Table {
    /// A single record of the table for a log or a file besides the output: `{"table":…}` without a line break.
    public static func write(to writer: RecordWriter, _ fill: (Row<Self>, Self) throws -> Void) rethrows {
        writer.beginObject()
        Row<Tables.AnyRecord>(writer)[Tables.AnyRecord.columns.table] = name
        let row = Row<Self>(writer)
        try fill(row, columns)
        row.end()
        writer.endObject()
    }
}
