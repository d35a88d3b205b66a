import Occupancy
import Reports
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

    /// What the routes of the rows are called, each by both of its names; empty without a schedule.
    var routeLabels: RouteLabels {
        guard let names, let place = columns.keys.firstIndex(of: .routeID) else { return RouteLabels([]) }
        var seen: Set<String> = []
        var routes: [RouteLabels.Route] = []
        for group in order {
            guard case .text(let id) = accumulator.groups.withKey(group, GroupKeyBytes.values)[place],
                seen.insert(id).inserted
            else { continue }
            let known = [ScheduleName.routeShortName, .routeLongName].compactMap { names.name($0, of: id) }
                .filter { !$0.isEmpty }
            guard !known.isEmpty else { continue }
            routes.append(
                RouteLabels.Route(
                    id: id, name: known.joined(separator: " "), mode: names.mode(ofRoute: id), longName: nil))
        }
        return RouteLabels(routes)
    }

    /// Whether any row has a percentage.
    var hasPercentages: Bool { order.contains { totals.hasPercentages($0) } }

    /// Sorts by a column; null comes last either way, and what is equal stays in the order of the keys.
    mutating func sort(by sort: RowSort) {
        guard let column = columns.all.first(where: { $0.name == sort.column }) else { return }
        let cells = order.indices.map { position -> OccupancyRow.Cell in
            let row = self[position]
            guard let place = column.keyPlace else { return column.cell(row) }
            // Keys sort as they do without --sort: weekdays from Monday on.
            switch row.keys[place] {
            case .null: return .null
            case .integer(let value): return .integer(value)
            case .text(let text): return .text(text)
            }
        }
        order = sort.order(cells, null: .null) { $0.precedes($1) }.map { order[$0] }
    }
}
