import Contract
import NDJSON
import StageKit

/// Detours, and the stops that realtime adds.
extension RealtimeChecker {
    static let detour = Tables.TripModifications.columns
    private static let selection = Tables.SelectedTrips.columns
    private static let change = Tables.Modification.columns

    /// Takes a stop that realtime adds: no message that names it names an unknown stop.
    func takeStop(_ record: Record) {
        guard record[Tables.StopsRT.columns.isDeleted].bool != true,
            let id = record[Tables.StopsRT.columns.stopID].string
        else { return }
        unknownStops.add(id)
    }

    /// Checks that the schedule has the trips of a detour, and somebody its stops.
    func takeDetour(_ record: Record) {
        guard record[RealtimeChecker.detour.isDeleted].bool != true else { return }
        forEachMember(named: RealtimeChecker.selection.tripIDs.name, of: record[RealtimeChecker.detour.selectedTrips]) {
            $0.forEachElement { trip in
                guard let id = trip.string, checker.isComplete("trips"), !feed.tripIDs.isDefined(id) else { return }
                add(.unknownTripID, record, [("trip_id", .text(id))])
            }
        }
        forEachMember(
            named: RealtimeChecker.change.replacementStops.name, of: record[RealtimeChecker.detour.modifications]
        ) { stops in
            forEachMember(named: Tables.ReplacementStop.columns.stopID.name, of: stops) { stop in
                if let id = stop.string { check(stop: id, record) }
            }
        }
    }

    private func forEachMember(named name: String, of list: JSONValue, _ body: (JSONValue) -> Void) {
        guard list.kind == .array else { return }
        list.forEachElement { element in
            guard element.kind == .object else { return }
            element.forEachMember { key, value in if key.string == name { body(value) } }
        }
    }
}

/// Stops that messages name and the schedule lacks, until all stops that realtime adds are known.
///
/// Memory: five samples of each id.
final class UnknownStops {
    private struct Sample {
        let order: Int
        let file: String
        let line: Int?
        let fields: [(name: String, value: NoticeSample.Value)]
    }

    private struct Unknown {
        var counts: [String: Int] = [:]
        var samples: [Sample] = []
    }

    private var unknown: [String: Unknown] = [:]
    private var added: Set<String> = []
    private var order = 0

    /// Notes a stop that realtime adds.
    func add(_ id: String) { added.insert(id) }

    func note(
        _ id: String, file: String, line: Int?, _ fields: @autoclosure () -> [(name: String, value: NoticeSample.Value)]
    ) {
        guard !added.contains(id) else { return }
        order += 1
        let known = unknown[id, default: Unknown()].counts[file] ?? 0
        unknown[id, default: Unknown()].counts[file] = known + 1
        guard known < NoticeBook.shown else { return }
        unknown[id]?.samples.append(Sample(order: order, file: file, line: line, fields: fields()))
    }

    /// Adds a notice of each stop that nobody knows, in the order of the messages.
    func conclude(_ book: NoticeBook, _ rule: Rule) {
        var rest: [String: Int] = [:]
        var samples: [Sample] = []
        for (id, unknown) in unknown where !added.contains(id) {
            for (file, count) in unknown.counts { rest[file, default: 0] += count }
            samples += unknown.samples
        }
        for sample in samples.sorted(by: { $0.order < $1.order }) {
            book.add(rule, file: sample.file, line: sample.line, sample.fields)
            rest[sample.file, default: 0] -= 1
        }
        for (file, count) in rest where count > 0 { book.count(rule, file: file, times: count) }
    }
}
