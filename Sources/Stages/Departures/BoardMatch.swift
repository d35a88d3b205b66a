import GTFSSchedule
import RealtimeJoin
import Schedule
import StageKit
import TimeZones

/// Sees which of realtime's ids the schedule knows, and why its predictions may be of no effect on a board.
struct BoardMatch {
    private let report = MatchReport()
    private let runs: TripRuns
    private let source: any TimetableSource
    /// Runs that the timetable does not have.
    private(set) var extras: [TripRun] = []
    /// Updates that name no trip.
    private var nameless = 0
    /// Updates of modified trips that no detour modifies on that day.
    private var undetoured: (count: Int, first: String)?
    private let board: Board
    /// Trips that realtime names for a day or time at which they do not run.
    private var strayed: (count: Int, first: String)?
    /// Updates of stops at which their trips do not call.
    private var strangers: (count: Int, first: String)?
    /// Updates of stops of which another update of the same trip speaks too.
    private var repeated: (count: Int, first: String)?
    private var contradictions = Contradictions()
    /// nil without alerts.
    private var alertMatch: AlertMatch?

    /// Realtime further from the board's time than this is likely not meant for it.
    private static let freshness = 3600

    init(
        _ runs: TripRuns, _ source: any TimetableSource, _ board: Board, alerts: [ServiceAlert]
    ) throws {
        self.runs = runs
        self.source = source
        self.board = board
        for place in runs.realtime.updates.indices { try see(place) }
        for vehicle in runs.realtime.vehicles { try see(vehicle) }
        for trip in runs.realtime.detours.tripIDs { try see(.trip, trip) }
        for stop in runs.realtime.detours.replacementStopIDs { try see(.stop, stop) }
        if let newest = runs.realtime.newest { report.see(instant: newest) }
        if !alerts.isEmpty { try see(alerts) }
    }

    /// Sees which alerts are about something that the schedule or realtime has.
    private mutating func see(_ alerts: [ServiceAlert]) throws {
        var match = AlertMatch()
        let ownTrips = Set(extras.map(\.tripID))
        let agencies = Set(runs.timetable.agencies.compactMap(\.id))
        let types = Set(runs.timetable.routes.compactMap(\.type))
        // Trips that alerts name are not predicted: they do not count for --min-match.
        for kind in [IdentifierKind.route, .stop] {
            for id in alerts.values({ $0.id(kind) }) { try see(kind, id) }
        }
        var known: [Set<String>] = []
        for kind in IdentifierKind.allCases {
            known.append(
                Set(
                    try alerts.values { $0.id(kind) }.filter { id in
                        try kind == .trip && ownTrips.contains(id) || id.withBytes { try source.knows(kind, $0) }
                    }))
        }
        for alert in alerts {
            let isMatched = alert.entities.contains { entity in
                (entity.agencyID.map(agencies.contains) ?? true) && (entity.routeType.map(types.contains) ?? true)
                    && IdentifierKind.allCases.allSatisfy { kind in
                        entity.id(kind).map(known[kind.rawValue].contains) ?? true
                    }
            }
            match.add(alert, isMatched: isMatched)
        }
        alertMatch = match
    }

    private mutating func see(_ place: Int) throws {
        let update = runs.realtime.updates[place]
        try see(.route, update.trip.routeID)
        for stop in update.stops {
            try see(.stop, stop.stopID)
            try see(.stop, stop.assignedStopID)
        }
        if let day = update.trip.startDate { report.see(date: CivilDate(daysSinceEpoch: day).compact) }
        seeStops(of: update, runs.resolved[place])
        switch runs.meaning(ofUpdate: place) {
        case .scheduled:
            try see(.trip, update.trip.tripID)
        case .extra(let run):
            extras.append(run)
            // A trip that the schedule cannot have is not a miss.
            if run.trip != nil { try see(.trip, update.trip.tripID) }
        case .otherDay:
            try see(.trip, update.trip.tripID)
            let day = update.trip.startDate.map { " on \(CivilDate(daysSinceEpoch: $0).compactText)" } ?? ""
            let time = update.trip.startTime.map { " at \(ScheduleTime.text($0))" } ?? ""
            strayed = (
                (strayed?.count ?? 0) + 1,
                strayed?.first ?? Finding.quoted(update.trip.tripID ?? "") + day + time
            )
        case .stray:
            try see(.trip, update.trip.tripID)
            undetoured = (
                (undetoured?.count ?? 0) + 1,
                undetoured?.first
                    ?? "trip \(Finding.quoted(update.trip.tripID ?? "")) by \(Finding.quoted(update.trip.modificationsID ?? ""))"
            )
        case .unknownTrip:
            if update.trip.tripID == nil { nameless += 1 }
            try see(.trip, update.trip.tripID)
        }
    }

