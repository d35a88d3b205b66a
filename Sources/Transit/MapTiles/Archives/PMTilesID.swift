import Geometry

/// The number by which PMTiles knows a tile: its place on the Hilbert curve of its zoom, after all tiles of the zooms
/// above (PMTiles 3 §4.1, TileID).
public enum PMTilesID {
    /// The deepest zoom whose numbers a reader in JavaScript can count (2⁵³), and the deepest that is read here.
    public static let deepest = 26

    /// How many numbers there are to zoom `deepest`.
    public static let count = first(z: deepest + 1)

    /// The number of a zoom's first tile: how many tiles the zooms above have.
    ///
    /// - Parameter z: 0 to 31.
    @inlinable
    public static func first(z: Int) -> UInt64 { ((1 << (2 * UInt64(z))) - 1) / 3 }

    /// The zoom of a number that is less than `count`.
    @inlinable
    public static func zoom(_ id: UInt64) -> Int { (63 - (3 * id + 1).leadingZeroBitCount) / 2 }

    /// The number of a tile; nil where there is no such tile, or its zoom is beyond `deepest`.
    public static func id(_ tile: Tile) -> UInt64? {
        guard tile.isValid, tile.z <= deepest else { return nil }
        var x = UInt64(tile.x)
        var y = UInt64(tile.y)
        var place: UInt64 = 0
        var bit = tile.z - 1
        while bit >= 0 {
            let right = x >> UInt64(bit) & 1
            let lower = y >> UInt64(bit) & 1
            // The quarters in the curve's order: north-west, south-west, south-east, north-east.
            place = place << 2 | (3 * right ^ lower)
            turn(&x, &y, mask: (1 << UInt64(bit)) - 1, right: right, lower: lower)
            bit -= 1
        }
        return first(z: tile.z) + place
    }

    /// The tile of a number; nil for one that is not less than `count`.
    public static func tile(_ id: UInt64) -> Tile? {
        guard id < count else { return nil }
        let z = zoom(id)
        var rest = id - first(z: z)
        var x: UInt64 = 0
        var y: UInt64 = 0
        for bit in 0..<UInt64(z) {
            let right = rest >> 1 & 1
            let lower = (rest ^ right) & 1
            turn(&x, &y, mask: (1 << bit) - 1, right: right, lower: lower)
            x |= right << bit
            y |= lower << bit
            rest >>= 2
        }
        return Tile(z: z, x: Int(x), y: Int(y))
    }

    /// The curve runs through its two northern quarters turned: rows and columns change places, in the north-east from
    /// the far corner.
    @inline(__always)
    private static func turn(_ x: inout UInt64, _ y: inout UInt64, mask: UInt64, right: UInt64, lower: UInt64) {
        guard lower == 0 else { return }
        if right == 1 {
            x ^= mask
            y ^= mask
        }
        swap(&x, &y)
    }
}
