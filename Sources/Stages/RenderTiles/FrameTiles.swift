import Contract
import Drawing
import Geometry
import MapTiles
import NDJSON
import Networks
import Occupancy
import Platform
import StageKit
import TileFiles

/// Draws the vehicles of frames into tiles of their own, frame after frame.
///
/// Memory: two frames, and the tiles of the last.
final class FrameTiles {
    /// A vehicle where it is drawn.
    struct Mark: Sendable, Equatable {
        let place: WorldPoint
        let level: OccupancyLevel?
        let bearing: Double?
        /// Degrees clockwise by which the symbol is turned.
        let rotation: Double
        let scale: Double
        let opacity: Double
    }

    private struct Moment {
        var frame: TileFrame
        let playback: Double?
        let marks: [Mark]
    }

    private let painter: TilePainter
    private let zooms: ClosedRange<Int>
    private let tiles: NewTiles
    private let context: StageContext
    private let vehicle = ColumnScanner(Tables.Frames.Vehicle.all)
    /// The frame that waits for the next, which says how long it lasts.
    private var pending: Moment?
    private var lastDuration: Double?
    /// What each tile of the frame before had in it, and its bytes: vehicles that stand are not drawn again.
    private var last: [UInt64: (marks: [Mark], bytes: [UInt8])] = [:]
    private(set) var frames = 0
    /// A vehicle that is drawn larger covers the map.
    private static let largestScale = 20.0

    static let columns: [any AnyColumn] = [
        Tables.Frames.columns.frame, Tables.Frames.columns.time, Tables.Frames.columns.playback,
        Tables.Frames.columns.vehicles,
    ]

    init(_ painter: TilePainter, _ zooms: ClosedRange<Int>, _ tiles: NewTiles, _ context: StageContext) {
        self.painter = painter
        self.zooms = zooms
        self.tiles = tiles
        self.context = context
    }

    /// Takes a record of `frames`.
    func take(_ record: Record, _ values: ColumnReader) throws {
        let columns = Tables.Frames.columns
        guard let number = values[columns.frame] else {
            return context.diagnostics.reject(record, "no_frame", "the record has no frame number; skipped")
        }
        let playback = values[columns.playback]
        if let before = pending?.frame.number, number <= before {
            return context.diagnostics.reject(
                record, "frame_out_of_order",
                "frame \(number) comes after frame \(before): frames must be in order; skipped"
            )
        }
        var bad = 0
        var marks: [Mark] = []
        record[columns.vehicles].forEachElement { element in
            if let mark = mark(element) { marks.append(mark) } else { bad += 1 }
        }
        if bad > 0 {
            context.diagnostics.report(
                .incomplete, "invalid_vehicle", file: record.displayName, line: record.line,
                message:
                    "\(bad) vehicles of the frame have no valid position, or a scale that is not 0 to "
                    + "\(Int(FrameTiles.largestScale)); not drawn")
        }
        try drawPending(until: playback)
        pending = Moment(
            frame: TileFrame(String(number), time: values[columns.time]), playback: playback, marks: marks)
    }

    private func mark(_ element: JSONValue) -> Mark? {
        vehicle.scan(element)
        let columns = Tables.Frames.Vehicle.columns
        guard element.kind == .object, let latitude = vehicle[columns.latitude].double,
            let longitude = vehicle[columns.longitude].double,
            case let coordinate = Coordinate(latitude: latitude, longitude: longitude), coordinate.isValid
        else { return nil }
        let scale = vehicle[columns.scale].double ?? 1
        guard (0...FrameTiles.largestScale).contains(scale) else { return nil }
        let status = vehicle[columns.occupancyStatus]
        let code = status.integer ?? status.string.flatMap { Enumeration.occupancyStatus.number(named: $0) }
        return Mark(
            place: WebMercator.point(coordinate), level: code.flatMap { OccupancyStatus(code: $0).level },
            bearing: vehicle[columns.bearing].double.map { $0.truncatingRemainder(dividingBy: 360) },
            rotation: vehicle[columns.rotation].double?.truncatingRemainder(dividingBy: 360) ?? 0, scale: scale,
            opacity: min(1, max(0, vehicle[columns.opacity].double ?? 1)))
    }

