import GTFSSchedule
import RealtimeJoin
import Schedule
import TimeZones
import VehiclePaths

/// The scheduled runs of each day that nobody saw.
///
/// Memory: some 64 bytes for each of one day.
final class MissingRuns {
    private let timetable: WholeTimetable
    private let finder: RunFinder
    private let options: StopVisitsOptions
    /// When no record of a day can be expected any more, POSIX seconds.
    private(set) var nextClose = Int.max
    private(set) var nextDay = Int.min
    /// Hours after the beginning of a service day at which its last run has ended, if times are as GTFS has them.
    private let lastSecond: Int
    private let days: Set<Int>
    /// How many service days before a time may still have runs then, by the timetable's own latest time.
    private var reach: Int { 2 + lastSecond / 86_400 }
    /// The days of which the calendar has anything to say.
    private let span: ClosedRange<Int>

    /// - Throws: `StageFailure` with status 65 where frequencies make more calls a day than can be listed.
    init(_ timetable: WholeTimetable, _ finder: RunFinder, _ options: StopVisitsOptions) throws {
        try timetable.checkFrequencies(
            of: timetable.listedTrips, most: MissingRuns.mostCalls, options.feed, exactOnly: true,
            advice: "nothing was written; check its headway_secs, or run without --missing")
        self.timetable = timetable
        self.finder = finder
        self.options = options
        days = Set(options.serviceDates)
        var last = 0
        for trip in timetable.listedTrips {
            let service = timetable.service(of: trip)
            let begin = timetable.frequencies(of: trip).map(\.end).max()
            let length = (service.last ?? 0) - (service.first ?? 0)
            last = max(last, begin.map { $0 + length } ?? service.last ?? 0)
        }
        lastSecond = last
        span = timetable.frame.calendar.span ?? 0...0
    }

    /// Begins with the days that may have runs at the archive's first time.
    func begin(at time: Int) {
        guard nextClose == .max else { return }
        nextDay = earliest(at: time)
        nextClose = closing(nextDay)
    }

    private func closing(_ day: Int) -> Int { finder.start(of: day) + lastSecond + 6 * options.idle }

    /// Goes on to the next day.
    func closed(_ day: Int) {
        guard nextClose != .max else { return }
        nextDay = day + 1
        nextClose = closing(nextDay)
    }

    /// The days that may have runs between two times.
    func days(from first: Int, to last: Int) -> [Int] {
        if !days.isEmpty { return days.sorted() }
        let end = finder.zone.date(at: last).daysSinceEpoch
        return Array(min(earliest(at: first), end)...end)
    }

    /// The first day that may have runs at a time: of those far back only such as the calendar has.
    private func earliest(at time: Int) -> Int {
        let day = finder.zone.date(at: time).daysSinceEpoch
        return min(day - 2, max(day - reach, span.lowerBound))
    }

    /// Calls a day that frequencies with exact times may make.
    private static let mostCalls = 5_000_000

    /// Hands over the runs of a day that were not seen, in the order of their names; those of a day that was not asked for
    /// by date only if the archive was being made while they were to run.
    /// - Parameter detours: the detours of the archive, which also apply to these runs; nil if the archive has none.
    /// - Throws: what `take` throws.
    func forEachRun(
        of day: Int, seen: Set<UInt64>, _ span: ArchiveSpan, _ detours: PastDetours?,
        _ take: (PerformedRun) throws -> Void
    ) rethrows {
        guard days.isEmpty || days.contains(day), let first = span.first else { return }
        var runs: [(name: String, trip: WholeTimetable.TripIndex, start: Int?)] = []
        for trip in timetable.listedTrips where finder.runs(timetable.service(of: trip), on: day) {
            for start in starts(of: trip, on: day, span) where !seen.contains(RunIdentity.key(trip, day, start)) {
                runs.append((PerformedTripID.text(tripID: timetable.id(trip), startTime: start), trip, start))
            }
        }
        runs.sort { $0.name < $1.name }
        for (_, scheduled, start) in runs {
            var trip = scheduled
            guard var plan = plan(trip, day, start), var begin = plan.start, var end = plan.end else { continue }
            let detour = detours?.modified(trip, on: day, startTime: start, due: begin...max(begin, end))
            // The timetable has the detoured trip for as long as the detour is held.
            let missed: PerformedRun? = withExtendedLifetime(detour) {
                if let detour, let other = self.plan(detour.trip, day, start), let first = other.start,
                    let last = other.end
                {
                    (trip, plan, begin, end) = (detour.trip, other, first, last)
                }
                guard !days.isEmpty || begin <= span.newest && end >= first else { return nil }
                return run(trip, day, start, plan, until: days.isEmpty ? span.newest : .max)
            }
            if let missed, !missed.visits.isEmpty { try take(missed) }
        }
    }

    private func plan(_ trip: WholeTimetable.TripIndex, _ day: Int, _ start: Int?) -> RunPlan? {
        RunPlan.scheduled(trip, day: day, startTime: start, timetable, finder, told: [])
    }

    /// The start times of a trip's runs that can be told: those of headways that are not exact are nobody's promise.
    ///
    /// Of a day that was not asked for by date only those that end after the archive's beginning and begin before its end.
    private func starts(
        of trip: WholeTimetable.TripIndex, on day: Int, _ span: ArchiveSpan
    ) -> [Int?] {
        let frequencies = timetable.frequencies(of: trip)
        guard !frequencies.isEmpty else { return [nil] }
        var within = 0...Int.max
        if days.isEmpty, let first = span.first {
            let service = timetable.service(of: trip)
            let midnight = finder.start(of: day)
            let earliest = first - midnight - ((service.last ?? 0) - (service.first ?? 0))
            let latest = span.newest - midnight
            guard latest >= 0 else { return [] }
            within = max(earliest, 0)...max(latest, earliest, 0)
        }
        return Timetable.Trip.starts(of: frequencies.filter(\.isExact), within: within)
    }

    /// - Parameter end: stops that are due later are not missing.
    private func run(
        _ trip: WholeTimetable.TripIndex, _ day: Int, _ start: Int?, _ plan: RunPlan, until end: Int
    ) -> PerformedRun {
        var run = RunFacts.of(trip, day, start, timetable)
        RunFacts.complete(&run, plan, timetable)
        let due = plan.dueTimes
        for place in plan.rows.indices where due[place] <= end {
            let row = plan.rows[place]
            let stop = row.stop.map { timetable.frame[$0] }
            var visit = Visit(place: place, stopID: stop?.id ?? "", relationship: .missing)
            visit.sequence = row.sequence
            visit.stopName = stop?.name
            visit.timepoint = row.timepoint
            visit.scheduledArrival = plan.scheduledArrival(place)
            visit.scheduledDeparture = plan.scheduledDeparture(place)
            visit.distance = plan.way?.distance(to: place).map { Int($0.rounded()) }
            run.visits.append(visit)
        }
        return run
    }
}
