import Contract
import Schedule
import StageKit

/// What a report takes from a schedule: names of routes and stops, and the ways between stops.
///
/// Memory: 60 to 120 bytes a route and stop.
final class FeedPlaces: RecordStage {
    private var names = FeedNames()
    private let rows: ScheduleRows
    /// Records taken, by table.
    private var taken = [0, 0]

    let scansAhead = true

    let tables = [Tables.Routes.name, Tables.Stops.name]
    let columns = FeedNames.columns

    /// The ways between stops, where they are asked for.
    private(set) var ways: SegmentWays?

    private init(_ context: StageContext) { rows = ScheduleRows(context.diagnostics) }

    /// Reads the schedule at `feed`.
    /// - Throws: `StageFailure`: 66 when it is missing, 65 when it is not a schedule.
    static func read(_ feed: String, withWays: Bool, _ context: StageContext) throws -> FeedPlaces {
        var places = FeedPlaces(context)
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
        if record.table == 0 { names.take(rows.route(record)) } else { names.take(rows.stop(record)) }
    }

    func finish() {}

    /// Counts the schedule's records as living on in the report: nothing of them is written by itself.
    func countAsMerged(_ summary: RunSummary) {
        // The timetable has counted them.
        guard ways == nil else { return }
        for (name, count) in zip(tables, taken) { summary.table(name).merged += count }
    }

    func route(_ id: String) -> FeedNames.Route? { names.route(id) }
    func stopName(_ id: String) -> String? { names.stopName(id) }
}
