/// The members that `build-polylines` looks at, and the tables they are in.
enum PolylineField {
    static let names = [
        "feed_id", "trip_id", "stop_id", "stop_sequence", "shape_id", "shape_pt_lat", "shape_pt_lon",
        "shape_pt_sequence", "stop_name", "stop_lat", "stop_lon", "parent_station", "wheelchair_boarding", "route_id",
        "direction_id", "route_short_name", "route_color", "stops", "location_id", "location_group_id",
        "route_long_name", "route_type", "service_id", "start_date", "end_date", "date", "exception_type", "start_time",
        "end_time", "headway_secs", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]
    static let feedID = 0
    static let tripID = 1
    static let stopID = 2
    static let stopSequence = 3
    static let shapeID = 4
    static let shapeLatitude = 5
    static let shapeLongitude = 6
    static let shapeSequence = 7
    static let stopName = 8
    static let stopLatitude = 9
    static let stopLongitude = 10
    static let parentStation = 11
    static let wheelchairBoarding = 12
    static let routeID = 13
    static let directionID = 14
    static let routeShortName = 15
    static let routeColor = 16
    static let stops = 17
    static let locationID = 18
    static let locationGroupID = 19
    static let routeLongName = 20
    static let routeType = 21
    static let serviceID = 22
    static let startDate = 23
    static let endDate = 24
    static let date = 25
    static let exceptionType = 26
    static let startTime = 27
    static let endTime = 28
    static let headway = 29
    /// Monday; the other days of the week follow.
    static let monday = 30
}

enum PolylineTable: String, CaseIterable {
    case stops, routes, trips, shapes, calendar, frequencies
    case calendarDates = "calendar_dates"
    case stopTimes = "stop_times"
    case tripDetails = "trip_details"
}
