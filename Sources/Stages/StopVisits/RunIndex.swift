import GTFSSchedule
import Geometry
import Hashing
import RealtimeJoin
import Schedule

/// Finds which run a record is of, and begins runs.
///
/// A record names its trip by a few texts; what they mean is worked out once and kept while the run is under way.
final class RunIndex {
    private let timetable: WholeTimetable
    private let finder: RunFinder
    /// Days that are asked for; empty for all.
    private let days: Set<Int>
    /// Whether `day` is closed: its missing runs were written.
    private(set) var closedDays: Set<Int> = []
    /// Runs by what records call them.
    private var byReference: [UInt64: RunUnderWay] = [:]
    /// Runs by what they are.
    private(set) var runs: [UInt64: RunUnderWay] = [:]
    /// Runs that are over, and when they were, POSIX seconds; of two stretches of time.
    private var ended: [UInt64: Int] = [:]
    private var endedBefore: [UInt64: Int] = [:]
    private var endedSince = Int.min
    /// Seconds after its end at which a record of a run is late; later it begins the run anew.
    private static let remembered = 86_400
    /// Of scheduled runs that were seen, by day: for what was missing.
    private(set) var seen: [Int: Set<UInt64>] = [:]
    private let keepsSeen: Bool
    /// What finds runs without a valid trip_id; nil unless that is asked for.
    private let matcher: LooseMatcher<WholeTrips>?
    private lazy var tripsOfRoute: [Int: [WholeTimetable.TripIndex]] = {
        var trips: [Int: [WholeTimetable.TripIndex]] = [:]
        for trip in timetable.listedTrips {
            if let route = timetable.routeNumber(of: trip) { trips[route, default: []].append(trip) }
        }
        return trips
    }()

    /// What a record's trip is.
    enum Finding {
        case run(RunUnderWay)
        /// The run is over already.
        case over
        /// Its service day was not asked for.
        case otherDay
    }

    init(_ timetable: WholeTimetable, _ finder: RunFinder, _ options: StopVisitsOptions, keepsSeen: Bool) {
        self.timetable = timetable
        self.finder = finder
        days = Set(options.serviceDates)
        self.keepsSeen = keepsSeen
        matcher = options.match == .loose ? LooseMatcher(WholeTrips(timetable), finder) : nil
    }

    /// The run that records call by a reference; nil where it has not been worked out.
    @inline(__always)
    func run(_ reference: UInt64) -> RunUnderWay? { byReference[reference] }

    /// Works out which run a reference means.
    ///
    /// - Parameters:
    ///   - key: what stands for the reference's texts; nil for one that is not to be kept, as its meaning changes with
    ///     the time.
    ///   - time: of the record, POSIX seconds.
    ///   - stops: the stop_ids of the update, in order.
    func find(_ reference: TripReference, key: UInt64?, at time: Int, stops: [String] = []) -> Finding {
        let (identity, match) = identify(reference, at: time, stops)
        let runKey: UInt64
        switch identity {
        case .scheduled(let trip, let day, let start):
            guard days.isEmpty || days.contains(day) else { return .otherDay }
            runKey = RunIndex.key(trip, day, start)
            if keepsSeen {
                if closedDays.contains(day) { return .over }
                seen[day, default: []].insert(runKey)
            }
        case .named(let mismatch):
            let day = reference.startDate ?? finder.zone.date(at: time).daysSinceEpoch
            guard days.isEmpty || days.contains(day) else { return .otherDay }
            // Of a trip that only realtime knows some records tell the start_time, others do not.
            let start = mismatch == .unknownTrip && reference.tripID != nil ? nil : reference.startTime
            var texts = Fingerprint.of(
                UInt64(truncatingIfNeeded: day), UInt64(truncatingIfNeeded: start ?? -1))
            if reference.tripID == nil {
                texts = Fingerprint.of(texts, UInt64(truncatingIfNeeded: reference.directionID ?? -1))
            }
            for text in [reference.tripID, reference.tripID == nil ? reference.routeID : nil] {
                texts = (text ?? "").withBytes { Fingerprint.of($0, seed: texts) }
            }
            runKey = texts
        case .tripless: runKey = 0
        }
        if let run = runs[runKey] {
            if let key {
                byReference[key] = run
                run.references.append(key)
            }
            return .run(run)
        }
        if isOver(runKey, at: time) { return .over }
        let run = RunUnderWay(identity, key: runKey, reference: reference, match: match)
        run.end = end(of: identity)
        add(run, key)
        return .run(run)
    }

    /// The fixes of a vehicle without a trip, an hour at a time.
    func tripless(vehicle: UInt64, at time: Int) -> Finding {
        let key = Fingerprint.of(vehicle, UInt64(truncatingIfNeeded: time / 3600))
        if let run = runs[key] { return .run(run) }
        if isOver(key, at: time) { return .over }
        let run = RunUnderWay(.tripless, key: key, reference: TripReference(), match: .none)
        add(run, nil)
        return .run(run)
    }

    /// Whether a run ended less than a day before a time: by its own end, whatever other runs do meanwhile.
    private func isOver(_ key: UInt64, at time: Int) -> Bool {
        guard let end = ended[key] ?? endedBefore[key] else { return false }
        return end == .max || time <= end + RunIndex.remembered
    }

    private func add(_ run: RunUnderWay, _ reference: UInt64?) {
        runs[run.key] = run
        guard let reference else { return }
        byReference[reference] = run
        run.references.append(reference)
    }

    /// Forgets a run that is over.
    func end(_ run: RunUnderWay, at time: Int) {
        runs[run.key] = nil
        for reference in run.references { byReference[reference] = nil }
        if endedSince == .min { endedSince = time }
        // Each is kept for as long as it is asked for, and an hour, by which records may come out of order.
        if time - endedSince > RunIndex.remembered + 3600 {
            endedBefore = ended
            ended = [:]
            endedSince = time
        }
        ended[run.key] = time
    }

