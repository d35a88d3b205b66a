import Contract
import Drawing
import Geometry
import MapTiles
import Networks
import Platform
import StageKit
import TileFiles

/// Draws lines, pins and vehicles into tiles of a map, or writes lines and pins as vector tiles.
///
/// Memory: the lines and pins read, and of one zoom at a time what lies in which tile; of frames two.
public struct RenderTiles: RecordStage, Stage {
    public static let name = "render-tiles"

    public let tables = [Tables.Polylines.name, Tables.StopPins.name, Tables.Frames.name]
    public let columns: [any AnyColumn] = NetworkReader.recordColumns + FrameTiles.columns

    private let options: RenderTilesOptions
    private let output: TileOutput
    private let context: StageContext
    private let style: MapStyle
    private let base: BaseTiles?
    private let tileSize: Int
    private let reader: NetworkReader
    private let values: ColumnReader
    private var lines: [NetworkLine] = []
    private var pins: [NetworkPin] = []
    private var tiles: NewTiles?
    private var frames: FrameTiles?
    private var hasToldOfLines = false

    /// What tiles are written as: of a base what it has.
    private var format: TileFormat { options.isVector ? .mvt : base?.format ?? .png }

    /// Tiles that are drawn before they are written.
    private static let batch = 256

    private init(_ options: RenderTilesOptions, _ output: TileOutput, _ context: StageContext) throws {
        self.options = options
        self.output = output
        self.context = context
        style = try options.style.map { try MapStyleFile.style($0) } ?? MapStyle()
        base = try options.base.map { path in try StageFailure.ofTiles { try BaseTiles(path) } }
        tileSize = options.tileSize ?? base?.tileSize ?? RenderTilesOptions.tileSizes[0]
        reader = NetworkReader(context.diagnostics)
        values = ColumnReader(context.diagnostics)
        guard !options.isVector else { return }
        // Libraries are loaded before several threads need them.
        try StageFailure.ofTiles {
            try Canvas.prepare()
            try ImageCodec.png.prepare()
            try base?.format.codec?.prepare()
        }
    }

    /// Draws the records into tiles.
    /// - Throws: `StageFailure`: 64 for frames where there can be none, 65 where there is nothing to draw, 69 without
    ///   Cairo or libpng, 73 where the output cannot be made, 74 where it cannot be written, 78 for a wrong style.
    public static func run(_ options: RenderTilesOptions, _ context: StageContext) throws {
        try context.check(options)
        guard let output = options.output else { return }
        var stage = try RenderTiles(options, output, context)
        do {
            try context.feed(options.files, to: &stage)
        } catch {
            stage.tiles?.discard()
            throw error
        }
    }

    public mutating func process(_ record: Record) throws {
        let before = context.summary.rejectedCount
        switch record.table {
        case 0 where frames == nil: if let line = reader.line(record) { lines.append(line) }
        case 1 where frames == nil: if let pin = reader.pin(record) { pins.append(pin) }
        case 0, 1: tellOfLines()
        default:
            if frames == nil { try beginFrames() }
            values.begin(record)
            try frames?.take(record, values)
        }
        // It lives on in the tiles.
        if context.summary.rejectedCount == before { context.summary.table(tables[record.table]).merged += 1 }
    }

    private mutating func beginFrames() throws {
        if options.isVector {
            throw StageFailure(.usage, "--vector does not work with frames, which are drawn as pictures")
        }
        if base != nil {
            throw StageFailure(.usage, "--over does not work with frames, whose tiles show only vehicles")
        }
        if output.isPMTiles {
            throw StageFailure(.usage, "--into: PMTiles archives cannot hold frames; name a folder or an .mbtiles file")
        }
        let output = output
        let made = try StageFailure.ofTiles { try NewTiles(output, frames: true, format: .png) }
        tiles = made
        frames = FrameTiles(TilePainter(style: style, tileSize: tileSize), options.zooms, made, context)
        if !lines.isEmpty || !pins.isEmpty { tellOfLines() }
        lines = []
        pins = []
    }

    /// Says once that lines and pins are left out, whether they come before the frames or after them.
    private mutating func tellOfLines() {
        guard !hasToldOfLines else { return }
        hasToldOfLines = true
        context.diagnostics.report(
            .surprise, "lines_not_drawn",
            message:
                "the input has frames, so the tiles show only vehicles; draw lines and pins in a separate run of "
                + "their own)")
    }

    public mutating func finish() throws {
        if let frames, let tiles {
            try frames.finish()
            guard frames.frames > 0 else {
                tiles.discard()
                return try context.nothingToDo("nothing_to_draw", "none of the frames can be drawn")
            }
            return try conclude(tiles, bounds: nil)
        }
        guard !lines.isEmpty || !pins.isEmpty else {
            return try context.nothingToDo("nothing_to_draw", "no record of the input has a position")
        }
        let (output, format) = (output, format)
        let made = try StageFailure.ofTiles { try NewTiles(output, frames: false, format: format) }
        tiles = made
        let network = WayNetwork(lines, NetworkStops(pins).all)
        if options.isVector {
            for zoom in options.zooms { try drawVectors(VectorScene(network, z: zoom), made) }
        } else {
            let colored = TileNetwork(network, style.lines)
            for zoom in options.zooms { try draw(TileScene(colored, style, z: zoom), made) }
        }
        try conclude(made, bounds: Bounds(around: lines.flatMap(\.parts) + pins.map { Polyline([$0.coordinate]) }))
    }

