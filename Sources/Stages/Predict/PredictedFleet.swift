import Containers
import Contract
import Expectations
import GTFSSchedule
import Hashing
import Platform
import RealtimeJoin
import Reports
import Schedule
import TimeZones
import VehiclePaths

/// The vehicles that positions name, the runs that they are on, and what their passing teaches.
///
/// Memory: some 2 KB a vehicle; 28 a stop time of the trips that were met, each pattern and timetable once, and the text
/// of each pattern's stops; the schedule beside.
final class Fleet {
    private enum Stop {}

    /// What a record's trip is.
    enum Finding {
        case run(PredictedRun)
        /// Nothing is predicted, for a reason; and the name of the trip.
        case none(PredictFindings.Reason, String?)
    }

    /// What trips share whose running times are the same.
    private struct TimesKey: Hashable {
        let profile: Int
        let way: WholeTimetable.WayKey
        let hasSchedule: Bool
    }

    let timetable: WholeTimetable
    private let finder: RunFinder
    private let identifier: RunIdentifier
    private let segments: TypicalSegments?
    let options: PredictOptions
    private let findings: PredictFindings
    private let blocks: BlockTrips
    private let jobs: Int
    private var clockOfZone: ZoneClock
    private var times: [TimesKey: RunTimes?] = [:]
    private var stopIDs = IdentifierTable<Stop>()
    private var stops: KnownStops
    private var stopLists: [WholeTimetable.WayKey: StopList] = [:]
    private var paces: [Int: Int] = [:]
    private(set) var pace = Pace()
    private(set) var spread = Spread()
    /// Runs and reasons by what records call them.
    private var lookups: [UInt64: Finding] = [:]
    private var runs: [UInt64: PredictedRun] = [:]
    private(set) var vehicles: [UInt64: PredictedVehicle] = [:]
    /// The keys of vehicles in the order in which they came.
    private(set) var order: [UInt64] = []
    /// The time of the newest message, POSIX seconds.
    private(set) var clock: Int?
    /// How many messages were predicted.
    private var message = 0

    /// Seconds by which a message may be older than the one before without its clock having been set back.
    private static let day = 86_400
    /// Seconds between two positions between which an arrival is taken: the default of `stop-visits --max-gap`.
    private static let mostGap = 180
    /// The most names of trips that are kept beside the runs under way.
    private static let spareLookups = 4096
    /// The vehicles of a message that are predicted at once, and the least that several threads place.
    private static let part = 256
    private static let leastShared = 32
    /// StopTimeUpdate.ScheduleRelationship.
    private static let noData = 2

    init(
        _ timetable: WholeTimetable, _ finder: RunFinder, _ segments: TypicalSegments?, _ options: PredictOptions,
        _ findings: PredictFindings, jobs: Int
    ) {
        self.timetable = timetable
        self.jobs = jobs
        stops = KnownStops(timetable.stations)
        self.finder = finder
        self.segments = segments
        self.options = options
        self.findings = findings
        identifier = RunIdentifier(timetable, finder, isLoose: false)
        blocks = BlockTrips(timetable, finder)
        clockOfZone = ZoneClock(finder.zone)
    }

    // MARK: Records

    func stopNumber(_ id: UnsafeRawBufferPointer) -> Int32 {
        let number = stopIDs.intern(id, feed: 0)
        if number.index == stops.names.count { stops.append(String(decoding: id, as: UTF8.self)) }
        return Int32(number.index)
    }

    /// The text of a stop's number; nil for none.
    func stopName(_ number: Int32) -> String? { number < 0 ? nil : stops.names[Int(number)] }

    /// What a record's trip was found to be before.
    func known(_ key: UInt64) -> Finding? { lookups[key] }

    /// Works out what a record's trip is.
    /// - Parameter key: what stands for its texts.
    func find(_ reference: TripReference, key: UInt64, at time: Int) -> Finding {
        let name = reference.tripID ?? reference.routeID
        let found: Finding
        if reference.isCanceled {
            found = .none(.canceledTrip, name)
        } else if !reference.isPlain {
            found = .none(.extraTrip, name)
        } else {
            switch identifier.identify(reference, at: time).0 {
            case .scheduled(let trip, let day, let startTime): found = .run(run(trip, day, startTime))
            case .named(let mismatch): found = .none(.mismatch(mismatch), name)
            case .tripless: found = .none(.mismatch(.noTripID), name)
            }
        }
        if lookups.count > 2 * runs.count + Fleet.spareLookups { lookups.removeAll(keepingCapacity: true) }
        lookups[key] = found
        if case .run(let run) = found { run.references.append(key) }
        return found
    }

