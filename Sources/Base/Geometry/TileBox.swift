/// The tiles of one zoom that cover a box: complete rows of columns, in one or two ranges.
public struct TileBox: Sendable, Equatable {
    public let z: Int
    public let rows: ClosedRange<Int>
    /// The ranges of columns in ascending order; two if the box crosses the antimeridian.
    public let columns: [ClosedRange<Int>]

    /// A border within so many degrees (1 µm) of a tile's does not need the tile beyond.
    private static let leeway = 1e-11

    /// Creates the set of tiles that overlap a box. A box that ends where a tile begins does not need that tile.
    /// - Parameters:
    ///   - bounds: the box.
    ///   - z: the zoom of the tiles.
    ///   - buffer: a margin around the box in pixels; a tile has 256.
    public init(_ bounds: Bounds, z: Int, buffer: Double = 0) {
        self.z = z
        let side = 1 << z
        let shares = buffer / 256
        /// Past the world's ends columns go on, and are brought back below.
        func column(_ longitude: Double) -> Int {
            let place = (longitude / 360 + 0.5 + 1e-14) * Double(side)
            return Int(place.rounded(.down))
        }
        func row(_ latitude: Double, _ shift: Double) -> Int {
            let point = WebMercator.point(Coordinate(latitude: latitude, longitude: 0))
            return Tile(WorldPoint(x: 0, y: point.y + shift / Double(side)), z: z).y
        }
        let first = row(bounds.north, -shares)
        rows = first...max(first, row(bounds.south + TileBox.leeway, shares))

        let east = bounds.crossesAntimeridian ? bounds.east + 360 : bounds.east
        let degrees = shares * 360 / Double(side)
        let low = column(bounds.west - degrees)
        let high = max(low, column(east - TileBox.leeway + degrees))
        // A box that ends at 180° E without a buffer ends with the last column; with one it goes on beyond.
        if high - low + 1 >= side {
            columns = [0...(side - 1)]
        } else {
            let (start, end) = (low & (side - 1), high & (side - 1))
            columns = start <= end ? [start...end] : [0...end, start...(side - 1)]
        }
    }

    public var count: Int { rows.count * columns.reduce(0) { $0 + $1.count } }

    /// Calls `body` with each tile, from north to south, and within a row from west to east.
    @inlinable
    public func forEachTile(_ body: (Tile) throws -> Void) rethrows {
        for row in rows {
            for range in columns {
                for column in range { try body(Tile(z: z, x: column, y: row)) }
            }
        }
    }
}
