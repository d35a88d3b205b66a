import Containers
import GTFSSchedule

/// All trips of a schedule, for stages that cannot know which of them will be asked for.
///
/// Trips that call at the same stops after the same times share their rows: a timetable repeats itself. Memory: some 60
/// bytes a trip, 40 a row of each distinct run of times, 20 a shape's point.
package final class WholeTimetable {
    package enum Trip {}
    package typealias TripIndex = Identifier<Trip>
    package enum Profile {}
    package enum Shape {}
    package enum Block {}

    /// What is kept of a row of trips.txt.
    struct KeptTrip {
        var route: Int32 = -1
        var service: Int32 = -1
        var shape: Int32 = -1
        var block: Int32 = -1
        var profile: Int32 = -1
        /// Seconds of the service day at the first time of its rows.
        var start: Int32 = 0
        /// The place of its rows of frequencies.txt; -1 for none.
        var frequencies: Int32 = -1
        var direction: Int8 = -1
        /// Whether trips.txt has a row of it.
        var isListed = false
    }

    /// Stop times that many trips have; times are counted from the trip's first.
    package struct RunningTimes {
        package let stopTimes: [Timetable.StopTime]
        /// The profile of the same stops that came first: what depends on stops alone is the same for all.
        package let pattern: Int32
        /// Of the first and the last departure.
        package let first: Int?
        let last: Int?

        /// Of the first departure, from which the starts of frequencies count.
        package var firstTime: Int { first ?? 0 }
        package var lastTime: Int? { last }
    }

    /// Agencies, stops, routes and calendars; no trips.
    package internal(set) var frame = Timetable()
    var tripIDs = IdentifierTable<Trip>()
    var trips: [KeptTrip] = []
    package internal(set) var profiles: [RunningTimes] = []
    var frequencies: [[Timetable.Frequency]] = []
    var blockIDs = IdentifierTable<Block>()
    var shapeIDs = IdentifierTable<Shape>()
    package internal(set) var shapes = ShapePoints()
    /// By the place of the stop: whether `--where` takes calls there; nil where it says nothing of stops.
    package internal(set) var places: [Bool]?
    /// The ways of patterns, made as they are asked for; by pattern and shape.
    private var ways: [WayKey: Way] = [:]
    /// The trip by whose times each way is worked out, as trips that take one way have it in common: that of the least
    /// trip_id, byte by byte, whatever the order of rows.
    private lazy var wayExamples: [WayKey: TripIndex] = {
        var examples: [WayKey: TripIndex] = [:]
        for trip in listedTrips {
            guard let key = wayKey(of: trip) else { continue }
            if let known = examples[key], !comes(trip, before: known) { continue }
            examples[key] = trip
        }
        return examples
    }()
    /// What the schedule lacks that no trip runs without, as sentences.
    package internal(set) var gaps: [String] = []
    /// What tells which stops belong to one station.
    package private(set) lazy var stations = Stations(frame)

    /// What trips that take one way have in common.
    package struct WayKey: Hashable {
        let pattern: Int32
        let shape: Int32
    }

    init() {}

    // MARK: Asking

    package var tripCount: Int { trips.count }

    /// The trip with an id; nil where trips.txt has none.
    package func trip(_ id: UnsafeRawBufferPointer) -> TripIndex? {
        guard let found = tripIDs.find(id, feed: 0), trips[found.index].isListed else { return nil }
        return found
    }

    package func trip(_ id: String) -> TripIndex? { id.withBytes { trip($0) } }

    package func id(_ trip: TripIndex) -> String {
        String(bytes: tripIDs.text(trip))
    }

    /// The trips of trips.txt, in the order in which their ids were first met.
    package var listedTrips: some Sequence<TripIndex> {
        trips.indices.lazy.filter { self.trips[$0].isListed }.map { TripIndex($0) }
    }

    package func route(of trip: TripIndex) -> Timetable.Route? {
        let route = trips[trip.index].route
        return route < 0 ? nil : frame.routes[Int(route)]
    }

    /// The place of its route among those of the frame.
    package func routeNumber(of trip: TripIndex) -> Int? {
        let route = trips[trip.index].route
        return route < 0 ? nil : Int(route)
    }

    package func directionID(of trip: TripIndex) -> Int? {
        let direction = trips[trip.index].direction
        return direction < 0 ? nil : Int(direction)
    }

    package func blockID(of trip: TripIndex) -> String? {
        let block = trips[trip.index].block
        return block < 0 ? nil : String(bytes: blockIDs.text(Identifier(Int(block))))
    }

    package func shapeID(of trip: TripIndex) -> String? {
        let shape = trips[trip.index].shape
        return shape < 0 ? nil : String(bytes: shapeIDs.text(Identifier(Int(shape))))
    }

    package func frequencies(of trip: TripIndex) -> [Timetable.Frequency] {
        let place = trips[trip.index].frequencies
        return place < 0 ? [] : frequencies[Int(place)]
    }

    /// The trip's stop times, and the second of the service day from which their times count; nil where it has none.
    package func runningTimes(of trip: TripIndex) -> (times: RunningTimes, start: Int)? {
        let row = trips[trip.index]
        return row.profile < 0 ? nil : (profiles[Int(row.profile)], Int(row.start))
    }

    /// The second of the service day from which the times of a run count.
    ///
    /// - Parameter startTime: of a run of frequencies.
    package func origin(of trip: TripIndex, startTime: Int?) -> Int {
        let row = trips[trip.index]
        guard let startTime else { return Int(row.start) }
        return startTime - (row.profile < 0 ? 0 : profiles[Int(row.profile)].firstTime)
    }

    package func withID(_ trip: TripIndex, _ body: (UnsafeRawBufferPointer) -> Void) {
        body(tripIDs.text(trip))
    }

    /// When the trip runs.
    package func service(of trip: TripIndex) -> TripService {
        let row = trips[trip.index]
        let times = runningTimes(of: trip)
        return TripService(
            service: row.service < 0 ? nil : ServiceIndex(Int(row.service)),
            first: times.flatMap { times in times.times.first.map { $0 + times.start } },
            last: times.flatMap { times in times.times.last.map { $0 + times.start } },
            frequencies: frequencies(of: trip))
    }

    // MARK: Ways

    private func comes(_ trip: TripIndex, before other: TripIndex) -> Bool {
        tripIDs.text(trip).lexicographicallyPrecedes(tripIDs.text(other))
    }

    package func wayKey(of trip: TripIndex) -> WayKey? {
        let row = trips[trip.index]
        return row.profile < 0 ? nil : WayKey(pattern: profiles[Int(row.profile)].pattern, shape: row.shape)
    }

    /// The way of a trip over the ground, and where its stops lie on it; nil for a trip without stop times.
    package func way(of trip: TripIndex) -> Way? {
        guard let key = wayKey(of: trip) else { return nil }
        let row = trips[trip.index]
        if let known = ways[key] { return known }
        let example = trips[wayExamples[key]?.index ?? trip.index]
        let rows = profiles[Int(example.profile)].stopTimes
        let points = row.shape < 0 ? [] : shapes.points(of: Int(row.shape))
        let way = Way(
            stops: rows.map { $0.stop.map { frame[$0] }.flatMap(\.coordinate) },
            stopDistances: rows.map(\.shapeDistance), shape: points,
            seconds: { from, to in
                rows[to].arrival.flatMap { arrival in rows[from].departure.map { Int(arrival) - Int($0) } }
            })
        ways[key] = way
        return way
    }

    /// The way through some stops, for runs that the timetable does not have.
    package func way(through stops: [StopIndex?]) -> Way {
        Way(
            stops: stops.map { $0.map { frame[$0] }.flatMap(\.coordinate) },
            stopDistances: stops.map { _ in nil }, shape: [])
    }
}