    /// The run of a trip of the timetable, made now if no vehicle is on it.
    func run(_ trip: WholeTimetable.TripIndex, _ day: Int, _ startTime: Int?) -> PredictedRun {
        let key = RunIdentity.key(trip, day, startTime)
        if let run = runs[key] { return run }
        let origin = finder.start(of: day) + timetable.origin(of: trip, startTime: startTime)
        let run = PredictedRun(
            trip: trip, day: day, startTime: startTime, key: key, tripID: timetable.id(trip), origin: origin,
            times: times(of: trip, day, origin), pace: paceNumber(of: trip))
        runs[key] = run
        return run
    }

    private func paceNumber(of trip: WholeTimetable.TripIndex) -> Int {
        paceNumber(timetable.routeNumber(of: trip), timetable.directionID(of: trip))
    }

    /// The place of a route and direction in `pace`.
    private func paceNumber(_ route: Int?, _ directionID: Int?) -> Int {
        let key = (route ?? -1) << 2 | min(max((directionID ?? -1) + 1, 0), 3)
        if let known = paces[key] { return known }
        let number = paces.count
        paces[key] = number
        pace.grow(to: number + 1)
        return number
    }

    private func times(of trip: WholeTimetable.TripIndex, _ day: Int, _ origin: Int) -> RunTimes? {
        guard let running = timetable.runningTimes(of: trip), let way = timetable.wayKey(of: trip),
            let profile = timetable.profileNumber(of: trip)
        else { return nil }
        let frequencies = timetable.frequencies(of: trip)
        let hasSchedule = frequencies.isEmpty || frequencies.contains(where: \.isExact)
        let rows = running.times.stopTimes
        let list = stopList(way, rows)
        guard let segments else {
            let key = TimesKey(profile: profile, way: way, hasSchedule: hasSchedule)
            if let known = times[key] { return known }
            let made = RunTimes(rows, timetable.way(of: trip), hasSchedule: hasSchedule, list) { _ in nil }
            times[key] = made
            return made
        }
        // Which figures apply depends on the time of the run.
        let pattern = PatternID.text(
            routeID: timetable.route(of: trip)?.id, directionID: timetable.directionID(of: trip),
            stopIDs: list.ids.map { $0 ?? "" })
        return RunTimes(rows, timetable.way(of: trip), hasSchedule: hasSchedule, list) { from in
            guard let second = rows[from].departure ?? rows[from].arrival, let first = list.ids[from],
                let last = list.ids[from + 1]
            else { return nil }
            return segments.figure(
                pattern: pattern, from: first, to: last, day: day,
                hour: clockOfZone.local(at: origin + second).secondOfDay / 3600)
        }
    }

    private func stopList(_ way: WholeTimetable.WayKey, _ rows: [Timetable.StopTime]) -> StopList {
        if let known = stopLists[way], known.isOf(rows) { return known }
        let made = StopList(rows, timetable.frame)
        stopLists[way] = made
        return made
    }

    /// Takes a position of a vehicle on a run.
    /// - Parameters:
    ///   - key: the vehicle's.
    ///   - names: is asked for those of a vehicle that is new.
    /// - Returns: whether it is of use.
    func take(_ fix: Fix, of key: UInt64, on run: PredictedRun, _ names: () -> VehicleNames) -> Bool {
        let known = vehicles[key]
        guard fix.coordinate != nil || fix.stop >= 0 || fix.sequence != Fix.none else {
            findings.count(.unplacedPosition, example: (known?.names ?? names()).id ?? run.tripID)
            forget(run)
            return false
        }
        let vehicle: PredictedVehicle
        if let known {
            vehicle = known
            if vehicle.lastSeen > Int(fix.time) {
                findings.count(.olderPosition, example: vehicle.names.id ?? run.tripID)
                forget(run)
                return false
            }
            if vehicle.run !== run {
                let before = vehicle.run
                vehicle.leave(for: run)
                forget(before)
                enter(vehicle, run)
            }
        } else {
            vehicle = PredictedVehicle(key, names(), run)
            add(vehicle)
        }
        return vehicle.add(fix)
    }

    /// Adds a vehicle that is not known.
    func add(_ vehicle: PredictedVehicle) {
        vehicles[vehicle.key] = vehicle
        order.append(vehicle.key)
        enter(vehicle, vehicle.run)
    }

