// Columns and keys as the GTFS Schedule reference lists them.

/// Tables of fares, translations and credits.
extension TableDefinition {
    static let fareAttributes = TableDefinition(
        "fare_attributes", .optional, key: .columns(["fare_id"]),
        fields: [
            FieldDefinition("fare_id", .id, .required),
            FieldDefinition("price", .nonNegativeFloat, .required),
            FieldDefinition("currency_type", .currencyCode, .required),
            FieldDefinition("payment_method", .enumeration, .required),
            FieldDefinition("transfers", .enumeration, .required),
            FieldDefinition("agency_id", .id, .conditionallyRequired),
            FieldDefinition("transfer_duration", .nonNegativeInteger),
        ])

    static let fareRules = TableDefinition(
        "fare_rules", .optional, key: .wholeRow,
        fields: [
            FieldDefinition("fare_id", .id, .required),
            FieldDefinition("route_id", .id),
            FieldDefinition("origin_id", .id),
            FieldDefinition("destination_id", .id),
            FieldDefinition("contains_id", .id),
        ])

    static let riderCategories = TableDefinition(
        "rider_categories", .optional, key: .columns(["rider_category_id"]),
        fields: [
            FieldDefinition("rider_category_id", .id, .required),
            FieldDefinition("rider_category_name", .text, .required),
            FieldDefinition("is_default_fare_category", .enumeration, .required),
            FieldDefinition("eligibility_url", .url),
        ])

    static let fareMedia = TableDefinition(
        "fare_media", .optional, key: .columns(["fare_media_id"]),
        fields: [
            FieldDefinition("fare_media_id", .id, .required),
            FieldDefinition("fare_media_name", .text),
            FieldDefinition("fare_media_type", .enumeration, .required),
        ])

    static let fareProducts = TableDefinition(
        "fare_products", .optional, key: .columns(["fare_product_id", "rider_category_id", "fare_media_id"]),
        fields: [
            FieldDefinition("fare_product_id", .id, .required),
            FieldDefinition("fare_product_name", .text),
            FieldDefinition("rider_category_id", .id),
            FieldDefinition("fare_media_id", .id),
            FieldDefinition("amount", .currencyAmount, .required),
            FieldDefinition("currency", .currencyCode, .required),
        ])

    static let fareLegRules = TableDefinition(
        "fare_leg_rules", .optional,
        key: .columns([
            "network_id", "from_area_id", "to_area_id", "from_timeframe_group_id", "to_timeframe_group_id",
            "fare_product_id",
        ]),
        fields: [
            FieldDefinition("leg_group_id", .id),
            FieldDefinition("network_id", .id),
            FieldDefinition("from_area_id", .id),
            FieldDefinition("to_area_id", .id),
            FieldDefinition("from_timeframe_group_id", .id),
            FieldDefinition("to_timeframe_group_id", .id),
            FieldDefinition("fare_product_id", .id, .required),
            FieldDefinition("rule_priority", .nonNegativeInteger),
        ])

    static let fareLegJoinRules = TableDefinition(
        "fare_leg_join_rules", .optional,
        key: .columns(["from_network_id", "to_network_id", "from_stop_id", "to_stop_id"]),
        fields: [
            FieldDefinition("from_network_id", .id, .required),
            FieldDefinition("to_network_id", .id, .required),
            FieldDefinition("from_stop_id", .id, .conditionallyRequired),
            FieldDefinition("to_stop_id", .id, .conditionallyRequired),
        ])

    static let fareTransferRules = TableDefinition(
        "fare_transfer_rules", .optional,
        key: .columns(["from_leg_group_id", "to_leg_group_id", "fare_product_id", "transfer_count", "duration_limit"]),
        fields: [
            FieldDefinition("from_leg_group_id", .id),
            FieldDefinition("to_leg_group_id", .id),
            FieldDefinition("transfer_count", .nonZeroInteger, .conditionallyForbidden),
            FieldDefinition("duration_limit", .positiveInteger),
            FieldDefinition("duration_limit_type", .enumeration, .conditionallyRequired),
            FieldDefinition("fare_transfer_type", .enumeration, .required),
            FieldDefinition("fare_product_id", .id),
        ])

    static let translations = TableDefinition(
        "translations", .optional,
        key: .columns(["table_name", "field_name", "language", "record_id", "record_sub_id", "field_value"]),
        fields: [
            FieldDefinition("table_name", .text, .required),
            FieldDefinition("field_name", .text, .required),
            FieldDefinition("language", .languageCode, .required),
            FieldDefinition("translation", .text, .required),
            FieldDefinition("record_id", .id, .conditionallyRequired),
            FieldDefinition("record_sub_id", .id, .conditionallyRequired),
            FieldDefinition("field_value", .text, .conditionallyRequired),
        ])

    static let attributions = TableDefinition(
        "attributions", .optional, key: .columns(["attribution_id"]),
        fields: [
            FieldDefinition("attribution_id", .id),
            FieldDefinition("agency_id", .id),
            FieldDefinition("route_id", .id),
            FieldDefinition("trip_id", .id),
            FieldDefinition("organization_name", .text, .required),
            FieldDefinition("is_producer", .enumeration),
            FieldDefinition("is_operator", .enumeration),
            FieldDefinition("is_authority", .enumeration),
            FieldDefinition("attribution_url", .url),
            FieldDefinition("attribution_email", .email),
            FieldDefinition("attribution_phone", .phoneNumber),
        ])
}
