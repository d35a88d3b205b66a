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
        let points: [Point]
    }

    struct Pin: Sendable {
        let place: Point
        /// Its name; nil where there is no room for it.
        var label: String?
        /// Whether the name stands to the left of the pin, for there was no room on the right.
        var isLabelLeft = false
    }

    /// What lies in a tile, by its place in `lines` and `pins`, in the order in which it is drawn.
    struct Content: Sendable {
        var lines: [Int32] = []
        var pins: [Int32] = []
        var labels: [Int32] = []
    }

    let z: Int
    private(set) var lines: [Line] = []
    private(set) var pins: [Pin] = []
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
        guard z >= style.pins.fromZoom else { return }
        add(network.stops, style.pins)
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
            let number = Int32(lines.count)
            let last = lines.last
            lines.append(
                Line(
                    color: line.color, casing: line.casing,
                    colorGroup: last.map { $0.color == line.color ? $0.colorGroup : number } ?? number,
                    casingGroup: last.map { $0.casing == line.casing ? $0.casingGroup : number } ?? number,
                    points: simple.coordinates.map(point)))
            cover.forEachTile { contents[$0.packed, default: Content()].lines.append(number) }
        }
    }

    /// Metres on the ground of a pixel, where it is smallest.
    static func metresPerPixel(_ line: Polyline, z: Int) -> Double {
        let latitude = line.coordinates.lazy.map { abs($0.latitude) }.max() ?? 0
        let limited = min(latitude, WebMercator.latitudeLimit)
        return WebMercator.circumference / WebMercator.scale(atLatitude: limited) / (tileSide * Double(1 << z))
    }

    // MARK: Pins

    private mutating func add(_ stops: [TileNetwork.Stop], _ style: MapStyle.Pins) {
        let spacing = max(1, style.spacing[z])
        let radius = style.radius[z] + style.outline[z] / 2
        var grid = PointGrid(cell: spacing)
        var room = LabelRoom()
        /// The names of those that are drawn.
        var names: [String?] = []
        // Stops of many routes come first; `stops` is in that order.
        for stop in stops {
            let place = point(stop.coordinate)
            guard grid.insert(place, apartFromOthers: spacing) else { continue }
            pins.append(Pin(place: place))
            names.append(stop.name)
            let frame = Frame(place.x - radius, place.y - radius, 2 * radius, 2 * radius)
            room.take(frame)
            note(frame, at: \.pins, pins.count - 1)
        }
        guard z >= style.labelsFromZoom else { return }
        for (number, name) in names.enumerated() {
            guard let name else { continue }
            for isLeft in [false, true] {
                let frame = TileScene.labelFrame(name, at: pins[number].place, isLeft: isLeft, style, z)
                guard room.take(frame, unlessTaken: true) else { continue }
                pins[number].label = name
                pins[number].isLabelLeft = isLeft
                note(frame, at: \.labels, number)
                break
            }
        }
    }

    /// Where a label's letters and halo lie.
    private static func labelFrame(
        _ name: String, at place: Point, isLeft: Bool, _ style: MapStyle.Pins, _ z: Int
    ) -> Frame {
        let size = style.labelSize[z]
        let width = TextWidth.of(name, size: size) + 6
        let gap = style.radius[z] + style.outline[z] / 2 + 1
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

/// What room labels may still take.
private struct LabelRoom {
    private struct Cell: Hashable {
        let x: Int
        let y: Int
    }

    private static let cell = 64.0
    private var frames: [Cell: [Frame]] = [:]

    /// Takes a rectangle.
    /// - Returns: false where it was to be free and is not.
    @discardableResult
    mutating func take(_ frame: Frame, unlessTaken: Bool = false) -> Bool {
        func place(_ pixels: Double) -> Int { Int((pixels / LabelRoom.cell).rounded(.down)) }
        let columns = place(frame.x)...place(frame.x + frame.width)
        let rows = place(frame.y)...place(frame.y + frame.height)
        if unlessTaken {
            for x in columns {
                for y in rows {
                    if frames[Cell(x: x, y: y)]?.contains(where: frame.overlaps) == true { return false }
                }
            }
        }
        for x in columns { for y in rows { frames[Cell(x: x, y: y), default: []].append(frame) } }
        return true
    }
}
