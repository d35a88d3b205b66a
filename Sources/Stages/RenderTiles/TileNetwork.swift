import Drawing
import Geometry
import Networks

/// The network as it is drawn at every zoom: lines in their colours, stations.
struct TileNetwork: Sendable {
    struct Line: Sendable {
        let color: Color
        let casing: Color
        /// Unwrapped.
        let parts: [Polyline]
    }

    /// A route along pieces of way.
    struct Route: Sendable {
        let color: Color
        let casing: Color
        /// What it is called where there is little room.
        let name: String
        /// Its place in the order of drawing.
        var rank = 0
    }

    struct Stop: Sendable {
        let coordinate: Coordinate
        let name: String?
        let bars: [StationBars.Bar]
    }

    /// Pixels of a name; what is longer is cut.
    private static let longestName = 240.0
    private static let longestRoute = 90.0

    /// The lines of one route in the order in which they are drawn: those of many trips come last and so lie on top.
    let lines: [Line]
    /// Those of many routes first.
    let stops: [Stop]
    let ways: NetworkWays
    /// Of `ways`, by their places there.
    let routes: [Route]

    init(_ network: WayNetwork, _ style: MapStyle.Lines) {
        var colors = RouteColorTable(style)
        let single = network.lines.filter(\.routes.isEmpty)
        let colored = single.map { colors.color($0.routeColor, $0.feedID, $0.routeID ?? $0.polylineID) }
        let order = single.indices.sorted {
            (single[$0].runs ?? single[$0].tripCount ?? 0, $0) < (single[$1].runs ?? single[$1].tripCount ?? 0, $1)
        }
        self.lines = order.map { place in
            Line(
                color: colored[place], casing: style.casingColor ?? RouteColors.casing(of: colored[place]),
                parts: single[place].parts)
        }
        let ways = network.ways
        self.ways = ways
        var routes = ways.routes.map { route in
            let color = colors.color(route.facts.routeColor, route.feedID, route.facts.routeID)
            let name =
                [route.facts.routeShortName, route.facts.routeLongName].lazy.compactMap { $0 }
                .first { !$0.isEmpty } ?? route.facts.routeID
            return Route(
                color: color, casing: style.casingColor ?? RouteColors.casing(of: color),
                name: TextWidth.cut(MarkupText.shown(name), to: TileNetwork.longestRoute, size: 10, isBold: true))
        }
        var trips = [Int](repeating: 0, count: routes.count)
        for piece in ways.pieces {
            for strand in piece.strands {
                trips[strand.route] = max(trips[strand.route], strand.runs ?? strand.tripCount ?? 0)
            }
        }
        for (rank, route) in routes.indices.sorted(by: { (trips[$0], $0) < (trips[$1], $1) }).enumerated() {
            routes[route].rank = rank
        }
        self.routes = routes
        let stops = network.stops
        let weights = stops.indices.sorted { (-stops[$0].routeIDs.count, $0) < (-stops[$1].routeIDs.count, $1) }
        self.stops = weights.map {
            Stop(
                coordinate: stops[$0].coordinate,
                name: stops[$0].stopName.map {
                    TextWidth.cut(MarkupText.shown($0), to: TileNetwork.longestName, size: 12)
                }, bars: network.bars[$0])
        }
    }
}

/// The colours of routes: their own, the style's, or one for each that is told apart.
private struct RouteColorTable {
    private let style: MapStyle.Lines
    private var known: [String: Color] = [:]
    private var uncolored = 0

    init(_ style: MapStyle.Lines) { self.style = style }

    mutating func color(_ own: String?, _ feed: String?, _ route: String?) -> Color {
        if let own = own.flatMap(Color.init(hex:)) { return own }
        if let color = style.color { return color }
        // All lines of a route are of one colour.
        let route = "\(feed ?? "")\u{0}\(route ?? "")"
        if let color = known[route] { return color }
        let color = RouteColors.own(uncolored)
        uncolored += 1
        known[route] = color
        return color
    }
}
