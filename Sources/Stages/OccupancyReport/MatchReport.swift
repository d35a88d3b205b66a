import NDJSON
import Occupancy
import StageKit

/// Which of the ids in the records the schedule knows; every distinct id counts once.
///
/// Memory: about 20 bytes for each distinct id in the records.
final class MatchReport {
    enum Kind: Int, CaseIterable {
        case trip, route, stop

        var field: String {
            switch self {
            case .trip: "trip_id"
            case .route: "route_id"
            case .stop: "stop_id"
            }
        }

        var plural: String {
            switch self {
            case .trip: "trips"
            case .route: "routes"
            case .stop: "stops"
            }
        }
    }

    private static let sampleSize = 5

    private let schedule: ScheduleNames
    private var seen = PairSet()
    private var matched = [0, 0, 0]
    private var unmatched = [0, 0, 0]
    /// The first ids in order that nothing matches, by kind: the same whatever the order of the records.
    private var samples: [[String]] = [[], [], []]

    init(_ schedule: ScheduleNames) { self.schedule = schedule }

    func see(_ kind: Kind, _ id: UnsafeRawBufferPointer) {
        let fingerprint = Fingerprint.of(id)
        guard seen.insert(kind.rawValue, fingerprint) else { return }
        if schedule.knows(kind, fingerprint) {
            matched[kind.rawValue] += 1
            return
        }
        unmatched[kind.rawValue] += 1
        let text = String(decoding: id, as: UTF8.self)
        var list = samples[kind.rawValue]
        let place = list.firstIndex { text.utf8.lexicographicallyPrecedes($0.utf8) } ?? list.count
        guard place < MatchReport.sampleSize else { return }
        list.insert(text, at: place)
        samples[kind.rawValue] = Array(list.prefix(MatchReport.sampleSize))
    }

    /// Reports what is unmatched: the samples in full, the rest counted.
    func report(_ context: StageContext) {
        for kind in Kind.allCases {
            let code = "unmatched_\(kind.field)"
            for id in samples[kind.rawValue] {
                context.diagnostics.report(
                    Finding(
                        .unmatched, code, field: kind.field, value: id,
                        message: "\(Finding.quoted(id)) is not in the feed's \(kind.plural)"))
            }
            let rest = unmatched[kind.rawValue] - samples[kind.rawValue].count
            if rest > 0 { context.diagnostics.count(.unmatched, code, times: rest) }
        }
        let sentence = Kind.allCases.map {
            "\(matched[$0.rawValue]) of \(matched[$0.rawValue] + unmatched[$0.rawValue]) \($0.plural)"
        }.joined(separator: ", ")
        context.diagnostics.report(Finding(.note, "match_report", message: "the feed knows \(sentence)"))
    }

    func write(_ context: StageContext) throws {
        context.sink.begin(context.head(OccupancySchemas.matchReports.name))
        let writer = context.sink.writer
        for kind in Kind.allCases {
            writer.key(JSONKey("matched_\(kind.plural)"))
            writer.integer(matched[kind.rawValue])
            writer.key(JSONKey("unmatched_\(kind.plural)"))
            writer.integer(unmatched[kind.rawValue])
        }
        writer.key(JSONKey("sample_unmatched"))
        writer.beginArray()
        for id in samples.joined() {
            writer.separator()
            writer.string(id)
        }
        writer.endArray()
        try context.sink.end(context.summary.table(OccupancySchemas.matchReports.name))
    }
}
