extension Tables {
    /// What usually happens at a stop of a trip, or of a route's trips in a part of the day.
    public struct Typical: Table {
        public static let columns = Typical()
        public static let about = About<Typical>(
            "typical",
            "Typical crowding and delay at a stop, of one trip or of all trips of a route and direction in a time bin.",
            from: "expect"
        ) {
            .columns(
                [
                    $0.dayType, $0.routeID, $0.directionID, $0.tripID, $0.startTime, $0.timeBin, $0.bin,
                    $0.stopSequence, $0.stopID,
                ], time: [$0.lastDate])
        }

        public let routeID = text("route_id", .ifKnown)
        public let directionID = whole("direction_id", .ifKnown)
        public let tripID = text("trip_id", .ifKnown, "Absent in records of a route and direction.")
        public let startTime = serviceTime(
            "start_time", .ifKnown, "Start time of the run, for trips in frequencies.txt.")
        public let timeBin = text(
            "time_bin", .ifKnown,
            "Start of the bin, HH:MM, in which the stop is scheduled; only in records of a route and direction.")
        public let bin = text("bin", .ifKnown, "Length of the time_bin, such as 30m.")
        public let stopSequence = whole("stop_sequence", .ifKnown, "stop_sequence in the timetable.")
        public let stopID = text("stop_id", .always)
        public let dayType = text("day_type", .always, "weekday, saturday or sunday, from the service date.")
        public let days = whole("days", .always, "Number of service dates with a known status or delay.")
        public let observations = whole("observations", .always, "Number of visits with a known status or delay.")
        public let statusDays = whole("status_days", .always, "Number of service dates with a status from 0 to 6.")
        public let statusObservations = whole(
            "status_observations", .always, "Number of visits with a status from 0 to 6.")
        public let shareLow = share("share_low")
        public let shareModerate = share("share_moderate")
        public let shareHigh = share("share_high")
        public let shareVeryCrowded = share("share_very_crowded")
        public let occupancyStatus = enumeration(
            "occupancy_status", .occupancyStatus, .nullable,
            "The most frequent status, 0 to 6; of equally frequent ones, the most crowded. Null if status_days is "
                + "below --min-days.")
        public let occupancyLevel = text(
            "occupancy_level", .nullable, "The level of occupancy_status: low, moderate, high or very_crowded.")
        public let delayDays = whole("delay_days", .always, "Number of service dates with a known delay.")
        public let delayObservations = whole("delay_observations", .always, "Number of visits with a known delay.")
        public let delayP50 = seconds(
            "delay_p50", .nullable,
            "Percentile of the delays by nearest rank; null if delay_days is below --min-days.")
        public let delayP85 = seconds("delay_p85", .nullable, "Same rules as delay_p50.")
        public let firstDate = day("first_date", .always, "First service date of the observations.")
        public let lastDate = day("last_date", .always, "Last service date of the observations.")
        public let validFrom = day("valid_from", .always, "The day after the last service date of the input.")
        public let validUntil = day("valid_until", .always, "The last day on which the record is used; see --valid.")

        private static func share(_ name: String) -> Column<Self, Real, Nullable> {
            number(
                name, .nullable, decimals: 4,
                "Share of status_observations at this level, 0 to 1 in steps of 0.0001; null if status_days is below "
                    + "--min-days.")
        }
    }

    /// How long vehicles of a pattern usually drive from a stop to the next one.
    public struct TypicalSegments: Table {
        public static let columns = TypicalSegments()
        public static let about = About<TypicalSegments>(
            "typical_segments",
            "Typical driving time between two successive stops of a pattern, by type of day and hour.", from: "expect"
        ) {
            .columns(
                [$0.dayType, $0.routeID, $0.directionID, $0.patternID, $0.fromStopID, $0.toStopID, $0.hour],
                time: [$0.lastDate])
        }

        public let routeID = text("route_id", .ifKnown)
        public let directionID = whole("direction_id", .ifKnown)
        public let patternID = text("pattern_id", .always, "The pattern_id of the visits.")
        public let fromStopID = text("from_stop_id", .always)
        public let toStopID = text("to_stop_id", .always)
        public let dayType = text("day_type", .always, "weekday, saturday or sunday, from the service date.")
        public let hour = whole(
            "hour", .always, "Hour of the day, 0 to 23, in which the departure at from_stop_id is scheduled.")
        public let days = whole("days", .always, "Number of service dates with a known driving time.")
        public let observations = whole("observations", .always, "Number of known driving times.")
        public let runTimeP50 = seconds(
            "run_time_p50", .always,
            "Percentile, by nearest rank, of the seconds from the departure at from_stop_id to the arrival at "
                + "to_stop_id.")
        public let runTimeP85 = seconds("run_time_p85", .always, "Same rules as run_time_p50.")
        public let dwellP50 = seconds(
            "dwell_p50", .nullable,
            "Percentile of the dwell at from_stop_id; null if it is known on fewer than --min-days service dates.")
        public let firstDate = day("first_date", .always, "First service date of the observations.")
        public let lastDate = day("last_date", .always, "Last service date of the observations.")
        public let validFrom = day("valid_from", .always, "The day after the last service date of the input.")
        public let validUntil = day("valid_until", .always, "The last day on which the record is used; see --valid.")
    }
}
