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
    private var selections: [String: [(selection: DetourSelection, span: Int)]] = [:]

    init(_ detours: ArchiveDetours, _ spans: [Span], idOfTrip: @escaping (WholeTimetable.TripIndex) -> String) {
        self.detours = detours
        self.spans = spans
        self.idOfTrip = idOfTrip
        for (place, span) in spans.enumerated() {
            for (id, selection) in span.modification.selected { selections[id, default: []].append((selection, place)) }
        }
    }

    /// Returns the trip of a run that nobody saw, with the last detour that was in effect while the run was due. A run
    /// that was seen all the time gets the same detour.
    func modified(
        _ trip: WholeTimetable.TripIndex, on day: Int, startTime: Int?, due: ClosedRange<Int>
    ) -> ArchiveDetours.Modified? {
        guard let all = selections[idOfTrip(trip)] else { return nil }
        // A detour may change with each message, but few of the changes concern one run.
        let near = all.filter { due.lowerBound < spans[$0.span].until && spans[$0.span].from <= due.upperBound }
        let turns = near.flatMap { [spans[$0.span].from, spans[$0.span].until] }.filter(due.contains)
        for time in Set(turns + [due.lowerBound]).sorted(by: >) {
            let inEffect = near.filter { spans[$0.span].from <= time && time < spans[$0.span].until }
            if let found = detours.modified(trip, inEffect.map(\.selection), on: day, startTime: startTime) {
                return found
            }
        }
        return nil
    }
}