    /// Looks at what became of an update's stops.
    private mutating func seeStops(of update: TripUpdate, _ resolved: ResolvedUpdate) {
        // What stands instead of the timetable's trip has stops and sequences of its own.
        guard !update.trip.isExtra, update.trip.relationship != TripRelationship.replacement else { return }
        let trip = update.trip.tripID ?? ""
        contradictions.take(resolved, trip: trip)
        if resolved.repeated > 0 {
            repeated = ((repeated?.count ?? 0) + resolved.repeated, repeated?.first ?? "trip \(Finding.quoted(trip))")
        }
        for (stop, outcome) in zip(update.stops, resolved.outcomes) where outcome == .noStopTime(contradicts: false) {
            let name = stop.sequence.map { "stop_sequence \($0)" } ?? "stop \(Finding.quoted(stop.stopID ?? ""))"
            strangers = (
                (strangers?.count ?? 0) + 1, strangers?.first ?? "\(name) of trip \(Finding.quoted(trip))"
            )
        }
    }

    private func see(_ vehicle: VehicleState) throws {
        if vehicle.trip.relationship.map({ $0 == TripRelationship.scheduled }) ?? true {
            try see(.trip, vehicle.trip.tripID)
        }
        try see(.route, vehicle.trip.routeID)
        try see(.stop, vehicle.stopID)
    }

    private func see(_ kind: IdentifierKind, _ id: String?) throws {
        guard let id, !id.isEmpty else { return }
        var failure: (any Error)?
        id.withBytes { bytes in
            report.see(kind, bytes, isKnown: isKnown(kind, bytes, &failure))
        }
        if let failure { throw failure }
    }

    private func isKnown(_ kind: IdentifierKind, _ id: UnsafeRawBufferPointer, _ failure: inout (any Error)?) -> Bool {
        do {
            return try source.knows(kind, id)
        } catch {
            failure = error
            return false
        }
    }

