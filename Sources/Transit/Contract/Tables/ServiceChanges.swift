extension Tables {
    /// What riders have in two timetables, where that differs.
    public struct ServiceChanges: Table {
        public static let columns = ServiceChanges()
        public static let about = About<ServiceChanges>(
            "service_changes",
            "What riders have of a group in two feeds that differs, on the days that both cover.", from: "diff"
        ) { _ in .wholeRow }

        public let routeID = text("route_id", .whereAsked, "Present when grouped by it, as are the keys after it.")
        public let directionID = whole("direction_id", .whereAsked)
        public let stopID = text("stop_id", .whereAsked)
        public let dayType = text("day_type", .whereAsked, "weekday, saturday or sunday, of the service day.")
        public let hour = whole("hour", .whereAsked, "Of the service day: 24 is the hour after midnight.")
        public let days = whole(
            "days", .always, "The days of the group that are compared, whether or not anything runs on them.")
        public let tripsPerDayOld = number(
            "trips_per_day_old", .always, decimals: 3,
            "As `service_levels` has it of the old feed on these days, as are all figures of old and new; 0 where nothing runs."
        )
        public let tripsPerDayNew = number("trips_per_day_new", .always, decimals: 3)
        public let firstDepartureOld = serviceTime("first_departure_old", .nullable)
        public let firstDepartureNew = serviceTime("first_departure_new", .nullable)
        public let lastDepartureOld = serviceTime("last_departure_old", .nullable)
        public let lastDepartureNew = serviceTime("last_departure_new", .nullable)
        public let headwayP50Old = whole("headway_p50_old", .nullable, unit: .seconds)
        public let headwayP50New = whole("headway_p50_new", .nullable, unit: .seconds)
        public let kilometresPerDayOld = number("kilometres_per_day_old", .nullable, decimals: 3)
        public let kilometresPerDayNew = number("kilometres_per_day_new", .nullable, decimals: 3)
        public let runsAdded = whole(
            "runs_added", .always,
            "Runs of the new feed, over all days, that the old one does not have on the day: with the same route, stops, times and boarding. Counted where `trips` of `service_levels` are."
        )
        public let runsRemoved = whole(
            "runs_removed", .always, "Runs of the old feed that the new one does not have.")
        public let departuresAdded = whole(
            "departures_added", .always,
            "Departures of the new feed, over all days, that the old one does not have: of the same route, at the same stop and time."
        )
        public let departuresRemoved = whole(
            "departures_removed", .always, "Departures of the old feed that the new one does not have.")
        public let stopsAdded = texts(
            "stops_added", .always, "Stops that are called at in the new feed alone, on any of the days.")
        public let stopsRemoved = texts(
            "stops_removed", .always, "Stops that are called at in the old feed alone, on any of the days.")
    }
}
