import Contract
import Hashing
import RealtimeJoin
import Schedule
import StageKit
import Visits

/// Reads the visits of `--observed`.
///
/// Memory: 32 bytes a visit, 130 a performed trip.
struct ObservedVisits: RecordStage {
    /// A visit of a performed trip. One that was skipped, or whose time nobody knows, has no seconds.
    struct Call {
        static let unknown = Int32.min

        /// The number of the performed trip.
        let run: UInt32
        /// The place among the stops of the trip, from 1.
        let sequence: Int32
        /// scheduled_stop_sequence; `unknown` without one.
        let scheduledSequence: Int32
        /// The index of the stop in the timetable; -1 for one that it does not have.
        let stop: Int32
        /// Seconds of the service day; `unknown` if no departure was observed.
        let left: Int32
        /// Seconds of the service day; `unknown` if nothing was due.
        let due: Int32
        /// The first observed time in seconds of the service day; `unknown` if the visit was not observed.
        let seen: Int32
        let isSkipped: Bool
        let isAdded: Bool

        /// Whether it is a call with a time.
        var isTimed: Bool { left != Call.unknown || due != Call.unknown || seen != Call.unknown }
    }

    /// A performed trip.
    struct Run {
        /// Days after 1970-01-01.
        let day: Int
        /// Identifies the scheduled run on its day.
        var scheduled: UInt64
        /// nil for a trip that the timetable does not have.
        var trip: WholeTimetable.TripIndex?
        /// The start time in seconds of the service day, for trips in frequencies.txt.
        var startTime: Int?
        /// The index of the route in the timetable; -1 without one.
        var route: Int
        /// -1 for none.
        var direction: Int
        /// Whether trips_performed says that the timetable does not have the run.
        var isAdded = false
        /// Whether a visit named the trip; its record in trips_performed names it otherwise.
        var isOfVisit: Bool
    }

    let tables = [Tables.StopVisits.name, Tables.TripsPerformed.name]
    let columns: [any AnyColumn]
    let scansAhead = true
    let needs = RecordNeeds(
        anyOf: [Tables.StopVisits.name],
        advice: [(Tables.VehiclePositions.name, "pipe them through stop-visits --feed FEED")])

    private static let visit = Tables.StopVisits.columns
    private static let trip = Tables.TripsPerformed.columns

    private let timetable: WholeTimetable
    private let finder: RunFinder
    private let reader: VisitReader
    private let diagnostics: Diagnostics
    private var heads: VisitHeads
    private var leftOut = LeftOutVisits()
    /// The routes and stops last read, which are most often those of the next record too.
    private var lastRoute = (id: UInt64(0), number: -1)
    private var stopNumbers: [UInt64: Int32] = [:]
    private(set) var performed = PerformedRuns()
    /// By the number of the performed trip; nil if all its records were rejected.
    private(set) var runs: [Run?] = []
    private(set) var calls: [Call] = []
    private(set) var taken = [0, 0]
    /// Visits at stops that the timetable does not have.
    private var strangeStops = 0

    var rejected: [Int] { heads.rejected }

    init(_ timetable: WholeTimetable, _ finder: RunFinder, _ diagnostics: Diagnostics) {
        self.timetable = timetable
        self.finder = finder
        self.diagnostics = diagnostics
        reader = VisitReader(diagnostics)
        heads = VisitHeads(reader, diagnostics)
        let visit = ObservedVisits.visit
        columns = VisitHeads.inOrder(
            VisitHeads.columns + VisitTimes.columns
                + [
                    visit.scheduledStopSequence, visit.stopID, visit.tripID, visit.startTime, visit.routeID,
                    visit.directionID, ObservedVisits.trip.tripIDScheduled,
                ])
    }

    mutating func process(_ record: Record) {
        taken[record.table] += 1
        if record.table == 0 { takeVisit(record) } else { takeTrip(record) }
    }

    func finish() {
        leftOut.report(diagnostics)
        guard strangeStops > 0 else { return }
        diagnostics.report(
            Finding(
                .surprise, "stop_not_in_feed",
                message: "\(grouped(strangeStops)) visits are at stops that the feed does not have; they count for "
                    + "their runs, but not at a stop"))
    }

    // MARK: Records

