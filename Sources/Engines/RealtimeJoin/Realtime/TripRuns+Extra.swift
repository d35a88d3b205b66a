import GTFSSchedule
import TimeZones

/// Runs that the timetable does not have.
extension TripRuns {
    /// What becomes of the update at a place in the context.
    package enum Meaning {
        /// It speaks about a run of the timetable.
        case scheduled(TripIndex, day: Int)
        /// It is a run of its own.
        case extra(TripRun)
        /// The timetable has the trip, but not on that day or at that time.
        case otherDay
        /// The timetable does not have the trip.
        case unknownTrip
        /// It names a modified trip, and no detour modifies that run.
        case stray
    }

    package func meaning(ofUpdate place: Int) -> Meaning {
        let update = realtime.updates[place]
        if isStray(update: place) { return .stray }
        let number = update.trip.tripID.flatMap { timetable.tripNumbers[$0] }
            .flatMap { timetable[$0].isListed ? $0 : nil }
        if update.trip.relationship == TripRelationship.duplicated {
            guard let number else { return .unknownTrip }
            return duplicate(of: number, place).map(Meaning.extra) ?? .otherDay
        }
        if let number {
            let trip = timetable[number]
            let start = start(ofUpdate: place)
            if let day = start.day, timetable.runs(trip, on: day) {
                if isRun(trip, start.time) { return .scheduled(number, day: day) }
                // Headways that are not exact: the vehicle started when it started.
                if let start = start.time, !trip.frequencies.contains(where: \.isExact) {
                    return .extra(run(of: number, on: day, startTime: start, update: place))
                }
            }
        }
        let stands = update.trip.isExtra || update.trip.relationship == TripRelationship.replacement
        guard stands || (update.trip.relationship == TripRelationship.unscheduled && number == nil) else {
            return number == nil ? .unknownTrip : .otherDay
        }
        if update.stops.isEmpty, let number, let day = update.trip.startDate {
            return .extra(run(of: number, on: day, update: place))
        }
        return added(place, number).map(Meaning.extra) ?? (number == nil ? .unknownTrip : .otherDay)
    }

    /// A run made of nothing but what its update says; nil where no stop of it has a time.
    private func added(_ place: Int, _ number: TripIndex?) -> TripRun? {
        let update = realtime.updates[place]
        let stopTimes = self.stopTimes(of: place, beside: [])
        guard let first = stopTimes.lazy.compactMap({ $0.departure ?? $0.arrival }).first, let id = update.trip.tripID
        else { return nil }
        var run = TripRun(
            tripID: id, trip: number,
            day: update.trip.startDate ?? zone.date(at: first).daysSinceEpoch,
            startTime: update.trip.startTime,
            relationship: update.trip.relationship ?? TripRelationship.added)
        run.stopTimes = stopTimes
        run.update = place
        return run
    }

    /// The service day of a trip's copy and when it starts (TripProperties); nil where that is not told.
    func copiedStart(of update: TripUpdate, _ trip: Timetable.Trip) -> (day: Int, time: Int)? {
        guard let day = update.properties.startDate ?? update.trip.startDate,
            let start = update.properties.startTime ?? (update.properties.startDate == nil ? nil : trip.firstTime)
        else { return nil }
        return (day, start)
    }

    /// The copy of a trip at another time; nil where the time is not told.
    private func duplicate(of number: TripIndex, _ place: Int) -> TripRun? {
        let update = realtime.updates[place]
        let trip = timetable[number]
        guard let (day, start) = copiedStart(of: update, trip), let first = trip.firstTime else { return nil }
        var run = TripRun(
            tripID: update.shownID ?? trip.id, trip: number, day: day, startTime: start,
            relationship: TripRelationship.duplicated)
        run.stopTimes = TripRun.scheduledStopTimes(
            trip.stopTimes, from: self.start(of: day) + start - first, headsigns: timetable.headsigns)
        run.update = place
        run.predict(update, resolved[place], stopNumbers: timetable.stopNumbers)
        return run
    }

    /// The stop times that the update at a place in the context itself lists, in the order of stop_sequence if every
    /// one has it.
    ///
    /// - Parameter scheduled: stop times of the timetable, which give scheduled times to those at the same stop.
    func stopTimes(of place: Int, beside scheduled: [TripRun.StopTime]) -> [TripRun.StopTime] {
        var stopTimes: [TripRun.StopTime] = []
        for (number, stop) in realtime.updates[place].stops.enumerated() {
            let known =
                scheduled.isEmpty || resolved[place].outcomes.isEmpty
                ? nil : resolved[place].outcomes[number].stopTime.map { scheduled[$0] }
            var stopTime = TripRun.StopTime()
            let id = stop.assignedStopID ?? stop.stopID
            stopTime.stopID = id
            stopTime.stop = id.flatMap { timetable.stopNumbers[$0] } ?? (id == nil ? known?.stop : nil)
            stopTime.sequence = stop.sequence ?? known?.sequence
            stopTime.scheduledArrival = stop.arrival.scheduledTime ?? known?.scheduledArrival
            stopTime.scheduledDeparture = stop.departure.scheduledTime ?? known?.scheduledDeparture
            stopTime.isInterpolated = stop.departure.scheduledTime == nil && known?.isInterpolated ?? false
            stopTime.headsign = stop.headsign ?? known?.headsign
            stopTime.pickupType = stop.pickupType ?? known?.pickupType ?? 0
            stopTime.occupancyStatus = stop.occupancyStatus
            stopTime.isSkipped = stop.relationship == .skipped
            stopTime.setTimes(stop)
            stopTimes.append(stopTime)
        }
        if stopTimes.allSatisfy({ $0.sequence != nil }) {
            stopTimes = stopTimes.enumerated()
                .sorted { ($0.element.sequence ?? 0, $0.offset) < ($1.element.sequence ?? 0, $1.offset) }
                .map(\.element)
        }
        return stopTimes
    }
}

extension TripRun.StopTime {
    /// Takes the times of a stop time for which the update alone speaks.
    fileprivate mutating func setTimes(_ update: StopUpdate) {
        func time(_ event: StopUpdate.Event, _ scheduled: Int?) -> Int? {
            event.time ?? event.delay.flatMap { delay in scheduled.map { $0 + delay } }
        }
        arrival = time(update.arrival, scheduledArrival)
        departure = time(update.departure, scheduledDeparture)
        isPredicted = arrival != nil || departure != nil
        if let departure, let scheduledDeparture {
            delay = departure - scheduledDeparture
        } else if departure != nil {
            delay = update.departure.delay
        } else if let arrival, let scheduledArrival {
            delay = arrival - scheduledArrival
        } else {
            delay = update.arrival.delay
        }
        if departure == nil { departure = arrival.map { max($0, scheduledDeparture ?? $0) } ?? scheduledDeparture }
        if arrival == nil { arrival = departure }
    }
}
