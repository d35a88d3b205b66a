import DeparturesStage
import TimeZones

/// One departure: the timetable's with what realtime says about it. Instants are POSIX seconds.
public struct Departure: Sendable, Equatable {
    /// The platform's if the station has platforms.
    public let stopID: String
    public let stopName: String?
    public let platformCode: String?
    public let tripID: String
    /// The service day on which the trip began, `YYYYMMDD`.
    public let startDate: String
    /// Seconds after the service day's noon minus 12 hours: of a trip by frequencies, and of one that realtime added.
    public let startTime: Int?
    /// nil if neither the timetable nor realtime numbers the stop.
    public let stopSequence: Int?
    public let routeID: String?
    public let routeShortName: String?
    public let routeLongName: String?
    /// Six hexadecimal digits, as the feed has them.
    public let routeColor: String?
    public let routeTextColor: String?
    /// routes.txt's `route_type`.
    public let routeType: Int?
    /// `stop_headsign`, else `trip_headsign`.
    public let headsign: String?
    /// 0 or 1.
    public let directionID: Int?
    /// The timetable's enumeration: 0 unknown, 1 yes, 2 no.
    public let wheelchairAccessible: Int?
    /// POSIX seconds; nil for a trip that the timetable does not have.
    public let scheduledTime: Int?
    /// POSIX seconds: as predicted, else as scheduled.
    public let departureTime: Int
    /// Seconds later than scheduled, negative if early; nil if nothing is predicted.
    public let delay: Int?
    /// Whether a prediction applies.
    public let isRealtime: Bool
    /// Whether the prediction is of a stop before, carried on.
    public let isInterpolated: Bool
    /// `TripDescriptor.ScheduleRelationship` of GTFS-Realtime: 0 is SCHEDULED, 3 is CANCELED.
    public let scheduleRelationship: Int
    /// Seconds from the board's time to the departure.
    public let countdown: Int
    public let vehicleID: String?
    /// `VehiclePosition.OccupancyStatus`, 0 (EMPTY) to 6 (NOT_ACCEPTING_PASSENGERS).
    public let occupancyStatus: Int?
    /// Per cent of the capacity, which may pass 100.
    public let occupancyPercentage: Int?

    init(_ departure: BoardDeparture) {
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
