import Occupancy
import StageKit

/// The rows of a report, filtered and in order; each is made when it is asked for.
struct OccupancyRows {
    let columns: OccupancyColumns
    let zone: String
    private let accumulator: CrowdingAccumulator
    private let totals: CrowdingTotals
    private let names: ScheduleNames?
    private var order: [Int] = []
    /// Groups with fewer observations than asked for, and how many observations they had.
    private(set) var belowMinimum = (groups: 0, observations: 0)

    init(
        _ accumulator: CrowdingAccumulator, columns: OccupancyColumns, zone: String, names: ScheduleNames?,
        minimumObservations: Int
    ) {
        self.columns = columns
        self.zone = zone
        self.accumulator = accumulator
        self.names = names
        totals = accumulator.tally.totals()
        for group in accumulator.groups.inOrder() {
            let observations = totals.observations(group)
            // All that a group had may have lost to conflicting records in another.
            guard observations > 0 else { continue }
            guard observations >= minimumObservations else {
                belowMinimum.groups += 1
                belowMinimum.observations += observations
                continue
            }
            order.append(group)
        }
    }

    var count: Int { order.count }

    subscript(position: Int) -> OccupancyRow {
        let group = order[position]
        let keys = accumulator.groups.withKey(group, GroupKeyBytes.values)
        let scheduleNames: [String?] = columns.scheduleNames.map { name in
            guard let place = columns.keys.firstIndex(of: name.key), case .text(let id) = keys[place] else {
                return nil
            }
            return names?.name(name, of: id)
        }
        return OccupancyRow(keys: keys, scheduleNames: scheduleNames, figures: totals.figures(group), zone: zone)
    }

    /// The schedule's name for an id; nil if it has none.
    func scheduleName(_ name: ScheduleName, of id: String) -> String? { names?.name(name, of: id) }

    /// Whether any row has a percentage.
    var hasPercentages: Bool { order.contains { totals.hasPercentages($0) } }

    /// Sorts by a column; null comes last either way, and what is equal stays in the order of the keys.
    mutating func sort(by sort: OccupancyReportOptions.Sort) {
        guard let column = columns.all.first(where: { $0.name == sort.column }) else { return }
        let decorated = order.indices.map { position -> (cell: OccupancyRow.Cell, position: Int) in
            let row = self[position]
            guard let place = column.keyPlace else { return (column.cell(row), position) }
            // Keys sort as they do without --sort: weekdays from Monday on.
            switch row.keys[place] {
            case .null: return (.null, position)
            case .integer(let value): return (.integer(value), position)
            case .text(let text): return (.text(text), position)
            }
        }
        order = decorated.sorted { left, right in
            if left.cell == right.cell { return left.position < right.position }
            if left.cell == .null { return false }
            if right.cell == .null { return true }
            return sort.isDescending ? right.cell.precedes(left.cell) : left.cell.precedes(right.cell)
        }.map { order[$0.position] }
    }
}