    /// Draws what is left.
    func finish() throws { try drawPending(until: nil) }

    // MARK: Drawing

    private func drawPending(until next: Double?) throws {
        guard var moment = pending else { return }
        pending = nil
        if let next, let playback = moment.playback, next > playback { lastDuration = next - playback }
        moment.frame.duration = lastDuration
        frames += 1
        try StageFailure.ofTiles { try tiles.add(moment.frame) }
        var drawn: [UInt64: (marks: [Mark], bytes: [UInt8])] = [:]
        for zoom in zooms { try draw(moment, zoom: zoom, &drawn) }
        last = drawn
    }

    private func draw(_ moment: Moment, zoom: Int, _ drawn: inout [UInt64: (marks: [Mark], bytes: [UInt8])]) throws {
        var contents: [UInt64: [Mark]] = [:]
        let radius = painter.style.vehicles.radius[zoom]
        for mark in moment.marks where mark.opacity > 0 && mark.scale > 0 {
            // In tiles.
            let reach = (radius * mark.scale * VehicleSymbol.reach + TileScene.edge) / TileScene.tileSide
            let side = 1 << zoom
            let (x, y) = (mark.place.x * Double(side), mark.place.y * Double(side))
            let rows = Int((y - reach).rounded(.down))...Int((y + reach).rounded(.down))
            for row in rows where row >= 0 && row < side {
                for column in Int((x - reach).rounded(.down))...Int((x + reach).rounded(.down)) {
                    contents[Tile(z: zoom, x: column & (side - 1), y: row).packed, default: []].append(mark)
                }
            }
        }
        let order = contents.keys.sorted()
        let fresh = order.filter { last[$0]?.marks != contents[$0] }
        let painter = painter
        let work = fresh.map { (tile: Tile(packed: $0), marks: contents[$0] ?? []) }
        let made = Workers.map(work.count, jobs: context.options.jobs) { place in
            Result { try painter.vehicles(work[place].marks, in: work[place].tile, radius: radius) }
        }
        var bytes: [UInt64: [UInt8]] = [:]
        for (place, packed) in fresh.enumerated() {
            bytes[packed] = try StageFailure.ofTiles { try made[place].get() }
        }
        for packed in order {
            guard let content = bytes[packed] ?? last[packed]?.bytes else { continue }
            drawn[packed] = (contents[packed] ?? [], content)
            guard !content.isEmpty else { continue }
            try StageFailure.ofTiles { try tiles.put(Tile(packed: packed), moment.frame, content) }
        }
    }
}

extension TilePainter {
    /// A transparent tile with vehicles; empty where nothing of them is to be seen.
    func vehicles(_ marks: [FrameTiles.Mark], in tile: Tile, radius: Double) throws -> [UInt8] {
        let unit = Double(tileSize) / TileScene.tileSide
        let margin = TilePainter.margin
        let pixels = tileSize + 2 * Int(margin * unit)
        var picture = Picture(
            width: pixels, height: pixels, unit: unit, background: .white, title: "", description: "")
        let side = Double(1 << tile.z)
        for mark in marks {
            let x = mark.place.x * side - Double(tile.x)
            let turns = ((x - 0.5) / side).rounded()
            let place = Point(
                (x - turns * side) * TileScene.tileSide + margin,
                (mark.place.y * side - Double(tile.y)) * TileScene.tileSide + margin)
            if mark.opacity < 1 { picture.add(.fade(mark.opacity)) }
            VehicleSymbol(mark.level, bearing: mark.bearing, rotation: mark.rotation)
                .draw(at: place, radius: radius * mark.scale, &picture)
            if mark.opacity < 1 { picture.add(.end) }
        }
        let canvas = try Canvas(width: pixels, height: pixels, unit: unit, background: nil)
        canvas.isSteady = true
        try canvas.draw(picture)
        let raster = canvas.raster.withoutMargin(Int(margin * unit))
        return raster.isTransparent ? [] : try ImageCodec.png.encode(raster)
    }
}
