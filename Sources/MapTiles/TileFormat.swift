/// What a tile is.
public enum TileFormat: Sendable, Hashable, CaseIterable {
    /// Mapbox Vector Tile, compressed with gzip or not.
    case mvt
    case png
    case jpeg
    case webp
}
