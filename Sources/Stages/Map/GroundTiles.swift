import Geometry
import MapTiles
import StageKit

/// Gathers the tiles of a ground, and sees to it that they are whole and not too many.
struct GroundTiles {
    let path: String
    private(set) var pack = TilePack()
    /// The zooms of which a tile was found.
    private(set) var zooms: ClosedRange<Int>?
    /// Around the tiles of the lowest of them.
    private(set) var extent = GroundExtent()
    private(set) var tileSize = 512
    /// Whether the tiles are pictures; nil until that is known.
    private var isRaster: Bool?
    /// The bytes of all zooms to each, the last being the sum so far.
    private var sums: [(zoom: Int, bytes: Int)] = []
    private var bytes = 0
    /// Layers of tiles whose archive does not say them.
    private var found = VectorLayers()

    /// So much more than what is carried is read to say how much it would be; then it is "more than" that.
    private static let patience = 20

    init(path: String, isRaster: Bool?) {
        self.path = path
        self.isRaster = isRaster
    }

    private func fault(_ reason: String) -> StageFailure { StageFailure(.dataUnusable, "\(path): \(reason)") }

    private func fault(_ tile: Tile, _ reason: String) -> StageFailure {
        fault("tile \(tile.z)/\(tile.x)/\(tile.y): \(reason); no page written")
    }

    // MARK: Reading

    /// A whole tile, vector tiles compressed with gzip; nil where there is none.
    private mutating func read(_ archive: GroundArchive, _ tile: Tile) throws -> [UInt8]? {
        let stored: [UInt8]?
        do { stored = try archive.source.tile(tile) } catch let error as TileFault {
            // The fault of an archive says its path, that of a tile does not.
            guard error.kind == .unusable, !error.message.hasPrefix(path) else { throw StageFailure(error) }
            throw fault(tile, error.message)
        }
        guard let stored, !stored.isEmpty else { return nil }
        let format: TileFormat
        switch stored.withUnsafeBytes({ TileCheck.format(of: $0) }) {
        case .success(let known): format = known
        case .failure(let problem): throw fault(tile, problem.reason)
        }
        if let isRaster, format.isRaster != isRaster {
            throw fault(tile, "it is a \(format.isRaster ? "picture" : "vector tile"), but the others are not")
        }
        isRaster = format.isRaster
        guard format == .mvt else { return stored }
        return stored.withUnsafeBytes { TileGzip.isGzip($0) ? stored : TileGzip.compressed($0) }
    }

    /// Whether the tiles are pictures, and how large they are, by the first that is found around the data.
    ///
    /// From the deepest zoom that a ground may have upwards, a tile each: where there is none there is none below.
    mutating func findKind(_ archive: GroundArchive, _ area: PageArea, _ available: ClosedRange<Int>) throws -> Bool {
        if isRaster == false { return false }
        let middle = Coordinate(
            latitude: (area.data.south + area.data.north) / 2,
            longitude: area.data.crossesAntimeridian ? area.data.west : (area.data.west + area.data.east) / 2)
        for zoom in available.prefix(while: { $0 <= area.zooms(tileSize: 256).upperBound }).reversed() {
            guard let tile = try read(archive, Tile(middle, z: zoom)) else { continue }
            guard isRaster == true else { return false }
            tileSize = tile.withUnsafeBytes { GroundPicture.width(of: $0) ?? 256 } < 512 ? 256 : 512
            return true
        }
        if isRaster == true { tileSize = 256 }
        return isRaster ?? false
    }

    /// Takes the tiles of some zooms, the lowest first.
    mutating func take(_ archive: GroundArchive, _ area: PageArea, _ zooms: ClosedRange<Int>) throws {
        let lowest = area.zooms(tileSize: tileSize).lowerBound
        let saysLayers = !VectorLayers(json: archive.source.metadata.vectorLayers ?? "[]").isEmpty
        for zoom in zooms {
            try area.tiles(z: zoom, lowest: lowest).forEachTile { tile in
                guard bytes < MapGround.limit * GroundTiles.patience, let content = try read(archive, tile) else {
                    return
                }
                if isRaster == false, !saysLayers { try note(tile, content) }
                self.zooms = min(self.zooms?.lowerBound ?? zoom, zoom)...zoom
                extent.take(tile, around: area.framed)
                guard bytes <= MapGround.limit else {
                    bytes += content.count
                    return
                }
                pack.add(tile, content)
                bytes = pack.byteCount
            }
            sums.append((zoom, bytes))
        }
    }

    /// Takes the layers of a tile in.
    private mutating func note(_ tile: Tile, _ content: [UInt8]) throws {
        do {
            let plain = try content.withUnsafeBytes { try TileGzip.decompressed($0, limit: TileCheck.vectorLimit) }
            found.take(try VectorTileReader.read(plain), zoom: tile.z)
        } catch let error as TileFault {
            throw fault(tile, error.message)
        }
    }

    /// The layers that the archive says, or else those that were met.
    func layers(_ stated: String?) throws -> VectorLayers {
        let said = VectorLayers(json: stated ?? "[]")
        return said.isEmpty ? found : said
    }

    // MARK: Size

    /// - Throws: `StageFailure` with status 65 where there are more bytes than a page carries.
    func checkSize() throws {
        guard bytes > MapGround.limit, let last = sums.last else { return }
        let isMore = bytes >= MapGround.limit * GroundTiles.patience
        let first = sums[0].zoom
        let fit = sums.last { $0.bytes <= MapGround.limit }
        let help =
            fit.map {
                "; to zoom \($0.zoom) they are \(GroundTiles.megabytes($0.bytes)); give an archive that ends at this zoom"
            }
            ?? "; give an archive with fewer zooms"
        throw fault(
            "the tiles around the data, zooms \(first) to \(last.zoom), are \(isMore ? "more than " : "")"
                + "\(GroundTiles.megabytes(bytes)), more than the \(GroundTiles.megabytes(MapGround.limit)) that a page can hold\(help) "
                + "(pmtiles extract --maxzoom) or less data; no page written")
    }

    /// Bytes as people say them: a tenth of a megabyte more rather than less.
    private static func megabytes(_ bytes: Int) -> String {
        let tenths = (bytes + 99_999) / 100_000
        return "\(tenths / 10)" + (tenths % 10 == 0 ? "" : ".\(tenths % 10)") + " MB"
    }
}

/// The box around the tiles of the lowest zoom, which may cross the antimeridian.
struct GroundExtent {
    private var zoom: Int?
    private var west = Double.infinity
    private var east = -Double.infinity
    private var south = Double.infinity
    private var north = -Double.infinity

    /// - Parameter box: what the tiles lie around: those beyond the antimeridian from its west are taken a turn on.
    mutating func take(_ tile: Tile, around box: Bounds) {
        guard zoom == nil || zoom == tile.z else { return }
        zoom = tile.z
        let sides = tile.bounds
        let turn = box.crossesAntimeridian && sides.east <= box.west ? 360.0 : 0
        west = min(west, sides.west + turn)
        east = max(east, sides.east + turn)
        south = min(south, sides.south)
        north = max(north, sides.north)
    }

    /// East is beyond 180 where the box crosses the antimeridian, as a page's longitudes run on; nil without tiles.
    var bounds: Bounds? {
        zoom.map { _ in Bounds(west: west, south: south, east: min(east, west + 360), north: north) }
    }
}
