import Drawing
import Geometry
import Networks

/// Draws one tile of a scene.
///
/// Everything is placed by whole pixels from the world's corner, so that what crosses a border is cut there and goes on
/// in the next tile as if there were none.
struct TilePainter: Sendable {
    let style: MapStyle
    /// Pixels.
    let tileSize: Int

    /// Pixels of a tile of 256 that are drawn around it and cut off: where an edge meets the border of a picture, Cairo rounds
    /// it to a fifteenth of a pixel, which of flat edges shows some way in.
    static let margin = 32.0

    /// Draws a square of so many tiles.
    /// - Parameters:
    ///   - ground: the colour it is painted with first; nil for none.
    ///   - under: what it is drawn onto.
    func raster(
        _ corner: Tile, tiles: Int = 1, _ content: TileScene.Content, of scene: TileScene, ground: Color?,
        under: Raster? = nil
    ) throws -> Raster {
        let unit = Double(tileSize) / TileScene.tileSide
        let margin = Int(TilePainter.margin * unit)
        let pixels = tileSize * tiles + 2 * margin
        let canvas =
            try under.map { try Canvas($0.withMargin(margin), unit: unit) }
            ?? Canvas(width: pixels, height: pixels, unit: unit, background: ground)
        canvas.isSteady = true
        let start = Point(
            Double(corner.x) * TileScene.tileSide - TilePainter.margin,
            Double(corner.y) * TileScene.tileSide - TilePainter.margin)
        var picture = Picture(
            width: pixels, height: pixels, unit: unit, background: .white, title: "", description: "")
        draw(content, of: scene, start, TileScene.tileSide * Double(tiles) + 2 * TilePainter.margin, into: &picture)
        try canvas.draw(picture)
        return canvas.raster.withoutMargin(margin)
    }

    /// Adds what lies in a square, in pixels of a tile of 256 from its corner.
    private func draw(
        _ content: TileScene.Content, of scene: TileScene, _ corner: Point, _ side: Double, into picture: inout Picture
    ) {
        drawLines(content, of: scene, corner, side, &picture)
        let radius = style.pins.radius[scene.z]
        let outline = Picture.Outline(style.pins.outlineColor, style.pins.outline[scene.z])
        for number in content.pins {
            let pin = scene.pins[Int(number)]
            let place = placed(pin.place, corner, side, scene)
            guard !pin.bars.isEmpty else {
                picture.add(.disc(place, radius: radius, fill: style.pins.fill, outline: outline))
                continue
            }
            func moved(_ point: Point) -> Point {
                Point(point.x - pin.place.x + place.x, point.y - pin.place.y + place.y)
            }
            let bars = pin.bars.map { StationMark.Bar(from: moved($0.from), to: moved($0.to)) }
            StationMark(bars, radius: radius).draw(fill: style.pins.fill, outline: outline, &picture)
        }
        drawPlates(content, of: scene, corner, side, &picture)
        let size = style.pins.labelSize[scene.z]
        for number in content.labels {
            let pin = scene.pins[Int(number)]
            guard let label = pin.label else { continue }
            let place = placed(pin.place, corner, side, scene)
            let gap = pin.reach + radius + outline.width / 2 + 3
            picture.add(
                .text(
                    label, at: Point(pin.isLabelLeft ? place.x - gap : place.x + gap, place.y + size * 0.36),
                    size: size, anchor: pin.isLabelLeft ? .end : .start, color: style.pins.labelColor,
                    halo: style.pins.labelHalo))
        }
    }

    private func drawPlates(
        _ content: TileScene.Content, of scene: TileScene, _ corner: Point, _ side: Double, _ picture: inout Picture
    ) {
        let size = style.lines.nameSize[scene.z]
        for number in content.plates {
            let plate = scene.plates[Int(number)]
            let frame = plate.frame
            let middle = placed(
                Point(frame.x + frame.width / 2, frame.y + frame.height / 2), corner, side, scene)
            picture.rectangle(
                Frame(middle.x - frame.width / 2, middle.y - frame.height / 2, frame.width, frame.height),
                fill: plate.color, outline: .init(RouteColors.casing(of: plate.color), 1))
            picture.add(
                .text(
                    plate.text, at: Point(middle.x, middle.y + size * 0.36), size: size, isBold: true, anchor: .middle,
                    color: RouteColors.ink(on: plate.color)))
        }
    }

