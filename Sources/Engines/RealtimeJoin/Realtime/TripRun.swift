import GTFSSchedule

/// One run of a trip: a trip on a service day; for a trip in frequencies.txt, one that starts at a given time.
package struct TripRun {
    /// A stop of the run; times in POSIX seconds.
    package struct StopTime {
        package var stop: StopIndex?
        /// The stop id, if the stop is not in the timetable.
        package var stopID: String?
        package var sequence: Int?
        package var scheduledArrival: Int?
        package var scheduledDeparture: Int?
        /// The predicted time, or the scheduled one without a prediction.
        package var arrival: Int?
        package var departure: Int?
        /// The delay in seconds if a prediction applies: at departure, or at arrival for the last stop.
        package var delay: Int?
        package var isPredicted = false
        package var isSkipped = false
        package var isInterpolated = false
        package var headsign: String?
        /// 0 regular, 1 none.
        package var pickupType = 0
        /// The predicted OccupancyStatus for the departure.
        package var occupancyStatus: Int?
    }

    /// The trip id to show on a board.
    package var tripID: String
    /// The trip in the timetable; nil if the timetable does not have it.
    package var trip: TripIndex?
    /// The service day, days after 1970-01-01.
    package var day: Int
    /// The start time in seconds of the service day, if it distinguishes the run from others of its trip.
    package var startTime: Int?
    package var relationship = TripRelationship.scheduled
    package var stopTimes: [StopTime] = []
    /// The index of its update in the context.
    package var update: Int?
    /// The id of the entity of its detour.
    package var modificationsID: String?

    /// Whether its service day is unknown; `day` is then arbitrary.
    package var isUndated = false

    package var isCanceled: Bool {
        relationship == TripRelationship.canceled || relationship == TripRelationship.deleted
    }
}

extension TripRun {
    /// Returns the scheduled stop times of a run.
    ///
    /// - Parameter origin: the POSIX seconds from which the rows' times count.
    static func scheduledStopTimes(
        _ rows: [Timetable.StopTime], from origin: Int, headsigns: [String]
    ) -> [StopTime] { rows.map { StopTime($0, from: origin, headsigns: headsigns) } }
}

extension TripRun.StopTime {
    /// Creates a scheduled stop time.
    ///
    /// - Parameter origin: the POSIX seconds from which the row's times count.
    init(_ row: Timetable.StopTime, from origin: Int, headsigns: [String]) {
        stop = row.stop
        sequence = row.sequence
        scheduledArrival = row.arrival.map { origin + $0 }
        scheduledDeparture = row.departure.map { origin + $0 }
        arrival = scheduledArrival
        departure = scheduledDeparture
        isInterpolated = row.isInterpolated
        headsign = row.headsign < 0 ? nil : headsigns[Int(row.headsign)]
        pickupType = Int(row.pickupType)
    }

    /// Takes what was predicted for the same stop time of the trip without its detour.
    ///
    /// The predicted time counts; its delay is the time after this stop time's own schedule.
    mutating func takePrediction(of original: TripRun.StopTime) {
        stop = original.stop
        stopID = original.stopID
        isSkipped = original.isSkipped
        headsign = original.headsign
        pickupType = original.pickupType
        occupancyStatus = original.occupancyStatus
        guard original.isPredicted else { return }
        isPredicted = true
        arrival = original.arrival
        departure = original.departure
        delay = departure.flatMap { time in scheduledDeparture.map { time - $0 } } ?? original.delay
    }
}
