import Charts
import NDJSON
import StageKit

/// A report as a page: the picture, and below it every group as a table for copying.
struct OccupancyPage {
    let map: HeatMap
    let rows: OccupancyRows
    let feedID: String?

    /// Writes the page; the rows are made one at a time.
    func write(to sink: RecordSink) throws {
        try ChartPage(title: map.title).write(map, to: sink) { try writeTable(sink) }
    }

    private func writeTable(_ sink: RecordSink) throws {
        let columns = rows.columns
        let table = try ChartTable(
            "Every group", id: "groups",
            introduction: "The columns are those of linefeed's occupancy records: shares are of with_status, "
                + "an empty cell is null.",
            columns: (feedID == nil ? [] : ["feed_id"]) + columns.all.map(\.name), to: sink)
        let feedCell = feedID.map { [ChartTable.Cell.text($0)] } ?? []
        for position in 0..<rows.count {
            let row = rows[position]
            let cells = columns.all.map { column -> ChartTable.Cell in
                switch column.cell(row) {
                case .null: .empty
                case .integer(let value): .number(String(value))
                case .share(let value): .number(OccupancyPage.decimal(value))
                case .text(let text): .text(text)
                }
            }
            try table.write(feedCell + cells, head: feedCell.count)
        }
        try table.end()
    }

    /// Ten-thousandths as the records write them.
    private static func decimal(_ value: Int) -> String {
        let writer = RecordWriter(capacity: 16)
        OccupancyRow.Cell.share(value).write(to: writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
