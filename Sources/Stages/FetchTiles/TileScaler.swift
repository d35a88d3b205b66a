import Drawing
import Geometry
import MapTiles

/// Tiles past a source's deepest zoom: a part of the tile above, scaled.
final class TileScaler {
    /// The last tile scaled from, for its many children.
    private var picture: (number: Int, raster: Raster)?
    private var vector: (number: Int, tile: VectorTile)?
    private let writer = VectorTileWriter()

    /// How far lines of a vector tile go on beyond its edge, in its units: 8 pixels of 512.
    private static let buffer = 64

    /// A tile as it is to be kept.
    /// - Parameters:
    ///   - body: the tile that was got, whole.
    ///   - number: by which it is known again: of the frames of an animation each has its own.
    /// - Returns: nil where nothing of it lies in the target.
    /// - Throws: `TileFault`, `DrawingFault`.
    func tile(
        _ target: Tile, of source: Tile, _ body: [UInt8], number: Int
    ) throws -> (bytes: [UInt8], format: TileFormat)? {
        guard let format = body.withUnsafeBytes({ TileFormat(of: $0) }) else {
            throw TileFault(.unusable, "it is not a tile")
        }
        if target == source {
            // Of archives all tiles are compressed in one way.
            guard format == .mvt, !body.withUnsafeBytes({ TileGzip.isGzip($0) }) else { return (body, format) }
            return (body.withUnsafeBytes { TileGzip.compressed($0) }, format)
        }
        guard let codec = format.codec else {
            return try vectorPart(target, of: source, body, number).map { ($0, format) }
        }
        if picture?.number != number { picture = (number, try body.withUnsafeBytes { try codec.decode($0) }) }
        guard let raster = picture?.raster else { return nil }
        return (try codec.encode(raster.part(target, of: source)), format)
    }

    private func vectorPart(_ target: Tile, of source: Tile, _ body: [UInt8], _ number: Int) throws -> [UInt8]? {
        if vector?.number != number {
            let plain = try body.withUnsafeBytes { bytes in
                TileGzip.isGzip(bytes)
                    ? try TileGzip.decompressed(bytes, limit: TileCheck.vectorLimit) : Array(bytes)
            }
            vector = (number, try VectorTileReader.read(plain))
        }
        guard let child = vector?.tile.child(of: source, target, buffer: TileScaler.buffer), !child.layers.isEmpty
        else {
            return nil
        }
        return writer.bytes(of: child).withUnsafeBytes { TileGzip.compressed($0) }
    }
}
