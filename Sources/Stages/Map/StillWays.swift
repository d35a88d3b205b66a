import Drawing
import Geometry
import Networks

/// The routes along pieces of way in a still, side by side.
struct StillWays {
    let network: NetworkWays
    /// In the order of the pieces, curves after them.
    let strokes: [StrandLines.Stroke]
    /// Pixels from strand to strand, and the width of one.
    let pitch: Double
    var width: Double { pitch * StillWays.share }
    /// Pixels around the bars of stations.
    let radius: Double
    /// By stop, its bars across the strands; none of one that lies at no way of its routes.
    private let bars: [[StationMark.Bar]]
    /// Stops that are not drawn, for they would cover others.
    private let crowded: Set<Int>

    /// How much of the room that a strand has is coloured: the rest sets it off from its neighbours.
    private static let share = 0.82
    /// Pixels that a path may lie off the way, and so be free of what would only make its parallels restless.
    private static let tolerance = 0.5

    /// - Parameter pinRadius: of stops, pixels; capsules are no wider than strands allow.
    init(_ network: NetworkWays, _ stops: [NetworkStop], _ view: MapView, pinRadius: Double) {
        self.network = network
        pitch =
            switch network.routes.count {
            case ...12: 5
            case ...30: 4
            case ...80: 2.6
            default: 1.8
            }
        let radius = min(pinRadius, max(1.5, pitch * 0.8))
        let paths = network.pieces.map { piece in
            let latitude = piece.path.coordinates.first?.latitude ?? 0
            return view.points(
                piece.path.simplified(metres: StillWays.tolerance * view.metresPerPixel(atLatitude: latitude)))
        }
        let lines = StrandLines(network, paths, pitch: pitch)
        strokes = lines.strokes()
        let bars = StationBars(stops, on: network).bars.map { bars in
            bars.compactMap { lines.bar(on: $0.piece, at: $0.share) }
        }
        self.bars = bars
        self.radius = radius
        crowded = network.pieces.isEmpty ? [] : StillWays.crowded(stops, bars, radius, view)
    }

    /// Stops that lie too near to one of more routes, so that the lines are seen between those that stay.
    private static func crowded(
        _ stops: [NetworkStop], _ bars: [[StationMark.Bar]], _ radius: Double, _ view: MapView
    ) -> Set<Int> {
        var room = FrameGrid(cell: 64)
        var crowded: Set<Int> = []
        for stop in stops.indices.sorted(by: { (-stops[$0].routeIDs.count, $0) < (-stops[$1].routeIDs.count, $1) }) {
            let point = view.point(stops[stop].coordinate)
            let marks = bars[stop].isEmpty ? [StationMark.Bar(from: point, to: point)] : bars[stop]
            let frames = marks.map { $0.frame(margin: radius * 1.6) }
            if frames.allSatisfy(room.isFree) {
                for frame in frames { room.take(frame) }
            } else {
                crowded.insert(stop)
            }
        }
        return crowded
    }

    /// How many stops are not drawn.
    var crowdedCount: Int { crowded.count }

    func isDrawn(_ stop: Int) -> Bool { !crowded.contains(stop) }

    /// The bars of a stop by its place among the stops.
    func bars(of stop: Int) -> [StationMark.Bar] { bars[stop] }
}

extension Still {
    /// Casings of all, then the strands route by route, those of the least way on top.
    func drawWays(_ picture: inout Picture) {
        guard !ways.strokes.isEmpty else { return }
        var metres = [Double](repeating: 0, count: ways.network.routes.count)
        for piece in ways.network.pieces {
            let length = model.lines[piece.line].length ?? piece.path.length
            for strand in piece.strands { metres[strand.route] += length }
        }
        /// Of each route the lines of each width.
        var drawn: [[Double: [[Point]]]] = Array(repeating: [:], count: metres.count)
        for stroke in ways.strokes { drawn[stroke.route][stroke.width, default: []].append(stroke.points) }
        for route in drawn.indices {
            let casing = RouteColors.casing(of: color(route))
            for (share, lines) in drawn[route].sorted(by: { $0.key < $1.key }) {
                picture.add(.lines(lines, .init(casing, ways.width * share + min(2, ways.pitch * 0.6))))
            }
        }
        for route in drawn.indices.sorted(by: { (-metres[$0], $0) < (-metres[$1], $1) }) where !drawn[route].isEmpty {
            let known = routes.all[routes.place(ways.network.routes[route])]
            picture.add(.begin(title: words.title(of: known, metres: metres[route])))
            for (share, lines) in drawn[route].sorted(by: { $0.key < $1.key }) {
                picture.add(.lines(lines, .init(known.color, ways.width * share)))
            }
            picture.add(.end)
        }
    }

    private func color(_ route: Int) -> Color { routes.all[routes.place(ways.network.routes[route])].color }
}
