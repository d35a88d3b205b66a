import Containers
import GTFSSchedule
import Hashing
import RealtimeJoin
import Schedule
import StageKit
import VehiclePaths

/// The passage through an archive: the runs under way, the time that it has come to, and what becomes of runs that end.
///
/// Memory: 28 bytes a fix of runs under way, some 100 a stop of those with predictions; the schedule beside.
final class ArchivePass {
    private enum Stop {}

    let timetable: WholeTimetable
    let finder: RunFinder
    let span = ArchiveSpan()
    let match: VisitMatch
    let nearMetres: Double
    /// Seconds for which a trip without a date is taken to be of one day.
    let bucket = 1800
    let index: RunIndex
    private let options: StopVisitsOptions
    private let planner: RunPlanner
    private let runs: RunsBehind
    private let writer: RunWriter
    private let missing: MissingRuns?
    /// The detours of the archive; nil until a message has one, or a stop or shape.
    private var detours: ArchiveDetours?
    /// Whether the current message has a new stop or shape, which detours before it in the message may need.
    private var hasNewPlaces = false
    /// What the current message contains, in case it brings the first detour.
    private var message: (time: Int?, hasUpdates: Bool, hasVehicles: Bool) = (nil, false, false)
    private let diagnostics: Diagnostics
    /// The stop_ids that realtime names.
    private var stopIDs = IdentifierTable<Stop>()
    private var stops: KnownStops
    /// The newest time of the feed, POSIX seconds.
    private var now = Int.min
    /// Runs by when it is to be looked at whether they are over, the soonest first.
    private var checks = Heap<Check>()

    private struct Check: Comparable {
        let time: Int
        let run: RunUnderWay
        static func < (left: Check, right: Check) -> Bool { left.time < right.time }
        static func == (left: Check, right: Check) -> Bool { left.time == right.time }
    }

    init(
        _ planner: RunPlanner, _ options: StopVisitsOptions, _ runs: RunsBehind, _ writer: RunWriter,
        _ diagnostics: Diagnostics
    ) throws {
        let (timetable, finder) = (planner.timetable, planner.finder)
        self.planner = planner
        self.runs = runs
        self.diagnostics = diagnostics
        self.timetable = timetable
        self.finder = finder
        self.options = options
        self.writer = writer
        match = planner.match
        stops = KnownStops(timetable.stations)
        nearMetres = options.nearMetres
        let writesMissing = options.writesMissing || options.tides != nil
        missing = writesMissing ? try MissingRuns(timetable, finder, options) : nil
        index = RunIndex(timetable, finder, options, keepsSeen: writesMissing)
    }

    // MARK: Records

    /// The number of a stop_id that realtime names.
    @inline(__always)
    func stopNumber(_ id: UnsafeRawBufferPointer) -> Int32 {
        let number = stopIDs.intern(id, feed: 0)
        if number.index == stops.names.count {
            stops.append(String(decoding: id, as: UTF8.self))
            match.seeStop(id)
        }
        return Int32(number.index)
    }

    /// Finds the run that a record means.
    ///
    /// - Parameter stops: the stop_ids of an update, in order.
    func find(
        _ reference: TripReference, key: UInt64?, at time: Int, stops: [String] = []
    ) throws -> RunIndex.Finding {
        let found = index.find(reference, key: key, at: time, stops: stops)
        if case .run(let run) = found {
            if detours != nil { detour(run) }
            var isUnknown = false
            if case .named(.unknownTrip) = run.identity { isUnknown = true }
            match.see(reference, at: time, isUnknown: isUnknown)
        }
        return found
    }

    /// Begins a message.
    func beginMessage(at time: Int?) {
        endMessage()
        message = (time, false, false)
        detours?.begin(at: time)
    }

    /// Notes a trip update of the message.
    func sawUpdate() {
        message.hasUpdates = true
        detours?.sawUpdate()
    }

    /// Notes a vehicle position of the message.
    @inline(__always)
    func sawVehicle() {
        message.hasVehicles = true
        detours?.sawVehicle()
    }

    /// The detours, from now on.
    ///
    /// They change the timetable: no other thread may read it meanwhile.
    private func detoursFromNow() throws -> ArchiveDetours {
        if let detours { return detours }
        try runs.drain()
        let fresh = ArchiveDetours(timetable, keepsPast: missing != nil, diagnostics)
        fresh.begin(at: message.time)
        if message.hasUpdates { fresh.sawUpdate() }
        if message.hasVehicles { fresh.sawVehicle() }
        detours = fresh
        return fresh
    }

    /// The stop_sequence after a detour of one of the timetable.
    func sequence(_ original: Int32, of detour: ArchiveDetours.Modified) -> Int32 {
        detour.sequence(of: original, timetable.runningTimes(of: detour.original)?.times.stopTimes ?? [])
    }

