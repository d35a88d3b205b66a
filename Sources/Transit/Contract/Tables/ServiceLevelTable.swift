extension Tables {
    /// How much service a timetable has.
    public struct ServiceLevels: Table {
        public static let columns = ServiceLevels()
        public static let about = About<ServiceLevels>(
            "service_levels", "How much service the timetable has, by group.", from: "service-levels"
        ) { columns in
            let keys: [any AnyColumn] = [
                columns.routeID, columns.directionID, columns.stopID, columns.hour, columns.weekday, columns.dayType,
            ]
            return .ladder([[columns.date] + keys], time: [columns.date], conflict: .last)
        }

        public let routeID = text(
            "route_id", .whereAsked, "This and the following keys are present only when --by names them.")
        public let directionID = whole("direction_id", .whereAsked)
        public let stopID = text("stop_id", .whereAsked)
        public let hour = whole(
            "hour", .whereAsked,
            "Hour of the service day, as times are in the feed: 24 is the hour after midnight. Null in the row of a stop without service."
        )
        public let weekday = text("weekday", .whereAsked, "monday to sunday, from the service day.")
        public let dayType = text("day_type", .whereAsked, "weekday, saturday or sunday, from the service day.")
        public let date = day("date", .whereAsked, "The service day.")
        public let days = whole(
            "days", .always,
            "Number of days that the sums cover, with or without service.")
        public let trips = whole(
            "trips", .always,
            "Number of trips that start, over all days of the group; by stop_id, trips that call there. A trip in frequencies.txt counts once for each start."
        )
        public let tripsPerDay = number("trips_per_day", .always, decimals: 3, "`trips` divided by `days`.")
        public let kilometres = number(
            "kilometres", .nullable, decimals: 3,
            "Total length of the trips along their shapes, or straight from stop to stop without a shape. By hour or stop_id, a leg counts where it begins."
        )
        public let hours = number(
            "hours", .always, decimals: 3,
            "Total time from first departure to last arrival. By hour or stop_id, a leg counts where it begins."
        )
        public let speedKph = number(
            "speed_kph", .nullable, decimals: 2,
            "Kilometres per hour including stops, over trips that take time and have a position and a time at every stop."
        )
        public let firstDeparture = serviceTime(
            "first_departure", .nullable, "Earliest departure on any day.")
        public let lastDeparture = serviceTime(
            "last_departure", .nullable, "Latest departure on any day.")
        public let headwayP50 = whole(
            "headway_p50", .nullable, unit: .seconds,
            "Median time between consecutive departures of one route and direction at one stop on one day; by stop_id without route_id, of all routes. It counts in the hour of the later departure."
        )
        public let peakTrips = whole(
            "peak_trips", .nullable, "Highest number of trips under way at once on any day; null by stop_id.")
        public let peakVehicles = whole(
            "peak_vehicles", .nullable,
            "Highest number of vehicles in service at once on any day: a block is one vehicle from its first departure to its last arrival, and so is a trip without a block. Null if no trip of the feed has a block, and by stop_id."
        )
        public let peakTime = serviceTime(
            "peak_time", .nullable, "Start of the longest period with peak_trips trips under way.")
        public let observedDays = whole(
            "observed_days", .whereAsked,
            "With --observed, as all following columns: number of days of the group with an observed run of the row's route and direction, or of any route if they are no keys. Without such a day, the following columns are null. They cover only these days."
        )
        public let observedTrips = whole(
            "observed_trips", .whereAsked,
            "Number of runs that were observed at any stop, counted like `trips` in the hour of their scheduled start; by stop_id, runs that were observed there. Two vehicles of one run count once."
        )
        public let unobservedTrips = whole(
            "unobserved_trips", .whereAsked,
            "Number of scheduled runs that were neither observed nor canceled; by stop_id, without runs that skipped the stop."
        )
        public let canceledTrips = whole(
            "canceled_trips", .whereAsked, "Number of canceled runs that were not observed.")
        public let addedTrips = whole(
            "added_trips", .whereAsked,
            "Number of observed runs that the timetable does not have; observed_trips includes them.")
        public let observedFirstDeparture = serviceTime(
            "observed_first_departure", .whereAsked,
            "Earliest observed departure on any day. Days on which an unobserved departure was due before it do not count."
        )
        public let observedLastDeparture = serviceTime(
            "observed_last_departure", .whereAsked,
            "Latest observed departure on any day. Days on which an unobserved departure was due after it do not count."
        )
        public let observedHeadwayP50 = whole(
            "observed_headway_p50", .whereAsked, unit: .seconds,
            "Median time between consecutive observed departures, grouped like headway_p50, without pairs between which an unobserved run was due. It counts in the hour in which the later departure was due."
        )
        public let comparableHeadwayP50 = whole(
            "comparable_headway_p50", .whereAsked, unit: .seconds,
            "Median scheduled headway between runs that were both observed, to compare with observed_headway_p50.")
        public let brokenHeadways = whole(
            "broken_headways", .whereAsked,
            "Number of pairs of observed departures between which an unobserved run was due; they give no headway.")
    }
}
