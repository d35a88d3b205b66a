import Occupancy
import StageKit
import TimeZones

/// What a report takes from a schedule: the zone, names, and which ids there are.
///
/// Memory: the names of routes and stops where they are shown, and about 20 bytes for each route, stop and trip.
final class ScheduleNames: RecordStage {
    private struct Route {
        let shortName: String?
        let longName: String?
    }

    private(set) var zones: [String] = []
    private var routes: [String: Route] = [:]
    private var stops: [String: String] = [:]
    /// Ids by kind; fingerprints, because they are only looked up.
    private var known = PairSet()

    private let keepsRoutes: Bool
    private let keepsStops: Bool

    /// - Parameter keys: names are kept for these only.
    private init(keys: [OccupancyKey]) {
        keepsRoutes = keys.contains(.routeID)
        keepsStops = keys.contains(.stopID)
    }

    /// Reads the schedule at `path`.
    /// - Throws: `StageFailure`: 66 when it is missing, 65 when it is no schedule.
    static func read(
        _ path: String, keys: [OccupancyKey], reader: (any ScheduleReader)?, _ context: StageContext
    ) throws -> ScheduleNames {
        var names = ScheduleNames(keys: keys)
        try context.readFeed(path, to: &names, reader: reader)
        guard names.taken.contains(where: { $0 > 0 }) else {
            throw StageFailure(.dataUnusable, "--feed: \(path) has no agency, routes, stops or trips records")
        }
        return names
    }

    let tables = ["agency", "routes", "stops", "trips"]
    let fields = [
        "agency_timezone", "route_id", "route_short_name", "route_long_name", "stop_id", "stop_name", "trip_id",
    ]
    /// Records taken, by table.
    private var taken = [0, 0, 0, 0]

    func process(_ record: Record) {
        taken[record.table] += 1
        switch tables[record.table] {
        case "agency":
            if let zone = record.string(0), !zone.isEmpty, !zones.contains(zone) { zones.append(zone) }
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
        default: if let id = record.string(6) { insert(.trip, id) }
        }
    }

    func finish() {}

    /// Counts the schedule's records as living on in the report: nothing of them is written by itself.
    func countAsMerged(_ summary: RunSummary) {
        for (name, count) in zip(tables, taken) { summary.table(name).merged += count }
    }

    private func insert(_ kind: MatchReport.Kind, _ id: String) {
        var copy = id
        _ = copy.withUTF8 { known.insert(kind.rawValue, Fingerprint.of(UnsafeRawBufferPointer($0))) }
    }

    func knows(_ kind: MatchReport.Kind, _ fingerprint: UInt64) -> Bool {
        known.contains(kind.rawValue, fingerprint)
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
    func zone(_ context: StageContext) -> Zone {
        ScheduleZone.zone(ofAgencies: zones, context, advice: "; --timezone names another")
    }
}