    /// Takes a detour; runs under way take it too.
    func take(_ modification: TripModification) throws {
        guard try detoursFromNow().take(modification) else { return }
        for run in index.runs.values { detour(run) }
    }

    func take(_ stop: RealtimeStop) throws {
        guard try detoursFromNow().take(stop) else { return }
        hasNewPlaces = true
        stops.stations = timetable.stations
    }

    /// - Parameter line: the encoded polyline.
    func takeShape(_ id: String, _ line: String) throws {
        if try detoursFromNow().takeShape(id, line) { hasNewPlaces = true }
    }

    /// Ends the last message: a detour may come before the stops and the shape that it names.
    private func endMessage() {
        guard hasNewPlaces else { return }
        hasNewPlaces = false
        for run in index.runs.values { detour(run) }
    }

    private func detour(_ run: RunUnderWay) {
        // A detour that comes after a run's last stop does not concern the run.
        guard case .scheduled(let trip, let day, let start) = run.identity, !run.hasReachedEnd else { return }
        let original = run.detour?.original ?? trip
        guard let modified = detours?.modified(original, on: day, startTime: start) else { return }
        run.take(modified, rows: timetable.runningTimes(of: original)?.times.stopTimes ?? [])
        run.end = index.end(of: run.identity)
    }

    func tripless(vehicle: UInt64, at time: Int) -> RunIndex.Finding {
        index.tripless(vehicle: vehicle, at: time)
    }

    func sawTripless(_ vehicle: UInt64) { match.sawTripless(vehicle) }

    func sawTripless(_ update: TripUpdate) {
        match.sawTripless((update.vehicleID ?? update.trip.routeID ?? "").withBytes { Fingerprint.of($0, seed: 1) })
    }

    /// Notes that a record of a run was made at a time.
    @inline(__always)
    func heard(_ run: RunUnderWay, _ time: Int) {
        if time > run.lastHeard { run.lastHeard = time }
        // Never later than when the run may be over: an entry that was meant for another time is passed over then.
        let check = run.lastHeard + options.idle
        guard check < run.check else { return }
        run.check = check
        checks.insert(Check(time: check, run: run))
    }

    /// Takes what an update says of a run.
    /// - Parameter unbelieved: is given the times that are left out for being too far from the timetable.
    func take(
        _ update: TripUpdate, made: Int, for run: RunUnderWay, _ unbelieved: (UnbelievedTime) -> Void
    ) {
        let isModified = update.trip.modificationsID != nil
        if isModified || run.detour != nil {
            guard isModified == false || run.detour?.id == update.trip.modificationsID else {
                return diagnostics.report(
                    .unmatched, "modified_trip_without_detour", field: "modifications_id",
                    value: update.trip.modificationsID ?? "",
                    message: "the update names a modified trip, but no TripModifications applies to it on that day"
                        + "; skipped")
            }
            if isModified { run.hasModifiedUpdates = true } else if run.hasModifiedUpdates { return }
        }
        var update = update
        if run.predictions == nil { run.predictions = Predictions() }
        guard let predictions = run.predictions else { return }
        let isNew = predictions.begin(update, made: made)
        for stop in update.stops {
            for id in [stop.stopID, stop.assignedStopID] { if let id { id.withBytes { match.seeStop($0) } } }
        }
        guard let (rows, origin) = rows(of: run, update) else {
            for place in update.stops.indices {
                update.disbelieve(place, arrival: nil, departure: nil, unbelieved)
            }
            return predictions.list(update, made: made, isNew: isNew)
        }
        // What is not said of the modified trip speaks of the stop times of the timetable.
        let places = isModified ? nil : run.detour?.places
        if predictions.stops.isEmpty {
            predictions.stops = Array(repeating: .init(), count: run.detour?.rows.stopTimes.count ?? rows.count)
        }
        let resolved = ResolvedUpdate(update.stops, stopTimes: rows, timetable.stations)
        match.take(resolved, trip: update.trip.tripID ?? "")
        for place in update.stops.indices {
            predictions.namesStops = predictions.namesStops || update.stops[place].stopID != nil
            guard let call = resolved.outcomes[place].stopTime else { continue }
            predictions.namesItsStops = true
            update.disbelieve(
                place, arrival: rows[call].arrival.map { origin + $0 },
                departure: rows[call].departure.map { origin + $0 }, unbelieved)
            let stop = update.stops[place]
            // Of two updates of one stop that which counts.
            guard resolved.updateOfStopTime[call] == place else { continue }
            func time(_ event: StopUpdate.Event, _ scheduled: Int?) -> Int? {
                event.time ?? event.delay.flatMap { delay in scheduled.map { origin + $0 + delay } }
            }
            guard let shown = places == nil ? call : places?[call] else { continue }
            predictions.stops[shown].take(
                stop, arrival: time(stop.arrival, rows[call].arrival),
                departure: time(stop.departure, rows[call].departure), made: made, isNew: isNew)
            if let id = stop.assignedStopID ?? (resolved.outcomes[place].moves ? stop.stopID : nil),
                made >= predictions.stops[shown].stopID?.made ?? .min
            {
                predictions.stops[shown].stopID = (id, made)
            }
        }
    }

