import GTFSSchedule
import Geometry
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

    private var entries: [TripIndex: [Entry]] = [:]
    package private(set) var refused: [Refused] = []
    /// Travel times that run backwards: their number, and the first detour with one.
    package private(set) var backwardTimes: (count: Int, first: String)?
    private let detours: Detours

    package init() { detours = Detours() }

    /// Resolves the detours of the trips that a timetable has; others are unknown, or were not asked for.
    package init(_ detours: Detours, _ timetable: Timetable) {
        self.detours = detours
        let stops = timetable.stops
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
                            modification, selection.shapeID, timetable[number], timetable
                        ) { from, to in
                            guard let from = stops[from.index].coordinate, let to = stops[to.index].coordinate else {
                                return nil
                            }
                            return Ellipsoid.distance(from, to)
                        }
                        add(entry, to: number, id)
                    } catch {
                        refused.append(Refused(reason: error, id: modification.id, tripID: id))
                    }
                }
            }
        }
    }

    private static func entry(
        _ modification: TripModification, _ shapeID: String?, _ trip: Timetable.Trip, _ timetable: Timetable,
        distance: (StopIndex, StopIndex) -> Double?
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
            rows: try ModifiedRows(trip.stopTimes, modification.changes, timetable, distance: distance),
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
            let trip = detour.tripID.map { " to trip \(Finding.quoted($0))" } ?? ""
            diagnostics.report(
                .warning, detour.reason.code, field: "entity_id", value: detour.id,
                message: "TripModifications \(Finding.quoted(detour.id)) is not applied\(trip): \(detour.reason.words)")
        }
        guard let backwardTimes else { return }
        diagnostics.report(
            Finding(
                .null, "detour_times_run_backwards", field: "travel_time_to_stop", value: backwardTimes.first,
                message: "a travel time of TripModifications \(Finding.quoted(backwardTimes.first)) is less than the one "
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
