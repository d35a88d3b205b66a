// Files, columns and keys as the GTFS Schedule reference lists them.

extension Tables {
    /// Tables of the service: when it runs, along which way, and how riders change.
    static let service: [any ScheduleTable.Type] = [
        Tables.Calendar.self, Tables.CalendarDates.self, Tables.Timeframes.self, Tables.Shapes.self, Tables.Trips.self,
        Tables.StopTimes.self, Tables.Frequencies.self, Tables.Transfers.self, Tables.Pathways.self,
    ]
}

extension Tables {
    /// `calendar.txt`
    public struct Calendar: ScheduleTable {
        public static let columns = Calendar()
        public static let file = ScheduleFile(
            "calendar", .conditionallyRequired, key: .columns(["service_id"]))

        public let serviceID = id("service_id", .required)
        public let monday = enumeration("monday", .required)
        public let tuesday = enumeration("tuesday", .required)
        public let wednesday = enumeration("wednesday", .required)
        public let thursday = enumeration("thursday", .required)
        public let friday = enumeration("friday", .required)
        public let saturday = enumeration("saturday", .required)
        public let sunday = enumeration("sunday", .required)
        public let startDate = day("start_date", .required)
        public let endDate = day("end_date", .required)

        /// Monday first.
        public var weekdays: [Column<Self, Whole, IfKnown>] {
            [monday, tuesday, wednesday, thursday, friday, saturday, sunday]
        }
    }

    /// `calendar_dates.txt`
    public struct CalendarDates: ScheduleTable {
        public static let columns = CalendarDates()
        public static let file = ScheduleFile(
            "calendar_dates", .conditionallyRequired, key: .columns(["service_id", "date"]))

        public let serviceID = id("service_id", .required, to: "calendar.service_id")
        public let date = day("date", .required)
        public let exceptionType = enumeration("exception_type", .required)
    }

    /// `timeframes.txt`
    public struct Timeframes: ScheduleTable {
        public static let columns = Timeframes()
        public static let file = ScheduleFile(
            "timeframes", .optional, key: .wholeRow)

        public let timeframeGroupID = id("timeframe_group_id", .required)
        public let startTime = localTime("start_time", .conditionallyRequired)
        public let endTime = localTime("end_time", .conditionallyRequired)
        public let serviceID = id("service_id", .required, to: "calendar.service_id", "calendar_dates.service_id")
    }

    /// `shapes.txt`
    public struct Shapes: ScheduleTable {
        public static let columns = Shapes()
        public static let file = ScheduleFile(
            "shapes", .optional, key: .columns(["shape_id", "shape_pt_sequence"]))

        public let shapeID = id("shape_id", .required)
        public let shapePtLat = latitude("shape_pt_lat", .required)
        public let shapePtLon = longitude("shape_pt_lon", .required)
        public let shapePtSequence = nonNegativeInteger("shape_pt_sequence", .required)
        public let shapeDistTraveled = nonNegativeFloat("shape_dist_traveled")
    }

    /// `trips.txt`
    public struct Trips: ScheduleTable {
        public static let columns = Trips()
        public static let file = ScheduleFile(
            "trips", .required, key: .columns(["trip_id"]))

        public let routeID = id("route_id", .required, to: "routes.route_id")
        public let serviceID = id("service_id", .required, to: "calendar.service_id", "calendar_dates.service_id")
        public let tripID = id("trip_id", .required)
        public let tripHeadsign = text("trip_headsign")
        public let tripShortName = text("trip_short_name")
        public let directionID = enumeration("direction_id")
        public let blockID = id("block_id")
        public let shapeID = id("shape_id", .conditionallyRequired, to: "shapes.shape_id")
        public let wheelchairAccessible = enumeration("wheelchair_accessible")
        public let bikesAllowed = enumeration("bikes_allowed")
        public let carsAllowed = enumeration("cars_allowed")
        public let safeDurationFactor = float("safe_duration_factor")
        public let safeDurationOffset = float("safe_duration_offset")
    }

    /// `stop_times.txt`
    public struct StopTimes: ScheduleTable {
        public static let columns = StopTimes()
        public static let file = ScheduleFile(
            "stop_times", .required, key: .columns(["trip_id", "stop_sequence"]))

