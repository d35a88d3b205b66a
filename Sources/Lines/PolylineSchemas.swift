import StageKit

/// The tables that `build-polylines` writes.
public enum PolylineSchemas {
    static let properties: [Column] = [
        Column("polyline_id", .string, required: true, "Names the line; the same from run to run."),
        Column("trip_id", .string, "The trip, where one line is one trip."),
        Column("route_id", .string),
        Column("direction_id", .integer),
        Column("route_short_name", .string),
        Column("route_long_name", .string),
        Column("route_type", .integer, "The specification's number."),
        Column("route_color", .string, "As the feed has it: six hexadecimal digits by the reference."),
        Column(
            "trip_count", .integer, required: true,
            "The rows of trips along the line: with --date those that run that day, else of all calendars together. One "
                + "with frequencies is one trip."),
        Column("runs", .integer, "With --date: how often the trips run that day, each run of a frequency counted."),
        Column("stop_ids", .array(.string), required: true, "The stops on the line, in order."),
        Column(
            "length_m", .number, required: true,
            "Metres on WGS 84, before simplification, to 0.1 m; of a route the way, each piece once."),
        Column("geometry_source", .string, required: true, "stops or shapes."),
        Column(
            "missing_stop_ids", .array(.string), required: true,
            "Stops of the line that have no coordinates and are left out of it."),
    ]

    /// A line as a GeoJSON Feature with a LineString, or a MultiLineString, and a bbox.
    public static let polylines = TableSchema(
        "polylines", stages: ["build-polylines"], "Lines of routes as GeoJSON.", columns: properties, isFeature: true)

    /// A stop as a GeoJSON Feature with a Point.
    public static let stopPins = TableSchema(
        "stop_pins", stages: ["build-polylines"], "Stops on the lines as GeoJSON.",
        columns: [
            Column("stop_id", .string, required: true),
            Column("stop_name", .string),
            Column("wheelchair_boarding", .integer, "Of the stop, or of its parent_station where it says nothing."),
            Column("route_ids", .array(.string), required: true, "The routes of the lines through the stop."),
        ], isFeature: true)

    /// What a record of `table` has under `--format encoded` and under `--format wkt`, where it is flat; empty for another
    /// table. The contract's properties come first.
    public static func flatForms(of table: TableSchema) -> [[Column]] {
        guard table.name == polylines.name || table.name == stopPins.name else { return [] }
        let isLine = table.name == polylines.name
        let bbox = isLine ? [Column("bbox", .array(.number), required: true, "West, south, east, north.")] : []
        let encoded =
            "A polyline string" + (isLine ? "; an array of them where the line is in parts." : " of one point.")
        return [
            table.columns + bbox + [
                Column("precision", .integer, required: true, "Decimals of the encoded polyline, 5 or 6."),
                Column("encoded", isLine ? .any : .string, required: true, encoded),
            ],
            table.columns + bbox + [
                Column("wkt", .string, required: true, "Well-known text, longitude first.")
            ],
        ]
    }

    /// The columns of `--format csv`.
    static func csvColumns(withFeedID: Bool) -> [String] {
        (withFeedID ? ["feed_id"] : []) + properties.map(\.name) + ["wkt"]
    }
}
