import Contract
import Hashing
import StageKit

/// The departure of a visit as headways count it: when the vehicle left, and when it was due to leave.
package struct VisitDeparture {
    package let times: VisitTimes
    /// POSIX seconds; nil if no departure was observed.
    package let actual: Int?
    /// POSIX seconds; nil if the timetable has no time for it.
    package let scheduled: Int?

    /// A departure, or why a visit has none, with the time at which a vehicle was seen to arrive nevertheless.
    package enum Outcome {
        case departure(VisitDeparture)
        case leftOut(LeftOutVisits.Reason, arrival: Moment)
    }

    /// Reads the departure of a visit.
    ///
    /// A skipped stop is neither a departure nor one that is missing. A visit of an added run was not due.
    package static func read(_ visit: Visit, _ record: Record, _ reader: VisitReader) -> Outcome {
        guard visit.relationship != .skipped else { return .leftOut(.skipped, arrival: .none) }
        let times = VisitTimes(record, of: visit.day, reader)
        let due: Moment =
            visit.relationship == .added ? .none : times.scheduledDeparture ?? times.scheduledArrival
        let actual: Moment = visit.isCalledAt ? times.departure : .none
        guard due.isKnown || actual.isKnown else {
            return .leftOut(.nowhere, arrival: visit.isCalledAt ? times.arrival : .none)
        }
        return .departure(
            VisitDeparture(
                times: times, actual: actual.isKnown ? actual.instant : nil,
                scheduled: due.isKnown ? due.instant : nil))
    }
}

extension PerformedRuns {
    /// Returns a departure as it counts once all records are read; nil if it does not count.
    ///
    /// No run departs from its last stop, whatever a record has there. A canceled run was not due, but it counts if a
    /// vehicle left nevertheless.
    package func settled(_ departure: (actual: Int?, scheduled: Int?), at sequence: Int, of run: Int)
        -> (actual: Int?, scheduled: Int?)?
    {
        if sequence == last(of: run) { return nil }
        let scheduled = isCanceled(run) ? nil : departure.scheduled
        return departure.actual == nil && scheduled == nil ? nil : (departure.actual, scheduled)
    }
}

extension VisitReader {
    /// Identifies the scheduled run of a record among the runs of its day, in 53 bits: by its trip and start time, or
    /// without a trip by the performed trip.
    package func scheduledRun<M, V, P>(
        _ record: Record, _ tripID: Column<M, V, P>, performed: @autoclosure () -> UInt64
    ) -> UInt64 {
        func shortened(_ value: UInt64, _ kind: UInt64) -> UInt64 { Fingerprint.of(value, kind) >> 11 }
        guard let named = text(record, tripID).map({ Fingerprint.of($0) }) else { return shortened(performed(), 1) }
        let start = text(record, Tables.StopVisits.columns.startTime).map { Fingerprint.of($0, seed: named) }
        return shortened(start ?? named, 2)
    }
}

extension LeftOutVisits.Reason {
    package static let skipped = Self(
        code: "skipped_stops", one: "visit is of a skipped stop, which has no departure",
        words: "visits are of skipped stops, which have no departure")
    package static let nowhere = Self(
        code: "no_time", one: "visit has neither an actual departure nor a scheduled one; skipped",
        words: "visits have neither an actual departure nor a scheduled one; skipped")
}
