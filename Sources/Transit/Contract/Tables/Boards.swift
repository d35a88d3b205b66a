extension Tables {
    /// The board of a stop that was asked for, before its departures.
    public struct Boards: Table {
        public static let columns = Boards()
        public static let about = About<Boards>(
            "boards",
            "The board of a stop that was asked for, before its departures: also one on which nothing departs.",
            from: "departures"
        ) { .columns([$0.stopID, $0.at], time: [$0.at]) }

        public let stopID = text("stop_id", .always, "As it was asked for: a station stands for its platforms.")
        public let stopName = text("stop_name", .ifKnown)
        public let stopTimezone = text(
            "stop_timezone", .ifKnown, "The clock at the stop, an IANA zone name, if it is not the agency's.")
        public let at = instant("at", .always, "The board's time, POSIX seconds.")
        public let horizonSeconds = whole("horizon_seconds", .always, unit: .seconds, "How far it looks ahead.")
        public let departures = whole(
            "departures", .always,
            "How many departures follow for the stop; one that two boards share counts on the first.")
    }

    /// A departure from a stop: the timetable with what realtime says.
    public struct Departures: Table {
        public static let columns = Departures()
        public static let about = About<Departures>(
            "departures", "One departure from a stop: the timetable with what realtime says.", from: "departures"
        ) {
            .columns(
                [$0.tripID, $0.startDate, $0.startTime, $0.stopSequence, $0.stopID],
                time: [$0.departureTime, $0.scheduledTime, $0.startDate])
        }

        public let stopID = text("stop_id", .always, "The platform's where a station has platforms.")
        public let stopName = text("stop_name", .ifKnown)
        public let platformCode = text("platform_code", .ifKnown)
        public let tripID = text("trip_id", .always)
        public let startDate = day("start_date", .always, "The service day.")
        public let startTime = serviceTime(
            "start_time", .ifKnown, "Of trips of frequencies, and of trips that realtime adds.")
        public let stopSequence = whole("stop_sequence", .ifKnown)
        public let routeID = text("route_id", .ifKnown)
        public let routeShortName = text("route_short_name", .ifKnown)
        public let routeColor = text("route_color", .ifKnown)
        public let routeTextColor = text("route_text_color", .ifKnown)
        public let routeType = whole("route_type", .ifKnown)
        public let headsign = text("headsign", .ifKnown, "stop_headsign, else trip_headsign.")
        public let directionID = whole("direction_id", .ifKnown)
        public let wheelchairAccessible = whole(
            "wheelchair_accessible", .ifKnown,
            "The schedule's enumeration: 0 unknown, 1 yes, 2 no; realtime speaks first.")
        public let scheduledTime = instant(
            "scheduled_time", .ifKnown, "POSIX seconds; absent for a trip that the timetable lacks.")
        public let scheduledTimeLocal = text("scheduled_time_local", .ifKnown, "RFC 3339 with the agency's offset.")
        public let departureTime = instant("departure_time", .always, "POSIX seconds: predicted, else scheduled.")
        public let departureTimeLocal = text("departure_time_local", .always, "RFC 3339 with the agency's offset.")
        public let departureTimeStopLocal = text(
            "departure_time_stop_local", .ifKnown, "RFC 3339 on the clock at the stop, if it is not the agency's.")
        public let stopTimezone = text(
            "stop_timezone", .ifKnown, "The clock at the stop, an IANA zone name, if it is not the agency's.")
        public let delay = seconds("delay", .nullable, "Seconds late; null where no prediction applies.")
        public let realtime = flag("realtime", .always, "Whether a prediction applies.")
        public let interpolated = flag(
            "interpolated", .always, "The scheduled time was worked out from those around it.")
        public let scheduleRelationship = enumeration(
            "schedule_relationship", .tripRelationship, .always, "The trip's; SCHEDULED where realtime says nothing.")
        public let countdownSeconds = whole(
            "countdown_seconds", .always, unit: .seconds, "From the board's time to departure_time.")
        public let vehicleID = text("vehicle_id", .ifKnown)
        public let occupancyStatus = enumeration("occupancy_status", .occupancyStatus, .nullable, "0 to 6, or null.")
        public let occupancyPercentage = whole(
            "occupancy_percentage", .ifKnown, unit: .perCent, "The vehicle's, where its status is shown.")
        public let occupancyLevel = text("occupancy_level", .ifKnown, "low, moderate, high or very_crowded.")
        public let occupancySymbol = text("occupancy_symbol", .ifKnown, "The name of an SF Symbol.")
        public let occupancyColor = text("occupancy_color", .ifKnown, "green, yellow, orange or red.")
        public let occupancyLabel = text("occupancy_label", .ifKnown, "What a screen reader says.")
    }
}