    /// The stop times that an update speaks of, and POSIX seconds from which their times count; nil for a run that its
    /// updates alone list.
    private func rows(of run: RunUnderWay, _ update: TripUpdate) -> (rows: [Timetable.StopTime], origin: Int)? {
        if case .scheduled(var trip, let day, let start) = run.identity {
            if update.trip.modificationsID == nil, let original = run.detour?.original { trip = original }
            guard update.trip.relationship != TripRelationship.replacement,
                let times = timetable.runningTimes(of: trip)
            else { return nil }
            return (times.times.stopTimes, finder.start(of: day) + timetable.origin(of: trip, startTime: start))
        }
        guard update.trip.relationship == TripRelationship.duplicated,
            let trip = update.trip.tripID.flatMap({ timetable.trip($0) }),
            let times = timetable.runningTimes(of: trip), let day = run.reference.startDate,
            let start = run.reference.startTime ?? timetable.service(of: trip).first
        else { return nil }
        return (times.times.stopTimes, finder.start(of: day) + start - times.times.firstTime)
    }

    // MARK: Time

    /// Lets the feed's time go on: runs that are over by then are written.
    @inline(__always)
    func advance(to time: Int) throws {
        span.see(time)
        guard time > now else { return }
        missing?.begin(at: time)
        now = time
        if let first = checks.first, first.time <= time { try endRuns() } else { try runs.takePerformed() }
        if let missing, missing.nextClose <= time { try closeDays() }
    }

    private func endRuns() throws {
        var over: [(time: Int, run: RunUnderWay)] = []
        while let check = checks.first, check.time <= now {
            checks.removeFirst()
            let run = check.run
            guard run.check == check.time else { continue }
            let end = run.over(idle: options.idle, scheduledEnd: scheduledEnd(of: run))
            if end <= now {
                run.check = .min
                over.append((end, run))
            } else {
                run.check = end
                checks.insert(Check(time: end, run: run))
            }
        }
        try write(over)
    }

    private func write(_ over: [(time: Int, run: RunUnderWay)]) throws {
        for (time, run) in over {
            index.end(run, at: time)
            reportEarly(run)
            var planned = planner.plan(of: run)
            planned?.base.takeCover(of: span)
            try runs.handOver(
                EndedRun(run: run, time: time, planned: planned, stops: stops, archiveEnd: span.newest))
        }
        try runs.endBatch()
        if detours != nil { try runs.drain() }
    }

    /// Reports the stop_sequences that count as a detour numbers its stops that the run never took.
    private func reportEarly(_ run: RunUnderWay) {
        let count = run.tracks.reduce(0) { $0 + $1.earlyCount }
        guard count > 0 else { return }
        let trip = run.reference.tripID ?? ""
        diagnostics.report(
            Finding(
                .null, "position_without_detour", field: "current_stop_sequence", value: trip,
                message: "a vehicle names a modified trip of trip \(Finding.quoted(trip)), but the run has no such "
                    + "TripModifications; its current_stop_sequence is not used"), count: count)
    }

    private func scheduledEnd(of run: RunUnderWay) -> Int? {
        guard case .scheduled(let trip, let day, let start) = run.identity,
            let last = timetable.runningTimes(of: trip)?.times.lastTime
        else { return nil }
        return finder.start(of: day) + timetable.origin(of: trip, startTime: start) + last
    }

    private func closeDays() throws {
        guard let missing else { return }
        while missing.nextClose <= now { try close(missing.nextDay) }
    }

    private func close(_ day: Int) throws {
        guard let missing else { return }
        try runs.drain()
        try missing.forEachRun(of: day, seen: index.seen[day] ?? [], span, detours?.pastDetours()) {
            var run = $0
            run.takeCover(of: span)
            try writer.write(run)
        }
        index.close(day: day)
        missing.closed(day)
        detours?.forget(before: finder.start(of: missing.nextDay))
    }

    /// Ends all runs: there is no more input.
    func finish() throws {
        endMessage()
        detours?.endMessage()
        var over: [(time: Int, run: RunUnderWay)] = []
        while let check = checks.first {
            checks.removeFirst()
            guard check.run.check == check.time else { continue }
            check.run.check = .min
            over.append((.max, check.run))
        }
        try write(over)
        try runs.drain()
        if let missing, let first = span.first {
            for day in missing.days(from: first, to: span.newest) where !index.closedDays.contains(day) {
                try close(day)
            }
        }
        // The missing runs may have asked for detours that no run under way takes.
        detours?.endMessage()
        try match.conclude(span, listsMissing: missing != nil)
    }
}
