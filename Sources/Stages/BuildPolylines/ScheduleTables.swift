import Containers
import Geometry
import Schedule
import StageKit

/// What lines are drawn from: the ids, coordinates and stop sequences of one or more feeds, each once and small.
///
/// Memory: see `SequencedRows` for stop times (8 bytes each, up to 16 in random order) and points of shapes (20 each,
/// up to 28); about 68 bytes a trip, 128 a stop and its name, beside their ids.
final class ScheduleTables {
    struct Stop {
        /// Not a number where the stop has none.
        var latitude = Double.nan
        var longitude = Double.nan
        var name = Text.none
        var platformCode = Text.none
        var parent = Identifier<Stop>.none
        /// The specification's number; 255 if absent.
        var wheelchairBoarding: UInt8 = 255
        /// Whether the stop has a row of its own, or came with a trip.
        var isListed = false
        /// Whether vehicles stop there, by its location_type; read only for detours.
        var isPlatform = true
        /// Whether it has been said that the stop is unknown.
        var isReported = false

        /// The position that its row gives.
        var coordinate: Coordinate? {
            get { latitude.isNaN ? nil : Coordinate(latitude: latitude, longitude: longitude) }
            set {
                latitude = newValue?.latitude ?? .nan
                longitude = newValue?.longitude ?? .nan
            }
        }
    }

    struct Route {
        var shortName = Text.none
        var longName = Text.none
        var color = Text.none
        var textColor = Text.none
        var agency = Identifier<Agency>.none
        var type: Int?
        var isListed = false
        /// Whether `--where` excluded its row.
        var isExcluded = false
    }

    struct Agency {
        var name = Text.none
        var timezone = Text.none
        var isListed = false
        /// Whether `--where` excluded its row.
        var isExcluded = false
    }

    struct Trip {
        var route = Identifier<Route>.none
        var shape = Identifier<Shape>.none
        /// Kept only where a day is asked for.
        var service = Identifier<Service>.none
        /// 0 or 1; 2 if absent.
        var direction: UInt8 = 2
        var isListed = false
        /// Whether `--where` excluded its row.
        var isExcluded = false
    }

    enum Shape {}
    enum Service {}

    /// What realtime makes of a trip on the day of the lines.
    struct Detour {
        let modificationsID: String
        let stops: [Identifier<Stop>]
    }

    /// A text in `texts`.
    struct Text {
        var start = 0
        var count = -1
        static var none: Text { Text() }
    }

    var stopIDs = IdentifierTable<Stop>()
    /// For each stop, and for each trip, its two followers.
    private let nextStops = GrowingColumn<IdentifierFollowers<Stop>>()
    private let nextTrips = GrowingColumn<IdentifierFollowers<Trip>>()
    var routeIDs = IdentifierTable<Route>()
    var agencyIDs = IdentifierTable<Agency>()
    var tripIDs = IdentifierTable<Trip>()
    var shapeIDs = IdentifierTable<Shape>()
    var serviceIDs = IdentifierTable<Service>()

    private(set) var stops: [Stop] = []
    private(set) var routes: [Route] = []
    private(set) var agencies: [Agency] = []
    private(set) var trips: [Trip] = []

    /// Stops, routes and trips in the order of their rows.
    var stopOrder: [Identifier<Stop>] = []
    var routeOrder: [Identifier<Route>] = []
    /// The agencies of each feed that have a row.
    var agenciesOfFeeds: [UInt16: [Identifier<Agency>]] = [:]
    var tripOrder: [Identifier<Trip>] = []
    /// Shapes of which `--where` excluded rows, by number.
    var excludedShapes: Set<UInt32> = []

    var stopTimes = SequencedRows<Trip, Identifier<Stop>>()
    var shapePoints = SequencedRows<Shape, Coordinate>()
    /// By trip.
    var detours: [UInt32: Detour] = [:]
    private let texts = GrowingColumn<UInt8>()
    /// The feeds' ids; the first is empty, for the feed without one.
    private var feeds = GroupKeys()
    private var lastFeed = 0
    /// Different values of `feed_id`.
    private static let mostFeeds = 65_534

    init() { _ = feeds.intern(UnsafeRawBufferPointer(start: nil, count: 0)) }

    // MARK: Ids

    /// The number of a feed by its `feed_id`; 0 is the feed without one.
    func feed(_ id: UnsafeRawBufferPointer?) throws -> UInt16 {
        guard let id else { return 0 }
        if feeds.withKey(lastFeed, { id.elementsEqual($0) }) { return UInt16(lastFeed) }
        guard let feed = feeds.intern(id), feed <= ScheduleTables.mostFeeds else {
            throw StageFailure(
                .dataUnusable, "the input has more than \(ScheduleTables.mostFeeds) different values of feed_id")
        }
        lastFeed = feed
        return UInt16(feed)
    }

    func feedID(_ feed: UInt16) -> String? {
        feed == 0 ? nil : feeds.withKey(Int(feed)) { String(decoding: $0, as: UTF8.self) }
    }

    @inline(__always)
    func stop(_ id: UnsafeRawBufferPointer, _ feed: UInt16) -> Identifier<Stop> {
        let stop = stopIDs.intern(id, feed: feed, nextStops)
        while stops.count <= stop.index { stops.append(Stop()) }
        return stop
    }