    private func enter(_ vehicle: PredictedVehicle, _ run: PredictedRun) {
        // A run that nobody was on may have been forgotten since it was found.
        runs[run.key] = run
        run.enter(vehicle)
    }

    /// Forgets a run that no vehicle is on.
    private func forget(_ run: PredictedRun) {
        guard run.vehicleCount == 0 else { return }
        runs[run.key] = nil
        for reference in run.references { lookups[reference] = nil }
        run.references = []
    }

    // MARK: Messages

    /// Lets the time of a message come, and drops vehicles whose last position is too old by then.
    /// - Returns: false for a message that is older than the one before.
    func advance(to now: Int) -> Bool {
        if let clock, now < clock {
            guard clock - now > Fleet.day else { return false }
            findings.count(.clockSetBack, example: "\(now)")
            drop { $0.lastSeen > now + Fleet.day }
        }
        clock = now
        drop { vehicle in
            guard now - vehicle.lastSeen > options.staleAfter else { return false }
            if case .finished = vehicle.progress?.place { return true }
            findings.count(.staleVehicle, example: vehicle.names.id ?? vehicle.run.tripID)
            return true
        }
        return true
    }

    private func drop(_ isGone: (PredictedVehicle) -> Bool) {
        var kept: [UInt64] = []
        kept.reserveCapacity(order.count)
        for key in order {
            guard let vehicle = vehicles[key] else { continue }
            guard isGone(vehicle) else {
                kept.append(key)
                continue
            }
            vehicle.leave(for: nil)
            forget(vehicle.run)
            vehicles[key] = nil
        }
        order = kept
    }

    /// Plans what the message says of each vehicle, and calls `body` with the plans of some vehicles after the others.
    func forEachPart(_ body: ([PlannedUpdate]) throws -> Void) throws {
        message += 1
        var begin = 0
        while begin < order.count {
            let keys = order[begin..<min(begin + Fleet.part, order.count)]
            begin = keys.endIndex
            place(keys)
            var planned: [PlannedUpdate] = []
            planned.reserveCapacity(keys.count)
            for key in keys {
                guard let vehicle = vehicles[key], leads(vehicle), let update = plan(vehicle) else { continue }
                planned.append(update)
            }
            if !planned.isEmpty { try body(planned) }
        }
    }

    /// Vehicles that threads place on their paths. Each vehicle has one thread, and nothing else changes meanwhile.
    private struct Placing: @unchecked Sendable {
        let vehicles: [PredictedVehicle]
        let stops: KnownStops

        func place(_ share: Int) {
            let begin = share * PredictionWriter.share
            for vehicle in vehicles[begin..<min(begin + PredictionWriter.share, vehicles.count)] {
                if let times = vehicle.run.times { vehicle.place(times, stops) }
            }
        }
    }

    /// Lets several threads work out where vehicles are that are sure to be asked: those that are alone on their runs.
    private func place(_ keys: ArraySlice<UInt64>) {
        guard jobs > 1 else { return }
        let waiting = keys.compactMap { vehicles[$0] }.filter { $0.progress == nil && $0.run.vehicleCount == 1 }
        guard waiting.count >= Fleet.leastShared else { return }
        let work = Placing(vehicles: waiting, stops: stops)
        let shares = (waiting.count + PredictionWriter.share - 1) / PredictionWriter.share
        _ = Workers.map(shares, jobs: jobs) { work.place($0) }
    }

    /// Whether a vehicle is that of its run whose place counts: of several the one that came first, as long as it is on the
    /// path.
    private func leads(_ vehicle: PredictedVehicle) -> Bool {
        let run = vehicle.run
        guard run.vehicleCount > 1 else { return true }
        if run.leader?.message != message {
            let here = run.riders.lazy.filter(\.isHere).map(\.vehicle)
            let leader = here.first { [self] other in
                switch progress(of: other)?.place {
                case .at, .between, .before, .finished: true
                case .offRoute, .unknown, nil: false
                }
            }
            run.leader = (leader ?? vehicle, message)
            findings.count(.secondVehicle, example: run.tripID)
        }
        return run.leader?.vehicle === vehicle
    }

    private func progress(of vehicle: PredictedVehicle) -> Progress? {
        guard let times = vehicle.run.times else { return nil }
        var isNew = false
        let progress = vehicle.progress(times, stops, isNew: &isNew)
        if isNew { learn(vehicle, times, progress) }
        return progress
    }

    // MARK: Predictions

