extension Tables {
    /// How crowded the vehicles of a group were.
    public struct Occupancy: Table {
        public static let columns = Occupancy()
        public static let about = About<Occupancy>(
            "occupancy", "How crowded the vehicles of a group were.", from: "occupancy-report"
        ) { columns in
            // Groups that hold a day are the day's figures, and a later report corrects them; others have no end.
            let groups: [any AnyColumn] = [
                columns.keys.routeID, columns.keys.directionID, columns.keys.tripID, columns.keys.stopID,
                columns.keys.stopSequence, columns.keys.vehicleID, columns.keys.hour, columns.keys.timeBin,
                columns.keys.weekday, columns.keys.dayType, columns.keys.carriage, columns.timezone,
            ]
            return .ladder(
                [[columns.keys.date, columns.keys.serviceDate] + groups, [columns.keys.serviceDate] + groups],
                time: [columns.keys.date, columns.keys.serviceDate], conflict: .last)
        }

        public let keys = GroupKeys<Self>()
        public let routeShortName = text("route_short_name", .ifKnown, "From the schedule, with --feed.")
        public let routeLongName = text("route_long_name", .ifKnown, "From the schedule, with --feed.")
        public let stopName = text("stop_name", .ifKnown, "From the schedule, with --feed.")
        public let observations = whole("observations", .always, "Distinct observations of the group.")
        public let vehicles = whole("vehicles", .always, "Distinct vehicles among them.")
        public let trips = whole("trips", .always, "Distinct trips, by trip_id and start_date, among them.")
        public let withStatus = whole("with_status", .always, "Observations with a status from 0 to 6.")
        public let counts = StatusCounts<Self>()
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
        public let timezone = text("timezone", .ifKnown, "Present when grouped by a time, and with a window of time.")
        public let bin = text("bin", .ifKnown, "How long a time_bin is, such as 15m; present when grouped by it.")
        public let days = texts("days", .ifKnown, "With --days: monday to sunday. Parts of another window are refused.")
        public let from = text("from", .ifKnown, "With --from: HH:MM or HH:MM:SS on every day, or RFC 3339.")
        public let to = text("to", .ifKnown, "With --to, likewise.")
        public let keys = GroupKeys<Self>()
        public let vehicles = whole("vehicles", .always)
        public let counts = StatusCounts<Self>()
        public let percentages = json(
            "percentages", .array(.array(.integer)), .always, "Pairs of percentage and count.")
        public let tripFingerprints = json("trip_fingerprints", .array(.integer), .always, "48 bits a trip.")
    }
}

extension Tables {
    /// What groups of a report are told apart by; a record has those that it was asked for, in that order.
    public struct GroupKeys<M: Members>: Sendable {
        public let routeID = M.text("route_id", .whereAsked, "Present when grouped by it, as are the keys after it.")
        public let directionID = M.whole("direction_id", .whereAsked)
        public let tripID = M.text("trip_id", .whereAsked)
        public let stopID = M.text("stop_id", .whereAsked)
        public let stopSequence = M.whole("stop_sequence", .whereAsked, "The position's current_stop_sequence.")
        public let vehicleID = M.text("vehicle_id", .whereAsked)
        public let hour = M.whole("hour", .whereAsked, "0 to 23 on the clock of timezone.")
        public let timeBin = M.text("time_bin", .whereAsked, "The bin's beginning on the clock of timezone, HH:MM.")
        public let weekday = M.text("weekday", .whereAsked, "monday to sunday, of the local date.")
        public let dayType = M.text("day_type", .whereAsked, "weekday, saturday or sunday, of the local date.")
        public let date = M.day("date", .whereAsked, "The local date.")
        public let serviceDate = M.day("service_date", .whereAsked, "The trip's start_date, else the local date.")
        public let feedID = M.text("feed_id", .whereAsked, "Where records of several feeds share a pipe.")
        public let carriage = M.text(
            "carriage", .whereAsked, "The carriage's label, else its id or name, else its place.")
    }

    /// A group's observations by status.
    public struct StatusCounts<M: Members>: Sendable {
        public let empty = Self.count("empty")
        public let manySeatsAvailable = Self.count("many_seats_available")
        public let fewSeatsAvailable = Self.count("few_seats_available")
        public let standingRoomOnly = Self.count("standing_room_only")
        public let crushedStandingRoomOnly = Self.count("crushed_standing_room_only")
        public let full = Self.count("full")
        public let notAcceptingPassengers = Self.count("not_accepting_passengers")
        public let noDataAvailable = Self.count("no_data_available")
        public let notBoardable = Self.count("not_boardable")
        public let unknown = M.whole(
            "unknown", .always, "Observations without a status, or with a number that the specification lacks.")

        /// By the status's number; last those without one that the specification has.
        public var all: [Column<M, Whole, Always>] {
            withUnsafeBytes(of: self) { Array($0.bindMemory(to: Column<M, Whole, Always>.self)) }
        }

        private static func count(_ name: String) -> Column<M, Whole, Always> {
            M.whole(name, .always, "Observations with this status.")
        }
    }
}
