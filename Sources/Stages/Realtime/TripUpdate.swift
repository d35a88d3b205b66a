/// TripDescriptor.ScheduleRelationship.
enum TripRelationship {
    static let scheduled = 0
    static let added = 1
    static let unscheduled = 2
    static let canceled = 3
    static let replacement = 5
    static let duplicated = 6
    static let deleted = 7
    static let new = 8
}

/// Which trip a message speaks of (TripDescriptor).
struct TripReference {
    var tripID: String?
    /// Days after 1970-01-01.
    var startDate: Int?
    /// Seconds of the service day.
    var startTime: Int?
    var routeID: String?
    var directionID: Int?
    var relationship: Int?

    /// Whether the trip will not run.
    var isCanceled: Bool { relationship == TripRelationship.canceled || relationship == TripRelationship.deleted }

    /// Whether the timetable need not know the trip.
    var isExtra: Bool { relationship == TripRelationship.added || relationship == TripRelationship.new }
}

/// What realtime predicts for one trip.
struct TripUpdate {
    var trip: TripReference
    var vehicleID: String?
    /// VehicleDescriptor.WheelchairAccessible.
    var wheelchairAccessible: Int?
    /// POSIX seconds of the measurement, else of the message.
    var timestamp: Int?
    /// Seconds late, where no stop says otherwise.
    var delay: Int?
    var stops: [StopUpdate] = []
    var properties = TripProperties()

    /// How the trip is to be called on a board: a duplicate has an id of its own.
    var shownID: String? {
        trip.relationship == TripRelationship.duplicated ? properties.tripID ?? trip.tripID : trip.tripID
    }
}

/// TripUpdate.TripProperties.
struct TripProperties {
    var tripID: String?
    /// Days after 1970-01-01.
    var startDate: Int?
    /// Seconds of the service day.
    var startTime: Int?
    var headsign: String?
}

/// What realtime predicts for one stop of a trip (StopTimeUpdate); times in POSIX seconds, delays in seconds.
struct StopUpdate: Hashable {
    enum Relationship: Int {
        case scheduled = 0
        case skipped, noData, unscheduled
    }

    struct Event: Hashable {
        var delay: Int?
        var time: Int?
        var scheduledTime: Int?
        var isEmpty: Bool { delay == nil && time == nil }
    }

    var sequence: Int?
    var stopID: String?
    var arrival = Event()
    var departure = Event()
    var relationship = Relationship.scheduled
    /// OccupancyStatus as it was sent.
    var occupancyStatus: Int?
    /// The stop at which the vehicle calls instead.
    var assignedStopID: String?
    var headsign: String?
    var pickupType: Int?
}

/// Where a vehicle is and how full (VehiclePosition).
struct VehicleState {
    var trip: TripReference
    var vehicleID: String?
    var label: String?
    var wheelchairAccessible: Int?
    /// Degrees.
    var latitude: Double?
    var longitude: Double?
    var bearing: Double?
    /// Metres a second.
    var speed: Double?
    var currentStopSequence: Int?
    var stopID: String?
    var currentStatus: Int?
    var timestamp: Int?
    var occupancyStatus: Int?
    var occupancyPercentage: Int?
}
