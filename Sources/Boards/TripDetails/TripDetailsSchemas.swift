import Feeds
import Occupancy
import StageKit

/// The table that `trip-details` writes.
public enum TripDetailsSchemas {
    private static let status = ColumnType.enumeration(
        OccupancyStatus.names.enumerated().map { EnumerationCase($0.offset, $0.element) })
    private static let place = ColumnType.object([
        Column("lat", .number, required: true, "Degrees."), Column("lon", .number, required: true, "Degrees."),
    ])

    public static let tripDetails = TableSchema(
        "trip_details", stages: ["trip-details"], "One run of a trip with its route and its stops.",
        columns: [
            Column("trip_id", .string, required: true),
            Column("start_date", .date, "The service day; absent where the trip never runs."),
            Column("start_time", .time, "Of trips of frequencies, and of trips that realtime adds."),
            Column("route_id", .string),
            Column("route_short_name", .string),
            Column("route_long_name", .string),
            Column("route_color", .string),
            Column("route_text_color", .string),
            Column("route_type", .integer),
            Column("direction_id", .integer),
            Column("headsign", .string),
            Column(
                "wheelchair_accessible", .integer,
                "The schedule's enumeration: 0 unknown, 1 yes, 2 no; realtime speaks first."),
            Column(
                "schedule_relationship",
                .enumeration(RealtimeNames.trip.map { EnumerationCase($0.1, "\($0.0)") }), required: true,
                "SCHEDULED where realtime says nothing."),
            Column("timezone", .string, required: true, "The zone in which the service day is meant."),
            Column(
                "stops",
                .array(
                    .object([
                        Column("stop_id", .string, required: true),
                        Column("stop_name", .string),
                        Column("stop_sequence", .integer),
                        Column("lat", .number, required: true, nullable: true, "Degrees north, 6 decimals."),
                        Column("lon", .number, required: true, nullable: true, "Degrees east, 6 decimals."),
                        Column(
                            "arrival_time_secs", .integer,
                            "Seconds from noon minus 12 hours of the service day, as scheduled."),
                        Column("departure_time_secs", .integer),
                        Column("platform_code", .string),
                        Column("wheelchair_boarding", .integer, "The station's where the stop says nothing."),
                        Column("delay", .integer, "Seconds late, where a prediction applies."),
                        Column(
                            "occupancy_status", status,
                            "0 to 6, predicted for the departure (departure_occupancy_status); absent if nothing is."),
                        Column("occupancy_level", .string),
                        Column("occupancy_symbol", .string),
                        Column("occupancy_color", .string),
                        Column("occupancy_label", .string),
                        Column("skipped", .boolean, "True where the vehicle will not stop."),
                    ])), required: true, "In the order of the trip."),
            Column(
                "vehicle",
                .object([
                    Column("vehicle_id", .string, required: true, nullable: true),
                    Column("vehicle_label", .string),
                    Column("latitude", .number),
                    Column("longitude", .number),
                    Column("bearing", .number, "Degrees clockwise from north."),
                    Column("speed", .number, "Metres a second."),
                    Column("current_stop_sequence", .integer),
                    Column("stop_id", .string),
                    Column("current_status", .integer),
                    Column("timestamp", .integer, "POSIX seconds."),
                    Column("occupancy_status", status, required: true, nullable: true, "0 to 6, or null."),
                    Column("occupancy_percentage", .integer),
                    Column("occupancy_level", .string),
                    Column("occupancy_symbol", .string),
                    Column("occupancy_color", .string),
                    Column("occupancy_label", .string),
                ]), "The vehicle that makes the trip, where it is known."),
            Column(
                "bbox", .array(.number), required: true, nullable: true,
                "West, south, east, north in degrees; null where no stop has coordinates."),
            Column(
                "fit",
                .object([
                    Column("center", place, required: true), Column("span", place, required: true),
                    Column("zoom", .number, required: true, "Of a world of 512 points."),
                ]), required: true, nullable: true, "Where a map of 390 by 200 points looks to show all stops."),
        ])
}
