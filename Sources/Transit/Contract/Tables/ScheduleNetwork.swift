// Files, columns and keys as the GTFS Schedule reference lists them.

extension Tables {
    /// Tables of the network: who runs what, and where it stops.
    static let network: [any ScheduleTable.Type] = [
        Tables.Agency.self, Tables.FeedInfo.self, Tables.Levels.self, Tables.Stops.self, Tables.Areas.self,
        Tables.StopAreas.self, Tables.Networks.self, Tables.LocationGroups.self, Tables.LocationGroupStops.self,
        Tables.Locations.self, Tables.BookingRules.self, Tables.Routes.self, Tables.RouteNetworks.self,
    ]
}

extension Tables {
    /// `agency.txt`
    public struct Agency: ScheduleTable {
        public static let columns = Agency()
        public static let file = ScheduleFile(
            "agency", .required, key: .columns(["agency_id"]))

        public let agencyID = id("agency_id", .conditionallyRequired)
        public let agencyName = text("agency_name", .required)
        public let agencyURL = url("agency_url", .required)
        public let agencyTimezone = timezone("agency_timezone", .required)
        public let agencyLang = languageCode("agency_lang")
        public let agencyPhone = phoneNumber("agency_phone")
        public let agencyFareURL = url("agency_fare_url")
        public let agencyEmail = email("agency_email")
        public let cemvSupport = enumeration("cemv_support")
    }

    /// `feed_info.txt`
    public struct FeedInfo: ScheduleTable {
        public static let columns = FeedInfo()
        public static let file = ScheduleFile(
            "feed_info", .conditionallyRequired, key: .none)

        public let feedPublisherName = text("feed_publisher_name", .required)
        public let feedPublisherURL = url("feed_publisher_url", .required)
        public let feedLang = languageCode("feed_lang", .required)
        public let defaultLang = languageCode("default_lang")
        public let feedStartDate = day("feed_start_date", .recommended)
        public let feedEndDate = day("feed_end_date", .recommended)
        public let feedVersion = text("feed_version", .recommended)
        public let feedContactEmail = email("feed_contact_email")
        public let feedContactURL = url("feed_contact_url")
    }

    /// `levels.txt`
    public struct Levels: ScheduleTable {
        public static let columns = Levels()
        public static let file = ScheduleFile(
            "levels", .conditionallyRequired, key: .columns(["level_id"]))

        public let levelID = id("level_id", .required)
        public let levelIndex = float("level_index", .required)
        public let levelName = text("level_name")
    }

    /// `stops.txt`
    public struct Stops: ScheduleTable {
        public static let columns = Stops()
        public static let file = ScheduleFile(
            "stops", .conditionallyRequired, key: .columns(["stop_id"]))

        public let stopID = id("stop_id", .required)
        public let stopCode = text("stop_code")
        public let stopName = text("stop_name", .conditionallyRequired)
        public let ttsStopName = text("tts_stop_name")
        public let stopDesc = text("stop_desc")
        public let stopLat = latitude("stop_lat", .conditionallyRequired)
        public let stopLon = longitude("stop_lon", .conditionallyRequired)
        public let zoneID = id("zone_id")
        public let stopURL = url("stop_url")
        public let locationType = enumeration("location_type")
        public let parentStation = id("parent_station", .conditionallyRequired, to: "stops.stop_id")
        public let stopTimezone = timezone("stop_timezone")
        public let wheelchairBoarding = enumeration("wheelchair_boarding")
        public let levelID = id("level_id", to: "levels.level_id")
        public let platformCode = text("platform_code")
        public let stopAccess = enumeration("stop_access", .conditionallyForbidden)
    }

    /// `areas.txt`
    public struct Areas: ScheduleTable {
        public static let columns = Areas()
        public static let file = ScheduleFile(
            "areas", .optional, key: .columns(["area_id"]))

        public let areaID = id("area_id", .required)
        public let areaName = text("area_name")
    }

    /// `stop_areas.txt`
    public struct StopAreas: ScheduleTable {
        public static let columns = StopAreas()
        public static let file = ScheduleFile(
            "stop_areas", .optional, key: .wholeRow)

        public let areaID = id("area_id", .required, to: "areas.area_id")
        public let stopID = id("stop_id", .required, to: "stops.stop_id")
    }

