import Occupancy
import StageKit
import TimeZones

/// What a report takes from a schedule: the zone, names, which ids there are, and the days of service.
///
/// Memory: the names of routes and stops where they are shown, 20 to 40 bytes for each route, stop and trip, and a
/// sample of the ids.
final class ScheduleNames: RecordStage, MatchableSchedule {
    /// How many ids of a kind are kept as text, for hints at what would make others match.
    private static let sampleSize = 4096

    private struct Route {
        let shortName: String?
        let longName: String?
    }

    private(set) var zones: [String] = []
    /// The same, to be looked up.
    private var knownZones: Set<String> = []
    private var routes: [String: Route] = [:]
    private var stops: [String: String] = [:]
    /// Ids by kind; fingerprints, because they are only looked up.
    private var known = PairSet()

    private var samples = MatchReport.Kind.allCases.map { _ in IdentifierSample(limit: ScheduleNames.sampleSize) }
    private(set) var serviceDates: ClosedRange<Int>?

    private let keepsRoutes: Bool
    private let keepsStops: Bool

    /// - Parameter keys: names are kept for these only.
    private init(keys: [OccupancyKey], isMatched: Bool) {
        tables = ["agency", "routes", "stops", "trips"] + (isMatched ? ["calendar", "calendar_dates"] : [])
        taken = Array(repeating: 0, count: tables.count)
        keepsRoutes = keys.contains(.routeID)
        keepsStops = keys.contains(.stopID)
    }

    /// Reads the schedule at `path`.
    ///
    /// - Parameter isMatched: whether realtime records will be matched with it.
    /// - Throws: `StageFailure`: 66 when it is missing, 65 when it is no schedule.
    static func read(
        _ path: String, keys: [OccupancyKey], isMatched: Bool, reader: (any ScheduleReader)?, _ context: StageContext
    ) throws -> ScheduleNames {
        var names = ScheduleNames(keys: keys, isMatched: isMatched)
        try context.readFeed(path, to: &names, reader: reader)
        guard names.taken[..<4].contains(where: { $0 > 0 }) else {
            throw context.unusable("no_schedule", "--feed: \(path) has no agency, routes, stops or trips records")
        }
        return names
    }

    let tables: [String]
    let fields = [
        "agency_timezone", "route_id", "route_short_name", "route_long_name", "stop_id", "stop_name", "trip_id",
        "start_date", "end_date", "date", "exception_type",
    ]
    /// Records taken, by table.
    private var taken: [Int]

    func process(_ record: Record) {
        taken[record.table] += 1
        switch tables[record.table] {
        case "agency":
            if let zone = record.string(0), !zone.isEmpty, knownZones.insert(zone).inserted { zones.append(zone) }
        case "routes":
            guard let id = record.string(1) else { break }
            insert(.route, id)
            if keepsRoutes, routes[id] == nil {
                routes[id] = Route(shortName: record.string(2), longName: record.string(3))
            }
        case "stops":
            guard let id = record.string(4) else { break }
            insert(.stop, id)
            if keepsStops, stops[id] == nil { stops[id] = record.string(5) }
        case "calendar":
            cover(record, 7)
            cover(record, 8)
        case "calendar_dates":
            // 2 takes a day away.
            if record[10].integer != 2 { cover(record, 9) }
        default: if let id = record.string(6) { insert(.trip, id) }
        }
    }

    /// Takes a date of service, `YYYYMMDD`.
    private func cover(_ record: Record, _ field: Int) {
        guard let date = record.text(field).flatMap(MatchReport.date) else { return }
        serviceDates = serviceDates.map { min($0.lowerBound, date)...max($0.upperBound, date) } ?? date...date
    }

    func finish() {}

    /// Counts the schedule's records as living on in the report: nothing of them is written by itself.
    func countAsMerged(_ summary: RunSummary) {
        for (name, count) in zip(tables, taken) { summary.table(name).merged += count }
    }

    private func insert(_ kind: MatchReport.Kind, _ id: String) {
        var copy = id
        copy.withUTF8 { bytes in
            let fingerprint = Fingerprint.of(UnsafeRawBufferPointer(bytes))
            guard known.insert(kind.rawValue, fingerprint) else { return }
            samples[kind.rawValue].add(UnsafeRawBufferPointer(bytes), fingerprint: fingerprint)
        }
    }

    func knows(_ kind: MatchReport.Kind, _ id: UnsafeRawBufferPointer) -> Bool {
        known.contains(kind.rawValue, Fingerprint.of(id))
    }

    func forEachID(_ kind: MatchReport.Kind, _ body: (UnsafeRawBufferPointer) -> Void) {
        for id in samples[kind.rawValue].ids { id.withUnsafeBytes(body) }
    }

    /// The name in a column of the report for a key's value.
    func name(_ column: String, of id: String) -> String? {
        switch column {
        case "route_short_name": routes[id]?.shortName
        case "route_long_name": routes[id]?.longName
        default: stops[id]
        }
    }

    /// The zone of the schedule: a feed has one, whatever the number of its agencies.
    func zone(_ context: StageContext) throws -> Zone {
        try ScheduleZone.zone(ofAgencies: zones, context, advice: "; --timezone names another")
    }
}
