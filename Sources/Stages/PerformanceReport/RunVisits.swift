import StageKit
import Visits

/// A visit of the performed trip at hand, as far as figures of the ways between stops need it.
struct RunVisit {
    var visit: Visit
    /// The group that the visit belongs to; -1 where it is in no figure.
    var group: Int
    var stop: UInt32 = 0
    var names = VisitNames()
    /// POSIX seconds; `never` where there is none.
    var arrival: Int
    var departure: Int
    var scheduledArrival: Int
    var scheduledDeparture: Int
    /// What else a kind of figures wants of it.
    var first: Int?
    var second: Int?

    static let never = Moment.none.instant

    init(_ visit: Visit, group: Int, _ times: VisitTimes) {
        self.visit = visit
        self.group = group
        arrival = times.arrival.instant
        departure = times.departure.instant
        scheduledArrival = times.scheduledArrival.instant
        scheduledDeparture = times.scheduledDeparture.instant
    }

    /// Whether it was seen that a vehicle called there.
    @inline(__always)
    var isObserved: Bool { visit.isCalledAt && (arrival != RunVisit.never || departure != RunVisit.never) }
}

/// Gathers the visits of one performed trip, which come together.
///
/// Memory: the visits of one performed trip.
struct RunVisits {
    private(set) var visits: [RunVisit] = []
    private var run = -1

    /// Makes room for a visit; what was gathered of another performed trip is handed over in the order of its stops.
    /// - Throws: `StageFailure` where a visit comes apart from the others of its trip.
    mutating func open(
        _ visit: Visit, _ record: Record, _ input: VisitInput, _ settle: ([RunVisit]) throws -> Void
    ) throws {
        guard visit.run != run else { return }
        try close(input, settle)
        guard !input.runs.isSettled(visit.run) else {
            throw StageFailure(
                .dataUnusable,
                "\(record.displayName):\(record.line): this visit is separated from earlier visits of its trip_id_performed;"
                    + " all visits of a trip must be consecutive, as stop-visits writes them; "
                    + "sort them with LC_ALL=C sort")
        }
        run = visit.run
    }

    mutating func add(_ visit: RunVisit) { visits.append(visit) }

    mutating func close(_ input: VisitInput, _ settle: ([RunVisit]) throws -> Void) rethrows {
        guard run >= 0 else { return }
        input.runs.settle(run)
        run = -1
        if !zip(visits, visits.dropFirst()).allSatisfy({ $0.visit.sequence < $1.visit.sequence }) {
            visits.sort { $0.visit.sequence < $1.visit.sequence }
        }
        try settle(visits)
        visits.removeAll(keepingCapacity: true)
    }
}
