import RealtimeJoin
import Schedule

/// The detours that an archive has contained so far, by the trips that they select.
struct PastDetours {
    /// A detour, and the message times between which it was in effect.
    struct Span {
        let modification: TripModification
        let from: Int
        var until = Int.max
    }

    private let detours: ArchiveDetours
    private let spans: [Span]
    private let idOfTrip: (WholeTimetable.TripIndex) -> String
    /// Spans of one detour that select the same trips, in order.
    private var groups: [[Int]] = []
    private var groupsOfTrip: [String: [Int]] = [:]

    init(_ detours: ArchiveDetours, _ spans: [Span], idOfTrip: @escaping (WholeTimetable.TripIndex) -> String) {
        self.detours = detours
        self.spans = spans
        self.idOfTrip = idOfTrip
        var newest: [String: Int] = [:]
        for (place, span) in spans.enumerated() {
            let modification = span.modification
            if let group = newest[modification.id], let last = groups[group].last,
                spans[last].modification.selections == modification.selections
            {
                groups[group].append(place)
                continue
            }
            newest[modification.id] = groups.count
            for (id, _) in modification.selected { groupsOfTrip[id, default: []].append(groups.count) }
            groups.append([place])
        }
    }

    /// Returns the trip of a run that nobody saw, with the last detour that was in effect while the run was due. A run
    /// that was seen all the time gets the same detour.
    func modified(
        _ trip: WholeTimetable.TripIndex, on day: Int, startTime: Int?, due: ClosedRange<Int>
    ) -> ArchiveDetours.Modified? {
        let id = idOfTrip(trip)
        guard let all = groupsOfTrip[id] else { return nil }
        // A detour may change with each message, but few of the changes concern one run.
        let near = all.flatMap { groups[$0] }
            .filter { due.lowerBound < spans[$0].until && spans[$0].from <= due.upperBound }.sorted()
        let turns = near.flatMap { [spans[$0].from, spans[$0].until] }.filter(due.contains)
        for time in Set(turns + [due.lowerBound]).sorted(by: >) {
            let inEffect = near.filter { spans[$0].from <= time && time < spans[$0].until }
            let selections = inEffect.compactMap { spans[$0].modification.selection(of: id) }
            if let found = detours.modifiedOfPast(trip, selections, on: day, startTime: startTime) { return found }
        }
        return nil
    }
}
