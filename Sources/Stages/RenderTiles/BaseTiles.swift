import Drawing
import Geometry
import MapTiles
import TileFiles

/// The tiles of `--over`, past their deepest zoom a part of the tile above.
///
/// Memory: 32 MiB of tiles that many others are scaled from.
final class BaseTiles {
    let source: any TileSource
    let path: String
    let format: TileFormat
    /// Pixels of a tile.
    let tileSize: Int
    /// The zooms that there are.
    let zooms: ClosedRange<Int>
    /// Whether any tile was drawn onto one of these.
    private(set) var isUsed = false
    private let memory = TileMemory<Tile, [UInt8]>(limit: 32 << 20)

    /// A tile's bytes and where they are from.
    struct Found: Sendable {
        let tile: Tile
        let bytes: [UInt8]
    }

    /// - Throws: `TileFault`, `DrawingFault`.
    init(_ path: String) throws {
        self.path = path
        source =
            switch TileOutput(path) {
            case .pmtiles: try PMTilesReader(path)
            case .mbtiles: try MBTilesReader(path)
            case .folder: try TileFolder(path, makes: false)
            }
        let stated = source.metadata
        guard let low = stated.minZoom, let high = stated.maxZoom, low <= high, (0...Tile.deepest).contains(low) else {
            throw TileFault(
                .unusable,
                "\(path) has no tiles, or its metadata lacks the zooms; give an .mbtiles file, a .pmtiles file or a folder of z/x/y files"
            )
        }
        zooms = low...min(high, Tile.deepest)
        var first: (format: TileFormat, size: Int)?
        var looked = 0
        do {
            try source.forEachTile(zooms: zooms) { tile, bytes in
                guard let format = TileFormat(of: bytes) else {
                    throw TileFault(.unusable, "\(path): tile \(tile.z)/\(tile.x)/\(tile.y) is not a picture")
                }
                guard let codec = format.codec else {
                    throw TileFault(
                        .unusable, "\(path) holds vector tiles; --over needs picture tiles")
                }
                try codec.prepare()
                // What the others are like is not for a damaged one to say.
                guard let picture = try? codec.decode(bytes) else {
                    looked += 1
                    if looked == BaseTiles.patience { throw Enough() }
                    return
                }
                first = (format, picture.width)
                throw Enough()
            }
        } catch is Enough {}
        guard let first else { throw TileFault(.unusable, "\(path) has no tile that can be decoded") }
        (format, tileSize) = first
    }

    private struct Enough: Error {}
    /// Tiles that cannot be decoded after which no more are looked at.
    private static let patience = 100

    /// The tile, or the nearest above it that there is.
    func under(_ tile: Tile) throws -> Found? {
        for zoom in stride(from: min(tile.z, zooms.upperBound), through: zooms.lowerBound, by: -1) {
            let ancestor = tile.ancestor(z: zoom)
            if let known = memory.value(ancestor) {
                if !known.isEmpty {
                    isUsed = true
                    return Found(tile: ancestor, bytes: known)
                }
                continue
            }
            let bytes = try source.tile(ancestor)
            // That there is none is known too.
            if zoom < tile.z { memory.keep(bytes ?? [], ancestor, size: (bytes?.count ?? 0) + 64) }
            if let bytes {
                isUsed = true
                return Found(tile: ancestor, bytes: bytes)
            }
        }
        return nil
    }
}

extension BaseTiles.Found {
    /// The picture of a tile in it, of a size.
    /// - Throws: `TileFault`, `DrawingFault`.
    func raster(of target: Tile, size: Int) throws -> Raster {
        guard let codec = bytes.withUnsafeBytes({ TileFormat(of: $0) })?.codec else {
            throw TileFault(.unusable, "tile \(tile.z)/\(tile.x)/\(tile.y) of the base is not a picture")
        }
        let whole = try bytes.withUnsafeBytes { try codec.decode($0) }
        let part = target == tile ? whole : whole.part(target, of: tile)
        return part.width == size ? part : part.scaled(x: 0, y: 0, side: Double(part.width), to: size)
    }
}
