import GTFSSchedule
import RealtimeJoin
import Schedule
import StageKit
import TimeZones
import VehiclePaths

/// What came of matching an archive with a schedule: ids, reasons, and what of the archive cannot be used.
final class VisitMatch {
    private let report = MatchReport()
    private let schedule: TimetableIDs
    private let zone: Zone
    private let context: StageContext
    private var contradictions = Contradictions()
    private var counts = [Int](repeating: 0, count: RunMismatch.allCases.count)
    /// A realtime trip of each reason.
    private var examples = [String?](repeating: nil, count: RunMismatch.allCases.count)
    private var tripless: Set<UInt64> = []
    private var stuck: (fixes: Int, runs: Int, first: String?) = (0, 0, nil)
    private var outliers: (fixes: Int, runs: Int, first: String?) = (0, 0, nil)
    private var ranThoughCanceled: (count: Int, first: String?) = (0, nil)

    init(_ timetable: WholeTimetable, zone: Zone, _ context: StageContext) {
        schedule = TimetableIDs(timetable)
        self.zone = zone
        self.context = context
    }

    /// Takes what a trip is called; asked once for each run.
    ///
    /// - Parameter isUnknown: whether the timetable lacks the trip; whether it has to have it is known when the run is over.
    func see(_ reference: TripReference, at time: Int, isUnknown: Bool) {
        if !isUnknown { seeTrip(reference) }
        if let id = reference.routeID { see(.route, id) }
        if let day = reference.startDate {
            report.see(date: CivilDate(daysSinceEpoch: day).compact)
        } else {
            report.see(instant: time)
        }
    }

    private func seeTrip(_ reference: TripReference) {
        let isPlain = (reference.relationship ?? TripRelationship.scheduled) == TripRelationship.scheduled
        if isPlain, let id = reference.tripID { see(.trip, id) }
    }

    private func see(_ kind: IdentifierKind, _ id: String) {
        id.withBytes { bytes in report.see(kind, bytes, isKnown: schedule.knows(kind, bytes)) }
    }

    func seeStop(_ id: UnsafeRawBufferPointer) { report.see(.stop, id, isKnown: schedule.knows(.stop, id)) }

    func take(_ resolved: ResolvedUpdate, trip: String) { contradictions.take(resolved, trip: trip) }

    /// Takes a trip that realtime names and that has no run of the timetable.
    func see(_ mismatch: RunMismatch, of run: RunUnderWay) {
        if mismatch == .unknownTrip { seeTrip(run.reference) }
        counts[mismatch.rawValue] += 1
        examples[mismatch.rawValue] = examples[mismatch.rawValue] ?? run.reference.tripID ?? run.reference.routeID
    }

    /// Takes a vehicle, or an update, that names no trip.
    func sawTripless(_ vehicle: UInt64) { tripless.insert(vehicle) }

    /// Takes what is to be told of a run that was performed.
    func take(_ outcome: RunOutcome, of run: RunUnderWay) {
        if let mismatch = outcome.mismatch { see(mismatch, of: run) }
        for (fixes, run) in outcome.stuck { stuck = (stuck.fixes + fixes, stuck.runs + 1, stuck.first ?? run) }
        for (fixes, run) in outcome.outliers {
            outliers = (outliers.fixes + fixes, outliers.runs + 1, outliers.first ?? run)
        }
        if let run = outcome.ranThoughCanceled {
            ranThoughCanceled = (ranThoughCanceled.count + 1, ranThoughCanceled.first ?? run)
        }
    }

