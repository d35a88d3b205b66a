extension Tables {
    /// How crowded vehicles were, by group.
    public struct Occupancy: Table {
        public static let columns = Occupancy()
        public static let about = About<Occupancy>(
            "occupancy", "How crowded vehicles were, by group.", from: "occupancy-report"
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
        public let routeShortName = text("route_short_name", .ifKnown, "Copied from the schedule, with --feed.")
        public let routeLongName = text("route_long_name", .ifKnown, "Copied from the schedule, with --feed.")
        public let stopName = text("stop_name", .ifKnown, "Copied from the schedule, with --feed.")
        public let observations = whole("observations", .always, "Number of distinct observations in the group.")
        public let vehicles = whole("vehicles", .always, "Number of distinct vehicles observed.")
        public let trips = whole("trips", .always, "Number of distinct trips observed, by trip_id and start_date.")
        public let withStatus = whole("with_status", .always, "Number of observations with a status from 0 to 6.")
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
            "percentage_observations", .always, "Number of observations with a percentage.")
        public let percentageP50 = whole("percentage_p50", .nullable, unit: .perCent, "Percentile by nearest rank.")
        public let percentageP90 = whole("percentage_p90", .nullable, unit: .perCent, "Percentile by nearest rank.")
        public let percentageMax = whole(
            "percentage_max", .nullable, unit: .perCent, "Highest percentage; may exceed 100.")
        public let timezone = text(
            "timezone", .ifKnown, "IANA time zone of the time keys; present when grouped by a time.")

        private static func share(_ name: String) -> Column<Self, Real, Nullable> {
            number(
                name, .nullable, decimals: 4,
                "Share of with_status at this level, 0 to 1 in steps of 0.0001; null if with_status is 0.")
        }
    }

    /// A part of a report, for `--merge`.
    public struct OccupancyPartials: Table {
        public static let columns = OccupancyPartials()
        public static let about = About<OccupancyPartials>(
            "occupancy_partials", "A partial report for --merge; a group with many trips spans several records.",
            from: "occupancy-report"
        ) { _ in .wholeRecord }

        public let partialVersion = whole("partial_version", .always)
        public let by = texts("by", .always, "The grouping keys; --merge refuses parts with other keys.")
        public let carriages = flag("carriages", .always, "Whether the report counts carriages instead of vehicles.")
        public let deduplicate = text("deduplicate", .always, "How repeats are removed: exact, consecutive or off.")
        public let timezone = text(
            "timezone", .ifKnown, "IANA time zone; present when grouped by a time or limited to a time window.")
        public let bin = text("bin", .ifKnown, "Length of a time_bin, such as 15m; present when grouped by time_bin.")
        public let days = texts(
            "days", .ifKnown, "With --days: monday to sunday. --merge refuses parts with another window.")
        public let from = text("from", .ifKnown, "With --from: HH:MM or HH:MM:SS for every day, or RFC 3339.")
        public let to = text("to", .ifKnown, "With --to: same forms as from.")
        public let keys = GroupKeys<Self>()
        public let vehicles = whole("vehicles", .always)
        public let counts = StatusCounts<Self>()
        public let percentages = json(
            "percentages", .array(.array(.integer)), .always, "Pairs of a percentage and its count.")
        public let tripFingerprints = json("trip_fingerprints", .array(.integer), .always, "48 bits a trip.")
    }
}

extension Tables {
    /// What groups of a report are told apart by; a record has those that it was asked for, in that order.
    public struct GroupKeys<M: Members>: Sendable {
        public let routeID = M.text(
            "route_id", .whereAsked, "This and the following keys are present only when --by names them.")
        public let directionID = M.whole("direction_id", .whereAsked)
        public let tripID = M.text("trip_id", .whereAsked)
        public let stopID = M.text("stop_id", .whereAsked)
        public let stopSequence = M.whole("stop_sequence", .whereAsked, "current_stop_sequence of the position.")
        public let vehicleID = M.text("vehicle_id", .whereAsked)
        public let hour = M.whole("hour", .whereAsked, "Hour 0 to 23, local time in timezone.")
        public let timeBin = M.text("time_bin", .whereAsked, "Start of the bin, HH:MM, local time in timezone.")
        public let weekday = M.text("weekday", .whereAsked, "monday to sunday, from the local date.")
        public let dayType = M.text("day_type", .whereAsked, "weekday, saturday or sunday, from the local date.")
        public let date = M.day("date", .whereAsked, "The local date.")
        public let serviceDate = M.day(
            "service_date", .whereAsked, "start_date of the trip, or the local date if it has none.")
        public let feedID = M.text("feed_id", .whereAsked, "Name of the feed, if the input holds several feeds.")
        public let carriage = M.text(
            "carriage", .whereAsked, "Label of the carriage, else its id or name, else its position in the train.")
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
            "unknown", .always, "Number of observations without a status or with one that is not in the specification.")

        /// By the status's number; last those without one that the specification has.
        public var all: [Column<M, Whole, Always>] {
            withUnsafeBytes(of: self) { Array($0.bindMemory(to: Column<M, Whole, Always>.self)) }
        }

        private static func count(_ name: String) -> Column<M, Whole, Always> {
            M.whole(name, .always, "Number of observations with this status.")
        }
    }
}