    private func conclude(_ tiles: NewTiles, bounds: Bounds?) throws {
        guard tiles.count > 0 || frames != nil else {
            tiles.discard()
            return try context.nothingToDo("nothing_to_draw", "no record of the input lies on the map")
        }
        var metadata = TileMetadata()
        let name = output.path.split(separator: "/").last.map(String.init) ?? "tiles"
        metadata.name = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        metadata.format = format
        metadata.minZoom = options.zooms.lowerBound
        metadata.maxZoom = options.zooms.upperBound
        if let bounds, !bounds.crossesAntimeridian { metadata.bounds = bounds }
        metadata.attribution = base?.source.metadata.attribution
        if options.isVector { metadata.vectorLayers = VectorLayer.metadata(options.zooms) }
        try StageFailure.ofTiles { try tiles.finish(metadata) }
        if let base, !base.isUsed {
            context.diagnostics.report(
                .surprise, "base_not_used", file: base.path,
                message: "it has tiles of zooms \(base.zooms.zoomText), but none below the drawn features")
        }
        let ofFrames = frames.map { " of \(grouped($0.frames)) frames" } ?? ""
        context.diagnostics.report(
            .note, "tiles_written", file: output.path,
            message:
                "\(grouped(tiles.count)) tiles\(ofFrames) of zooms \(options.zooms.zoomText) (an absent tile is an "
                + "empty one)")
    }

    // MARK: Drawing

    private func draw(_ scene: TileScene, _ tiles: NewTiles) throws {
        let all = scene.tiles
        let painter = TilePainter(style: style, tileSize: tileSize)
        let format = format
        for start in stride(from: 0, to: all.count, by: RenderTiles.batch) {
            let part = Array(all[start..<min(start + RenderTiles.batch, all.count)])
            let under = try StageFailure.ofTiles { try part.map { try base?.under(Tile(packed: $0)) } }
            let made = Workers.map(part.count, jobs: context.options.jobs) { place in
                Result {
                    try painter.tile(Tile(packed: part[place]), of: scene, under: under[place], as: format)
                }
            }
            try StageFailure.ofTiles {
                for (packed, result) in zip(part, made) {
                    let drawn = try result.get()
                    if let problem = drawn.problem { tell(problem) }
                    if !drawn.bytes.isEmpty { try tiles.put(Tile(packed: packed), nil, drawn.bytes) }
                }
            }
        }
        // What nothing is drawn on is what it was; deeper than the base, whoever shows the map scales it.
        guard let base, base.zooms.contains(scene.z) else { return }
        try StageFailure.ofTiles {
            try base.source.forEachTile(zooms: scene.z...scene.z) { tile, bytes in
                if scene.contents[tile.packed] == nil { try tiles.put(tile, nil, Array(bytes)) }
            }
        }
    }

    /// Tells of a tile of the base that nothing can be drawn onto; the tile is drawn without it.
    private func tell(_ problem: TilePainter.BaseProblem) {
        let tile = problem.tile
        context.fault(
            Finding(
                .fault, "base_tile_unusable", file: base?.path,
                message: "tile \(tile.z)/\(tile.x)/\(tile.y): \(problem.reason); drawn without it"))
    }

    private func drawVectors(_ scene: VectorScene, _ tiles: NewTiles) throws {
        let all = scene.tiles
        for start in stride(from: 0, to: all.count, by: RenderTiles.batch) {
            let part = Array(all[start..<min(start + RenderTiles.batch, all.count)])
            let made = Workers.map(part.count, jobs: context.options.jobs) { place in
                scene.tile(part[place]).map { $0.withUnsafeBytes { TileGzip.compressed($0) } }
            }
            try StageFailure.ofTiles {
                for (packed, bytes) in zip(part, made) {
                    if let bytes { try tiles.put(Tile(packed: packed), nil, bytes) }
                }
            }
        }
    }
}

extension TilePainter {
    /// A tile of a base that cannot be decoded.
    struct BaseProblem: Sendable {
        let tile: Tile
        let reason: String
    }

    /// A tile as a picture; empty where nothing is to be seen.
    /// - Parameter under: what it is drawn onto.
    func tile(
        _ tile: Tile, of scene: TileScene, under: BaseTiles.Found?, as format: TileFormat
    ) throws -> (bytes: [UInt8], problem: BaseProblem?) {
        guard let content = scene.contents[tile.packed], let codec = format.codec else { return ([], nil) }
        var base: Raster?
        var problem: BaseProblem?
        do {
            base = try under?.raster(of: tile, size: tileSize)
        } catch DrawingFault.failed(let reason) {
            problem = under.map { BaseProblem(tile: $0.tile, reason: reason) }
        } catch let fault as TileFault {
            problem = under.map { BaseProblem(tile: $0.tile, reason: fault.message) }
        }
        // JPEG has no transparency: where there is no base it is drawn on white.
        let ground = style.background ?? (format == .jpeg ? .white : nil)
        let raster = try raster(tile, content, of: scene, ground: ground, under: base)
        return (raster.isTransparent ? [] : try codec.encode(raster), problem)
    }
}