    /// Tells what was found, and writes the record.
    /// - Parameter listsMissing: whether every run that was due was written, seen or not.
    func conclude(_ span: ArchiveSpan, listsMissing: Bool) throws {
        counts[RunMismatch.noTripID.rawValue] += tripless.count
        var found = report.conclude(schedule, zone: zone)
        found.contradictions = contradictions
        for mismatch in RunMismatch.allCases where counts[mismatch.rawValue] > 0 && mismatch != .unknownTrip {
            found.remarks.append((mismatch.code, sentence(mismatch)))
        }
        if let sentence = contradictions.sentence { found.remarks.append(("contradicting_stops", sentence)) }
        if stuck.runs > 0 {
            found.remarks.append(
                (
                    "stuck_positions",
                    "\(stuck.fixes) positions on \(stuck.runs) \(stuck.runs == 1 ? "run" : "runs") repeat the same coordinates before a jump, "
                        + "for example on \(Finding.quoted(stuck.first ?? "")); skipped, because the receiver was stuck"
                ))
        }
        if ranThoughCanceled.count > 0 {
            found.remarks.append(
                (
                    "ran_though_canceled",
                    "\(ranThoughCanceled.count) \(ranThoughCanceled.count == 1 ? "run was" : "runs were") canceled but observed, "
                        + "for example \(Finding.quoted(ranThoughCanceled.first ?? "")); the observations count"
                ))
        }
        let gaps = span.gaps
        if !gaps.isEmpty {
            let longest = gaps.map { $0.to - $0.from }.max() ?? 0
            found.remarks.append(
                (
                    "archive_gaps",
                    "the archive has \(gaps.count) \(gaps.count == 1 ? "gap" : "gaps") of more than 5 minutes, the longest "
                        + "of \(longest / 60) minutes; nothing is inferred for these times"
                ))
        }
        found.report(context)
        context.summary.outliers = outliers.fixes
        if outliers.runs > 0 { report(outliers, context) }
        let archive = span.first.map {
            MatchFindings.Archive(
                first: $0, last: span.newest, gaps: gaps, reasonCounts: counts, listsMissing: listsMissing)
        }
        try found.write(context, archive: archive)
    }

    private func report(_ outliers: (fixes: Int, runs: Int, first: String?), _ context: StageContext) {
        let positions = outliers.fixes == 1 ? "1 position contradicts" : "\(outliers.fixes) positions contradict"
        let runs = outliers.runs == 1 ? "1 run" : "\(outliers.runs) runs"
        context.diagnostics.report(
            .warning, "outliers",
            message: "\(positions) the other positions of the same run, on \(runs), "
                + "for example \(Finding.quoted(outliers.first ?? "")); no time is inferred from outliers",
            count: outliers.fixes)
    }

    private func sentence(_ mismatch: RunMismatch) -> String {
        let count = counts[mismatch.rawValue]
        let example = examples[mismatch.rawValue].map { ", for example \(Finding.quoted($0))" } ?? ""
        let trips = "\(count) realtime \(count == 1 ? "trip" : "trips")\(example)"
        switch mismatch {
        case .unknownTrip: return "\(trips): the trip_id is not in the feed"
        case .noServiceThatDay: return "\(trips): the trip is in the feed, but does not run on that day"
        case .contradictingStops:
            return "\(trips): the trip calls at none of the stops in the records; no visits were inferred for it"
        case .ambiguous: return "\(trips): more than one run has the route, direction and start_time; none was matched"
        case .noTripID:
            return "\(count) \(count == 1 ? "vehicle has" : "vehicles have") no trip; no visits were inferred for them"
        case .frequencyWithoutStartTime:
            return "\(trips): a trip in frequencies.txt needs a start_time to identify its run"
        }
    }
}

/// The ids of a schedule that was read whole.
private final class TimetableIDs: MatchableSchedule {
    private let timetable: WholeTimetable
    init(_ timetable: WholeTimetable) { self.timetable = timetable }

    func knows(_ kind: IdentifierKind, _ id: UnsafeRawBufferPointer) -> Bool {
        switch kind {
        case .trip: timetable.trip(id) != nil
        case .route: timetable.frame.routeNumbers[String(decoding: id, as: UTF8.self)] != nil
        case .stop:
            timetable.frame.stopNumbers[String(decoding: id, as: UTF8.self)].map { timetable.frame[$0].isListed }
                ?? false
        }
    }

    func forEachID(_ kind: IdentifierKind, _ body: @escaping (UnsafeRawBufferPointer) -> Void) {
        switch kind {
        case .trip: for trip in timetable.listedTrips { timetable.withID(trip, body) }
        case .route: for route in timetable.frame.routes { route.id.withBytes(body) }
        case .stop: for stop in timetable.frame.stops where stop.isListed { stop.id.withBytes(body) }
        }
    }

    var serviceDates: ClosedRange<Int>? {
        timetable.frame.calendar.span.map {
            CivilDate(daysSinceEpoch: $0.lowerBound).compact...CivilDate(daysSinceEpoch: $0.upperBound).compact
        }
    }
}
