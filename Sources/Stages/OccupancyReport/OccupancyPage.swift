import Charts
import Reports
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
            let cells = rows[position].cells.map { cell -> ChartTable.Cell in
                switch cell {
                case .null: .empty
                case .text(let text): .text(text)
                default: .number(cell.json)
                }
            }
            try table.write(feedCell + cells, head: feedCell.count)
        }
        try table.end()
    }
}
