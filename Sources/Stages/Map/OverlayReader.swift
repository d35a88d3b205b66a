import Addresses
import Geometry
import MapTiles
import Schedule
import StageKit

/// Makes what a page has of an overlay out of what `--overlay` names.
enum OverlayReader {
    /// - Throws: `StageFailure`: 64 for more tiles than a run asks for, 65 for an archive that is damaged or larger than a
    ///   page carries, 66 where there is none, 69 where no tile can be had.
    static func content(
        _ overlay: PageOverlay, around data: Bounds, _ options: MapOptions, _ context: StageContext
    ) throws -> OverlayContent {
        switch overlay {
        case .archive(let path):
            do {
                return try archive(path, context)
            } catch let fault as TileFault {
                throw StageFailure(fault)
            }
        case .template(let template):
            let frames = options.frames.isEmpty ? [TileFrame("")] : TileFolder.timed(options.frames, of: template)
            if let server = overlay.server(inlines: options.inlinesTiles) {
                return OverlayContent(
                    frames: frames, zooms: 0...OverlayContent.serverDepth, attribution: "Tiles: \(server.host)",
                    server: server)
            }
            let area = PageArea(data)
            var fetch = try OverlayFetch(template, frames, area.overlayTiles, context)
            try fetch.run()
            let owner = WebAddress(template.address(of: Tile(z: 0, x: 0, y: 0), frame: frames[0].name))?.host
            return OverlayContent(
                frames: frames, zooms: area.overlayZooms, bounds: area.wide, attribution: owner.map { "Tiles: \($0)" },
                pack: fetch.pack, failed: fetch.failed)
        }
    }

    // MARK: An archive

    private static func archive(_ path: String, _ context: StageContext) throws -> OverlayContent {
        let archive = try MBTilesReader(path)
        let named = try archive.frames()
        let size = try archive.storedBytes(ofFrames: !named.isEmpty)
        guard size <= OverlayContent.byteLimit else { throw tooLarge(path, grouped(size)) }
        var content = OverlayContent(frames: named.isEmpty ? [TileFrame("")] : named, zooms: 0...0)
        var extent = TileExtent()
        var (tiles, unusable) = (0, 0)
        func take(_ frame: Int, _ tile: Tile, _ bytes: UnsafeRawBufferPointer) throws {
            tiles += 1
            if let problem = problem(with: bytes) {
                unusable += 1
                let ofFrame = named.isEmpty ? "" : " of frame \(named[frame].name)"
                context.fault(
                    Finding(
                        .fault, "tile_unusable", file: path,
                        message: "tile \(tile.z)/\(tile.x)/\(tile.y)\(ofFrame): \(problem); skipped"))
                content.failed.append("\(frame)/\(tile.z)/\(tile.x)/\(tile.y)")
                return
            }
            content.pack.add(tile, frame: frame, Array(bytes))
            extent.take(tile)
            // What an archive says of itself need not be so.
            guard content.pack.byteCount <= OverlayContent.byteLimit else {
                throw tooLarge(path, "more than \(grouped(OverlayContent.byteLimit))")
            }
        }
        if named.isEmpty {
            try archive.forEachTile(zooms: 0...Tile.deepest) { try take(0, $0, $1) }
        } else {
            try archive.forEachTile(of: named, take)
        }
        guard let low = extent.minZoom, let high = extent.maxZoom else {
            throw StageFailure(
                .dataUnusable,
                "\(path) has no tile that a page can show"
                    + (unusable > 0 ? " (\(grouped(unusable)) of \(grouped(tiles)) are not pictures)" : ""))
        }
        content.zooms = low...high
        content.bounds = extent.bounds
        content.attribution = archive.metadata.attribution
        return content
    }

    /// Why bytes are no tile that a page draws; nil where they are one.
    static func problem(with bytes: UnsafeRawBufferPointer) -> String? {
        switch TileCheck.format(of: bytes) {
        case .failure(let problem): problem.reason
        case .success(let format): format.isRaster ? nil : "it is a vector tile; an overlay needs picture tiles"
        }
    }

    static func tooLarge(_ name: String, _ size: String) -> StageFailure {
        StageFailure(
            .dataUnusable,
            "\(name): its tiles have \(size) bytes, more than the \(grouped(OverlayContent.byteLimit)) that a page can hold; use fewer "
                + "zooms or frames, or serve the tiles and give a template")
    }
}
