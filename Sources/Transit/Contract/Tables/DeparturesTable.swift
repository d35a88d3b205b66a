extension Tables {
    /// The board of a stop that was asked for, before its departures.
    public struct Boards: Table {
        public static let columns = Boards()
        public static let about = About<Boards>(
            "boards",
            "Header of a requested stop's board, written before its departures and also if nothing departs.",
            from: "departures"
        ) { .columns([$0.stopID, $0.at], time: [$0.at]) }

        public let stopID = text("stop_id", .always, "The stop as requested; a station includes all of its platforms.")
        public let stopName = text("stop_name", .ifKnown)
        public let stopTimezone = text(
            "stop_timezone", .ifKnown, "The stop's IANA time zone, if it differs from the agency's.")
        public let at = instant("at", .always, "The start of the board's period, POSIX seconds.")
        public let horizonSeconds = whole("horizon_seconds", .always, unit: .seconds, "How far ahead the board looks.")
        public let departures = whole(
            "departures", .always,
            "Number of departures that follow for this stop. A departure on two boards counts on the first.")
        public let alerts = objects(
            "alerts", of: AlertNote.self, .ifKnown,
            "The alerts of the stop and of its departures, each once, the most severe first; at most 100.")
    }

    /// A departure from a stop: the timetable with what realtime says.
    public struct Departures: Table {
        public static let columns = Departures()
        public static let about = About<Departures>(
            "departures", "One departure from a stop: the scheduled times with realtime predictions.",
            from: "departures"
        ) {
            .columns(
                [$0.tripID, $0.startDate, $0.startTime, $0.stopSequence, $0.stopID],
                time: [$0.departureTime, $0.scheduledTime, $0.startDate])
        }

        public let stopID = text("stop_id", .always, "The stop or platform that the trip departs from.")
        public let stopName = text("stop_name", .ifKnown)
        public let platformCode = text("platform_code", .ifKnown)
        public let tripID = text("trip_id", .always)
        public let startDate = day("start_date", .always, "The service day.")
        public let startTime = serviceTime(
            "start_time", .ifKnown, "Start time of the run, for trips in frequencies.txt and trips that realtime adds.")
        public let stopSequence = whole("stop_sequence", .ifKnown)
        public let routeID = text("route_id", .ifKnown)
        public let routeShortName = text("route_short_name", .ifKnown)
        public let routeColor = text("route_color", .ifKnown)
        public let routeTextColor = text("route_text_color", .ifKnown)
        public let routeType = whole("route_type", .ifKnown)
        public let headsign = text("headsign", .ifKnown, "stop_headsign, or trip_headsign if the stop time has none.")
        public let directionID = whole("direction_id", .ifKnown)
        public let wheelchairAccessible = whole(
            "wheelchair_accessible", .ifKnown,
            "0 unknown, 1 yes, 2 no, as in trips.txt; a realtime value takes precedence.")
        public let scheduledTime = instant(
            "scheduled_time", .ifKnown, "POSIX seconds; absent for a trip that is not in the timetable.")
        public let scheduledTimeLocal = text("scheduled_time_local", .ifKnown, "RFC 3339 in the agency's time zone.")
        public let departureTime = instant(
            "departure_time", .always,
            "POSIX seconds; the predicted time, or the scheduled one if no prediction applies.")
        public let departureTimeLocal = text("departure_time_local", .always, "RFC 3339 in the agency's time zone.")
        public let departureTimeStopLocal = text(
            "departure_time_stop_local", .ifKnown, "RFC 3339 in the stop's time zone, if it differs from the agency's.")
        public let stopTimezone = text(
            "stop_timezone", .ifKnown, "The stop's IANA time zone, if it differs from the agency's.")
        public let delay = seconds(
            "delay", .nullable, "Seconds late, negative if early; null if no prediction applies.")
        public let realtime = flag("realtime", .always, "Whether departure_time is a prediction.")
        public let interpolated = flag(
            "interpolated", .always, "Whether the scheduled time was interpolated between the stop times around it.")
        public let scheduleRelationship = enumeration(
            "schedule_relationship", .tripRelationship, .always,
            "Relationship of the trip; SCHEDULED if realtime does not mention it.")
        public let match = text(
            "match", .ifKnown,
            "With --match loose: what the update without a valid trip_id was matched by, start_time or stops.")
        public let modificationsID = text(
            "modifications_id", .ifKnown,
            "Id of the TripModifications entity that detours the trip; stop_sequence then counts from 1.")
        public let countdownSeconds = whole(
            "countdown_seconds", .always, unit: .seconds, "Seconds from the board's time to departure_time.")
        public let vehicleID = text("vehicle_id", .ifKnown)
        public let occupancyStatus = enumeration(
            "occupancy_status", .occupancyStatus, .nullable, "Occupancy status 0 to 6; null if unknown.")
        public let occupancyPercentage = whole(
            "occupancy_percentage", .ifKnown, unit: .perCent,
            "Occupancy percentage of the vehicle, present only with its status.")
        public let occupancyLevel = text("occupancy_level", .ifKnown, "low, moderate, high or very_crowded.")
        public let occupancySymbol = text("occupancy_symbol", .ifKnown, "Name of an SF Symbol for the level.")
        public let occupancyColor = text("occupancy_color", .ifKnown, "green, yellow, orange or red.")
        public let occupancyLabel = text("occupancy_label", .ifKnown, "Text for screen readers.")
        public let typicalOccupancyStatus = enumeration(
            "typical_occupancy_status", .occupancyStatus, .ifKnown,
            "With --typical: the usual status of the trip, or of its route and direction at that time of day, 0 to 6.")
        public let typicalOccupancyLevel = text(
            "typical_occupancy_level", .ifKnown, "With --typical: the level of typical_occupancy_status.")
        public let typicalDelayP50 = seconds(
            "typical_delay_p50", .ifKnown, "With --typical: the median delay; see the table typical.")
        public let alerts = objects(
            "alerts", of: AlertMention.self, .ifKnown,
            "The alerts in force at departure_time that concern the departure, the most severe first; at most 20.")

        /// The columns of a run without `--typical`.
        public static var withoutTypical: [any AnyColumn] {
            let typical = [
                columns.typicalOccupancyStatus.number, columns.typicalOccupancyLevel.number,
                columns.typicalDelayP50.number,
            ]
            return all.filter { !typical.contains($0.number) }
        }
    }
}
