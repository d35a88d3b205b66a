import GTFSSchedule
import Schedule
import TimeZones

/// The runs of trips around a time: the timetable with realtime changes.
package struct TripRuns {
    package let timetable: Timetable
    /// The updates without implausible times.
    package internal(set) var realtime: RealtimeContext
    /// The implausible times.
    package private(set) var unbelieved: [UnbelievedTime] = []
    package let zone: Zone
    private let finder: RunFinder
    package let now: Int
    /// What becomes of realtime without a valid trip_id.
    package let match: MatchMode
    /// The outcome, by index of the update in the context.
    package private(set) var resolved: [ResolvedUpdate] = []
    /// The run of each update, by its index in the context.
    private var startOfUpdate: [RunStart] = []
    /// The detours of the timetable's trips.
    package private(set) var modified = ModifiedTrips()
    /// Updates of modified trips whose detour does not apply to the run that they name.
    private var strayUpdates: Set<Int> = []
    /// What updates without a valid trip_id were matched by, by index of the update.
    var looseUpdates: [Int: LooseEvidence] = [:]
    /// The counts of such updates; all zero unless they are matched.
    package internal(set) var looseCounts = LooseCounts()
    /// The indices of the latest update and the latest vehicle of each run of the timetable.
    private var updateOfRun: [RunKey: Int] = [:]
    private var vehicleOfRun: [RunKey: Int] = [:]
    /// The service days of each trip's runs that have an update.
    private var updatedDays: [TripIndex: Set<Int>] = [:]

    private struct RunKey: Hashable {
        let trip: TripIndex
        /// nil for a vehicle that names none, of a trip that does not run around its time.
        let day: Int?
        /// Of trips of frequencies.
        let startTime: Int?
    }

    /// - Parameters:
    ///   - now: POSIX seconds; for realtime that has no time of its own.
    ///   - match: what becomes of realtime without a valid trip_id.
    package init(
        _ timetable: Timetable, _ realtime: RealtimeContext, zone: Zone, now: Int, match: MatchMode = .exact
    ) {
        self.timetable = timetable
        self.realtime = realtime
        self.zone = zone
        self.now = now
        self.match = match
        finder = RunFinder(timetable.calendar, zone)
        self.realtime.detours.finish()
        if !self.realtime.detours.isEmpty { modified = ModifiedTrips(self.realtime.detours, timetable) }
        if match == .loose { matchLoosely(finder) }
        resolveUpdates()
        placeVehicles()
    }

    private mutating func resolveUpdates() {
        let stations = Stations(timetable)
        startOfUpdate.reserveCapacity(realtime.updates.count)
        resolved.reserveCapacity(realtime.updates.count)
        for (place, update) in realtime.updates.enumerated() {
            guard let number = update.trip.tripID.flatMap({ timetable.tripNumbers[$0] }) else {
                startOfUpdate.append(RunStart(day: update.trip.startDate, time: update.trip.startTime))
                resolved.append(.none)
                disbelieve(place, nil, startOfUpdate[place])
                continue
            }
            let trip = timetable[number]
            let start = start(of: update.trip, trip, said: update.timestamp)
            startOfUpdate.append(start)
            var rows = trip.stopTimes
            if update.trip.modificationsID != nil {
                guard let entry = entry(of: update.trip, number, start) else {
                    strayUpdates.insert(place)
                    resolved.append(.none)
                    continue
                }
                rows = entry.rows.stopTimes
            }
            resolved.append(ResolvedUpdate(update.stops, stopTimes: rows, stations))
            disbelieve(place, (trip, rows), start)
            guard let day = start.day, update.trip.relationship != TripRelationship.duplicated else { continue }
            updatedDays[number, default: []].insert(day)
            let key = RunKey(trip: number, day: start.day, startTime: trip.frequencies.isEmpty ? nil : start.time)
            if let known = updateOfRun[key], !isPreferred(place, to: known) { continue }
            updateOfRun[key] = place
        }
    }

    /// The detour by which a message names a modified trip; nil if it does not apply to that run.
    private func entry(of reference: TripReference, _ number: TripIndex, _ start: RunStart) -> ModifiedTrips.Entry? {
        let startTime = timetable[number].frequencies.isEmpty ? nil : start.time
        guard let entry = modified.entry(of: number, on: start.day, startTime: startTime),
            entry.id == reference.modificationsID
        else { return nil }
        return entry
    }

    /// Of two updates of one run, what is said of the modified trip counts, else what names the trip by its id, else the
    /// newer one.
    private func isPreferred(_ place: Int, to other: Int) -> Bool {
        let (update, known) = (realtime.updates[place], realtime.updates[other])
        if !looseUpdates.isEmpty, (looseUpdates[place] == nil) != (looseUpdates[other] == nil) {
            return looseUpdates[place] == nil
        }
        let (isModified, wasModified) = (update.trip.modificationsID != nil, known.trip.modificationsID != nil)
        if isModified != wasModified { return isModified }
        return (update.timestamp ?? .min) >= (known.timestamp ?? .min)
    }

    /// Removes times from an update that would be implausible delays.
    /// - Parameter trip: the trip and the stop times of which the update speaks; nil where the timetable does not have
    ///   it: then times count beside those that the update names.
    private mutating func disbelieve(
        _ place: Int, _ trip: (row: Timetable.Trip, stopTimes: [Timetable.StopTime])?, _ start: RunStart
    ) {
        let update = realtime.updates[place]
        let origin = trip.flatMap { self.origin(of: update, $0.row, start) }
        let calls = resolved[place].outcomes
        var found: [UnbelievedTime] = []
        for number in update.stops.indices {
            var (arrival, departure): (Int?, Int?)
            if let trip, let origin, !calls.isEmpty, let call = calls[number].stopTime {
                arrival = trip.stopTimes[call].arrival.map { $0 + origin }
                departure = trip.stopTimes[call].departure.map { $0 + origin }
            }
            guard !update.stops[number].isBelieved(arrival: arrival, departure: departure) else { continue }
            realtime.disbelieve(place, stop: number, arrival: arrival, departure: departure) { found.append($0) }
        }
        unbelieved += found
    }

    /// POSIX seconds from which the times of a trip's rows count in the run that an update means; nil where that is not
    /// told, or the update alone speaks for its run.
    private func origin(of update: TripUpdate, _ trip: Timetable.Trip, _ start: RunStart) -> Int? {
        if update.trip.isExtra { return nil }
        if update.trip.relationship == TripRelationship.duplicated {
            guard let (day, time) = copiedStart(of: update, trip), let first = trip.firstTime else { return nil }
            return self.start(of: day) + time - first
        }
        guard let day = start.day else { return nil }
        if trip.frequencies.isEmpty { return self.start(of: day) }
        guard let time = start.time, let first = trip.firstTime else { return nil }
        return self.start(of: day) + time - first
    }

    /// The latest vehicle that names a run by trip_id; nil if there is none.
    func vehicle(of trip: TripIndex, on day: Int?, startTime: Int?) -> VehicleState? {
        vehicleOfRun[RunKey(trip: trip, day: day, startTime: startTime)].map { realtime.vehicles[$0] }
    }

    private mutating func placeVehicles() {
        for (place, vehicle) in realtime.vehicles.enumerated() {
            guard let number = vehicle.trip.tripID.flatMap({ timetable.tripNumbers[$0] }) else { continue }
            let trip = timetable[number]
            let start = start(of: vehicle.trip, trip, said: vehicle.timestamp)
            let key = RunKey(trip: number, day: start.day, startTime: trip.frequencies.isEmpty ? nil : start.time)
            if let known = vehicleOfRun[key],
                (realtime.vehicles[known].timestamp ?? .min) > (vehicle.timestamp ?? .min)
            {
                continue
            }
            vehicleOfRun[key] = place
        }
    }

    /// Returns the run of a trip to which a message refers.
    ///
    /// - Parameter said: the time of the message, POSIX seconds.
    private func start(of reference: TripReference, _ trip: Timetable.Trip, said: Int?) -> RunStart {
        finder.start(of: reference, TripService(trip), at: said ?? realtime.newest ?? now)
    }

    /// Returns the run of a trip to which an informed entity refers.
    func start(of entity: AlertSelector, _ trip: Timetable.Trip) -> RunStart {
        let reference = TripReference(startDate: entity.startDate, startTime: entity.startTime)
        return start(of: reference, trip, said: nil)
    }

    /// POSIX seconds of noon minus 12 hours.
    package func start(of day: Int) -> Int { finder.start(of: day) }

    // MARK: Runs of the timetable

    /// Returns the run of a trip on a day with realtime changes; nil if realtime replaces it.
    package func run(
        of number: TripIndex, on day: Int, startTime: Int? = nil, update given: Int? = nil
    ) -> TripRun {
        let trip = timetable[number]
        var run = TripRun(tripID: trip.id, trip: number, day: day, startTime: startTime)
        let origin = start(of: day) + (startTime.map { $0 - (trip.firstTime ?? $0) } ?? 0)
        let entry = modified.entry(of: number, on: day, startTime: trip.frequencies.isEmpty ? nil : startTime)
        let rows = entry?.rows.stopTimes ?? trip.stopTimes
        run.modificationsID = entry?.id
        run.stopTimes = TripRun.scheduledStopTimes(rows, from: origin, headsigns: timetable.headsigns)
        guard let place = given ?? update(of: number, on: day, startTime: startTime) else { return run }
        apply(place, to: &run, entry, origin: origin)
        return run
    }

    /// Applies the update at an index in the context to a run of the timetable.
    ///
    /// - Parameters:
    ///   - entry: the run's detour, if it has one.
    ///   - origin: POSIX seconds from which the times of the trip's rows count.
    private func apply(_ place: Int, to run: inout TripRun, _ entry: ModifiedTrips.Entry?, origin: Int) {
        let update = realtime.updates[place]
        run.update = place
        run.relationship = update.trip.relationship ?? TripRelationship.scheduled
        if run.isCanceled { return }
        guard let entry, update.trip.modificationsID == nil, let number = run.trip else {
            if run.relationship == TripRelationship.replacement, !update.stops.isEmpty {
                run.stopTimes = stopTimes(of: place, beside: run.stopTimes)
                return
            }
            return run.predict(update, resolved[place], stopNumbers: timetable.stopNumbers)
        }
        // The update is for readers that do not know of the detour: it speaks of the stop times of the timetable.
        var original = TripRun.scheduledStopTimes(
            timetable[number].stopTimes, from: origin, headsigns: timetable.headsigns)
        if run.relationship == TripRelationship.replacement, !update.stops.isEmpty {
            run.modificationsID = nil
            run.stopTimes = stopTimes(of: place, beside: original)
            return
        }
        swap(&run.stopTimes, &original)
        run.predict(update, resolved[place], stopNumbers: timetable.stopNumbers)
        swap(&run.stopTimes, &original)
        for (stopTime, place) in entry.rows.originals.enumerated() {
            if let place { run.stopTimes[stopTime].takePrediction(of: original[place]) }
        }
    }

    /// Returns the service days of a trip's runs that have an update, in order.
    package func updatedDays(of trip: TripIndex) -> [Int] { updatedDays[trip]?.sorted() ?? [] }

    /// Returns whether the update at an index in the context names a modified trip, and its detour does not apply to it.
    package func isStray(update place: Int) -> Bool { strayUpdates.contains(place) }

    /// The run of a trip on a day with one of its stop times alone, as the timetable has it: for a board, which shows no
    /// other.
    package func scheduledRun(
        of number: TripIndex, on day: Int, startTime: Int? = nil, stopTime place: Int
    ) -> TripRun {
        let trip = timetable[number]
        var run = TripRun(tripID: trip.id, trip: number, day: day, startTime: startTime)
        let shift = startTime.map { $0 - (trip.firstTime ?? $0) } ?? 0
        run.stopTimes = [
            TripRun.StopTime(trip.stopTimes[place], from: start(of: day) + shift, headsigns: timetable.headsigns)
        ]
        return run
    }

    /// Returns the start times of a frequency trip's runs on a day that realtime records name.
    package func startTimesOfUpdates(of trip: Timetable.Trip, on day: Int) -> [Int] {
        var starts: Set<Int> = []
        for frequency in trip.frequencies {
            for place in realtime.updates(of: trip.id) {
                guard startOfUpdate[place].day == day, let start = startOfUpdate[place].time,
                    start >= frequency.start, start < frequency.end,
                    (start - frequency.start) % frequency.headway == 0
                else { continue }
                starts.insert(start)
            }
        }
        return starts.sorted()
    }

    // MARK: Matching

    /// Returns the index of the update for a run of the timetable; nil if there is none.
    ///
    /// The key is trip_id and start_date, and start_time for a trip in frequencies.txt. An update without a date refers
    /// to the service day whose run is nearest to its time.
    package func update(of trip: TripIndex, on day: Int, startTime: Int?) -> Int? {
        let startTime = timetable[trip].frequencies.isEmpty ? nil : startTime
        return updateOfRun[RunKey(trip: trip, day: day, startTime: startTime)]
    }

    /// Returns the run of the timetable to which the update at an index in the context refers.
    func start(ofUpdate place: Int) -> RunStart { startOfUpdate[place] }

    /// Returns whether a trip in frequencies.txt starts at a time by its headways; other trips do at any time.
    func isRun(_ trip: Timetable.Trip, _ startTime: Int?) -> Bool { TripService(trip).isRun(startTime) }

    /// Returns the service day whose run is nearest to an instant; the earlier one of two equally near.
    package func nearestDay(of trip: Timetable.Trip, startTime: Int?, to instant: Int) -> Int? {
        finder.nearestDay(of: TripService(trip), startTime: startTime, to: instant)
    }
}
