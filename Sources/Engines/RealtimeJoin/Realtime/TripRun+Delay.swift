import GTFSSchedule
import Schedule

extension TripRun {
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
