import GTFSSchedule

/// One run of a trip: a trip on one service day, and of a frequency's trips the one that starts at a time.
package struct TripRun {
    /// A stop of the run; times in POSIX seconds.
    package struct StopTime {
        package var stop: StopIndex?
        /// The id where the timetable does not know the stop.
        package var stopID: String?
        package var sequence: Int?
        package var scheduledArrival: Int?
        package var scheduledDeparture: Int?
        /// As predicted, else as scheduled.
        package var arrival: Int?
        package var departure: Int?
        /// Seconds late where a prediction applies: at departure, at the last stop at arrival.
        package var delay: Int?
        package var isPredicted = false
        package var isSkipped = false
        package var isInterpolated = false
        package var headsign: String?
        /// 0 regular, 1 none.
        package var pickupType = 0
        /// OccupancyStatus predicted for the departure.
        package var occupancyStatus: Int?
    }

    /// As the board is to call it.
    package var tripID: String
    /// nil for a trip that the timetable does not have.
    package var trip: TripIndex?
    /// The service day, days after 1970-01-01.
    package var day: Int
    /// Seconds of the service day, where it tells the run from others of its trip.
    package var startTime: Int?
    package var relationship = TripRelationship.scheduled
    package var stopTimes: [StopTime] = []
    /// The place of its update in the context.
    package var update: Int?

    /// Whether no day is known on which it runs; `day` is any then.
    package var isUndated = false

    package var isCanceled: Bool {
        relationship == TripRelationship.canceled || relationship == TripRelationship.deleted
    }
}

extension TripRun {
    /// The stop times of a trip as the timetable has them.
    ///
    /// - Parameters:
    ///   - dayStart: POSIX seconds of noon minus 12 hours of the service day.
    ///   - shift: seconds by which the run is later than the rows of stop_times.txt say.
    static func scheduledStopTimes(
        of trip: Timetable.Trip, dayStart: Int, shift: Int, headsigns: [String]
    ) -> [StopTime] {
        trip.stopTimes.map { StopTime($0, from: dayStart + shift, headsigns: headsigns) }
    }

    /// Lets an update speak about the stop times, in the order of the trip.
    ///
    /// A stop's update holds from its stop on until the next: `time` wins over `delay`; a delay is the time less the
    /// scheduled one; an arrival alone gives its delay to the departure; SKIPPED is passed over; NO_DATA ends what was
    /// known; before the first update TripUpdate.delay holds.
    ///
    /// - Parameter resolved: the update beside the stop times.
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
    /// A stop time as the timetable has it.
    ///
    /// - Parameter origin: POSIX seconds from which the row's times count.
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

    /// Moves the stop time by a delay that was known before it, if one was.
    fileprivate mutating func apply(delay: Int?) {
        guard let delay, scheduledDeparture != nil || scheduledArrival != nil else { return }
        arrival = scheduledArrival.map { $0 + delay }
        departure = scheduledDeparture.map { $0 + delay }
        self.delay = delay
        isPredicted = true
    }

    /// Takes the times of the stop time's own update.
    ///
    /// - Parameter before: the delay with which the vehicle came, for an arrival of which nothing is said.
    /// - Returns: the delay with which it goes on, nil if there is no way to tell.
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
