import GTFSSchedule

/// The resolved detours of one trip. Boards, visits and lines use it to find the detour that applies to a run.
package struct TripDetours {
    /// When a trip starts.
    package enum Start {
        /// Once a day, at this second of the service day; nil if no time is known.
        case once(Int?)
        /// Several times a day, as frequencies.txt says.
        case frequencies
        /// The caller asks for all runs of the day together, because one line represents all of them.
        case allRuns
    }

    /// A detour that can be applied.
    package struct Entry {
        /// The id of the TripModifications entity.
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

        /// Whether there is a run that both detours change.
        func collides(with other: Entry) -> Bool {
            guard !days.isDisjoint(with: other.days) else { return false }
            guard let startTimes, let others = other.startTimes else { return true }
            return !startTimes.isDisjoint(with: others)
        }
    }

    /// The id of an entity whose detour is not applied, and the reason.
    package struct Refused {
        package let reason: DetourRefusal
        package let id: String
    }

    /// The applicable detours, in the order of the messages; at most one for each entity.
    package private(set) var entries: [Entry] = []
    package private(set) var refused: [Refused] = []

    /// - Parameters:
    ///   - stopTimes: the trip's stop times in the timetable, with ascending stop_sequence.
    ///   - selections: the detours that select the trip, from `Detours.selections`.
    package init(
        _ stopTimes: [Timetable.StopTime], start: Start, _ selections: [DetourSelection], _ stops: DetourStops
    ) {
        for selection in selections { add(selection, stopTimes, start, stops) }
    }

    init() {}

    /// Adds the detour of an entity that selects the trip.
    mutating func add(
        _ selection: DetourSelection, _ stopTimes: [Timetable.StopTime], _ start: Start, _ stops: DetourStops
    ) {
        let modification = selection.modification
        do throws(DetourRefusal) {
            let startTimes = try TripDetours.startTimes(of: modification, start)
            let entry = Entry(
                id: modification.id, rows: try ModifiedRows(stopTimes, modification.changes, stops),
                shapeID: selection.shapeID, days: modification.days, startTimes: startTimes)
            if entries.contains(where: { $0.collides(with: entry) }) {
                refused.append(Refused(reason: .severalModifications, id: entry.id))
            }
            entries.append(entry)
        } catch {
            refused.append(Refused(reason: error, id: modification.id))
        }
    }

    /// The starts of the runs that a detour changes; nil for all runs.
    private static func startTimes(
        of modification: TripModification, _ start: Start
    ) throws(DetourRefusal) -> Set<Int>? {
        guard !modification.startTimes.isEmpty else { return nil }
        switch start {
        case .once(let first):
            guard let first, modification.startTimes.contains(first) else { throw .startTime }
            return nil
        case .frequencies: return Set(modification.startTimes)
        case .allRuns: throw .someRuns
        }
    }

    /// The number of stop times in all detours of the trip.
    var rowCount: Int { entries.reduce(0) { $0 + $1.rows.stopTimes.count } }

    /// Refuses the last detour, because the detours of all trips together have too many stop times.
    mutating func refuseLast() {
        guard let last = entries.popLast() else { return }
        refused.removeAll { $0.id == last.id }
        refused.append(Refused(reason: .tooLarge, id: last.id))
    }

    /// Returns the detour of a run. Returns nil if the run has no detour, or several: then the timetable applies.
    package func entry(on day: Int, startTime: Int?) -> Entry? {
        let found = entries.filter { $0.days.contains(day) && $0.applies(to: startTime) }
        return found.count == 1 ? found[0] : nil
    }
}
