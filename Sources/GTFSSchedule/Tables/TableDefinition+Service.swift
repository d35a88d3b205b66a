// Columns and keys as the GTFS Schedule reference lists them.

/// Tables of the service: when it runs, along which way, and how riders change.
extension TableDefinition {
    static let calendar = TableDefinition(
        "calendar", .conditionallyRequired, key: .columns(["service_id"]),
        fields: [
            FieldDefinition("service_id", .id, .required),
            FieldDefinition("monday", .enumeration, .required),
            FieldDefinition("tuesday", .enumeration, .required),
            FieldDefinition("wednesday", .enumeration, .required),
            FieldDefinition("thursday", .enumeration, .required),
            FieldDefinition("friday", .enumeration, .required),
            FieldDefinition("saturday", .enumeration, .required),
            FieldDefinition("sunday", .enumeration, .required),
            FieldDefinition("start_date", .date, .required),
            FieldDefinition("end_date", .date, .required),
        ])

    static let calendarDates = TableDefinition(
        "calendar_dates", .conditionallyRequired, key: .columns(["service_id", "date"]),
        fields: [
            FieldDefinition("service_id", .id, .required),
            FieldDefinition("date", .date, .required),
            FieldDefinition("exception_type", .enumeration, .required),
        ])

    static let timeframes = TableDefinition(
        "timeframes", .optional, key: .wholeRow,
        fields: [
            FieldDefinition("timeframe_group_id", .id, .required),
            FieldDefinition("start_time", .localTime, .conditionallyRequired),
            FieldDefinition("end_time", .localTime, .conditionallyRequired),
            FieldDefinition("service_id", .id, .required),
        ])

    static let shapes = TableDefinition(
        "shapes", .optional, key: .columns(["shape_id", "shape_pt_sequence"]),
        fields: [
            FieldDefinition("shape_id", .id, .required),
            FieldDefinition("shape_pt_lat", .latitude, .required),
            FieldDefinition("shape_pt_lon", .longitude, .required),
            FieldDefinition("shape_pt_sequence", .nonNegativeInteger, .required),
            FieldDefinition("shape_dist_traveled", .nonNegativeFloat),
        ])

    static let trips = TableDefinition(
        "trips", .required, key: .columns(["trip_id"]),
        fields: [
            FieldDefinition("route_id", .id, .required),
            FieldDefinition("service_id", .id, .required),
            FieldDefinition("trip_id", .id, .required),
            FieldDefinition("trip_headsign", .text),
            FieldDefinition("trip_short_name", .text),
            FieldDefinition("direction_id", .enumeration),
            FieldDefinition("block_id", .id),
            FieldDefinition("shape_id", .id, .conditionallyRequired),
            FieldDefinition("wheelchair_accessible", .enumeration),
            FieldDefinition("bikes_allowed", .enumeration),
            FieldDefinition("cars_allowed", .enumeration),
            FieldDefinition("safe_duration_factor", .float),
            FieldDefinition("safe_duration_offset", .float),
        ])

    static let stopTimes = TableDefinition(
        "stop_times", .required, key: .columns(["trip_id", "stop_sequence"]),
        fields: [
            FieldDefinition("trip_id", .id, .required),
            FieldDefinition("arrival_time", .time, .conditionallyRequired),
            FieldDefinition("departure_time", .time, .conditionallyRequired),
            FieldDefinition("stop_id", .id, .conditionallyRequired),
            FieldDefinition("location_group_id", .id, .conditionallyForbidden),
            FieldDefinition("location_id", .id, .conditionallyForbidden),
            FieldDefinition("stop_sequence", .nonNegativeInteger, .required),
            FieldDefinition("stop_headsign", .text),
            FieldDefinition("start_pickup_drop_off_window", .time, .conditionallyRequired),
            FieldDefinition("end_pickup_drop_off_window", .time, .conditionallyRequired),
            FieldDefinition("pickup_type", .enumeration, .conditionallyForbidden),
            FieldDefinition("drop_off_type", .enumeration, .conditionallyForbidden),
            FieldDefinition("continuous_pickup", .enumeration, .conditionallyForbidden),
            FieldDefinition("continuous_drop_off", .enumeration, .conditionallyForbidden),
            FieldDefinition("shape_dist_traveled", .nonNegativeFloat),
            FieldDefinition("timepoint", .enumeration),
            FieldDefinition("pickup_booking_rule_id", .id),
            FieldDefinition("drop_off_booking_rule_id", .id),
        ])

    static let frequencies = TableDefinition(
        "frequencies", .optional, key: .columns(["trip_id", "start_time"]),
        fields: [
            FieldDefinition("trip_id", .id, .required),
            FieldDefinition("start_time", .time, .required),
            FieldDefinition("end_time", .time, .required),
            FieldDefinition("headway_secs", .positiveInteger, .required),
            FieldDefinition("exact_times", .enumeration),
        ])

    static let transfers = TableDefinition(
        "transfers", .optional,
        key: .columns(["from_stop_id", "to_stop_id", "from_trip_id", "to_trip_id", "from_route_id", "to_route_id"]),
        fields: [
            FieldDefinition("from_stop_id", .id, .conditionallyRequired),
            FieldDefinition("to_stop_id", .id, .conditionallyRequired),
            FieldDefinition("from_route_id", .id),
            FieldDefinition("to_route_id", .id),
            FieldDefinition("from_trip_id", .id, .conditionallyRequired),
            FieldDefinition("to_trip_id", .id, .conditionallyRequired),
            FieldDefinition("transfer_type", .enumeration, .required),
            FieldDefinition("min_transfer_time", .nonNegativeInteger),
        ])

    static let pathways = TableDefinition(
        "pathways", .optional, key: .columns(["pathway_id"]),
        fields: [
            FieldDefinition("pathway_id", .id, .required),
            FieldDefinition("from_stop_id", .id, .required),
            FieldDefinition("to_stop_id", .id, .required),
            FieldDefinition("pathway_mode", .enumeration, .required),
            FieldDefinition("is_bidirectional", .enumeration, .required),
            FieldDefinition("length", .nonNegativeFloat),
            FieldDefinition("traversal_time", .positiveInteger),
            FieldDefinition("stair_count", .integer),
            FieldDefinition("max_slope", .float),
            FieldDefinition("min_width", .positiveFloat),
            FieldDefinition("signposted_as", .text),
            FieldDefinition("reversed_signposted_as", .text),
        ])
}