    private func drawLines(
        _ content: TileScene.Content, of scene: TileScene, _ corner: Point, _ side: Double,
        _ picture: inout Picture
    ) {
        guard !content.lines.isEmpty else { return }
        let width = style.lines.width[scene.z]
        let casing = style.lines.casing[scene.z]
        let clip = SegmentClip(side: side, reach: width / 2 + casing + TileScene.edge)
        let runs = content.lines.map { number in
            clip.runs(scene.lines[Int(number)].points, corner: corner, worldSide: scene.worldSide)
        }
        if style.lines.opacity < 1 { picture.add(.fade(style.lines.opacity)) }
        let lines = content.lines.map { scene.lines[Int($0)] }
        if casing > 0 {
            add(runs, lines.map { ($0.casingGroup, $0.casing, width * $0.width + 2 * casing) }, &picture)
        }
        add(runs, lines.map { ($0.colorGroup, $0.color, width * $0.width) }, &picture)
        if style.lines.opacity < 1 { picture.add(.end) }
    }

    /// Adds lines in their order, those of one group as one.
    private func add(
        _ runs: [[[Point]]], _ groups: [(number: Int32, color: Color, width: Double)], _ picture: inout Picture
    ) {
        var gathered: [[Point]] = []
        for place in runs.indices {
            gathered += runs[place]
            guard place + 1 == runs.count || groups[place + 1].number != groups[place].number else { continue }
            if !gathered.isEmpty { picture.add(.lines(gathered, .init(groups[place].color, groups[place].width))) }
            gathered = []
        }
    }

    /// A place from the tile's corner, of all its turns around the globe the one nearest to the tile.
    private func placed(_ place: Point, _ corner: Point, _ side: Double, _ scene: TileScene) -> Point {
        let x = place.x - corner.x
        let turns = ((x - side / 2) / scene.worldSide).rounded()
        return Point(x - turns * scene.worldSide, place.y - corner.y)
    }
}

/// The parts of a line that come near a tile.
///
/// Whole pieces from position to position are kept, so that their direction stays what it was; only pieces so long that
/// Cairo could not count them are cut, far outside of the tile.
struct SegmentClip {
    /// Pixels of the tile.
    let side: Double
    /// Pixels around it.
    let reach: Double

    private static let countable = 100_000.0
    private static let cut = 2_000.0

    /// - Parameter corner: of the tile, from the world's corner.
    /// - Returns: runs of places from the tile's corner.
    func runs(_ points: [Point], corner: Point, worldSide: Double) -> [[Point]] {
        guard let first = points.first else { return [] }
        var west = first.x
        var east = first.x
        for point in points {
            west = min(west, point.x)
            east = max(east, point.x)
        }
        let low = -reach
        let high = side + reach
        var runs: [[Point]] = []
        // A line that passes the antimeridian lies in tiles of two turns.
        let firstTurn = Int(((west - corner.x - high) / worldSide).rounded(.up))
        let lastTurn = Int(((east - corner.x - low) / worldSide).rounded(.down))
        guard firstTurn <= lastTurn else { return [] }
        for turn in firstTurn...lastTurn {
            let shift = corner.x + Double(turn) * worldSide
            var run: [Point] = []
            var last = Point(first.x - shift, first.y - corner.y)
            for place in 1..<max(points.count, 1) {
                let next = Point(points[place].x - shift, points[place].y - corner.y)
                let isNear =
                    max(last.x, next.x) >= low && min(last.x, next.x) <= high && max(last.y, next.y) >= low
                    && min(last.y, next.y) <= high
                if isNear, let (from, to) = shortened(last, next) {
                    if run.isEmpty { run.append(from) }
                    run.append(to)
                    if to != next {
                        runs.append(run)
                        run = []
                    }
                } else if !run.isEmpty {
                    runs.append(run)
                    run = []
                }
                last = next
            }
            if !run.isEmpty { runs.append(run) }
        }
        return runs
    }

    /// A piece that is not too long; nil where a long one passes the tile by.
    private func shortened(_ from: Point, _ to: Point) -> (Point, Point)? {
        let longest = max(max(abs(from.x), abs(from.y)), max(abs(to.x), abs(to.y)))
        guard longest > SegmentClip.countable else { return (from, to) }
        // Liang and Barsky's way of cutting at a rectangle (ACM Transactions on Graphics 3(1), 1984).
        var (start, end) = (0.0, 1.0)
        let step = Point(to.x - from.x, to.y - from.y)
        let (low, high) = (-SegmentClip.cut, side + SegmentClip.cut)
        for (rate, room) in [
            (-step.x, from.x - low), (step.x, high - from.x), (-step.y, from.y - low), (step.y, high - from.y),
        ] {
            if rate == 0 {
                if room < 0 { return nil }
            } else if rate < 0 {
                start = max(start, room / rate)
            } else {
                end = min(end, room / rate)
            }
        }
        guard start <= end else { return nil }
        func place(_ share: Double) -> Point { Point(from.x + share * step.x, from.y + share * step.y) }
        return (start > 0 ? place(start) : from, end < 1 ? place(end) : to)
    }
}
