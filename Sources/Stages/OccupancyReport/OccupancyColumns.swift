import Occupancy

/// The columns of a report, in the order in which they are written.
struct OccupancyColumns {
    let keys: [OccupancyKey]
    /// Names from the schedule, each with the key whose value it names.
    let scheduleNames: [(column: String, key: OccupancyKey)]
    let hasZone: Bool

    static let beforeCounts = ["observations", "vehicles", "trips", "with_status"]
    static let shares: [(column: String, level: OccupancyLevel)] = [
        ("share_low", .low), ("share_moderate", .moderate), ("share_high", .high),
        ("share_very_crowded", .veryCrowded),
    ]
    static let afterShares = [
        "mode_status", "worst_status", "percentage_observations", "percentage_p50", "percentage_p90", "percentage_max",
    ]

    /// - Parameter hasNames: whether a schedule gives names to routes and stops.
    init(keys: [OccupancyKey], hasNames: Bool) {
        self.keys = keys
        var names: [(String, OccupancyKey)] = []
        if hasNames, keys.contains(.routeID) {
            names.append(("route_short_name", .routeID))
            names.append(("route_long_name", .routeID))
        }
        if hasNames, keys.contains(.stopID) { names.append(("stop_name", .stopID)) }
        scheduleNames = names
        hasZone = keys.contains { $0.isOfTime }
    }

    var names: [String] {
        keys.map(\.rawValue) + scheduleNames.map(\.column) + OccupancyColumns.beforeCounts + CrowdingFigures.countNames
            + OccupancyColumns.shares.map(\.column) + OccupancyColumns.afterShares + (hasZone ? ["timezone"] : [])
    }
}
