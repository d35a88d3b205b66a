import Contract
import StageKit

/// Writes the rows of a report as records of its table.
///
/// The writer is generic over the table, because code for any table is slower and reports may have many rows.
package struct ReportRecords<T: Table> {
    private let columns: [Column<T, Anything, WhereAsked>]
    private let isAlwaysThere: [Bool]

    package init(_ columns: ReportColumns) {
        self.columns = columns.all.compactMap { column in
            T.all.first { $0.name == column.name }.flatMap { $0 as? Column<T, Anything, WhereAsked> }
        }
        isAlwaysThere = columns.all.map(\.isAlwaysThere)
    }

    /// Begins the output in a format.
    package func begin(as format: RecordFormat, _ context: StageContext) throws {
        try context.writeTable(T.self, columns: columns, as: format)
    }

    package func fill(_ row: Row<T>, _ cells: [ReportCell]) {
        for place in columns.indices {
            let cell = cells[place]
            // What is not known is an absent optional field.
            if cell == .null, !isAlwaysThere[place] { continue }
            row.json(columns[place]) { cell.write(to: $0) }
        }
    }

    package func write<Source>(_ rows: ReportRows<Source>, as format: RecordFormat, _ context: StageContext) throws {
        try begin(as: format, context)
        let sink = context.rows(of: T.self)
        for place in 0..<rows.count {
            let cells = rows[place].cells
            try sink.write { row, _ in fill(row, cells) }
        }
    }
}
