import GTFSRealtime
import GTFSSchedule

extension NaturalKey {
    /// The key of a table of the record contract; the whole record for one that is not listed.
    public static func of(_ table: String) -> NaturalKey { listed[table] ?? schedule(table) ?? .wholeRecord }

    /// A timetable's rows are known by the reference's primary key; a table without one by the whole row.
    private static func schedule(_ table: String) -> NaturalKey? {
        guard let definition = TableDefinition.named(table) else { return nil }
        guard case .columns(let names) = definition.key else {
            return NaturalKey(.content(except: []), isTimed: false, conflict: .first)
        }
        return .columns(names, required: definition.requiredKey)
    }

    /// What one message says of a thing, kept once however often it is repeated: the row is the first to say so.
    private static func statement(time: [String], isTimed: Bool) -> NaturalKey {
        NaturalKey(
            .content(except: ["feed_timestamp"]), time: time, isTimed: isTimed, conflict: .smallest("feed_timestamp"))
    }

    private static let groups = [
        "route_id", "direction_id", "trip_id", "stop_id", "vehicle_id", "hour", "weekday", "day_type", "carriage",
        "timezone",
    ]

    private static let listed: [String: NaturalKey] = [
        "feed_messages": NaturalKey(
            .content(except: ["source"]), time: ["timestamp"], isTimed: true, conflict: .first),
        // The contract's observation, and its rule for conflicting ones.
        "vehicle_positions": NaturalKey(
            .ladder(VehicleRung.allCases.map(\.members), with: []), time: ["timestamp", "feed_timestamp"],
            isTimed: true,
            conflict: .largest(["feed_timestamp", "occupancy_status"])),
        "trip_updates": statement(time: ["timestamp", "feed_timestamp"], isTimed: true),
        "stop_time_updates": statement(time: ["timestamp", "feed_timestamp"], isTimed: true),
        // These have no time of their own and are repeated in every message as long as they hold.
        "alerts": statement(time: ["feed_timestamp"], isTimed: false),
        "shapes_rt": statement(time: ["feed_timestamp"], isTimed: false),
        "stops_rt": statement(time: ["feed_timestamp"], isTimed: false),
        "trip_modifications": statement(time: ["feed_timestamp"], isTimed: false),
        "update_bundles": statement(time: ["feed_timestamp"], isTimed: false),
        "deleted_entities": NaturalKey(
            .ladder([["entity_id"]], with: []), time: ["feed_timestamp"], isTimed: true, conflict: .first),
        "polylines": .columns(["polyline_id"]),
        "stop_pins": .columns(["stop_id"]),
        // Groups that hold a day are the day's figures, and a later report corrects them; others have no end.
        "occupancy": NaturalKey(
            .ladder([["date", "service_date"] + groups, ["service_date"] + groups], with: []),
            time: ["date", "service_date"], isTimed: true, conflict: .last),
        "boards": .columns(["stop_id", "at"], time: ["at"]),
        "departures": .columns(
            ["trip_id", "start_date", "start_time", "stop_sequence", "stop_id"],
            time: ["departure_time", "scheduled_time", "start_date"]),
        "trip_details": .columns(["trip_id", "start_date", "start_time"], time: ["start_date"]),
        "vehicle_events": NaturalKey(
            .ladder([["vehicle_id"]], with: ["event", "phase", "generation", "timestamp"]),
            time: ["at", "feed_timestamp", "timestamp"], isTimed: true, conflict: .last),
        "fetches": NaturalKey(
            .ladder([["url"]], with: ["attempt"]), time: ["at"], isTimed: true, conflict: .last),
        "stage_runs": NaturalKey(
            .ladder([["stage"]], with: ["pipeline", "turn"]), time: ["started"], isTimed: true, conflict: .last),
        "tiles": .columns(["z", "x", "y", "frame"], required: ["x", "y"]),
    ]
}

extension NaturalKey {
    /// Whether the table is one of a timetable.
    static func isSchedule(_ table: String) -> Bool { TableDefinition.named(table) != nil }

    /// The names of a timetable's tables.
    static var scheduleTables: [String] { TableDefinition.all.map(\.name) }
}
