import Contract
import Occupancy

/// A column of a report with how its value is found.
struct OccupancyColumn: Sendable {
    let column: Column<Tables.Occupancy, Anything, WhereAsked>
    let cell: @Sendable (OccupancyRow) -> OccupancyRow.Cell
    /// The place of the key that the column holds.
    let keyPlace: Int?

    var name: String { column.name }

    private init<V: ColumnValue, P: RecordPresence>(
        _ column: Column<Tables.Occupancy, V, P>, keyPlace: Int? = nil,
        _ cell: @escaping @Sendable (OccupancyRow) -> OccupancyRow.Cell
    ) {
        self.column = column.json
        self.keyPlace = keyPlace
        self.cell = cell
    }

    /// The group's key at a place.
    init(_ key: OccupancyKey, at place: Int) {
        self.init(Tables.Occupancy.columns.keys[key], keyPlace: place) { OccupancyRow.cell(key, $0.keys[place]) }
    }

    /// A name from the schedule, at a place among them.
    init(_ name: ScheduleName, at place: Int) {
        self.init(name.column) { $0.scheduleNames[place].map { .text($0) } ?? .null }
    }

    /// The zone that the keys of time are in.
    static let zone = OccupancyColumn(Tables.Occupancy.columns.timezone) { .text($0.zone) }

    // MARK: Figures

    init(
        _ column: Column<Tables.Occupancy, Whole, Always>, _ figure: @escaping @Sendable (CrowdingFigures) -> Int
    ) { self.init(column) { row in .integer(figure(row.figures)) } }

    init(
        _ column: Column<Tables.Occupancy, Whole, Nullable>, _ figure: @escaping @Sendable (CrowdingFigures) -> Int?
    ) { self.init(column) { row in figure(row.figures).map { .integer($0) } ?? .null } }

    init(
        _ column: Column<Tables.Occupancy, Enumerated, Nullable>,
        _ status: @escaping @Sendable (CrowdingFigures) -> OccupancyStatus?
    ) { self.init(column) { row in (status(row.figures)?.code).map { .integer($0) } ?? .null } }

    /// The share of the observations with a status that have this level.
    init(_ column: Column<Tables.Occupancy, Real, Nullable>, share level: OccupancyLevel) {
        self.init(column) { row in
            CrowdingFigures.tenThousandths(row.figures.count(of: level), of: row.figures.withStatus)
                .map { .share($0) } ?? .null
        }
    }

    /// What a report says about a group, in the order of the table's columns.
    static let figures: [OccupancyColumn] = {
        let columns = Tables.Occupancy.columns
        var list: [OccupancyColumn] = []
        list.append(OccupancyColumn(columns.observations) { $0.observations })
        list.append(OccupancyColumn(columns.vehicles) { $0.vehicles })
        list.append(OccupancyColumn(columns.trips) { $0.trips })
        list.append(OccupancyColumn(columns.withStatus) { $0.withStatus })
        for (code, column) in columns.counts.all.enumerated() {
            list.append(OccupancyColumn(column) { $0.counts[code] })
        }
        list.append(OccupancyColumn(columns.shareLow, share: .low))
        list.append(OccupancyColumn(columns.shareModerate, share: .moderate))
        list.append(OccupancyColumn(columns.shareHigh, share: .high))
        list.append(OccupancyColumn(columns.shareVeryCrowded, share: .veryCrowded))
        list.append(OccupancyColumn(columns.modeStatus) { $0.modeStatus })
        list.append(OccupancyColumn(columns.worstStatus) { $0.worstStatus })
        list.append(OccupancyColumn(columns.percentageObservations) { $0.percentageObservations })
        list.append(OccupancyColumn(columns.percentageP50) { $0.percentile(50) })
        list.append(OccupancyColumn(columns.percentageP90) { $0.percentile(90) })
        list.append(OccupancyColumn(columns.percentageMax) { $0.percentageMaximum })
        return list
    }()
}

/// A name that a schedule gives to a key's value.
enum ScheduleName: CaseIterable {
    case routeShortName, routeLongName, stopName

    /// The key whose value it names.
    var key: OccupancyKey { self == .stopName ? .stopID : .routeID }

    var column: Column<Tables.Occupancy, Text, IfKnown> {
        switch self {
        case .routeShortName: Tables.Occupancy.columns.routeShortName
        case .routeLongName: Tables.Occupancy.columns.routeLongName
        case .stopName: Tables.Occupancy.columns.stopName
        }
    }
}

/// The columns of a report, in the order in which they are written.
struct OccupancyColumns {
    let keys: [OccupancyKey]
    let scheduleNames: [ScheduleName]
    let hasZone: Bool
    let all: [OccupancyColumn]

    /// - Parameter hasNames: whether a schedule gives names to routes and stops.
    init(keys: [OccupancyKey], hasNames: Bool) {
        self.keys = keys
        scheduleNames = hasNames ? ScheduleName.allCases.filter { keys.contains($0.key) } : []
        hasZone = keys.contains { $0.isOfTime }
        all =
            keys.enumerated().map { OccupancyColumn($1, at: $0) }
            + scheduleNames.enumerated().map { OccupancyColumn($1, at: $0) } + OccupancyColumn.figures
            + (hasZone ? [OccupancyColumn.zone] : [])
    }

    var names: [String] { all.map(\.name) }
}
