import StageKit

/// Stop time updates whose stop_sequence and stop_id are different stops of the trip.
package struct Contradictions {
    private static let sampleSize = 5

    package private(set) var count = 0
    /// The number of updates for a stop at which the trip does not call.
    private var unmatched = 0
    private var tripCount = 0
    private var lastTrip: String?
    /// Up to five distinct trips with such updates.
    package private(set) var sampleTrips: [String] = []

    package init() {}

    /// Adds an update of a trip. Updates of one trip must be consecutive, or the trip counts several times.
    package mutating func take(_ resolved: ResolvedUpdate, trip: String) {
        let found = resolved.outcomes.lazy.filter(\.contradicts).count
        guard found > 0 else { return }
        count += found
        unmatched += resolved.outcomes.lazy.filter { $0 == .noStopTime(contradicts: true) }.count
        if lastTrip != trip { tripCount += 1 }
        lastTrip = trip
        if sampleTrips.count < Contradictions.sampleSize, !sampleTrips.contains(trip) { sampleTrips.append(trip) }
    }

    /// The message; nil without contradictions.
    package var sentence: String? {
        guard count > 0 else { return nil }
        let trips =
            sampleTrips.map(Finding.quoted).joined(separator: ", ") + (tripCount > sampleTrips.count ? ", …" : "")
        let done =
            unmatched == 0
            ? "the stop_id was used"
            : unmatched == count
                ? "skipped, because their trips do not call at the stop_id"
                : "the stop_id was used; \(unmatched) skipped, because their trips do not call at it"
        return
            "\(count) \(count == 1 ? "update has" : "updates have") a stop_sequence and a stop_id that are different stops "
            + "of the timetable, in \(tripCount) \(tripCount == 1 ? "trip" : "trips") (\(trips)); \(done)"
    }
}
