// Files, columns and keys as the GTFS Schedule reference lists them.

extension Tables {
    /// Tables of fares, translations and credits.
    static let fares: [any ScheduleTable.Type] = [
        Tables.FareAttributes.self, Tables.FareRules.self, Tables.RiderCategories.self, Tables.FareMedia.self,
        Tables.FareProducts.self, Tables.FareLegRules.self, Tables.FareLegJoinRules.self, Tables.FareTransferRules.self,
        Tables.Translations.self, Tables.Attributions.self,
    ]
}

extension Tables {
    /// `fare_attributes.txt`
    public struct FareAttributes: ScheduleTable {
        public static let columns = FareAttributes()
        public static let file = ScheduleFile(
            "fare_attributes", .optional, key: .columns(["fare_id"]))

        public let fareID = id("fare_id", .required)
        public let price = nonNegativeFloat("price", .required)
        public let currencyType = currencyCode("currency_type", .required)
        public let paymentMethod = enumeration("payment_method", .required)
        /// Empty: as many as one likes.
        public let transfers = enumeration("transfers", .required, emptyHasMeaning: true)
        public let agencyID = id("agency_id", .conditionallyRequired, to: "agency.agency_id")
        public let transferDuration = nonNegativeInteger("transfer_duration")
    }

    /// `fare_rules.txt`
    public struct FareRules: ScheduleTable {
        public static let columns = FareRules()
        public static let file = ScheduleFile(
            "fare_rules", .optional, key: .wholeRow)

        public let fareID = id("fare_id", .required, to: "fare_attributes.fare_id")
        public let routeID = id("route_id", to: "routes.route_id")
        public let originID = id("origin_id", to: "stops.zone_id")
        public let destinationID = id("destination_id", to: "stops.zone_id")
        public let containsID = id("contains_id", to: "stops.zone_id")
    }

    /// `rider_categories.txt`
    public struct RiderCategories: ScheduleTable {
        public static let columns = RiderCategories()
        public static let file = ScheduleFile(
            "rider_categories", .optional, key: .columns(["rider_category_id"]))

        public let riderCategoryID = id("rider_category_id", .required)
        public let riderCategoryName = text("rider_category_name", .required)
        /// Empty: no.
        public let isDefaultFareCategory = enumeration("is_default_fare_category", .required, emptyHasMeaning: true)
        public let eligibilityURL = url("eligibility_url")
    }

    /// `fare_media.txt`
    public struct FareMedia: ScheduleTable {
        public static let columns = FareMedia()
        public static let file = ScheduleFile(
            "fare_media", .optional, key: .columns(["fare_media_id"]))

        public let fareMediaID = id("fare_media_id", .required)
        public let fareMediaName = text("fare_media_name")
        public let fareMediaType = enumeration("fare_media_type", .required)
    }

    /// `fare_products.txt`
    public struct FareProducts: ScheduleTable {
        public static let columns = FareProducts()
        public static let file = ScheduleFile(
            "fare_products", .optional, key: .columns(["fare_product_id", "rider_category_id", "fare_media_id"]))

        public let fareProductID = id("fare_product_id", .required)
        public let fareProductName = text("fare_product_name")
        public let riderCategoryID = id("rider_category_id", to: "rider_categories.rider_category_id")
        public let fareMediaID = id("fare_media_id", to: "fare_media.fare_media_id")
        public let amount = currencyAmount("amount", .required)
        public let currency = currencyCode("currency", .required)
    }

    /// `fare_leg_rules.txt`
    public struct FareLegRules: ScheduleTable {
        public static let columns = FareLegRules()
        public static let file = ScheduleFile(
            "fare_leg_rules", .optional,
            key: .columns([
                "network_id", "from_area_id", "to_area_id", "from_timeframe_group_id", "to_timeframe_group_id",
                "fare_product_id",
            ]))

        public let legGroupID = id("leg_group_id")
        public let networkID = id("network_id", to: "routes.network_id", "networks.network_id")
        public let fromAreaID = id("from_area_id", to: "areas.area_id")
        public let toAreaID = id("to_area_id", to: "areas.area_id")
        public let fromTimeframeGroupID = id("from_timeframe_group_id", to: "timeframes.timeframe_group_id")
        public let toTimeframeGroupID = id("to_timeframe_group_id", to: "timeframes.timeframe_group_id")
        public let fareProductID = id("fare_product_id", .required, to: "fare_products.fare_product_id")
        public let rulePriority = nonNegativeInteger("rule_priority")
    }

    /// `fare_leg_join_rules.txt`
    public struct FareLegJoinRules: ScheduleTable {
        public static let columns = FareLegJoinRules()
        public static let file = ScheduleFile(
            "fare_leg_join_rules", .optional,
            key: .columns(["from_network_id", "to_network_id", "from_stop_id", "to_stop_id"]))

        public let fromNetworkID = id("from_network_id", .required, to: "routes.network_id", "networks.network_id")
        public let toNetworkID = id("to_network_id", .required, to: "routes.network_id", "networks.network_id")
        public let fromStopID = id("from_stop_id", .conditionallyRequired, to: "stops.stop_id")
        public let toStopID = id("to_stop_id", .conditionallyRequired, to: "stops.stop_id")
    }

    /// `fare_transfer_rules.txt`
    public struct FareTransferRules: ScheduleTable {
        public static let columns = FareTransferRules()
        public static let file = ScheduleFile(
            "fare_transfer_rules", .optional,
            key: .columns([
                "from_leg_group_id", "to_leg_group_id", "fare_product_id", "transfer_count", "duration_limit",
            ]))

        public let fromLegGroupID = id("from_leg_group_id", to: "fare_leg_rules.leg_group_id")
        public let toLegGroupID = id("to_leg_group_id", to: "fare_leg_rules.leg_group_id")
        public let transferCount = nonZeroInteger("transfer_count", .conditionallyForbidden)
        public let durationLimit = positiveInteger("duration_limit")
        public let durationLimitType = enumeration("duration_limit_type", .conditionallyRequired)
        public let fareTransferType = enumeration("fare_transfer_type", .required)
        public let fareProductID = id("fare_product_id", to: "fare_products.fare_product_id")
    }

    /// `translations.txt`
    public struct Translations: ScheduleTable {
        public static let columns = Translations()
        public static let file = ScheduleFile(
            "translations", .optional,
            key: .columns(["table_name", "field_name", "language", "record_id", "record_sub_id", "field_value"]))

        public let tableName = text("table_name", .required)
        public let fieldName = text("field_name", .required)
        public let language = languageCode("language", .required)
        public let translation = text("translation", .required)
        public let recordID = id("record_id", .conditionallyRequired)
        public let recordSubID = id("record_sub_id", .conditionallyRequired)
        public let fieldValue = text("field_value", .conditionallyRequired)
    }

    /// `attributions.txt`
    public struct Attributions: ScheduleTable {
        public static let columns = Attributions()
        public static let file = ScheduleFile(
            "attributions", .optional, key: .columns(["attribution_id"]))

        public let attributionID = id("attribution_id")
        public let agencyID = id("agency_id", to: "agency.agency_id")
        public let routeID = id("route_id", to: "routes.route_id")
        public let tripID = id("trip_id", to: "trips.trip_id")
        public let organizationName = text("organization_name", .required)
        public let isProducer = enumeration("is_producer")
        public let isOperator = enumeration("is_operator")
        public let isAuthority = enumeration("is_authority")
        public let attributionURL = url("attribution_url")
        public let attributionEmail = email("attribution_email")
        public let attributionPhone = phoneNumber("attribution_phone")
    }
}
