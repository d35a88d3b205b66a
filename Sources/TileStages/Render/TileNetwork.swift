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

    struct Stop: Sendable {
        let coordinate: Coordinate
        let name: String?
    }

    /// Pixels of a name; what is longer is cut.
    private static let longestName = 240.0

    /// In the order in which they are drawn: those of many trips come last and so lie on top.
    let lines: [Line]
    /// Those of many routes first.
    let stops: [Stop]

    init(_ lines: [NetworkLine], _ stops: [NetworkStop], _ style: MapStyle.Lines) {
        var colors: [String: Color] = [:]
        var uncolored = 0
        let colored = lines.map { line -> Color in
            if let own = line.routeColor.flatMap(Color.init(hex:)) { return own }
            if let color = style.color { return color }
            // All lines of a route are of one colour.
            let route = "\(line.feedID ?? "")\u{0}\(line.routeID ?? line.polylineID ?? "")"
            if let known = colors[route] { return known }
            let color = RouteColors.own(uncolored)
            uncolored += 1
            colors[route] = color
            return color
        }
        let order = lines.indices.sorted {
            (lines[$0].runs ?? lines[$0].tripCount ?? 0, $0) < (lines[$1].runs ?? lines[$1].tripCount ?? 0, $1)
        }
        self.lines = order.map { place in
            Line(
                color: colored[place], casing: style.casingColor ?? RouteColors.casing(of: colored[place]),
                parts: lines[place].parts)
        }
        let weights = stops.indices.sorted { (-stops[$0].routeIDs.count, $0) < (-stops[$1].routeIDs.count, $1) }
        self.stops = weights.map {
            Stop(
                coordinate: stops[$0].coordinate,
                name: stops[$0].stopName.map {
                    TextWidth.cut(MarkupText.shown($0), to: TileNetwork.longestName, size: 12)
                })
        }
    }
}