    private mutating func takeVisit(_ record: Record) {
        guard let visit = heads.visit(record, true, &performed) else { return }
        note(visit.run, visit.day, record, ObservedVisits.visit.tripID, isOfVisit: true)
        let stop = stop(record)
        switch VisitDeparture.read(visit, record, reader) {
        case .departure(let departure):
            let arrival = visit.isCalledAt && departure.times.arrival.isKnown ? departure.times.arrival.instant : nil
            add(
                visit, record, stop, left: departure.actual, due: departure.scheduled, seen: arrival ?? departure.actual
            )
        case .leftOut(let reason, let arrival):
            // A vehicle that was seen to arrive was there, although it is not known when it left.
            if !arrival.isKnown { leftOut.count(reason) }
            add(visit, record, stop, left: nil, due: nil, seen: arrival.isKnown ? arrival.instant : nil)
        }
    }

    private mutating func takeTrip(_ record: Record) {
        guard let trip = heads.trip(record, true, &performed) else { return }
        note(trip.run, trip.day, record, ObservedVisits.trip.tripIDScheduled, isOfVisit: false)
        switch trip.relationship {
        case .added, .unscheduled, .duplicated: runs[trip.run]?.isAdded = true
        default: break
        }
    }

    private mutating func add(
        _ visit: Visit, _ record: Record, _ stop: Int32, left: Int?, due: Int?, seen: Int?
    ) {
        let start = finder.start(of: visit.day)
        func second(_ instant: Int?) -> Int32 { instant.map { Int32(clamping: $0 - start) } ?? Call.unknown }
        let sequence = reader.whole(record, ObservedVisits.visit.scheduledStopSequence, in: VisitReader.counts)
        let call = Call(
            run: UInt32(truncatingIfNeeded: visit.run), sequence: Int32(truncatingIfNeeded: visit.sequence),
            scheduledSequence: sequence.flatMap { Int32(exactly: $0) } ?? Call.unknown, stop: stop, left: second(left),
            due: second(due), seen: second(seen), isSkipped: visit.relationship == .skipped,
            isAdded: visit.relationship == .added)
        calls.append(call)
        if stop < 0, call.isTimed { strangeStops += 1 }
    }

    /// The index of the record's stop; -1 for one that the timetable does not have.
    private mutating func stop(_ record: Record) -> Int32 {
        guard let id = reader.text(record, ObservedVisits.visit.stopID) else { return -1 }
        let key = Fingerprint.of(id)
        if let known = stopNumbers[key] { return known }
        let number = timetable.frame.stopNumbers[String(decoding: id, as: UTF8.self)].map {
            Int32(truncatingIfNeeded: $0.index)
        }
        stopNumbers[key] = number ?? -1
        return number ?? -1
    }

    /// Notes which run of the timetable a performed trip is.
    private mutating func note<M, V, P>(
        _ run: Int, _ day: Int, _ record: Record, _ tripID: Column<M, V, P>, isOfVisit: Bool
    ) {
        while runs.count <= run { runs.append(nil) }
        if let known = runs[run], known.isOfVisit || !isOfVisit { return }
        let visit = ObservedVisits.visit
        let scheduled = reader.scheduledRun(record, tripID, performed: performed.fingerprint(of: run))
        let trip = reader.text(record, tripID).flatMap { timetable.trip($0) }
        let route = trip.flatMap { timetable.routeNumber(of: $0) } ?? route(record)
        let direction =
            trip.map { timetable.directionID(of: $0) ?? -1 }
            ?? reader.whole(record, visit.directionID, in: VisitReader.counts) ?? -1
        runs[run] = Run(
            day: day, scheduled: scheduled, trip: trip, startTime: reader.serviceTime(record, visit.startTime),
            route: route, direction: direction, isAdded: runs[run]?.isAdded ?? false, isOfVisit: isOfVisit)
    }

    private mutating func route(_ record: Record) -> Int {
        guard let id = reader.text(record, ObservedVisits.visit.routeID) else { return -1 }
        let key = Fingerprint.of(id)
        if lastRoute.id == key { return lastRoute.number }
        lastRoute = (key, timetable.frame.routeNumbers[String(decoding: id, as: UTF8.self)]?.index ?? -1)
        return lastRoute.number
    }
}
