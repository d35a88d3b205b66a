import GTFSSchedule
import Geometry
import Hashing
import RealtimeJoin
import Schedule
import VehiclePaths

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
    /// The runs and tracks of the previous snapshot.
    var positionsBefore = PositionsBefore()
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
    private let identifier: RunIdentifier

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
        identifier = RunIdentifier(timetable, finder, isLoose: options.match == .loose)
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
        let (identity, match) = identifier.identify(reference, at: time, stops: stops)
        let runKey: UInt64
        switch identity {
        case .scheduled(let trip, let day, let start):
            guard days.isEmpty || days.contains(day) else { return .otherDay }
            runKey = RunIdentity.key(trip, day, start)
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
        positionsBefore.remove(run)
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

    func end(of identity: RunIdentity) -> EndOfWay? {
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
