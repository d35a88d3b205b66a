import Drawing
import Geometry
import MapTiles

extension TileFormat {
    /// What reads and writes its pictures; nil for vector tiles.
    public var codec: ImageCodec? {
        switch self {
        case .png: .png
        case .jpeg: .jpeg
        case .webp: .webp
        case .mvt: nil
        }
    }
}

extension Raster {
    /// The part of a tile's picture in which a deeper tile lies, scaled to the tile's size.
    public func part(_ target: Tile, of source: Tile) -> Raster {
        let depth = target.z - source.z
        let side = Double(width) / Double(1 << depth)
        return scaled(
            x: Double(target.x - source.x << depth) * side, y: Double(target.y - source.y << depth) * side, side: side,
            to: width)
    }
}
