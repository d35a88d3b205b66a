import Occupancy
import Reports

/// One group of a report as a value.
package struct CrowdingGroup {
    /// What the group has of each key, as its record has it, numbers as text; nil if the positions did not tell.
    package let keys: [String?]
    package let figures: CrowdingFigures

    init(_ rows: OccupancyRows, _ position: Int) {
        keys = zip(rows.columns.keys, rows.keys(position)).map { key, value in
            let cell = key.cell(value)
            return cell == .null ? nil : cell.words
        }
        figures = rows.crowding(position)
    }
}
