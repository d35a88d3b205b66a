import Contract
import Feeds
import GTFSSchedule
import Journeys
import NDJSON
import StageKit
import TimeZones

/// Compares what two feeds have of each route: trips, stops, kilometres, first and last departure.
///
/// Memory: the timetable of one feed at a time.
struct RouteComparison {
    private let old: RereadableFeed
    private let new: RereadableFeed
    private let output: ChangeOutput
    private let context: StageContext

    init(_ old: RereadableFeed, _ new: RereadableFeed, _ output: ChangeOutput, _ context: StageContext) {
        self.old = old
        self.new = new
        self.output = output
        self.context = context
    }

    func run() throws {
        let before = try sums(of: old)
        let after = try sums(of: new)
        for route in Set(before.keys).union(after.keys).sorted() {
            let (was, now) = (before[route]?.values, after[route]?.values)
            let fields = RouteSums.names.indices.compactMap { place -> Change.Value? in
                let (old, new) = (was?[place] ?? nil, now?[place] ?? nil)
                return old == new ? nil : Change.Value(name: RouteSums.names[place], old: old, new: new)
            }
            guard !fields.isEmpty || (was == nil) != (now == nil) else { continue }
            let writer = RecordWriter(capacity: 64)
            writer.string(route)
            try output.write(
                Change(
                    kind: was == nil ? .added : now == nil ? .removed : .modified, file: Tables.Routes.file.fileName,
                    key: [(Tables.Routes.columns.routeID.name, Array(writer.bytes))], fields: fields))
        }
        context.summary.table(Tables.Routes.name).merged -= output.count
    }

    private func sums(of feed: RereadableFeed) throws -> [String: RouteSums] {
        let timetable = try feed.readWhole(context) { try WholeTimetable.read(feed, context) }
        var sums: [String: RouteSums] = [:]
        for route in timetable.frame.routes { sums[route.id] = RouteSums() }
        for trip in timetable.listedTrips {
            guard let route = timetable.route(of: trip)?.id else { continue }
            sums[route, default: RouteSums()].add(trip, of: timetable)
        }
        return sums
    }
}

/// What a feed has of a route.
private struct RouteSums {
    static let names = ["trips", "stops", "kilometres", "first_departure", "last_departure"]

    private var trips = 0
    private var stops: Set<Int> = []
    private var metres = 0.0
    private var first: Int?
    private var last: Int?

    /// Adds a trip as often as it starts on a service day.
    mutating func add(_ trip: RowNumber<WholeTimetable.Trip>, of timetable: WholeTimetable) {
        let starts = timetable.starts(of: trip)
        trips += starts.count
        guard !starts.isEmpty, let times = timetable.runningTimes(of: trip)?.times else { return }
        for row in times.stopTimes { if let stop = row.stop { stops.insert(stop.index) } }
        metres += (timetable.metres(of: trip) ?? 0) * Double(starts.count)
        guard let earliest = starts[0], let latest = starts[starts.count - 1] else { return }
        first = min(first ?? earliest, earliest)
        last = max(last ?? latest, latest)
    }

    /// As JSON, in the order of the names.
    var values: [[UInt8]?] {
        func json(_ write: (RecordWriter) -> Void) -> [UInt8] {
            let writer = RecordWriter(capacity: 32)
            write(writer)
            return Array(writer.bytes)
        }
        let times = [first, last].map { time in time.map { time in json { ServiceTime.write(time, 0, to: $0) } } }
        return [
            json { $0.integer(trips) }, json { $0.integer(stops.count) },
            json { $0.rounded(metres / 1000, decimals: 3) },
        ] + times
    }
}
