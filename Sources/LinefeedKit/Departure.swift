import DeparturesStage
import TimeZones

/// One departure: the scheduled times together with realtime predictions. Instants are POSIX seconds.
public struct Departure: Sendable, Equatable {
    /// The id of the stop or platform that the trip departs from.
    public let stopID: String
    public let stopName: String?
    public let platformCode: String?
    public let tripID: String
    /// The service day on which the trip began, `YYYYMMDD`.
    public let startDate: String
    /// The start time of the run in seconds after noon minus 12 hours of the service day; only for trips in
    /// frequencies.txt and trips that realtime adds.
    public let startTime: Int?
    /// The stop_sequence; nil if neither the timetable nor realtime gives one.
    public let stopSequence: Int?
    public let routeID: String?
    public let routeShortName: String?
    public let routeLongName: String?
    /// The route color copied from the feed, six hexadecimal digits by the reference.
    public let routeColor: String?
    public let routeTextColor: String?
    /// The `route_type` of routes.txt.
    public let routeType: Int?
    /// The `stop_headsign`, or `trip_headsign` if the stop time has none.
    public let headsign: String?
    /// 0 or 1.
    public let directionID: Int?
    /// The accessibility of the trip: 0 unknown, 1 accessible, 2 not accessible.
    public let wheelchairAccessible: Int?
    /// The scheduled departure in POSIX seconds; nil for a trip that is not in the timetable.
    public let scheduledTime: Int?
    /// The departure in POSIX seconds: the predicted time, or the scheduled one if no prediction applies.
    public let departureTime: Int
    /// The delay in seconds, negative if early; nil if no prediction applies.
    public let delay: Int?
    /// Whether a prediction applies.
    public let isRealtime: Bool
    /// Whether the scheduled time was interpolated between the stop times around it.
    public let isInterpolated: Bool
    /// `TripDescriptor.ScheduleRelationship` of GTFS-Realtime: 0 is SCHEDULED, 3 is CANCELED.
    public let scheduleRelationship: Int
    /// The seconds from the board's time to the departure.
    public let countdown: Int
    public let vehicleID: String?
    /// `VehiclePosition.OccupancyStatus`, 0 (EMPTY) to 6 (NOT_ACCEPTING_PASSENGERS).
    public let occupancyStatus: Int?
    /// The occupancy in per cent of the capacity; it may exceed 100.
    public let occupancyPercentage: Int?
    /// The ids of the alerts about this departure, the most severe first; at most 20. ``DepartureBoard/Stop/alerts`` has
    /// the texts of a stop's first 100 alerts; an id that is not among those has no text there.
    public let alertIDs: [String]

    init(_ departure: BoardDeparture, alertIDs: [String]) {
        self.alertIDs = alertIDs
        stopID = departure.stopID
        stopName = departure.stopName
        platformCode = departure.platformCode
        tripID = departure.tripID
        startDate = departure.startDate.compactText
        startTime = departure.startTime
        stopSequence = departure.stopSequence
        routeID = departure.routeID
        routeShortName = departure.routeShortName
        routeLongName = departure.routeLongName
        routeColor = departure.routeColor
        routeTextColor = departure.routeTextColor
        routeType = departure.routeType
        headsign = departure.headsign
        directionID = departure.directionID
        wheelchairAccessible = departure.wheelchairAccessible
        scheduledTime = departure.scheduledTime
        departureTime = departure.departureTime
        delay = departure.delay
        isRealtime = departure.isRealtime
        isInterpolated = departure.isInterpolated
        scheduleRelationship = departure.scheduleRelationship
        countdown = departure.countdown
        vehicleID = departure.vehicleID
        occupancyStatus = departure.occupancyStatus?.code
        occupancyPercentage = departure.occupancyPercentage
    }
}
