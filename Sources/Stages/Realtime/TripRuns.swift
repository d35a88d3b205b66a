import GTFSSchedule
import TimeZones

/// The runs of trips around a time, as the timetable has them and realtime changes them.
struct TripRuns {
    let timetable: Timetable
    let realtime: RealtimeContext
    let zone: Zone
    /// Service days that are looked at.
    let days: ClosedRange<Int>
    /// POSIX seconds at which `days` begin.
    private let dayStarts: [Int]
    let now: Int

    /// - Parameters:
    ///   - days: service days, counted from 1970-01-01.
    ///   - now: POSIX seconds; for realtime that has no time of its own.
    init(_ timetable: Timetable, _ realtime: RealtimeContext, zone: Zone, days: ClosedRange<Int>, now: Int) {
        self.timetable = timetable
        self.realtime = realtime
        self.zone = zone
        self.days = days
        self.now = now
        dayStarts = days.map { zone.startOfServiceDay(CivilDate(daysSinceEpoch: $0)) }
    }

    /// POSIX seconds of noon minus 12 hours.
    func start(of day: Int) -> Int {
        days.contains(day)
            ? dayStarts[day - days.lowerBound] : zone.startOfServiceDay(CivilDate(daysSinceEpoch: day))
    }

    // MARK: Runs of the timetable

    /// The run of a trip on a day with what realtime says; nil where realtime puts another in its place.
    func run(
        of number: RowNumber<Timetable.Trip>, on day: Int, startTime: Int? = nil, update given: Int? = nil
    ) -> TripRun {
        let trip = timetable[number]
        var run = TripRun(tripID: trip.id, trip: number, day: day, startTime: startTime)
        let shift = startTime.map { $0 - (trip.firstTime ?? $0) } ?? 0
        run.calls = TripRun.scheduledCalls(
            of: trip, dayStart: start(of: day), shift: shift, headsigns: timetable.headsigns)
        guard let place = given ?? update(of: trip, on: day, startTime: startTime) else { return run }
        apply(place, to: &run)
        return run
    }

    /// Lets the update at a place in the context speak about a run of the timetable.
    private func apply(_ place: Int, to run: inout TripRun) {
        let update = realtime.updates[place]
        run.update = place
        run.relationship = update.trip.relationship ?? TripRelationship.scheduled
        if run.isCanceled { return }
        if run.relationship == TripRelationship.replacement, !update.stops.isEmpty {
            run.calls = calls(of: update, beside: run.calls)
            return
        }
        let match = run.match(update.stops, timetable.stopNumbers)
        run.predict(update, match: match.calls, stopNumbers: timetable.stopNumbers)
    }

    /// Start times of a frequency trip's runs on a day that fall into a stretch, and those that realtime names.
    func startTimes(of trip: Timetable.Trip, on day: Int, within stretch: ClosedRange<Int>) -> [Int] {
        var starts: Set<Int> = []
        for frequency in trip.frequencies {
            starts.formUnion(Timetable.Trip.starts(of: frequency, within: stretch))
            guard frequency.headway > 0 else { continue }
            for update in realtime.updates(of: trip.id).lazy.map({ realtime.updates[$0] }) {
                guard let start = update.trip.startTime, start >= frequency.start, start < frequency.end else {
                    continue
                }
                guard (start - frequency.start) % frequency.headway == 0 else { continue }
                if update.trip.startDate ?? self.day(of: update, trip) == day { starts.insert(start) }
            }
        }
        return starts.sorted()
    }

    // MARK: Matching

    /// The place of the update for a run of the timetable; nil where there is none.
    ///
    /// By trip_id and start_date, and start_time for a trip of frequencies. An update that names no date means the
    /// service day whose run is nearest to the update's time.
    func update(of trip: Timetable.Trip, on day: Int, startTime: Int?) -> Int? {
        var found: Int?
        for place in realtime.updates(of: trip.id) {
            let update = realtime.updates[place]
            guard update.trip.relationship != TripRelationship.duplicated else { continue }
            if !trip.frequencies.isEmpty, update.trip.startTime != startTime { continue }
            guard update.trip.startDate ?? self.day(of: update, trip) == day else { continue }
            if let known = found, (realtime.updates[known].timestamp ?? .min) > (update.timestamp ?? .min) { continue }
            found = place
        }
        return found
    }

    private func day(of update: TripUpdate, _ trip: Timetable.Trip) -> Int? {
        nearestDay(of: trip, startTime: update.trip.startTime, to: update.timestamp ?? realtime.newest ?? now)
    }

    /// The service day on which the trip's run is nearest to an instant; the earlier of two as near.
    func nearestDay(of trip: Timetable.Trip, startTime: Int?, to instant: Int) -> Int? {
        let first = trip.firstTime ?? 0
        let last = trip.visits.last { $0.departure != nil }?.departure ?? first
        let shift = trip.frequencies.isEmpty ? 0 : startTime.map { $0 - first } ?? 0
        var best: (distance: Int, day: Int)?
        // Realtime may be older or newer than the board: look around its own time.
        let middle = CivilDate(daysSinceEpoch: 0).daysSinceEpoch + (instant + zone.offset(at: instant)) / 86_400
        for day in (middle - 2)...(middle + 1) where timetable.runs(trip, on: day) {
            let start = self.start(of: day)
            let distance = max(start + first + shift - instant, instant - (start + last + shift), 0)
            if best == nil || distance < best!.distance { best = (distance, day) }
        }
        return best?.day
    }

    /// The vehicle that makes a run.
    func vehicle(of run: TripRun) -> VehicleState? {
        var found: VehicleState?
        let update = run.update.map { realtime.updates[$0] }
        // A duplicate is known by an id of its own.
        let trip = run.trip.map { timetable[$0] }.flatMap { $0.id == run.tripID ? $0 : nil }
        let isFrequency = trip?.frequencies.isEmpty == false
        for vehicle in realtime.vehicles(of: run.tripID) {
            if isFrequency, vehicle.trip.startTime != run.startTime { continue }
            let day =
                vehicle.trip.startDate
                ?? trip.flatMap { trip in
                    nearestDay(of: trip, startTime: run.startTime, to: vehicle.timestamp ?? realtime.newest ?? now)
                } ?? run.day
            guard day == run.day else { continue }
            if let known = found, (known.timestamp ?? .min) > (vehicle.timestamp ?? .min) { continue }
            found = vehicle
        }
        if let found { return found }
        // The update names its vehicle, and the vehicle no trip.
        guard let id = update?.vehicleID, let vehicle = realtime.vehicle(id) else { return nil }
        return vehicle.trip.tripID == nil || vehicle.trip.tripID == update?.trip.tripID ? vehicle : nil
    }
}
