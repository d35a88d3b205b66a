import Occupancy
import StageKit

/// The tables that `occupancy-report` writes.
public enum OccupancySchemas {
    private static let status = ColumnType.enumeration(
        OccupancyStatus.names.enumerated().map { EnumerationCase($0.offset, $0.element) })

    private static let keys: [Column] = [
        Column("route_id", .string, nullable: true, "Present when grouped by it, as are the keys after it."),
        Column("direction_id", .integer, nullable: true),
        Column("trip_id", .string, nullable: true),
        Column("stop_id", .string, nullable: true),
        Column("vehicle_id", .string, nullable: true),
        Column("hour", .integer, nullable: true, "0 to 23 on the clock of timezone."),
        Column("weekday", .string, nullable: true, "monday to sunday, of the local date."),
        Column("day_type", .string, nullable: true, "weekday, saturday or sunday, of the local date."),
        Column("date", .date, nullable: true, "The local date."),
        Column("service_date", .date, nullable: true, "The trip's start_date, else the local date."),
        Column("feed_id", .string, nullable: true, "Where records of several feeds share a pipe."),
        Column("carriage", .string, nullable: true, "The carriage's label, else its id or name, else its place."),
    ]

    private static let counts: [Column] = CrowdingFigures.countNames.map { name in
        Column(
            name, .integer, required: true,
            name == "unknown"
                ? "Observations without a status, or with a number that the specification lacks."
                : "Observations with this status.")
    }

    public static let occupancy = TableSchema(
        "occupancy", stages: ["occupancy-report"], "How crowded the vehicles of a group were.",
        columns: keys + [
            Column("route_short_name", .string, "From the schedule, with --feed."),
            Column("route_long_name", .string, "From the schedule, with --feed."),
            Column("stop_name", .string, "From the schedule, with --feed."),
            Column("observations", .integer, required: true, "Distinct observations of the group."),
            Column("vehicles", .integer, required: true, "Distinct vehicles among them."),
            Column("trips", .integer, required: true, "Distinct trips, by trip_id and start_date, among them."),
            Column("with_status", .integer, required: true, "Observations with a status from 0 to 6."),
        ] + counts
            + OccupancyColumns.shares.map {
                Column(
                    $0.column, .number, required: true, nullable: true,
                    "The part of with_status at this level, 0 to 1 in steps of 0.0001; null where with_status is 0.")
            } + [
                Column("mode_status", status, required: true, nullable: true, "The most frequent status, 0 to 6."),
                Column("worst_status", status, required: true, nullable: true, "The most crowded status, 0 to 6."),
                Column("percentage_observations", .integer, required: true, "Observations with a percentage."),
                Column("percentage_p50", .integer, required: true, nullable: true, "Per cent, nearest rank."),
                Column("percentage_p90", .integer, required: true, nullable: true, "Per cent, nearest rank."),
                Column("percentage_max", .integer, required: true, nullable: true, "Per cent; may pass 100."),
                Column("timezone", .string, "The IANA name of the zone; present when grouped by a time."),
            ])

    public static let partials = TableSchema(
        "occupancy_partials", stages: ["occupancy-report"],
        "A part of a report, for --merge; a group with many trips has several.",
        columns: [
            Column("partial_version", .integer, required: true),
            Column("by", .array(.string), required: true, "The keys; parts with other keys are refused."),
            Column("carriages", .boolean, required: true, "Whether carriages are counted instead of vehicles."),
            Column("deduplicate", .string, required: true, "exact, consecutive or off."),
            Column("timezone", .string, "Present when grouped by a time."),
        ] + keys + [Column("vehicles", .integer, required: true)] + counts + [
            Column("percentages", .array(.array(.integer)), required: true, "Pairs of percentage and count."),
            Column("trip_fingerprints", .array(.integer), required: true, "48 bits a trip."),
        ])
}
