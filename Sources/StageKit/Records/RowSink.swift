import Contract
import NDJSON

/// Writes the records of one table: begins each, lets its columns be set, ends and counts it.
public struct RowSink<T: Table> {
    /// The table's columns, at hand so that setting one costs no look at the table.
    public let columns = T.columns
    private let sink: RecordSink
    private let head: RecordHead
    private let figures: TableFigures

    init(_ context: StageContext) {
        sink = context.sink
        head = context.head(T.name)
        figures = context.summary.table(T.name)
    }

    /// Writes a record whose columns `fill` sets, in their order.
    public func write(_ fill: (Row<T>, T) throws -> Void) throws {
        sink.begin(head)
        let row = Row<T>(sink.writer)
        try fill(row, columns)
        row.end()
        try sink.end(figures)
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
    /// What writes the records of a table that is chosen while the stage runs.
    public func rows(ofAny table: any Table.Type) -> AnyTableSink { AnyTableSink(table, self) }

    /// What writes the records of a table.
    public func rows<T: Table>(of table: T.Type) -> RowSink<T> { RowSink(self) }
}

extension Table {
    /// One record of the table on its own, for a log or a file beside the output: `{"table":…}` without a line end.
    public static func write(to writer: RecordWriter, _ fill: (Row<Self>, Self) throws -> Void) rethrows {
        writer.beginObject()
        Row<Tables.AnyRecord>(writer)[Tables.AnyRecord.columns.table] = name
        let row = Row<Self>(writer)
        try fill(row, columns)
        row.end()
        writer.endObject()
    }
}