    /// What came of it, and why.
    ///
    /// - Parameters:
    ///   - at: the board's time, POSIX seconds.
    ///   - records: how many realtime records there were.
    func findings(at: Int, records: Int) throws -> MatchFindings {
        let schedule = SourceSchedule(source)
        var found = report.conclude(schedule, zone: runs.zone)
        if let failure = schedule.failure { throw failure }
        if records == 0 {
            found.remarks.append(("no_realtime", "the input has no realtime records; only the timetable is shown"))
        }
        if let newest = runs.realtime.newest, abs(newest - at) > BoardMatch.freshness {
            let relation = newest < at ? "before" : "after"
            found.remarks.append(
                (
                    "realtime_of_another_time",
                    "the newest realtime record is from \(runs.zone.rfc3339(newest)), "
                        + "\(BoardMatch.text(abs(newest - at))) \(relation) the board's time"
                ))
        }
        if found.unmatched[IdentifierKind.trip.rawValue] > 0, let ours = runs.timetable.feedVersion,
            let theirs = runs.realtime.feedVersion, ours != theirs
        {
            found.remarks.append(
                (
                    "feed_version_differs",
                    "the realtime records are for feed_version \(Finding.quoted(theirs)), but the feed has \(Finding.quoted(ours))"
                ))
        }
        if runs.match == .loose { found.loose = runs.looseCounts }
        if nameless > 0, runs.match == .loose {
            found.remarks.append(
                (
                    "no_loose_match",
                    "\(nameless) \(nameless == 1 ? "update has" : "updates have") no trip_id and \(nameless == 1 ? "fits" : "fit") "
                        + "no run, or several; skipped"
                ))
        } else if nameless > 0 {
            found.remarks.append(
                (
                    "no_trip_id",
                    "\(nameless) \(nameless == 1 ? "update has" : "updates have") no trip_id; skipped, because route and "
                        + "start_time do not identify a run"
                ))
        }
        if let undetoured {
            found.remarks.append(
                (
                    "modified_trip_without_detour",
                    "\(undetoured.count) \(undetoured.count == 1 ? "update names a modified trip" : "updates name modified trips") "
                        + "to which no TripModifications applies on that day, for example \(undetoured.first); skipped"
                ))
        }
        let refused = runs.modified.refused
        if let first = refused.first {
            let trips = refused.compactMap(\.tripID).count
            let trip = first.tripID.map { " to trip \(Finding.quoted($0))" } ?? ""
            found.remarks.append(
                (
                    "detours_not_applied",
                    "\(refused.count) \(refused.count == 1 ? "detour is" : "detours are") not applied"
                        + (trips > 0 ? ", so \(trips) \(trips == 1 ? "trip runs" : "trips run") by the timetable" : "")
                        + ", for example TripModifications \(Finding.quoted(first.id))\(trip): \(first.reason.words)"
                ))
        }
        let (away, first) = board.detouredAway()
        if let first {
            let day = CivilDate(daysSinceEpoch: first.day).compactText
            found.remarks.append(
                (
                    "stop_detoured_away",
                    "\(away) \(away == 1 ? "departure is" : "departures are") not shown, because a detour skips the stop, "
                        + "for example trip \(Finding.quoted(first.tripID)) of \(day) at stop "
                        + "\(Finding.quoted(first.stopID)) (TripModifications \(Finding.quoted(first.modificationsID)))"
                ))
        }
        if let strayed {
            found.remarks.append(
                (
                    "trip_does_not_run",
                    "\(strayed.count) \(strayed.count == 1 ? "trip" : "trips") of the realtime records "
                        + "\(strayed.count == 1 ? "does" : "do") not run on the given day, for example \(strayed.first)"
                ))
        }
        if let strangers {
            found.remarks.append(
                (
                    "stop_not_in_trip",
                    "\(strangers.count) \(strangers.count == 1 ? "update is" : "updates are") for stops at which the "
                        + "trip does not call, for example \(strangers.first)"
                ))
        }
        if let repeated {
            found.remarks.append(
                (
                    "repeated_stop_update",
                    "\(repeated.count) \(repeated.count == 1 ? "update is for a stop" : "updates are for stops") that "
                        + "another update of the same trip also has, for example of \(repeated.first); the last one counts"
                ))
        }
        if let remark = contradictions.sentence { found.remarks.append(("contradicting_stops", remark)) }
        found.contradictions = contradictions
        found.alerts = alertMatch
        return found
    }

    private static func text(_ seconds: Int) -> String {
        if seconds >= 2 * 86_400 { return "\(seconds / 86_400) days" }
        return seconds >= 7200 ? "\(seconds / 3600) hours" : "\(seconds / 60) minutes"
    }
}

/// A schedule as the search for hints asks it.
private final class SourceSchedule: MatchableSchedule {
    private let source: any TimetableSource
    /// The first thing that went wrong in reading.
    private(set) var failure: (any Error)?

    init(_ source: any TimetableSource) { self.source = source }

    private func attempt<Result>(_ otherwise: Result, _ body: () throws -> Result) -> Result {
        do {
            return try body()
        } catch {
            failure = failure ?? error
            return otherwise
        }
    }

    func knows(_ kind: IdentifierKind, _ id: UnsafeRawBufferPointer) -> Bool {
        attempt(false) { try source.knows(kind, id) }
    }

    func forEachID(_ kind: IdentifierKind, _ body: @escaping (UnsafeRawBufferPointer) -> Void) {
        attempt(()) { try source.forEachID(kind, body) }
    }

    var serviceDates: ClosedRange<Int>? {
        attempt(nil) {
            try source.serviceDays().map {
                CivilDate(daysSinceEpoch: $0.lowerBound).compact...CivilDate(daysSinceEpoch: $0.upperBound).compact
            }
        }
    }
}
