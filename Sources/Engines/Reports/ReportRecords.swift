import Contract
import NDJSON
import StageKit

/// Writes the rows of a report as records of its table.
package struct ReportRecords {
    private let table: any Table.Type
    private let columns: [AnyTableColumn]
    private let isAlwaysThere: [Bool]

    package init(_ columns: ReportColumns) {
        table = columns.table
        self.columns = columns.all.map(\.column)
        isAlwaysThere = columns.all.map(\.isAlwaysThere)
    }

    /// Begins the output in a format.
    package func begin(as format: RecordFormat, _ context: StageContext) throws {
        try context.writeTable(table, columns: columns.map { $0 as any AnyColumn }, as: format)
    }

    /// Writes the value of the column at a place.
    private func fill(_ row: AnyTableRow, _ place: Int, _ cell: ReportCell) {
        // What is not known is an absent optional field.
        if case .null = cell, !isAlwaysThere[place] { return }
        row.begin(columns[place])
        cell.write(to: row.writer)
    }

    /// Writes a row as an object inside a record.
    package func object(_ writer: RecordWriter, _ cells: [ReportCell]) {
        writer.beginObject()
        let row = AnyTableRow(table, writer)
        for (place, cell) in cells.enumerated() { fill(row, place, cell) }
        row.end()
        writer.endObject()
    }

    package func write<Source>(_ rows: ReportRows<Source>, as format: RecordFormat, _ context: StageContext) throws {
        try begin(as: format, context)
        let sink = context.rows(ofAny: table)
        for position in 0..<rows.count {
            try sink.write { row in
                // Rows may be many: no list of their cells is made.
                var place = 0
                rows.forEachCell(position) { cell in
                    fill(row, place, cell)
                    place += 1
                }
            }
        }
    }
}