    func route(_ id: UnsafeRawBufferPointer, _ feed: UInt16) -> Identifier<Route> {
        let route = routeIDs.intern(id, feed: feed)
        while routes.count <= route.index { routes.append(Route()) }
        return route
    }

    /// - Parameter id: empty for the agency of a feed that gives its only one none.
    func agency(_ id: UnsafeRawBufferPointer, _ feed: UInt16) -> Identifier<Agency> {
        let agency = agencyIDs.intern(id, feed: feed)
        while agencies.count <= agency.index { agencies.append(Agency()) }
        return agency
    }

    /// - Parameter hash: the hash of the id and feed, if it is known.
    @inline(__always)
    func trip(_ id: UnsafeRawBufferPointer, _ feed: UInt16, hash: IdentifierHash? = nil) -> Identifier<Trip> {
        let trip = tripIDs.intern(id, feed: feed, nextTrips, hash: hash)
        while trips.count <= trip.index { trips.append(Trip()) }
        return trip
    }

    subscript(stop: Identifier<Stop>) -> Stop {
        get { stops[stop.index] }
        set { stops[stop.index] = newValue }
    }

    subscript(route: Identifier<Route>) -> Route {
        get { routes[route.index] }
        set { routes[route.index] = newValue }
    }

    subscript(agency: Identifier<Agency>) -> Agency {
        get { agencies[agency.index] }
        set { agencies[agency.index] = newValue }
    }

    subscript(trip: Identifier<Trip>) -> Trip {
        get { trips[trip.index] }
        set { trips[trip.index] = newValue }
    }

    /// Whether each of some stops has a row, or has been reported for having none.
    func areKnown(_ ids: UnsafeBufferPointer<Identifier<Stop>>) -> Bool {
        stops.withUnsafeBufferPointer { stops in
            ids.allSatisfy { stops[$0.index].isListed || stops[$0.index].isReported }
        }
    }

    // MARK: Texts

    func keep(_ text: UnsafeRawBufferPointer?) -> Text {
        guard let text, text.count > 0 else { return .none }
        let start = texts.count
        texts.append(contentsOf: text.bindMemory(to: UInt8.self))
        return Text(start: start, count: text.count)
    }

    /// The bytes of a text that was kept, valid until another is; nil for none.
    func bytes(_ text: Text) -> UnsafeRawBufferPointer? {
        text.count < 0 ? nil : UnsafeRawBufferPointer(texts.slice(text.start, text.start + text.count))
    }

    // MARK: What follows from the rows

    /// The points of a shape in order; fewer than two where the shape is of no use.
    func points(of shape: Identifier<Shape>, scratch: inout [Int]) -> [Coordinate] {
        guard !shape.isNone else { return [] }
        shapePoints.positions(of: shape, into: &scratch)
        return scratch.map { shapePoints.value(at: $0) }
    }

    /// Name and zone of a route's agency: of the only one of its feed where the route names none (routes.txt,
    /// `agency_id`). All agencies of a feed have one zone (agency.txt, `agency_timezone`), so that it is known of a route
    /// too whose agency is not, unless they differ.
    func agency(
        of route: Identifier<Route>
    ) -> (name: UnsafeRawBufferPointer?, timezone: UnsafeRawBufferPointer?) {
        let named = self[route].agency
        if !named.isNone { return (bytes(self[named].name), bytes(self[named].timezone)) }
        let agencies = agenciesOfFeeds[routeIDs.feed(route)] ?? []
        guard let first = agencies.first else { return (nil, nil) }
        let zone = bytes(self[first].timezone)
        let isOne = agencies.dropFirst().allSatisfy { agency in
            guard let zone, let other = bytes(self[agency].timezone) else { return false }
            return zone.elementsEqual(other)
        }
        return (agencies.count == 1 ? bytes(self[first].name) : nil, isOne ? zone : nil)
    }

    /// The zones of the agencies of one feed; nothing where there are several feeds, each with a clock of its own.
    var zones: [String] {
        guard agenciesOfFeeds.count == 1, let agencies = agenciesOfFeeds.values.first else { return [] }
        return agencies.compactMap { bytes(self[$0].timezone).map { String(decoding: $0, as: UTF8.self) } }
    }

    /// Where a stop is: at its own position, else at its station's.
    func place(of stop: Identifier<Stop>) -> Coordinate? {
        StopPlace.find(stop, own: { self[$0].coordinate }, parent: station(of:))
    }

    /// The station that a stop is a platform of.
    func station(of stop: Identifier<Stop>) -> Identifier<Stop>? {
        let parent = self[stop].parent
        return parent.isNone ? nil : parent
    }

    /// Whether a stop may be boarded with a wheelchair: what it says itself, else its parent station
    /// (stops.txt, `wheelchair_boarding`); nil where neither says anything.
    func wheelchairBoarding(_ stop: Identifier<Stop>) -> UInt8? {
        let own = self[stop].wheelchairBoarding
        if own == 0 || own == 255, let station = station(of: stop), self[station].wheelchairBoarding != 255 {
            return self[station].wheelchairBoarding
        }
        return own == 255 ? nil : own
    }
}