    /// No run of a day is looked for any more.
    func close(day: Int) {
        closedDays.insert(day)
        seen[day] = nil
    }

    static func key(_ trip: WholeTimetable.TripIndex, _ day: Int, _ start: Int?) -> UInt64 {
        Fingerprint.of(
            Fingerprint.of(UInt64(trip.index), UInt64(truncatingIfNeeded: day)),
            UInt64(truncatingIfNeeded: start ?? -1))
    }

    // MARK: What is meant

    private func identify(
        _ reference: TripReference, at time: Int, _ stops: [String]
    ) -> (RunUnderWay.Identity, Match) {
        if let matcher, reference.isPlain, reference.tripID.map({ timetable.trip($0) == nil }) ?? true {
            switch matcher.run(of: reference, stops: stops, at: time) {
            case .run(let trip, let start, let evidence):
                guard let day = start.day else { break }
                return (
                    .scheduled(trip, day: day, startTime: start.time), evidence == .stops ? .stops : .startTime
                )
            case .ambiguous: return (.named(.ambiguous), .none)
            case .none: break
            }
        }
        guard let id = reference.tripID else { return identifyByStart(reference) }
        guard let trip = timetable.trip(id) else { return (.named(.unknownTrip), .none) }
        let service = timetable.service(of: trip)
        if !service.frequencies.isEmpty, reference.startTime == nil {
            return (.named(.frequencyWithoutStartTime), .none)
        }
        let start = finder.start(of: reference, service, at: time)
        guard let day = start.day, finder.runs(service, on: day) else { return (.named(.noServiceThatDay), .none) }
        guard !service.frequencies.isEmpty else { return (.scheduled(trip, day: day, startTime: nil), .exact) }
        // Headways that are not exact: the vehicle started when it started.
        let isAnyTime = !service.frequencies.contains(where: \.isExact)
        guard service.isRun(start.time) || isAnyTime else { return (.named(.noServiceThatDay), .none) }
        return (.scheduled(trip, day: day, startTime: start.time), .exact)
    }

    /// Without a trip_id a trip is named by route_id, direction_id, start_time and start_date together (TripDescriptor).
    private func identifyByStart(_ reference: TripReference) -> (RunUnderWay.Identity, Match) {
        guard let route = reference.routeID.flatMap({ timetable.frame.routeNumbers[$0] }),
            let day = reference.startDate, let start = reference.startTime
        else { return (.named(.noTripID), .none) }
        let begin = finder.start(of: day) + start
        var found: [(trip: WholeTimetable.TripIndex, day: Int, start: Int?)] = []
        for trip in tripsOfRoute[route.index] ?? [] {
            guard reference.directionID.map({ timetable.directionID(of: trip) == $0 }) ?? true else { continue }
            let service = timetable.service(of: trip)
            for other in [day, day - 1, day + 1] where finder.runs(service, on: other) {
                let second = begin - finder.start(of: other)
                if service.frequencies.isEmpty ? service.first == second : service.isRun(second) {
                    found.append((trip, other, service.frequencies.isEmpty ? nil : second))
                }
            }
        }
        guard let only = found.first else { return (.named(.unknownTrip), .none) }
        guard found.count == 1 else { return (.named(.ambiguous), .none) }
        return (.scheduled(only.trip, day: only.day, startTime: only.start), .startTime)
    }

    func end(of identity: RunUnderWay.Identity) -> EndOfWay? {
        guard case .scheduled(let trip, _, _) = identity, let times = timetable.runningTimes(of: trip),
            let last = times.times.stopTimes.last, let stop = last.stop.map({ timetable.frame[$0] }),
            let place = stop.coordinate
        else { return nil }
        let scale = Ellipsoid.metresPerDegree(atLatitude: place.latitude)
        return EndOfWay(
            latitude: place.latitude, longitude: place.longitude, metresPerLatitude: scale.latitude,
            metresPerLongitude: scale.longitude, returns: timetable.way(of: trip)?.returns ?? true,
            sequence: last.sequence)
    }
}

/// The trips of a timetable as loose matching asks for them, by route and stop.
final class WholeTrips: LooseTimetable {
    private let timetable: WholeTimetable
    private lazy var ofRoute: [String: [WholeTimetable.TripIndex]] = Dictionary(
        grouping: timetable.listedTrips.filter { self.timetable.route(of: $0) != nil },
        by: { self.timetable.route(of: $0)?.id ?? "" })
    private lazy var atStop: [StopIndex: [WholeTimetable.TripIndex]] = {
        var found: [StopIndex: [WholeTimetable.TripIndex]] = [:]
        for trip in timetable.listedTrips {
            for stop in Set(stops(of: trip).compactMap { $0 }) { found[stop, default: []].append(trip) }
        }
        return found
    }()

    init(_ timetable: WholeTimetable) { self.timetable = timetable }

    func trips(ofRoute id: String) -> [WholeTimetable.TripIndex] { ofRoute[id] ?? [] }
    func trips(at stop: StopIndex) -> [WholeTimetable.TripIndex] { atStop[stop] ?? [] }
    func service(of trip: WholeTimetable.TripIndex) -> TripService { timetable.service(of: trip) }
    func directionID(of trip: WholeTimetable.TripIndex) -> Int? { timetable.directionID(of: trip) }
    func stopNumber(_ id: String) -> StopIndex? { timetable.frame.stopNumbers[id] }
    func stops(of trip: WholeTimetable.TripIndex) -> [StopIndex?] {
        timetable.runningTimes(of: trip)?.times.stopTimes.map(\.stop) ?? []
    }
}
