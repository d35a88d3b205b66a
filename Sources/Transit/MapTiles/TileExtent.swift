import Geometry

/// From where to where tiles reach, gathered as they come.
public struct TileExtent: Sendable, Equatable {
    public private(set) var minZoom: Int?
    public private(set) var maxZoom: Int?
    /// Columns and rows of the deepest zoom so far.
    private var columns = 0...0
    private var rows = 0...0

    public init() {}

    public mutating func take(_ tile: Tile) {
        minZoom = min(minZoom ?? tile.z, tile.z)
        guard let deepest = maxZoom, tile.z <= deepest else {
            maxZoom = tile.z
            columns = tile.x...tile.x
            rows = tile.y...tile.y
            return
        }
        guard tile.z == deepest else { return }
        if !columns.contains(tile.x) {
            columns = min(columns.lowerBound, tile.x)...max(columns.upperBound, tile.x)
        }
        if !rows.contains(tile.y) { rows = min(rows.lowerBound, tile.y)...max(rows.upperBound, tile.y) }
    }

    /// The box around the tiles of the deepest zoom; nil where there are none. Of tiles on both sides of the antimeridian
    /// it is as wide as the world: MBTiles and PMTiles have no other form for them.
    public var bounds: Bounds? {
        guard let maxZoom else { return nil }
        let corner = Tile(z: maxZoom, x: columns.lowerBound, y: rows.lowerBound).bounds
        let opposite = Tile(z: maxZoom, x: columns.upperBound, y: rows.upperBound).bounds
        return Bounds(west: corner.west, south: opposite.south, east: opposite.east, north: corner.north)
    }
}