    /// What is to be said of a vehicle; nil for nothing.
    private func plan(_ vehicle: PredictedVehicle) -> PlannedUpdate? {
        let run = vehicle.run
        guard run.times != nil, let progress = progress(of: vehicle) else {
            findings.count(.noTimes, example: run.tripID)
            return planNoData(vehicle, from: 0)
        }
        let route = pace.ofRoute(run.pace, at: progress.time)
        let own: PlannedUpdate.Own
        if case .finished(let since) = progress.place {
            own = .finished(since: since)
        } else if Forecast.isPossible(run, from: progress.place) {
            own = .run(
                progress,
                Forecast.Paces(
                    route: route, run: Pace.ofRun(vehicle.paceActual, vehicle.paceExpected, route: route)))
        } else {
            switch progress.place {
            case .offRoute, .unknown: findings.count(.offRoute, example: run.tripID)
            case .at, .between, .before, .finished: findings.count(.noStart, example: run.tripID)
            }
            return planNoData(vehicle, from: max(vehicle.arrived, 0))
        }
        let next = planNext(of: vehicle, progress.time)
        if case .finished = own, next == nil { return nil }
        return PlannedUpdate(
            vehicle: vehicle, run: run, head: head(of: run, vehicle), made: progress.time, own: own, next: next,
            uncertainty: spread.uncertainty)
    }

    private func planNoData(_ vehicle: PredictedVehicle, from stop: Int) -> PlannedUpdate {
        let row = timetable.runningTimes(of: vehicle.run.trip)?.times.stopTimes[stop]
        let members = RowParts<Tables.StopTimeUpdateMembers> { part, _ in
            let columns = Tables.StopTimeUpdateMembers.columns
            part[columns.stopSequence] = row?.sequence
            part[columns.stopID] = row?.stop.map { timetable.frame[$0].id }
            part[columns.scheduleRelationship] = Fleet.noData
        }
        return PlannedUpdate(
            vehicle: vehicle, run: vehicle.run, head: head(of: vehicle.run, vehicle), made: vehicle.lastSeen,
            own: .noData(members), next: nil, uncertainty: spread.uncertainty)
    }

    /// The next run of the vehicle's block, unless a vehicle is on it, or it has no scheduled start.
    private func planNext(of vehicle: PredictedVehicle, _ time: Int) -> PlannedUpdate.Next? {
        let run = vehicle.run
        if run.hasNext, run.next == nil {
            run.next = blocks.next(after: run).map { trip, planned in
                (
                    PredictedRun(
                        trip: trip, day: run.day, startTime: nil, key: RunIdentity.key(trip, run.day, nil),
                        tripID: timetable.id(trip), origin: origin(trip, run.day),
                        times: times(of: trip, run.day, origin(trip, run.day)), pace: paceNumber(of: trip)), planned
                )
            }
            run.hasNext = run.next != nil
        }
        guard let (following, planned) = run.next, runs[following.key] == nil, following.times != nil else {
            return nil
        }
        let pace = pace.ofRoute(following.pace, at: time)
        guard following.scheduledDeparture(0) != nil else { return nil }
        return PlannedUpdate.Next(run: following, head: head(of: following, vehicle), planned: planned, pace: pace)
    }

    private func head(of run: PredictedRun, _ vehicle: PredictedVehicle) -> UpdateHead {
        vehicle.head(of: run) {
            UpdateHead { row, _ in
                let columns = Tables.TripUpdates.columns
                row[columns.entityID] =
                    PerformedTripID.text(tripID: run.tripID, startTime: run.startTime) + "_"
                    + CivilDate(daysSinceEpoch: run.day).compactText
                row[columns.tripID] = run.tripID
                row[columns.routeID] = timetable.route(of: run.trip)?.id
                row[columns.directionID] = timetable.directionID(of: run.trip)
                row[columns.startTime] = run.startTime
                row[columns.startDate] = run.day
                row[columns.scheduleRelationship] = 0
                row[columns.vehicleID] = vehicle.names.id
                row[columns.vehicleLabel] = vehicle.names.label
                row[columns.licensePlate] = vehicle.names.plate
            }
        }
    }

    private func origin(_ trip: WholeTimetable.TripIndex, _ day: Int) -> Int {
        finder.start(of: day) + timetable.origin(of: trip, startTime: nil)
    }

    // MARK: What passing teaches

