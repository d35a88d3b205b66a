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

    /// Whether its service day is unknown; `day` is then arbitrary.
    package var isUndated = false

    package var isCanceled: Bool {
        relationship == TripRelationship.canceled || relationship == TripRelationship.deleted
    }
}

extension TripRun {
    /// Returns the scheduled stop times of a trip.
    ///
    /// - Parameters:
    ///   - dayStart: POSIX seconds of noon minus 12 hours of the service day.
    ///   - shift: the seconds by which the run is later than the rows of stop_times.txt.
    static func scheduledStopTimes(
        of trip: Timetable.Trip, dayStart: Int, shift: Int, headsigns: [String]
    ) -> [StopTime] {
        trip.stopTimes.map { StopTime($0, from: dayStart + shift, headsigns: headsigns) }
    }

    /// Applies an update to the stop times, in the order of the trip.
    ///
    /// An update of a stop applies until the next update: `time` takes precedence over `delay`; a delay is the time
    /// minus the scheduled time; an arrival alone passes its delay on to the departure; SKIPPED updates are skipped;
    /// NO_DATA ends the known delay; TripUpdate.delay applies before the first update.
    ///
    /// - Parameter resolved: the update matched with the stop times.
    mutating func predict(
        _ update: TripUpdate, _ resolved: ResolvedUpdate, stopNumbers: [String: StopIndex]
    ) {
        var known = update.delay
        for index in stopTimes.indices {
            guard index < resolved.updateOfStopTime.count, let place = resolved.updateOfStopTime[index] else {
                stopTimes[index].apply(delay: known)
                continue
            }
            let stop = update.stops[place]
            stopTimes[index].occupancyStatus = stop.occupancyStatus
            if let headsign = stop.headsign { stopTimes[index].headsign = headsign }
            if let pickupType = stop.pickupType { stopTimes[index].pickupType = pickupType }
            if let assigned = stop.assignedStopID ?? (resolved.outcomes[place].moves ? stop.stopID : nil) {
                stopTimes[index].stop = stopNumbers[assigned]
                stopTimes[index].stopID = assigned
            }
            switch stop.relationship {
            case .skipped: stopTimes[index].isSkipped = true
            case .noData: known = nil
            case .scheduled, .unscheduled:
                if stop.arrival.isEmpty && stop.departure.isEmpty {
                    stopTimes[index].apply(delay: known)
                } else {
                    known = stopTimes[index].apply(stop, before: known) ?? known
                }
            }
        }
    }
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

    /// Shifts the stop time by the delay known before it, if any.
    fileprivate mutating func apply(delay: Int?) {
        guard let delay, scheduledDeparture != nil || scheduledArrival != nil else { return }
        arrival = scheduledArrival.map { $0 + delay }
        departure = scheduledDeparture.map { $0 + delay }
        self.delay = delay
        isPredicted = true
    }

    /// Applies the times of the stop time's own update.
    ///
    /// - Parameter before: the delay on arrival, for an update without an arrival.
    /// - Returns: the delay on departure; nil if unknown.
    fileprivate mutating func apply(_ update: StopUpdate, before: Int?) -> Int? {
        let arriving = TripRun.StopTime.resolve(update.arrival, scheduled: scheduledArrival)
        var leaving = TripRun.StopTime.resolve(update.departure, scheduled: scheduledDeparture)
        if update.departure.isEmpty {
            leaving.delay = arriving.delay
            leaving.time = arriving.delay.flatMap { delay in scheduledDeparture.map { $0 + delay } } ?? arriving.time
        }
        isPredicted = true
        departure = leaving.time ?? scheduledDeparture
        delay = leaving.delay
        if !update.arrival.isEmpty {
            arrival = arriving.time
        } else if let scheduledArrival {
            // Nothing is said of the arrival: as late as the vehicle came, but not after it leaves.
            arrival = min(scheduledArrival + (before ?? leaving.delay ?? 0), departure ?? .max)
        } else {
            arrival = departure
        }
        return leaving.delay
    }

    private static func resolve(_ event: StopUpdate.Event, scheduled: Int?) -> (time: Int?, delay: Int?) {
        let scheduled = scheduled ?? event.scheduledTime
        if let time = event.time { return (time, scheduled.map { time - $0 } ?? event.delay) }
        guard let delay = event.delay else { return (nil, nil) }
        return (scheduled.map { $0 + delay }, delay)
    }
}
