extension Tables {
    /// How much service a timetable has.
    public struct ServiceLevels: Table {
        public static let columns = ServiceLevels()
        public static let about = About<ServiceLevels>(
            "service_levels", "How much service the timetable has of a group.", from: "service-levels"
        ) { columns in
            let keys: [any AnyColumn] = [
                columns.routeID, columns.directionID, columns.stopID, columns.hour, columns.weekday, columns.dayType,
            ]
            return .ladder([[columns.date] + keys], time: [columns.date], conflict: .last)
        }

        public let routeID = text("route_id", .whereAsked, "Present when grouped by it, as are the keys after it.")
        public let directionID = whole("direction_id", .whereAsked)
        public let stopID = text("stop_id", .whereAsked)
        public let hour = whole(
            "hour", .whereAsked,
            "Of the service day, as times are in the feed: 24 is the hour after midnight. Null in the row of a stop without service."
        )
        public let weekday = text("weekday", .whereAsked, "monday to sunday, of the service day.")
        public let dayType = text("day_type", .whereAsked, "weekday, saturday or sunday, of the service day.")
        public let date = day("date", .whereAsked, "The service day.")
        public let days = whole(
            "days", .always,
            "The days of the group that are looked at, whether or not anything runs on them: what the sums are over.")
        public let trips = whole(
            "trips", .always,
            "Trips that start, over all days of the group; of a stop those that call there. A trip of frequencies counts as often as it starts."
        )
        public let tripsPerDay = number("trips_per_day", .always, decimals: 3, "`trips` by `days`.")
        public let kilometres = number(
            "kilometres", .nullable, decimals: 3,
            "Path of the trips along their shapes, else straight from stop to stop; of an hour and of a stop the legs that begin then and there."
        )
        public let hours = number(
            "hours", .always, decimals: 3,
            "Time that the trips are under way, from first departure to last arrival; of an hour and of a stop the legs that begin then and there."
        )
        public let speedKph = number(
            "speed_kph", .nullable, decimals: 2,
            "Kilometres an hour, stops included, of the trips that take time and of which every stop has a place and a time."
        )
        public let firstDeparture = serviceTime(
            "first_departure", .nullable, "When the first trip of a day departs, of all days the earliest.")
        public let lastDeparture = serviceTime(
            "last_departure", .nullable, "When the last trip of a day departs, of all days the latest.")
        public let headwayP50 = whole(
            "headway_p50", .nullable, unit: .seconds,
            "The median of the times between departures that follow each other on a day at one stop, of one route and direction; by stop_id without route_id of any. In the hour of the later one."
        )
        public let peakTrips = whole(
            "peak_trips", .nullable, "The most trips that are under way at once on a day; null by stop_id.")
        public let peakVehicles = whole(
            "peak_vehicles", .nullable,
            "The most vehicles that are out at once on a day: a block is one vehicle from its first departure to its last arrival, a trip without a block is one. Null where no trip of the feed has a block, and by stop_id."
        )
        public let peakTime = serviceTime(
            "peak_time", .nullable, "When the longest stretch with that many trips under way begins.")
    }
}
