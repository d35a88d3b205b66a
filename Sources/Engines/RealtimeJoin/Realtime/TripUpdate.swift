import Geometry

/// TripDescriptor.ScheduleRelationship.
package enum TripRelationship {
    package static let scheduled = 0
    package static let added = 1
    package static let unscheduled = 2
    package static let canceled = 3
    package static let replacement = 5
    package static let duplicated = 6
    package static let deleted = 7
    package static let new = 8
}

/// The trip of a message (TripDescriptor).
package struct TripReference {
    package var tripID: String?
    /// Days after 1970-01-01.
    package var startDate: Int?
    /// Seconds of the service day.
    package var startTime: Int?
    package var routeID: String?
    package var directionID: Int?
    package var relationship: Int?
    /// The detour whose modified trip is meant (ModifiedTripSelector); `tripID` is then the trip that it affects.
    package var modificationsID: String?

    package init(
        tripID: String? = nil, startDate: Int? = nil, startTime: Int? = nil, routeID: String? = nil,
        directionID: Int? = nil, relationship: Int? = nil
    ) {
        self.tripID = tripID
        self.startDate = startDate
        self.startTime = startTime
        self.routeID = routeID
        self.directionID = directionID
        self.relationship = relationship
    }

    /// Whether the trip will not run.
    package var isCanceled: Bool {
        relationship == TripRelationship.canceled || relationship == TripRelationship.deleted
    }

    /// Whether it speaks of a run of the timetable, cancelled or not, as the timetable has it.
    package var isPlain: Bool {
        ((relationship ?? TripRelationship.scheduled) == TripRelationship.scheduled || isCanceled)
            && modificationsID == nil
    }

    /// Whether the trip need not be in the timetable.
    package var isExtra: Bool { relationship == TripRelationship.added || relationship == TripRelationship.new }
}

/// The realtime predictions for one trip.
package struct TripUpdate {
    package var trip: TripReference
    package var vehicleID: String?
    /// VehicleDescriptor.WheelchairAccessible.
    package var wheelchairAccessible: Int?
    /// The time of the measurement or, without one, of the message, POSIX seconds.
    package var timestamp: Int?
    /// The delay in seconds, unless a stop gives another.
    package var delay: Int?
    package var stops: [StopUpdate] = []
    package var properties = TripProperties()

    /// The trip id to show on a board; a duplicate has its own id.
    package var shownID: String? {
        trip.relationship == TripRelationship.duplicated ? properties.tripID ?? trip.tripID : trip.tripID
    }
}

/// TripUpdate.TripProperties.
package struct TripProperties {
    package var tripID: String?
    /// Days after 1970-01-01.
    package var startDate: Int?
    /// Seconds of the service day.
    package var startTime: Int?
    package var headsign: String?
}

/// The realtime predictions for one stop of a trip (StopTimeUpdate); times in POSIX seconds, delays in seconds.
package struct StopUpdate: Hashable {
    package enum Relationship: Int {
        case scheduled = 0
        case skipped, noData, unscheduled
    }

    package struct Event: Hashable {
        package var delay: Int?
        package var time: Int?
        package var scheduledTime: Int?
        package var isEmpty: Bool { delay == nil && time == nil }
    }

    package var sequence: Int?
    package var stopID: String?
    package var arrival = Event()
    package var departure = Event()
    package var relationship = Relationship.scheduled
    /// The OccupancyStatus as sent.
    package var occupancyStatus: Int?
    /// The stop that replaces the scheduled one.
    package var assignedStopID: String?
    package var headsign: String?
    package var pickupType: Int?

    package init() {}
}

/// The position and occupancy of a vehicle (VehiclePosition).
package struct VehicleState {
    package var trip: TripReference
    package var vehicleID: String?
    package var label: String?
    package var wheelchairAccessible: Int?
    /// Degrees.
    /// Nil if the message gives none, or one that cannot be.
    package var place: Coordinate?
    package var bearing: Double?
    /// Metres a second.
    package var speed: Double?
    package var currentStopSequence: Int?
    package var stopID: String?
    package var currentStatus: Int?
    package var timestamp: Int?
    package var occupancyStatus: Int?
    package var occupancyPercentage: Int?
}
