import Drawing
import Geometry
import Networks

/// Lines and pins at one zoom, and which tile needs which of them.
///
/// Places are pixels of tiles of 256 from the north-western corner of the world.
struct TileScene: Sendable {
    struct Line: Sendable {
        let color: Color
        let casing: Color
        /// Neighbours in the order of drawing that have one colour, or one casing, are drawn as one. Which they are must not
        /// depend on the tile: where two strokes lie edge on edge, one path looks other than two.
        let colorGroup: Int32
        let casingGroup: Int32
        /// The share of the style's width that it has.
        let width: Double
        let points: [Point]
    }

    struct Pin: Sendable {
        let place: Point
        let name: String?
        /// Its name; nil where there is no room for it.
        var label: String?
        /// Whether the name stands to the left of the pin, for there was no room on the right.
        var isLabelLeft = false
        /// Across the strands of the ways it lies at; empty for a disc.
        var bars: [StationMark.Bar] = []
        /// How far bars reach to either side of the place.
        var reach = 0.0
    }

    /// A route's name on a plate of its colour.
    struct Plate: Sendable {
        let frame: Frame
        let text: String
        let color: Color
    }

    /// What lies in a tile, by its place in `lines`, `pins` and `plates`, in the order in which it is drawn.
    struct Content: Sendable {
        var lines: [Int32] = []
        var pins: [Int32] = []
        var plates: [Int32] = []
        var labels: [Int32] = []
    }

    let z: Int
    private(set) var lines: [Line] = []
    private(set) var pins: [Pin] = []
    private(set) var plates: [Plate] = []
    /// By packed tile.
    private(set) var contents: [UInt64: Content] = [:]

    static let tileSide = 256.0
    /// Half a pixel of softened edge, and what rounding may add.
    static let edge = 1.0
    /// How far positions may lie off the line that is drawn, in pixels.
    static let tolerance = 0.2

    init(_ network: TileNetwork, _ style: MapStyle, z: Int) {
        self.z = z
        let reach = style.lines.width[z] / 2 + style.lines.casing[z] + TileScene.edge
        for line in network.lines { add(line, reach: reach) }
        let ways = addWays(of: network, width: style.lines.width[z], reach: reach)
        var room = FrameGrid(cell: 64)
        if z >= style.pins.fromZoom { addPins(network.stops, style.pins, ways?.strands, &room) }
        if let ways, z >= style.lines.namesFromZoom { addPlates(ways.strokes, network.routes, style.lines, &room) }
        if z >= style.pins.labelsFromZoom { addLabels(style.pins, &room) }
    }

    /// The tiles that something lies in, from north to south and from west to east.
    var tiles: [UInt64] { contents.keys.sorted() }

    /// How many pixels the world is wide.
    var worldSide: Double { TileScene.tileSide * Double(1 << z) }

    private func point(_ coordinate: Coordinate) -> Point {
        let place = WebMercator.point(coordinate)
        return Point(place.x * worldSide, place.y * worldSide)
    }

    private mutating func add(_ line: TileNetwork.Line, reach: Double) {
        for part in line.parts {
            let simple = part.simplified(metres: TileScene.tolerance * TileScene.metresPerPixel(part, z: z))
            var cover = TileCover(z: z)
            cover.insert(simple, buffer: reach)
            append(simple.coordinates.map(point), line.color, line.casing, width: 1, cover)
        }
    }

    private mutating func append(
        _ points: [Point], _ color: Color, _ casing: Color, width: Double, _ cover: TileCover
    ) {
        let number = Int32(lines.count)
        let last = lines.last.flatMap { $0.width == width ? $0 : nil }
        lines.append(
            Line(
                color: color, casing: casing,
                colorGroup: last.map { $0.color == color ? $0.colorGroup : number } ?? number,
                casingGroup: last.map { $0.casing == casing ? $0.casingGroup : number } ?? number, width: width,
                points: points))
        cover.forEachTile { contents[$0.packed, default: Content()].lines.append(number) }
    }

