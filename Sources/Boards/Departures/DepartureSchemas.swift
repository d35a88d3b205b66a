import Feeds
import Occupancy
import StageKit

/// The tables that `departures` writes.
public enum DepartureSchemas {
    private static let status = ColumnType.enumeration(
        OccupancyStatus.names.enumerated().map { EnumerationCase($0.offset, $0.element) })

    public static let boards = TableSchema(
        "boards", stages: ["departures"],
        "The board of a stop that was asked for, before its departures: also one on which nothing departs.",
        columns: [
            Column("stop_id", .string, required: true, "As it was asked for: a station stands for its platforms."),
            Column("stop_name", .string),
            Column("at", .integer, required: true, "The board's time, POSIX seconds."),
            Column("horizon_seconds", .integer, required: true, "How far it looks ahead."),
            Column(
                "departures", .integer, required: true,
                "How many departures follow for the stop; one that two boards share counts on the first."),
        ])

    public static let departures = TableSchema(
        "departures", stages: ["departures"], "One departure from a stop: the timetable with what realtime says.",
        columns: [
            Column("stop_id", .string, required: true, "The platform's where a station has platforms."),
            Column("stop_name", .string),
            Column("platform_code", .string),
            Column("trip_id", .string, required: true),
            Column("start_date", .date, required: true, "The service day."),
            Column("start_time", .time, "Of trips of frequencies, and of trips that realtime adds."),
            Column("stop_sequence", .integer),
            Column("route_id", .string),
            Column("route_short_name", .string),
            Column("route_color", .string),
            Column("route_text_color", .string),
            Column("route_type", .integer),
            Column("headsign", .string, "stop_headsign, else trip_headsign."),
            Column("direction_id", .integer),
            Column(
                "wheelchair_accessible", .integer,
                "The schedule's enumeration: 0 unknown, 1 yes, 2 no; realtime speaks first."),
            Column("scheduled_time", .integer, "POSIX seconds; absent for a trip that the timetable lacks."),
            Column("scheduled_time_local", .string, "RFC 3339 with the agency's offset."),
            Column("departure_time", .integer, required: true, "POSIX seconds: predicted, else scheduled."),
            Column("departure_time_local", .string, required: true, "RFC 3339 with the agency's offset."),
            Column(
                "delay", .integer, required: true, nullable: true,
                "Seconds late; null where no prediction applies."),
            Column("realtime", .boolean, required: true, "Whether a prediction applies."),
            Column("interpolated", .boolean, required: true, "The scheduled time was worked out from those around it."),
            Column(
                "schedule_relationship",
                .enumeration(
                    RealtimeNames.trip.map { EnumerationCase($0.1, "\($0.0)") }), required: true,
                "The trip's; SCHEDULED where realtime says nothing."),
            Column("countdown_seconds", .integer, required: true, "From the board's time to departure_time."),
            Column("vehicle_id", .string),
            Column("occupancy_status", status, required: true, nullable: true, "0 to 6, or null."),
            Column("occupancy_percentage", .integer, "The vehicle's, where its status is shown."),
            Column("occupancy_level", .string, "low, moderate, high or very_crowded."),
            Column("occupancy_symbol", .string, "The name of an SF Symbol."),
            Column("occupancy_color", .string, "green, yellow, orange or red."),
            Column("occupancy_label", .string, "What a screen reader says."),
        ])
}
