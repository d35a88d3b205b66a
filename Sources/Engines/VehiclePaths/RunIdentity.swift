import Hashing
import Schedule

/// What realtime means by a run.
package enum RunIdentity {
    /// A run of the timetable.
    case scheduled(WholeTimetable.TripIndex, day: Int, startTime: Int?)
    /// Realtime names a trip, and the timetable has no run for it: it may be one that stands in no timetable.
    case named(RunMismatch)
    /// Fixes of a vehicle without a trip.
    case tripless

    /// Tells a run of the timetable from others.
    package static func key(_ trip: WholeTimetable.TripIndex, _ day: Int, _ start: Int?) -> UInt64 {
        Fingerprint.of(
            Fingerprint.of(UInt64(trip.index), UInt64(truncatingIfNeeded: day)),
            UInt64(truncatingIfNeeded: start ?? -1))
    }
}

/// How realtime named a run of the timetable.
package enum RunMatch: String {
    /// By trip_id, and start_date or the nearest day; of frequencies start_time too.
    case exact
    /// By route_id, direction_id, start_time and start_date, without a trip_id.
    case startTime = "start_time"
    /// By the stops of an update, without a valid trip_id (`--match loose`).
    case stops
    case none
}

/// Why a trip that realtime names has no run of the timetable.
package enum RunMismatch: Int, CaseIterable {
    case unknownTrip, noServiceThatDay, contradictingStops, ambiguous, noTripID, frequencyWithoutStartTime

    /// The code of findings, and the name in `reason_counts`.
    package var code: String {
        switch self {
        case .unknownTrip: "unknown_trip"
        case .noServiceThatDay: "no_service_that_day"
        case .contradictingStops: "contradicting_trip"
        case .ambiguous: "ambiguous_trip"
        case .noTripID: "no_trip_id"
        case .frequencyWithoutStartTime: "frequency_without_start_time"
        }
    }
}
