import Containers
import GTFSSchedule

/// All trips of a schedule, for stages that do not know in advance which trips they need.
///
/// Trips with the same stops and the same relative times share their rows. Memory: about 60 bytes for each trip, 40 for
/// each row of a distinct profile, 20 for each shape point.
package final class WholeTimetable {
    package enum Trip {}
    package typealias TripIndex = Identifier<Trip>
    package enum Shape {}
    package enum Block {}

    /// The stored values of a row in trips.txt.
    struct KeptTrip {
        var route: Int32 = -1
        var service: Int32 = -1
        var shape: Int32 = -1
        var block: Int32 = -1
        var profile: Int32 = -1
        /// The first time of its rows, in seconds of the service day.
        var start: Int32 = 0
        /// The index of its rows in frequencies.txt; -1 without rows.
        var frequencies: Int32 = -1
        var direction: Int8 = -1
        /// Whether trips.txt has a row for it that `--where` keeps.
        var isListed = false
        /// Whether `--where` excluded its row, or the row's route, agency or service.
        var isExcluded = false
    }

    /// A profile: stop times shared by trips; times are relative to the trip's first time.
    package struct RunningTimes {
        package let stopTimes: [Timetable.StopTime]
        /// The first profile with the same stops; values that depend only on stops are shared.
        package let pattern: Int32
        /// The times of the first and last departure.
        package let first: Int?
        let last: Int?

        /// The first departure, from which starts by frequencies.txt count.
        package var firstTime: Int { first ?? 0 }
        package var lastTime: Int? { last }

        /// The profile of no trip.
        static let none = RunningTimes(stopTimes: [], pattern: -1, first: nil, last: nil)
    }

    /// The agencies, stops, routes and calendars, without trips.
    package internal(set) var frame = Timetable()
    var tripIDs = IdentifierTable<Trip>()
    var trips: [KeptTrip] = []
    package internal(set) var profiles: [RunningTimes] = []
    var frequencies: [[Timetable.Frequency]] = []
    var blockIDs = IdentifierTable<Block>()
    var shapeIDs = IdentifierTable<Shape>()
    package internal(set) var shapes = ShapePoints()
    /// Whether `--where` keeps calls, by index of the stop; nil if it has no condition on stops.
    package internal(set) var places: [Bool]?
    /// The paths of patterns, made on demand, by pattern and shape.
    private var ways: [WayKey: Way] = [:]
    /// The trip whose times are used for each path: the one with the smallest trip_id by bytes, independent of the
    /// order of rows.
    private lazy var wayExamples: [WayKey: TripIndex] = {
        var examples: [WayKey: TripIndex] = [:]
        for trip in listedTrips {
            guard let key = wayKey(of: trip) else { continue }
            if let known = examples[key], !comes(trip, before: known) { continue }
            examples[key] = trip
        }
        return examples
    }()
    /// The modified trips, by index.
    var modified: [Int: ModifiedTrip] = [:]
    /// Places of modified trips that were removed.
    var spareTrips: [TripIndex] = []
    /// The missing tables that trips need, as messages.
    package internal(set) var gaps: [String] = []
    /// The stations of stops.
    package private(set) lazy var stations = Stations(frame)

    /// The key of trips that share a path.
    package struct WayKey: Hashable {
        let pattern: Int32
        let shape: Int32
    }

    init() {}

    // MARK: Asking

    /// Returns the trip with an id; nil if trips.txt has none.
    package func trip(_ id: UnsafeRawBufferPointer) -> TripIndex? {
        guard let found = tripIDs.find(id, feed: 0), trips[found.index].isListed else { return nil }
        return found
    }

    package func trip(_ id: String) -> TripIndex? { id.withBytes { trip($0) } }

    package func id(_ trip: TripIndex) -> String {
        String(bytes: tripIDs.text(original(of: trip)))
    }

    /// The trip of trips.txt that a modified trip stands for; any other trip itself.
    package func original(of trip: TripIndex) -> TripIndex {
        modified.isEmpty ? trip : modified[trip.index]?.original ?? trip
    }

    /// Adds stops beside those of the schedule, which count if both have an id.
    package func add(_ added: [Timetable.Stop]) {
        let count = frame.stops.count
        frame.add(added)
        guard frame.stops.count > count else { return }
        stations = Stations(frame)
        if let known = places { places = known + Array(repeating: true, count: frame.stops.count - known.count) }
    }

    /// The trips of trips.txt, in the order of first occurrence of their ids.
    package var listedTrips: some Sequence<TripIndex> {
        trips.indices.lazy.filter { self.trips[$0].isListed }.map { TripIndex($0) }
    }

    package func route(of trip: TripIndex) -> Timetable.Route? {
        let route = trips[trip.index].route
        return route < 0 ? nil : frame.routes[Int(route)]
    }

    /// The index of its route in the frame.
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

    /// Returns the trip's stop times and the second of the service day from which their times count; nil without stop
    /// times.
    package func runningTimes(of trip: TripIndex) -> (times: RunningTimes, start: Int)? {
        let row = trips[trip.index]
        return row.profile < 0 ? nil : (profiles[Int(row.profile)], Int(row.start))
    }

    /// Returns the second of the service day from which the times of a run count.
    ///
    /// - Parameter startTime: the start time of a run in frequencies.txt.
    package func origin(of trip: TripIndex, startTime: Int?) -> Int {
        let row = trips[trip.index]
        guard let startTime else { return Int(row.start) }
        return startTime - (row.profile < 0 ? 0 : profiles[Int(row.profile)].firstTime)
    }

    package func withID(_ trip: TripIndex, _ body: (UnsafeRawBufferPointer) -> Void) {
        body(tripIDs.text(original(of: trip)))
    }

    /// Returns when the trip runs.
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
        tripIDs.text(original(of: trip)).lexicographicallyPrecedes(tripIDs.text(original(of: other)))
    }

    package func wayKey(of trip: TripIndex) -> WayKey? {
        let row = trips[trip.index]
        return row.profile < 0 ? nil : WayKey(pattern: profiles[Int(row.profile)].pattern, shape: row.shape)
    }

    /// Returns the path of a trip and the positions of its stops on it; nil for a trip without stop times.
    package func way(of trip: TripIndex) -> Way? {
        guard let key = wayKey(of: trip) else { return nil }
        let row = trips[trip.index]
        if let known = ways[key] { return known }
        let example = trips[wayExamples[key]?.index ?? trip.index]
        let rows = profiles[Int(example.profile)].stopTimes
        let ownLine = modified.isEmpty ? nil : modified[trip.index]?.line
        let points = ownLine ?? (row.shape < 0 ? [] : shapes.points(of: Int(row.shape)))
        let way = Way(
            stops: rows.map { $0.stop.map { frame[$0] }.flatMap(\.coordinate) },
            stopDistances: rows.map(\.shapeDistance), shape: points,
            seconds: { from, to in
                rows[to].arrival.flatMap { arrival in rows[from].departure.map { Int(arrival) - Int($0) } }
            })
        ways[key] = way
        return way
    }

    /// Forgets the path of a modified trip, which no other trip has.
    func forgetWay(of trip: TripIndex) {
        if let key = wayKey(of: trip) { ways[key] = nil }
    }

    /// Returns the path through given stops, for runs that are not in the timetable.
    package func way(through stops: [StopIndex?]) -> Way {
        Way(
            stops: stops.map { $0.map { frame[$0] }.flatMap(\.coordinate) },
            stopDistances: stops.map { _ in nil }, shape: [])
    }
}
