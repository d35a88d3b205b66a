import Occupancy
import StageKit

/// The rows of a report, filtered and in order.
struct OccupancyRows {
    let columns: OccupancyColumns
    let zone: String
    private(set) var rows: [OccupancyRow] = []
    /// Groups with fewer observations than asked for, and how many observations they had.
    private(set) var belowMinimum = (groups: 0, observations: 0)

    init(
        _ accumulator: CrowdingAccumulator, columns: OccupancyColumns, zone: String, names: ScheduleNames?,
        minimumObservations: Int
    ) {
        self.columns = columns
        self.zone = zone
        let figures = accumulator.tally.figures()
        for group in accumulator.groups.inOrder() {
            let observations = figures[group].observations
            // All that a group had may have lost to conflicting records in another.
            guard observations > 0 else { continue }
            guard observations >= minimumObservations else {
                belowMinimum.groups += 1
                belowMinimum.observations += observations
                continue
            }
            let keys = accumulator.groups.withKey(group, GroupKeyBytes.values)
            let scheduleNames: [String?] = columns.scheduleNames.map { name in
                guard let place = columns.keys.firstIndex(of: name.key), case .text(let id) = keys[place] else {
                    return nil
                }
                return names?.name(name.column, of: id)
            }
            rows.append(OccupancyRow(keys: keys, scheduleNames: scheduleNames, figures: figures[group]))
        }
    }

    /// Sorts by a column; null comes last either way, and what is equal stays in the order of the keys.
    mutating func sort(by sort: OccupancyReportOptions.Sort) {
        let place = columns.keys.firstIndex { $0.rawValue == sort.column }
        let decorated = rows.enumerated().map { position, row -> (cell: OccupancyRow.Cell, position: Int) in
            guard let place else { return (row.cell(sort.column, columns, zone: zone), position) }
            // Keys sort as they do without --sort: weekdays from Monday on.
            switch row.keys[place] {
            case .null: return (.null, position)
            case .integer(let value): return (.integer(value), position)
            case .text(let text): return (.text(text), position)
            }
        }
        let order = decorated.sorted { left, right in
            if left.cell == right.cell { return left.position < right.position }
            if left.cell == .null { return false }
            if right.cell == .null { return true }
            return sort.isDescending ? right.cell.precedes(left.cell) : left.cell.precedes(right.cell)
        }
        rows = order.map { rows[$0.position] }
    }
}