    // MARK: Ways

    /// From the middle of a strand to that of the next, in widths of a strand: what is between them sets them off.
    private static let pitch = 1.2

    /// Adds the strands of pieces of way, route by route.
    private mutating func addWays(
        of network: TileNetwork, width: Double, reach: Double
    ) -> (strands: StrandLines, strokes: [StrandLines.Stroke])? {
        let ways = network.ways
        guard !ways.pieces.isEmpty else { return nil }
        let paths = ways.pieces.map { piece in
            piece.path.simplified(metres: TileScene.wayTolerance * TileScene.metresPerPixel(piece.path, z: z))
                .coordinates.map(point)
        }
        let strands = StrandLines(ways, paths, pitch: width * TileScene.pitch)
        let strokes = strands.strokes()
        let order = strokes.indices.sorted {
            let (one, other) = (strokes[$0], strokes[$1])
            return (network.routes[one.route].rank, one.width, $0) < (network.routes[other.route].rank, other.width, $1)
        }
        for number in order {
            let stroke = strokes[number]
            let route = network.routes[stroke.route]
            var cover = TileCover(z: z)
            cover.insert(Polyline(stroke.points.map(coordinate)), buffer: reach)
            append(stroke.points, route.color, route.casing, width: stroke.width, cover)
        }
        return (strands, order.map { strokes[$0] })
    }

    /// Puts the routes' names on their strands, where they cover no stop, each far from where it stands already.
    private mutating func addPlates(
        _ strokes: [StrandLines.Stroke], _ routes: [TileNetwork.Route], _ style: MapStyle.Lines, _ room: inout FrameGrid
    ) {
        let size = style.nameSize[z]
        var places: [Int: PointGrid] = [:]
        let lengths = strokes.map { ParallelLine.length(of: $0.points) }
        for number in strokes.indices.sorted(by: { (-lengths[$0], $0) < (-lengths[$1], $1) }) {
            let stroke = strokes[number]
            guard lengths[number] >= TileScene.leastNamed else { break }
            let name = routes[stroke.route].name
            let width = TextWidth.of(name, size: size, isBold: true) + size * 0.7
            let stands = max(1, Int(lengths[number] / TileScene.plateSpacing))
            for stand in 0..<stands {
                let share = (Double(stand) + 0.5) / Double(stands)
                guard let place = ParallelLine.place(share * lengths[number], on: stroke.points) else { continue }
                let frame = Frame(place.x - width / 2, place.y - size * 0.7, width, size * 1.4)
                guard room.isFree(frame),
                    places[stroke.route, default: PointGrid(cell: TileScene.plateSpacing)].insert(
                        place, apartFromOthers: TileScene.plateSpacing)
                else { continue }
                room.take(frame)
                plates.append(Plate(frame: frame, text: name, color: routes[stroke.route].color))
                note(frame, at: \.plates, plates.count - 1)
            }
        }
    }

    /// Pixels of a strand that may bear its route's name, and between two places of one name.
    private static let leastNamed = 40.0
    private static let plateSpacing = 320.0

    /// How far a way may lie off, in pixels: what is less would only make its parallels restless.
    private static let wayTolerance = 0.5

    private func coordinate(_ point: Point) -> Coordinate {
        WebMercator.coordinate(WorldPoint(x: point.x / worldSide, y: point.y / worldSide))
    }

    /// Metres on the ground of a pixel, where it is smallest.
    static func metresPerPixel(_ line: Polyline, z: Int) -> Double {
        let latitude = line.coordinates.lazy.map { abs($0.latitude) }.max() ?? 0
        let limited = min(latitude, WebMercator.latitudeLimit)
        return WebMercator.circumference / WebMercator.scale(atLatitude: limited) / (tileSide * Double(1 << z))
    }

    // MARK: Pins

