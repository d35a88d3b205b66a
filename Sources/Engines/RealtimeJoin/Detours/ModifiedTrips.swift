import GTFSSchedule
import Schedule
import StageKit

/// The detours of a timetable's trips, resolved once.
package struct ModifiedTrips {
    package typealias Entry = TripDetours.Entry

    /// A detour that is not applied to a trip.
    package struct Refused {
        package let reason: DetourRefusal
        package let id: String
        package let tripID: String?
    }

    /// The most stop times of all detoured trips together.
    static let mostRows = 5_000_000

    private var detoursOfTrip: [TripIndex: TripDetours] = [:]
    package private(set) var refused: [Refused] = []
    /// Travel times that run backwards: their number, and the first detour with one.
    package private(set) var backwardTimes: (count: Int, first: String)?

    package init() {}

    /// Resolves the detours of the trips that a timetable has; others are unknown, or were not asked for.
    package init(_ detours: Detours, _ timetable: Timetable) {
        let stops = DetourStops(timetable)
        var rowCount = 0
        for modification in detours.modifications {
            guard !modification.days.isEmpty else {
                refused.append(Refused(reason: .noServiceDates, id: modification.id, tripID: nil))
                continue
            }
            for (id, selection) in modification.selected {
                guard let number = timetable.tripNumbers[id], timetable[number].isListed else { continue }
                let trip = timetable[number]
                let before = detoursOfTrip[number] ?? TripDetours()
                var found = before
                found.add(
                    selection, trip.stopTimes, trip.frequencies.isEmpty ? .once(trip.firstTime) : .frequencies, stops)
                rowCount += found.rowCount - before.rowCount
                if rowCount > ModifiedTrips.mostRows, found.rowCount > before.rowCount {
                    rowCount += before.rowCount - found.rowCount
                    found.refuseLast()
                } else if found.entries.count > before.entries.count, let last = found.entries.last {
                    note(last)
                }
                for refused in found.refused.dropFirst(before.refused.count) {
                    self.refused.append(Refused(reason: refused.reason, id: refused.id, tripID: id))
                }
                detoursOfTrip[number] = found
            }
        }
        detoursOfTrip = detoursOfTrip.filter { !$0.value.entries.isEmpty }
    }

    /// Counts the travel times of a detour that decrease from one stop to the next.
    private mutating func note(_ entry: Entry) {
        guard entry.rows.backwardTimes > 0 else { return }
        backwardTimes = ((backwardTimes?.count ?? 0) + entry.rows.backwardTimes, backwardTimes?.first ?? entry.id)
    }

    /// Reports the detours that are not applied, and travel times that run backwards.
    package func report(_ diagnostics: Diagnostics) {
        for detour in refused {
            detour.reason.report(of: detour.id, trip: detour.tripID, diagnostics)
        }
        guard let backwardTimes else { return }
        diagnostics.report(
            Finding(
                .null, "detour_times_run_backwards", field: "travel_time_to_stop", value: backwardTimes.first,
                message:
                    "a travel time of TripModifications \(Finding.quoted(backwardTimes.first)) is less than the one "
                    + "before it, or negative; it counts as missing"), count: backwardTimes.count)
    }

    // MARK: Asking

    package var isEmpty: Bool { detoursOfTrip.isEmpty }

    /// The trips with a detour.
    package var trips: some Sequence<TripIndex> { detoursOfTrip.keys }

    /// The detour of a run; nil if it has none, or several, which leave it as the timetable has it.
    package func entry(of trip: TripIndex, on day: Int?, startTime: Int?) -> Entry? {
        guard !isEmpty, let day else { return nil }
        return detoursOfTrip[trip]?.entry(on: day, startTime: startTime)
    }

    /// The service days on which a trip has a detour, in order.
    package func days(of trip: TripIndex) -> [Int] {
        guard let entries = detoursOfTrip[trip]?.entries else { return [] }
        return entries.reduce(into: Set()) { $0.formUnion($1.days) }.sorted()
    }

    /// The latest second of the service day at which a trip's detours reach a stop.
    package func latestTime(of trip: TripIndex) -> Int {
        (detoursOfTrip[trip]?.entries ?? []).lazy.flatMap(\.rows.stopTimes).compactMap { $0.departure ?? $0.arrival }
            .max() ?? 0
    }
}
