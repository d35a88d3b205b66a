import Contract
import NDJSON
import Schedule
import StageKit

/// What a report takes from a schedule: names of routes and stops, and the ways between stops.
///
/// Memory: 60 to 120 bytes a route and stop.
final class FeedPlaces: RecordStage {
    private var routes: [String: Route] = [:]
    private var stops: [String: String] = [:]
    /// What a route is called.
    struct Route {
        let shortName: String?
        let longName: String?
        let type: Int?
    }

    /// Records taken, by table.
    private var taken = [0, 0]

    let scansAhead = true

    private static let route = Tables.Routes.columns
    private static let stop = Tables.Stops.columns

    let tables = [Tables.Routes.name, Tables.Stops.name]
    let columns: [any AnyColumn] = [
        route.routeID, route.routeShortName, route.routeLongName, route.routeType, stop.stopID, stop.stopName,
    ]

    /// The ways between stops, where they are asked for.
    private(set) var ways: SegmentWays?

    /// Reads the schedule at `feed`.
    /// - Throws: `StageFailure`: 66 when it is missing, 65 when it is not a schedule.
    static func read(_ feed: String, withWays: Bool, _ context: StageContext) throws -> FeedPlaces {
        var places = FeedPlaces()
        if withWays {
            places.ways = SegmentWays(try WholeTimetable.read(feed, beside: places, context))
        } else {
            try context.readFeed(feed, to: &places)
        }
        guard places.taken.contains(where: { $0 > 0 }) else {
            throw context.unusable("no_schedule", "--feed: \(feed) has no routes or stops records")
        }
        return places
    }

    func process(_ record: Record) {
        taken[record.table] += 1
        if record.table == 0 {
            guard let id = record[FeedPlaces.route.routeID].string, routes[id] == nil else { return }
            func name(_ value: JSONValue) -> String? { value.string.flatMap { $0.isEmpty ? nil : $0 } }
            routes[id] = Route(
                shortName: name(record[FeedPlaces.route.routeShortName]),
                longName: name(record[FeedPlaces.route.routeLongName]),
                type: record[FeedPlaces.route.routeType].integer)
        } else {
            guard let id = record[FeedPlaces.stop.stopID].string, stops[id] == nil else { return }
            if let name = record[FeedPlaces.stop.stopName].string, !name.isEmpty { stops[id] = name }
        }
    }

    func finish() {}

    /// Counts the schedule's records as living on in the report: nothing of them is written by itself.
    func countAsMerged(_ summary: RunSummary) {
        // The timetable has counted them.
        guard ways == nil else { return }
        for (name, count) in zip(tables, taken) { summary.table(name).merged += count }
    }

    func route(_ id: String) -> Route? { routes[id] }
    func stopName(_ id: String) -> String? { stops[id] }
}