    private mutating func addPins(
        _ stops: [TileNetwork.Stop], _ style: MapStyle.Pins, _ strands: StrandLines?, _ room: inout FrameGrid
    ) {
        let spacing = max(1, style.spacing[z])
        let radius = style.radius[z] + style.outline[z] / 2
        var grid = PointGrid(cell: spacing)
        // Stops of many routes come first; `stops` is in that order.
        for stop in stops {
            let bars = stop.bars.compactMap { strands?.bar(on: $0.piece, at: $0.share) }
            let place = bars.first?.middle ?? point(stop.coordinate)
            let frames = (bars.isEmpty ? [StationMark.Bar(from: place, to: place)] : bars).map {
                $0.frame(margin: radius)
            }
            // Bars lie across the ways, further than a disc reaches.
            guard strands == nil || frames.allSatisfy(room.isFree), grid.insert(place, apartFromOthers: spacing) else {
                continue
            }
            let whole = frames.dropFirst().reduce(frames[0]) { $0.union($1) }
            let reach = max(place.x - whole.x, whole.x + whole.width - place.x) - radius
            pins.append(Pin(place: place, name: stop.name, bars: bars, reach: reach))
            for frame in frames { room.take(frame) }
            note(whole, at: \.pins, pins.count - 1)
        }
    }

    /// Names the pins that are drawn.
    private mutating func addLabels(_ style: MapStyle.Pins, _ room: inout FrameGrid) {
        for number in pins.indices {
            guard let name = pins[number].name else { continue }
            for isLeft in [false, true] {
                let frame = TileScene.labelFrame(
                    name, at: pins[number].place, reach: pins[number].reach, isLeft: isLeft, style, z)
                guard room.isFree(frame) else { continue }
                room.take(frame)
                pins[number].label = name
                pins[number].isLabelLeft = isLeft
                note(frame, at: \.labels, number)
                break
            }
        }
    }

    /// Where a label's letters and halo lie.
    private static func labelFrame(
        _ name: String, at place: Point, reach: Double, isLeft: Bool, _ style: MapStyle.Pins, _ z: Int
    ) -> Frame {
        let size = style.labelSize[z]
        let width = TextWidth.of(name, size: size) + 6
        let gap = reach + style.radius[z] + style.outline[z] / 2 + 1
        return Frame(
            isLeft ? place.x - gap - width : place.x + gap, place.y - size * 0.8, width, size * 1.6)
    }

    /// Notes a thing in all tiles that a frame touches.
    private mutating func note(_ frame: Frame, at list: WritableKeyPath<Content, [Int32]>, _ number: Int) {
        let side = 1 << z
        func place(_ pixels: Double) -> Int { Int((pixels / TileScene.tileSide).rounded(.down)) }
        let rows =
            max(
                0, place(frame.y - TileScene.edge))...min(
                side - 1, max(0, place(frame.y + frame.height + TileScene.edge)))
        for row in rows {
            for column in place(frame.x - TileScene.edge)...place(frame.x + frame.width + TileScene.edge) {
                let tile = Tile(z: z, x: column & (side - 1), y: row)
                contents[tile.packed, default: Content()][keyPath: list].append(Int32(number))
            }
        }
    }
}

/// Points by cells, to ask whether one is near.
private struct PointGrid {
    private struct Cell: Hashable {
        let x: Int
        let y: Int
    }

    let cell: Double
    private var points: [Cell: [Point]] = [:]

    init(cell: Double) { self.cell = cell }

    /// Keeps a point unless another lies nearer than a distance, at most a cell's side.
    mutating func insert(_ point: Point, apartFromOthers distance: Double) -> Bool {
        let own = Cell(x: Int((point.x / cell).rounded(.down)), y: Int((point.y / cell).rounded(.down)))
        for x in (own.x - 1)...(own.x + 1) {
            for y in (own.y - 1)...(own.y + 1) {
                for other in points[Cell(x: x, y: y)] ?? [] where other.distance(to: point) < distance { return false }
            }
        }
        points[own, default: []].append(point)
        return true
    }
}