    /// `networks.txt`
    public struct Networks: ScheduleTable {
        public static let columns = Networks()
        public static let file = ScheduleFile(
            "networks", .conditionallyForbidden, key: .columns(["network_id"]))

        public let networkID = id("network_id", .required)
        public let networkName = text("network_name")
    }

    /// `location_groups.txt`
    public struct LocationGroups: ScheduleTable {
        public static let columns = LocationGroups()
        public static let file = ScheduleFile(
            "location_groups", .optional, key: .columns(["location_group_id"]))

        public let locationGroupID = id("location_group_id", .required)
        public let locationGroupName = text("location_group_name")
    }

    /// `location_group_stops.txt`
    public struct LocationGroupStops: ScheduleTable {
        public static let columns = LocationGroupStops()
        public static let file = ScheduleFile(
            "location_group_stops", .optional, key: .wholeRow)

        public let locationGroupID = id("location_group_id", .required, to: "location_groups.location_group_id")
        public let stopID = id("stop_id", .required, to: "stops.stop_id")
    }

    /// `locations.geojson`
    public struct Locations: ScheduleTable {
        public static let columns = Locations()
        public static let file = ScheduleFile(
            "locations", .optional, key: .columns(["id"]))

        public let id = id("id", .required)
        public let stopName = text("stop_name")
        public let stopDesc = text("stop_desc")
    }

    /// `booking_rules.txt`
    public struct BookingRules: ScheduleTable {
        public static let columns = BookingRules()
        public static let file = ScheduleFile(
            "booking_rules", .optional, key: .columns(["booking_rule_id"]))

        public let bookingRuleID = id("booking_rule_id", .required)
        public let bookingType = enumeration("booking_type", .required)
        public let priorNoticeDurationMin = integer("prior_notice_duration_min", .conditionallyRequired)
        public let priorNoticeDurationMax = integer("prior_notice_duration_max", .conditionallyForbidden)
        public let priorNoticeLastDay = integer("prior_notice_last_day", .conditionallyRequired)
        public let priorNoticeLastTime = serviceTime("prior_notice_last_time", .conditionallyRequired)
        public let priorNoticeStartDay = integer("prior_notice_start_day", .conditionallyForbidden)
        public let priorNoticeStartTime = serviceTime("prior_notice_start_time", .conditionallyRequired)
        public let priorNoticeServiceID = id(
            "prior_notice_service_id", .conditionallyForbidden, to: "calendar.service_id")
        public let message = text("message")
        public let pickupMessage = text("pickup_message")
        public let dropOffMessage = text("drop_off_message")
        public let phoneNumber = phoneNumber("phone_number")
        public let infoURL = url("info_url")
        public let bookingURL = url("booking_url")
    }

    /// `routes.txt`
    public struct Routes: ScheduleTable {
        public static let columns = Routes()
        public static let file = ScheduleFile(
            "routes", .required, key: .columns(["route_id"]))

        public let routeID = id("route_id", .required)
        public let agencyID = id("agency_id", .conditionallyRequired, to: "agency.agency_id")
        public let routeShortName = text("route_short_name", .conditionallyRequired)
        public let routeLongName = text("route_long_name", .conditionallyRequired)
        public let routeDesc = text("route_desc")
        public let routeType = enumeration("route_type", .required)
        public let routeURL = url("route_url")
        public let routeColor = color("route_color")
        public let routeTextColor = color("route_text_color")
        public let routeSortOrder = nonNegativeInteger("route_sort_order")
        public let continuousPickup = enumeration("continuous_pickup", .conditionallyForbidden)
        public let continuousDropOff = enumeration("continuous_drop_off", .conditionallyForbidden)
        public let networkID = id("network_id", .conditionallyForbidden)
        public let cemvSupport = enumeration("cemv_support")
    }

    /// `route_networks.txt`
    public struct RouteNetworks: ScheduleTable {
        public static let columns = RouteNetworks()
        public static let file = ScheduleFile(
            "route_networks", .conditionallyForbidden, key: .columns(["route_id"]))

        public let networkID = id("network_id", .required, to: "networks.network_id")
        public let routeID = id("route_id", .required, to: "routes.route_id")
    }
}
