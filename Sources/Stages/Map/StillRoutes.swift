import Drawing
import Networks

/// The routes of a map, each once, with the colour it is drawn in.
struct StillRoutes {
    struct Route {
        let name: String
        let color: Color
        /// How crowded its vehicles were, where `occupancy` records tell.
        var crowded = 0
        var withStatus = 0
    }

    private(set) var all: [Route] = []
    private var places: [Key: Int] = [:]

    private struct Key: Hashable {
        let feed: String?
        let route: String?
    }

    private var uncolored = 0

    init(_ model: MapModel, _ ways: NetworkWays) {
        for line in model.lines where line.routes.isEmpty {
            insert(
                line.feedID, line.routeID ?? line.polylineID, line.routeShortName ?? line.routeLongName, line.routeColor
            )
        }
        for route in ways.routes {
            let facts = route.facts
            insert(
                route.feedID, facts.routeID, facts.routeShortName ?? facts.routeLongName, facts.routeColor)
        }
        for trip in model.trips where !trip.pieces.isEmpty {
            insert(
                trip.feedID, trip.routeID ?? trip.tripID, trip.routeShortName ?? trip.routeLongName, trip.routeColor,
                isLine: false)
        }
        for row in model.occupancy {
            guard let place = places[Key(feed: row.feedID, route: row.routeID)] else { continue }
            all[place].crowded &+= row.levels[2] &+ row.levels[3]
            all[place].withStatus &+= row.withStatus
        }
    }

    /// The colour of a route that no line of the map is of and that has none of its own: a colour that the feed does not
    /// give would be taken for the route's own.
    private static let plain = Color(0x5B, 0x66, 0x73)

    private mutating func insert(
        _ feed: String?, _ id: String?, _ name: String?, _ color: String?, isLine: Bool = true
    ) {
        let key = Key(feed: feed, route: id)
        guard places[key] == nil else { return }
        places[key] = all.count
        var own = color.flatMap(Color.init(hex:))
        if own == nil, isLine {
            own = RouteColors.own(uncolored)
            uncolored += 1
        }
        let shown = name.flatMap { $0.isEmpty ? nil : $0 } ?? id ?? "line"
        all.append(Route(name: MarkupText.shown(shown), color: own ?? StillRoutes.plain))
    }

    func place(_ line: NetworkLine) -> Int {
        places[Key(feed: line.feedID, route: line.routeID ?? line.polylineID)] ?? 0
    }

    func place(_ route: NetworkWays.Route) -> Int { places[Key(feed: route.feedID, route: route.facts.routeID)] ?? 0 }

    func place(_ trip: MapTrip) -> Int { places[Key(feed: trip.feedID, route: trip.routeID ?? trip.tripID)] ?? 0 }

    /// The colour of a route by its id; nil for one that no line or trip is of.
    func color(_ feed: String?, _ id: String?) -> Color? { places[Key(feed: feed, route: id)].map { all[$0].color } }

    /// What a route is called by its id; nil for one that no line or trip is of.
    func name(_ feed: String?, _ id: String?) -> String? { places[Key(feed: feed, route: id)].map { all[$0].name } }

    /// The places in the order of the names, numbers in names by their value: 2, 10, 10A, N1.
    var sorted: [Int] {
        let keys = all.map { StillRoutes.sortKey($0.name) }
        return all.indices.sorted { left, right in
            if keys[left].number != keys[right].number { return keys[left].number < keys[right].number }
            if keys[left].rest != keys[right].rest {
                return Array(keys[left].rest.utf8).lexicographicallyPrecedes(Array(keys[right].rest.utf8))
            }
            return left < right
        }
    }

    private static func sortKey(_ name: String) -> (number: Int, rest: String) {
        let digits = name.prefix { ("0"..."9").contains($0) }.prefix(15)
        return (Int(digits) ?? Int.max, String(name.dropFirst(digits.count).prefix(200)))
    }
}