        public let tripID = id("trip_id", .required, to: "trips.trip_id")
        public let arrivalTime = serviceTime("arrival_time", .conditionallyRequired)
        public let departureTime = serviceTime("departure_time", .conditionallyRequired)
        public let stopID = id("stop_id", .conditionallyRequired, to: "stops.stop_id")
        public let locationGroupID = id(
            "location_group_id", .conditionallyForbidden, to: "location_groups.location_group_id")
        public let locationID = id("location_id", .conditionallyForbidden, to: "locations.id")
        public let stopSequence = nonNegativeInteger("stop_sequence", .required)
        public let stopHeadsign = text("stop_headsign")
        public let startPickupDropOffWindow = serviceTime("start_pickup_drop_off_window", .conditionallyRequired)
        public let endPickupDropOffWindow = serviceTime("end_pickup_drop_off_window", .conditionallyRequired)
        public let pickupType = enumeration("pickup_type", .conditionallyForbidden, .pickupType)
        public let dropOffType = enumeration("drop_off_type", .conditionallyForbidden, .pickupType)
        public let continuousPickup = enumeration("continuous_pickup", .conditionallyForbidden)
        public let continuousDropOff = enumeration("continuous_drop_off", .conditionallyForbidden)
        public let shapeDistTraveled = nonNegativeFloat("shape_dist_traveled")
        public let timepoint = enumeration("timepoint")
        public let pickupBookingRuleID = id("pickup_booking_rule_id", to: "booking_rules.booking_rule_id")
        public let dropOffBookingRuleID = id("drop_off_booking_rule_id", to: "booking_rules.booking_rule_id")
    }

    /// `frequencies.txt`
    public struct Frequencies: ScheduleTable {
        public static let columns = Frequencies()
        public static let file = ScheduleFile(
            "frequencies", .optional, key: .columns(["trip_id", "start_time"]))

        public let tripID = id("trip_id", .required, to: "trips.trip_id")
        public let startTime = serviceTime("start_time", .required)
        public let endTime = serviceTime("end_time", .required)
        public let headwaySecs = positiveInteger("headway_secs", .required)
        public let exactTimes = enumeration("exact_times")
    }

    /// `transfers.txt`
    public struct Transfers: ScheduleTable {
        public static let columns = Transfers()
        public static let file = ScheduleFile(
            "transfers", .optional,
            key: .columns(["from_stop_id", "to_stop_id", "from_trip_id", "to_trip_id", "from_route_id", "to_route_id"]))

        public let fromStopID = id("from_stop_id", .conditionallyRequired, to: "stops.stop_id")
        public let toStopID = id("to_stop_id", .conditionallyRequired, to: "stops.stop_id")
        public let fromRouteID = id("from_route_id", to: "routes.route_id")
        public let toRouteID = id("to_route_id", to: "routes.route_id")
        public let fromTripID = id("from_trip_id", .conditionallyRequired, to: "trips.trip_id")
        public let toTripID = id("to_trip_id", .conditionallyRequired, to: "trips.trip_id")
        /// Empty: a recommended transfer.
        public let transferType = enumeration("transfer_type", .required, emptyHasMeaning: true)
        public let minTransferTime = nonNegativeInteger("min_transfer_time")
    }

    /// `pathways.txt`
    public struct Pathways: ScheduleTable {
        public static let columns = Pathways()
        public static let file = ScheduleFile(
            "pathways", .optional, key: .columns(["pathway_id"]))

        public let pathwayID = id("pathway_id", .required)
        public let fromStopID = id("from_stop_id", .required, to: "stops.stop_id")
        public let toStopID = id("to_stop_id", .required, to: "stops.stop_id")
        public let pathwayMode = enumeration("pathway_mode", .required)
        public let isBidirectional = enumeration("is_bidirectional", .required)
        public let length = nonNegativeFloat("length")
        public let traversalTime = positiveInteger("traversal_time")
        public let stairCount = integer("stair_count")
        public let maxSlope = float("max_slope")
        public let minWidth = positiveFloat("min_width")
        public let signpostedAs = text("signposted_as")
        public let reversedSignpostedAs = text("reversed_signposted_as")
    }
}
