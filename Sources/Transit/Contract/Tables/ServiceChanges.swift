extension Tables {
    /// What riders have in two timetables, where that differs.
    public struct ServiceChanges: Table {
        public static let columns = ServiceChanges()
        public static let about = About<ServiceChanges>(
            "service_changes",
            "Service of a group that differs between two feeds, on the days that both cover.", from: "diff"
        ) { _ in .wholeRow }

        public let routeID = text(
            "route_id", .whereAsked, "This and the following keys are present only when --by names them.")
        public let directionID = whole("direction_id", .whereAsked)
        public let stopID = text("stop_id", .whereAsked)
        public let dayType = text("day_type", .whereAsked, "weekday, saturday or sunday, from the service day.")
        public let hour = whole("hour", .whereAsked, "Hour of the service day; 24 is the hour after midnight.")
        public let days = whole(
            "days", .always, "Number of days compared, with or without service.")
        public let tripsPerDayOld = number(
            "trips_per_day_old", .always, decimals: 3,
            "Defined as in `service_levels`, for the old feed on these days; 0 without service. So are all old and new figures."
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
            "Number of runs only in the new feed, over all days. A run is the same if route, stops, times and boarding agree. Counted in the groups where `trips` of `service_levels` counts."
        )
        public let runsRemoved = whole(
            "runs_removed", .always, "Number of runs only in the old feed, over all days.")
        public let departuresAdded = whole(
            "departures_added", .always,
            "Number of departures only in the new feed, over all days. A departure is the same if route, stop and time agree."
        )
        public let departuresRemoved = whole(
            "departures_removed", .always, "Number of departures only in the old feed, over all days.")
        public let stopsAdded = texts(
            "stops_added", .always, "Stops with service only in the new feed, on any of the days.")
        public let stopsRemoved = texts(
            "stops_removed", .always, "Stops with service only in the old feed, on any of the days.")
    }
}
