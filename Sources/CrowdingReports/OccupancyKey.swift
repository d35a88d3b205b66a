import TimeZones

/// What observations can be grouped by.
public enum OccupancyKey: String, Sendable, CaseIterable {
    case routeID = "route_id"
    case directionID = "direction_id"
    case tripID = "trip_id"
    case stopID = "stop_id"
    case vehicleID = "vehicle_id"
    /// 0 to 23 on the zone's clock.
    case hour
    /// GTFS's own words, monday to sunday.
    case weekday
    /// `weekday`, `saturday` or `sunday`.
    case dayType = "day_type"
    /// The local date, `YYYYMMDD`.
    case date
    /// The trip's start date, else the local date.
    case serviceDate = "service_date"
    case feedID = "feed_id"
    /// The carriage's label, else its id or name, else its place in the train.
    case carriage

    /// Whether the key is read off a clock, so that the zone matters.
    var isOfTime: Bool {
        switch self {
        case .hour, .weekday, .dayType, .date, .serviceDate: true
        default: false
        }
    }

    static let weekdays = CivilDate.weekdayNames.map { $0.lowercased() }
    static let dayTypes = ["weekday", "saturday", "sunday"]
}
