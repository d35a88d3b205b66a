import VehiclePaths

/// A run as a vehicle performed it, or as it was scheduled and not seen.
struct PerformedRun {
    enum Relationship: String {
        case scheduled = "Scheduled"
        case added = "Added"
        case unscheduled = "Unscheduled"
        case canceled = "Canceled"
        case duplicated = "Duplicated"
    }

    /// The service day, days after 1970-01-01; nil for fixes without a trip.
    var serviceDay: Int?
    var performedID = ""
    var vehicleID: String?
    /// As realtime has it, else the timetable.
    var tripID: String?
    var tripIDScheduled: String?
    /// Of runs that it tells apart.
    var startTime: Int?
    var route: RouteFacts?
    var directionID: Int?
    var shapeID: String?
    var patternID: String?
    var blockID: String?
    var firstStopID: String?
    var lastStopID: String?
    /// POSIX seconds.
    var scheduledStart: Int?
    var scheduledEnd: Int?
    /// The part of the scheduled time that the archive covers, 0 to 1.
    var shareCovered: Double?
    var relationship = Relationship.scheduled
    var match = RunMatch.none
    var visits: [Visit] = []
    /// How many stops the run has.
    var stopCount = 0
    /// How old positions were when they were published, in seconds, and how many.
    var positionAges: [(seconds: Int, count: Int)] = []
    /// Positions that contradict the rest of the run; nil where it has none at all.
    var outliers: Int?
    /// For `vehicle_locations`; empty where none are asked for.
    var locations: [Location] = []
    /// Whether there is a row of trips_performed.
    var isTrip = true
    /// The rows of the run as lines, in place of `visits` and `locations`; nil if the rows are made when the run is written.
    var lines: RunLines?

    mutating func takeCover(of span: ArchiveSpan) {
        guard let start = scheduledStart, let end = scheduledEnd, start <= end else { return }
        shareCovered = span.share(of: start...end)
    }

    var observedCount: Int { visits.reduce(0) { $0 + ($1.arrival != nil || $1.departure != nil ? 1 : 0) } }
}

/// What is written of a route.
struct RouteFacts {
    let id: String
    let shortName: String?
    let type: Int?
}

/// What a run did at a stop.
struct Visit {
    enum Relationship: String {
        case scheduled = "Scheduled"
        case skipped = "Skipped"
        case added = "Added"
        case missing = "Missing"
    }

    /// The place among the run's stops, from 0.
    let place: Int
    var sequence: Int?
    var stopID: String
    var stopName: String?
    /// 0 approximate, 1 exact; -1 where the feed says nothing.
    var timepoint: Int8 = -1
    /// POSIX seconds.
    var scheduledArrival: Int?
    var scheduledDeparture: Int?
    var arrival: KnownTime?
    var departure: KnownTime?
    /// Metres of way from the stop before.
    var distance: Int?
    var relationship: Relationship
    var predictionCount = 0
    var firstSeen: Int?
    var lastSeen: Int?
    var occupancy: Occupancy?

    struct Occupancy {
        var status: Int?
        var percentage: Int?
        let isPrediction: Bool
    }
}

/// A fix as `vehicle_locations` has it.
struct Location {
    let fix: Fix
    let details: FixDetails
    let pingID: UInt64
    let vehicleID: String?
    /// The place among the run's stops that it is at or goes to, from 0.
    let place: Int?
    let scheduledSequence: Int?
    let stopID: String?
}
