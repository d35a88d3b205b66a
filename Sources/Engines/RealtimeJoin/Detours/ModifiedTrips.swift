import GTFSSchedule
import Schedule
import StageKit

/// The detours of a timetable's trips, resolved once.
package struct ModifiedTrips {
    /// A detour of one trip.
    package struct Entry {
        /// The id of its entity.
        package let id: String
        package let rows: ModifiedRows
        package let shapeID: String?
        /// Days after 1970-01-01.
        package let days: Set<Int>
        /// Seconds of the service day; nil for all runs of the day.
        let startTimes: Set<Int>?

        func applies(to startTime: Int?) -> Bool {
            startTimes.map { times in startTime.map(times.contains) ?? false } ?? true
        }
    }

    /// A detour that is not applied to a trip.
    package struct Refused {
        package let reason: DetourRefusal
        package let id: String
        package let tripID: String?
    }

    /// The most stop times of all detoured trips together.
    static let mostRows = 5_000_000

    private var entries: [TripIndex: [Entry]] = [:]
    private var rowCount = 0
    package private(set) var refused: [Refused] = []
    /// Travel times that run backwards: their number, and the first detour with one.
    package private(set) var backwardTimes: (count: Int, first: String)?
    private let detours: Detours

    package init() { detours = Detours() }

    /// Resolves the detours of the trips that a timetable has; others are unknown, or were not asked for.
    package init(_ detours: Detours, _ timetable: Timetable) {
        self.detours = detours
        let stops = DetourStops(timetable)
        for modification in detours.modifications {
            guard !modification.days.isEmpty else {
                refused.append(Refused(reason: .noServiceDates, id: modification.id, tripID: nil))
                continue
            }
            var seen: Set<TripIndex> = []
            for selection in modification.selections {
                for id in selection.tripIDs {
                    guard let number = timetable.tripNumbers[id], timetable[number].isListed,
                        seen.insert(number).inserted
                    else { continue }
                    do throws(DetourRefusal) {
                        let entry = try ModifiedTrips.entry(
                            modification, selection.shapeID, timetable[number], stops)
                        rowCount += entry.rows.stopTimes.count
                        guard rowCount <= ModifiedTrips.mostRows else { throw .tooLarge }
                        add(entry, to: number, id)
                    } catch {
                        refused.append(Refused(reason: error, id: modification.id, tripID: id))
                    }
                }
            }
        }
    }

    private static func entry(
        _ modification: TripModification, _ shapeID: String?, _ trip: Timetable.Trip, _ stops: DetourStops
    ) throws(DetourRefusal) -> Entry {
        var startTimes: Set<Int>?
        if !modification.startTimes.isEmpty {
            if trip.frequencies.isEmpty {
                guard let first = trip.firstTime, modification.startTimes.contains(first) else { throw .startTime }
            } else {
                startTimes = Set(modification.startTimes)
            }
        }
        return Entry(
            id: modification.id,
            rows: try ModifiedRows(trip.stopTimes, modification.changes, stops),
            shapeID: shapeID, days: modification.days, startTimes: startTimes)
    }

    private mutating func add(_ entry: Entry, to trip: TripIndex, _ tripID: String) {
        if entry.rows.backwardTimes > 0 {
            backwardTimes = (
                (backwardTimes?.count ?? 0) + entry.rows.backwardTimes, backwardTimes?.first ?? entry.id
            )
        }
        for other in entries[trip] ?? [] where ModifiedTrips.collide(entry, other) {
            refused.append(Refused(reason: .severalModifications, id: entry.id, tripID: tripID))
            break
        }
        entries[trip, default: []].append(entry)
    }

    private static func collide(_ one: Entry, _ other: Entry) -> Bool {
        guard !one.days.isDisjoint(with: other.days) else { return false }
        guard let times = one.startTimes, let others = other.startTimes else { return true }
        return !times.isDisjoint(with: others)
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

    package var isEmpty: Bool { entries.isEmpty }

    /// The trips with a detour.
    package var trips: some Sequence<TripIndex> { entries.keys }

    /// The detour of a run; nil if it has none, or several, which leave it as the timetable has it.
    package func entry(of trip: TripIndex, on day: Int?, startTime: Int?) -> Entry? {
        guard !entries.isEmpty, let day, let all = entries[trip] else { return nil }
        let found = all.filter { $0.days.contains(day) && $0.applies(to: startTime) }
        return found.count == 1 ? found[0] : nil
    }

    /// The service days on which a trip has a detour, in order.
    package func days(of trip: TripIndex) -> [Int] {
        entries[trip].map { all in all.reduce(into: Set()) { $0.formUnion($1.days) }.sorted() } ?? []
    }

    /// The latest second of the service day at which a trip's detours reach a stop.
    package func latestTime(of trip: TripIndex) -> Int {
        (entries[trip] ?? []).lazy.flatMap(\.rows.stopTimes).compactMap { $0.departure ?? $0.arrival }.max() ?? 0
    }
}
