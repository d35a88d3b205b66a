extension Tables {
    /// How crowded the vehicles of a group were.
    public struct Occupancy: Table {
        public static let columns = Occupancy()
        public static let about = About<Occupancy>(
            "occupancy", "How crowded the vehicles of a group were.", from: "occupancy-report"
        ) { columns in
            // Groups that hold a day are the day's figures, and a later report corrects them; others have no end.
            let groups: [any AnyColumn] = [
                columns.routeID, columns.directionID, columns.tripID, columns.stopID, columns.vehicleID, columns.hour,
                columns.weekday, columns.dayType, columns.carriage, columns.timezone,
            ]
            return .ladder(
                [[columns.date, columns.serviceDate] + groups, [columns.serviceDate] + groups],
                time: [columns.date, columns.serviceDate], conflict: .last)
        }

        public let routeID = text("route_id", .whereAsked, "Present when grouped by it, as are the keys after it.")
        public let directionID = whole("direction_id", .whereAsked)
        public let tripID = text("trip_id", .whereAsked)
        public let stopID = text("stop_id", .whereAsked)
        public let vehicleID = text("vehicle_id", .whereAsked)
        public let hour = whole("hour", .whereAsked, "0 to 23 on the clock of timezone.")
        public let weekday = text("weekday", .whereAsked, "monday to sunday, of the local date.")
        public let dayType = text("day_type", .whereAsked, "weekday, saturday or sunday, of the local date.")
        public let date = day("date", .whereAsked, "The local date.")
        public let serviceDate = day("service_date", .whereAsked, "The trip's start_date, else the local date.")
        public let feedID = text("feed_id", .whereAsked, "Where records of several feeds share a pipe.")
        public let carriage = text(
            "carriage", .whereAsked, "The carriage's label, else its id or name, else its place.")
        public let routeShortName = text("route_short_name", .ifKnown, "From the schedule, with --feed.")
        public let routeLongName = text("route_long_name", .ifKnown, "From the schedule, with --feed.")
        public let stopName = text("stop_name", .ifKnown, "From the schedule, with --feed.")
        public let observations = whole("observations", .always, "Distinct observations of the group.")
        public let vehicles = whole("vehicles", .always, "Distinct vehicles among them.")
        public let trips = whole("trips", .always, "Distinct trips, by trip_id and start_date, among them.")
        public let withStatus = whole("with_status", .always, "Observations with a status from 0 to 6.")
        public let empty = count("empty")
        public let manySeatsAvailable = count("many_seats_available")
        public let fewSeatsAvailable = count("few_seats_available")
        public let standingRoomOnly = count("standing_room_only")
        public let crushedStandingRoomOnly = count("crushed_standing_room_only")
        public let full = count("full")
        public let notAcceptingPassengers = count("not_accepting_passengers")
        public let noDataAvailable = count("no_data_available")
        public let notBoardable = count("not_boardable")
        public let unknown = whole(
            "unknown", .always, "Observations without a status, or with a number that the specification lacks.")
        public let shareLow = share("share_low")
        public let shareModerate = share("share_moderate")
        public let shareHigh = share("share_high")
        public let shareVeryCrowded = share("share_very_crowded")
        public let modeStatus = enumeration(
            "mode_status", .occupancyStatus, .nullable, "The most frequent status, 0 to 6.")
        public let worstStatus = enumeration(
            "worst_status", .occupancyStatus, .nullable, "The most crowded status, 0 to 6.")
        public let percentageObservations = whole(
            "percentage_observations", .always, "Observations with a percentage.")
        public let percentageP50 = whole("percentage_p50", .nullable, unit: .perCent, "Per cent, nearest rank.")
        public let percentageP90 = whole("percentage_p90", .nullable, unit: .perCent, "Per cent, nearest rank.")
        public let percentageMax = whole("percentage_max", .nullable, unit: .perCent, "Per cent; may pass 100.")
        public let timezone = text(
            "timezone", .ifKnown, "The IANA name of the zone; present when grouped by a time.")

        private static func share(_ name: String) -> Column<Self, Real, Nullable> {
            number(
                name, .nullable, decimals: 4,
                "The part of with_status at this level, 0 to 1 in steps of 0.0001; null where with_status is 0.")
        }
    }

    /// A part of a report, for `--merge`.
    public struct OccupancyPartials: Table {
        public static let columns = OccupancyPartials()
        public static let about = About<OccupancyPartials>(
            "occupancy_partials", "A part of a report, for --merge; a group with many trips has several.",
            from: "occupancy-report"
        ) { _ in .wholeRecord }

        public let partialVersion = whole("partial_version", .always)
        public let by = texts("by", .always, "The keys; parts with other keys are refused.")
        public let carriages = flag("carriages", .always, "Whether carriages are counted instead of vehicles.")
        public let deduplicate = text("deduplicate", .always, "exact, consecutive or off.")
        public let timezone = text("timezone", .ifKnown, "Present when grouped by a time.")
        public let routeID = text("route_id", .whereAsked, "Present when grouped by it, as are the keys after it.")
        public let directionID = whole("direction_id", .whereAsked)
        public let tripID = text("trip_id", .whereAsked)
        public let stopID = text("stop_id", .whereAsked)
        public let vehicleID = text("vehicle_id", .whereAsked)
        public let hour = whole("hour", .whereAsked, "0 to 23 on the clock of timezone.")
        public let weekday = text("weekday", .whereAsked, "monday to sunday, of the local date.")
        public let dayType = text("day_type", .whereAsked, "weekday, saturday or sunday, of the local date.")
        public let date = day("date", .whereAsked, "The local date.")
        public let serviceDate = day("service_date", .whereAsked, "The trip's start_date, else the local date.")
        public let feedID = text("feed_id", .whereAsked, "Where records of several feeds share a pipe.")
        public let carriage = text(
            "carriage", .whereAsked, "The carriage's label, else its id or name, else its place.")
        public let vehicles = whole("vehicles", .always)
        public let empty = count("empty")
        public let manySeatsAvailable = count("many_seats_available")
        public let fewSeatsAvailable = count("few_seats_available")
        public let standingRoomOnly = count("standing_room_only")
        public let crushedStandingRoomOnly = count("crushed_standing_room_only")
        public let full = count("full")
        public let notAcceptingPassengers = count("not_accepting_passengers")
        public let noDataAvailable = count("no_data_available")
        public let notBoardable = count("not_boardable")
        public let unknown = whole(
            "unknown", .always, "Observations without a status, or with a number that the specification lacks.")
        public let percentages = json(
            "percentages", .array(.array(.integer)), .always, "Pairs of percentage and count.")
        public let tripFingerprints = json("trip_fingerprints", .array(.integer), .always, "48 bits a trip.")
    }
}

extension Members {
    fileprivate static func count(_ name: String) -> Column<Self, Whole, Always> {
        whole(name, .always, "Observations with this status.")
    }
}
