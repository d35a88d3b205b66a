// Columns and keys as the GTFS Schedule reference lists them.

/// Tables of the network: who runs what, and where it stops.
extension TableDefinition {
    static let agency = TableDefinition(
        "agency", .required, key: .columns(["agency_id"]),
        fields: [
            FieldDefinition("agency_id", .id, .conditionallyRequired),
            FieldDefinition("agency_name", .text, .required),
            FieldDefinition("agency_url", .url, .required),
            FieldDefinition("agency_timezone", .timezone, .required),
            FieldDefinition("agency_lang", .languageCode),
            FieldDefinition("agency_phone", .phoneNumber),
            FieldDefinition("agency_fare_url", .url),
            FieldDefinition("agency_email", .email),
            FieldDefinition("cemv_support", .enumeration),
        ])

    static let feedInfo = TableDefinition(
        "feed_info", .conditionallyRequired, key: .none,
        fields: [
            FieldDefinition("feed_publisher_name", .text, .required),
            FieldDefinition("feed_publisher_url", .url, .required),
            FieldDefinition("feed_lang", .languageCode, .required),
            FieldDefinition("default_lang", .languageCode),
            FieldDefinition("feed_start_date", .date, .recommended),
            FieldDefinition("feed_end_date", .date, .recommended),
            FieldDefinition("feed_version", .text, .recommended),
            FieldDefinition("feed_contact_email", .email),
            FieldDefinition("feed_contact_url", .url),
        ])

    static let levels = TableDefinition(
        "levels", .conditionallyRequired, key: .columns(["level_id"]),
        fields: [
            FieldDefinition("level_id", .id, .required),
            FieldDefinition("level_index", .float, .required),
            FieldDefinition("level_name", .text),
        ])

    static let stops = TableDefinition(
        "stops", .conditionallyRequired, key: .columns(["stop_id"]),
        fields: [
            FieldDefinition("stop_id", .id, .required),
            FieldDefinition("stop_code", .text),
            FieldDefinition("stop_name", .text, .conditionallyRequired),
            FieldDefinition("tts_stop_name", .text),
            FieldDefinition("stop_desc", .text),
            FieldDefinition("stop_lat", .latitude, .conditionallyRequired),
            FieldDefinition("stop_lon", .longitude, .conditionallyRequired),
            FieldDefinition("zone_id", .id),
            FieldDefinition("stop_url", .url),
            FieldDefinition("location_type", .enumeration),
            FieldDefinition("parent_station", .id, .conditionallyRequired),
            FieldDefinition("stop_timezone", .timezone),
            FieldDefinition("wheelchair_boarding", .enumeration),
            FieldDefinition("level_id", .id),
            FieldDefinition("platform_code", .text),
            FieldDefinition("stop_access", .enumeration, .conditionallyForbidden),
        ])

    static let areas = TableDefinition(
        "areas", .optional, key: .columns(["area_id"]),
        fields: [
            FieldDefinition("area_id", .id, .required),
            FieldDefinition("area_name", .text),
        ])

    static let stopAreas = TableDefinition(
        "stop_areas", .optional, key: .wholeRow,
        fields: [
            FieldDefinition("area_id", .id, .required),
            FieldDefinition("stop_id", .id, .required),
        ])

    static let networks = TableDefinition(
        "networks", .conditionallyForbidden, key: .columns(["network_id"]),
        fields: [
            FieldDefinition("network_id", .id, .required),
            FieldDefinition("network_name", .text),
        ])

    static let locationGroups = TableDefinition(
        "location_groups", .optional, key: .columns(["location_group_id"]),
        fields: [
            FieldDefinition("location_group_id", .id, .required),
            FieldDefinition("location_group_name", .text),
        ])

    static let locationGroupStops = TableDefinition(
        "location_group_stops", .optional, key: .wholeRow,
        fields: [
            FieldDefinition("location_group_id", .id, .required),
            FieldDefinition("stop_id", .id, .required),
        ])

    static let locations = TableDefinition(
        "locations", .optional, key: .columns(["id"]),
        fields: [
            FieldDefinition("id", .id, .required),
            FieldDefinition("stop_name", .text), FieldDefinition("stop_desc", .text),
        ])

    static let bookingRules = TableDefinition(
        "booking_rules", .optional, key: .columns(["booking_rule_id"]),
        fields: [
            FieldDefinition("booking_rule_id", .id, .required),
            FieldDefinition("booking_type", .enumeration, .required),
            FieldDefinition("prior_notice_duration_min", .integer, .conditionallyRequired),
            FieldDefinition("prior_notice_duration_max", .integer, .conditionallyForbidden),
            FieldDefinition("prior_notice_last_day", .integer, .conditionallyRequired),
            FieldDefinition("prior_notice_last_time", .time, .conditionallyRequired),
            FieldDefinition("prior_notice_start_day", .integer, .conditionallyForbidden),
            FieldDefinition("prior_notice_start_time", .time, .conditionallyRequired),
            FieldDefinition("prior_notice_service_id", .id, .conditionallyForbidden),
            FieldDefinition("message", .text),
            FieldDefinition("pickup_message", .text),
            FieldDefinition("drop_off_message", .text),
            FieldDefinition("phone_number", .phoneNumber),
            FieldDefinition("info_url", .url),
            FieldDefinition("booking_url", .url),
        ])

    static let routes = TableDefinition(
        "routes", .required, key: .columns(["route_id"]),
        fields: [
            FieldDefinition("route_id", .id, .required),
            FieldDefinition("agency_id", .id, .conditionallyRequired),
            FieldDefinition("route_short_name", .text, .conditionallyRequired),
            FieldDefinition("route_long_name", .text, .conditionallyRequired),
            FieldDefinition("route_desc", .text),
            FieldDefinition("route_type", .enumeration, .required),
            FieldDefinition("route_url", .url),
            FieldDefinition("route_color", .color),
            FieldDefinition("route_text_color", .color),
            FieldDefinition("route_sort_order", .nonNegativeInteger),
            FieldDefinition("continuous_pickup", .enumeration, .conditionallyForbidden),
            FieldDefinition("continuous_drop_off", .enumeration, .conditionallyForbidden),
            FieldDefinition("network_id", .id, .conditionallyForbidden),
            FieldDefinition("cemv_support", .enumeration),
        ])

    static let routeNetworks = TableDefinition(
        "route_networks", .conditionallyForbidden, key: .columns(["route_id"]),
        fields: [
            FieldDefinition("network_id", .id, .required),
            FieldDefinition("route_id", .id, .required),
        ])
}