    /// Compares predictions with the stops that a vehicle has reached, and takes its pace.
    private func learn(_ vehicle: PredictedVehicle, _ times: RunTimes, _ progress: Progress) {
        let reached: Int
        var since: Double?
        switch progress.place {
        case .at(let stop, let time): (reached, since) = (stop, time)
        case .finished(let time): (reached, since) = (times.positions.count - 1, time)
        case .between(let next, _): reached = next - 1
        case .before, .offRoute, .unknown: return
        }
        if reached > vehicle.arrived {
            for horizon in vehicle.pending.indices {
                let pending = vehicle.pending[horizon]
                guard pending.stop >= 0, Int(pending.stop) <= reached else { continue }
                vehicle.pending[horizon] = .none
                guard Int(pending.stop) > vehicle.arrived,
                    let actual = arrival(at: Int(pending.stop), reached, since, times, progress)
                else { continue }
                spread.add(actual - Double(pending.time), horizon: horizon)
            }
            vehicle.arrived = reached
        }
        takePace(vehicle, times, progress)
    }

    /// When a vehicle arrived at a stop, between its last two positions; nil if they are too far apart to say.
    private func arrival(
        at stop: Int, _ reached: Int, _ since: Double?, _ times: RunTimes, _ progress: Progress
    ) -> Double? {
        if stop == reached, let since { return since }
        guard let before = progress.before, let along = progress.along, along > before.along,
            progress.time - before.time <= Fleet.mostGap
        else { return nil }
        let share = (times.positions[stop] - before.along) / (along - before.along)
        return Double(before.time) + min(max(share, 0), 1) * Double(progress.time - before.time)
    }

    private func takePace(_ vehicle: PredictedVehicle, _ times: RunTimes, _ progress: Progress) {
        guard case .between(let next, _) = progress.place, let along = progress.along else {
            if case .at(0, _) = progress.place { vehicle.anchor = nil }
            return
        }
        let clock = times.clock(at: along, next: next)
        defer { vehicle.anchor = (progress.time, clock, next) }
        guard let anchor = vehicle.anchor, clock > anchor.clock else { return }
        let seconds = progress.time - anchor.time
        guard seconds > 0, seconds <= Pace.mostGap, !waited(vehicle.run, times, anchor, next) else { return }
        let (actual, expected) = (Double(seconds), clock - anchor.clock)
        let decay = max(1 - actual / Pace.runMemory, 0)
        vehicle.paceActual = vehicle.paceActual * decay + actual
        vehicle.paceExpected = vehicle.paceExpected * decay + expected
        pace.add(actual, expected, to: vehicle.run.pace, at: progress.time)
    }

    /// Whether a vehicle waited for its scheduled time at a stop since its anchor.
    private func waited(
        _ run: PredictedRun, _ times: RunTimes, _ anchor: (time: Int, clock: Double, next: Int), _ next: Int
    ) -> Bool {
        for stop in anchor.next..<max(next, anchor.next) where times.waits[stop] {
            guard let scheduled = run.scheduledDeparture(stop) else { continue }
            let ready = Double(anchor.time) + times.departureClock[stop] - anchor.clock
            if Double(scheduled) > ready + 10 { return true }
        }
        return false
    }

    // MARK: Between processes

    func restore(clock: Int?) { self.clock = clock }
    func restore(_ counts: [Double], horizon: Int) { spread.restore(counts, horizon: horizon) }

    /// The run of a vehicle of an earlier process; nil, which is counted, if the feed does not have the trip.
    func run(ofState tripID: String, _ day: Int, _ startTime: Int?) -> PredictedRun? {
        guard let trip = timetable.trip(tripID) else {
            findings.count(.unknownTripOfState, example: tripID)
            return nil
        }
        return run(trip, day, startTime)
    }

    /// The pace of routes and directions, in the order of their numbers in the schedule.
    var knownPaces: [(routeID: String?, directionID: Int?, sums: (actual: Double, expected: Double, time: Int))] {
        paces.sorted { $0.key < $1.key }.map { key, number in
            let route = key >> 2
            let direction = key & 3
            return (
                route < 0 ? nil : timetable.frame.routes[route].id, direction == 0 ? nil : direction - 1, pace[number]
            )
        }
    }

    /// Restores the pace of a route and direction; one that the feed does not have is of no use.
    func restorePace(
        route id: String?, _ directionID: Int?, _ sums: (actual: Double, expected: Double, time: Int)
    ) {
        var route: Int?
        if let id {
            guard let number = timetable.frame.routeNumbers[id] else { return }
            route = number.index
        }
        pace[paceNumber(route, directionID)] = sums
    }
}
