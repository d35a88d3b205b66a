import Occupancy

/// A column of a report.
struct OccupancyColumn {
    enum Figure: Equatable {
        /// The group's key at a place.
        case key(OccupancyKey, Int)
        /// A name from the schedule, at a place among them.
        case scheduleName(Int)
        case observations, vehicles, trips, withStatus
        /// Observations with a status, by its place among the counts.
        case count(Int)
        case share(OccupancyLevel)
        case mode, worst
        case percentageObservations, percentageMaximum
        case percentile(Int)
        case zone
    }

    let name: String
    let figure: Figure
}

/// The columns of a report, in the order in which they are written.
struct OccupancyColumns {
    let keys: [OccupancyKey]
    /// Names from the schedule, each with the key whose value it names.
    let scheduleNames: [(column: String, key: OccupancyKey)]
    let hasZone: Bool
    let all: [OccupancyColumn]

    static let shares: [(column: String, level: OccupancyLevel)] = [
        ("share_low", .low), ("share_moderate", .moderate), ("share_high", .high),
        ("share_very_crowded", .veryCrowded),
    ]

    /// - Parameter hasNames: whether a schedule gives names to routes and stops.
    init(keys: [OccupancyKey], hasNames: Bool) {
        self.keys = keys
        var names: [(column: String, key: OccupancyKey)] = []
        if hasNames, keys.contains(.routeID) {
            names.append(("route_short_name", .routeID))
            names.append(("route_long_name", .routeID))
        }
        if hasNames, keys.contains(.stopID) { names.append(("stop_name", .stopID)) }
        scheduleNames = names
        hasZone = keys.contains { $0.isOfTime }
        var columns: [(String, OccupancyColumn.Figure)] = []
        for (place, key) in keys.enumerated() { columns.append((key.rawValue, .key(key, place))) }
        for (place, name) in names.enumerated() { columns.append((name.column, .scheduleName(place))) }
        columns += [
            ("observations", .observations), ("vehicles", .vehicles), ("trips", .trips), ("with_status", .withStatus),
        ]
        for (place, name) in CrowdingFigures.countNames.enumerated() { columns.append((name, .count(place))) }
        for share in OccupancyColumns.shares { columns.append((share.column, .share(share.level))) }
        columns += [
            ("mode_status", .mode), ("worst_status", .worst), ("percentage_observations", .percentageObservations),
            ("percentage_p50", .percentile(50)), ("percentage_p90", .percentile(90)),
            ("percentage_max", .percentageMaximum),
        ]
        if hasZone { columns.append(("timezone", .zone)) }
        all = columns.map { OccupancyColumn(name: $0.0, figure: $0.1) }
    }

    var names: [String] { all.map(\.name) }
}
