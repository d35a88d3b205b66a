/// A square of the map of Web Mercator: at zoom z the world is 2^z tiles wide, x counts from the far west and y from the
/// north ("XYZ", as OpenStreetMap's and Google's servers count).
public struct Tile: Hashable, Sendable, BitwiseCopyable {
    /// 0 to `Tile.deepest`.
    public var z: Int
    public var x: Int
    public var y: Int

    /// The deepest zoom: a tile of it is 7 cm wide at the equator.
    public static let deepest = 29

    /// - Parameter z: 0 to `deepest`; `x` and `y`: 0 to 2^z − 1.
    @inlinable
    public init(z: Int, x: Int, y: Int) {
        self.z = z
        self.x = x
        self.y = y
    }

    /// The tile of that zoom in which a position lies; of positions on a border the one to the east or the south.
    ///
    /// Latitudes beyond 85.0511° belong to the outermost row, 180° E to the last column.
    public init(_ coordinate: Coordinate, z: Int) { self.init(WebMercator.point(coordinate), z: z) }

    /// The tile of that zoom in which a place on the map lies.
    @inlinable
    public init(_ point: WorldPoint, z: Int) {
        self.init(z: z, x: Tile.place(point.x, z: z), y: Tile.place(point.y, z: z))
    }

    /// The column or row in which a share of the world lies.
    ///
    /// A share that is less than 1e-14 (0.4 µm) short of a border counts as on it, so that the corner of a tile, brought
    /// to degrees and back, lies in that tile.
    @inlinable
    static func place(_ share: Double, z: Int) -> Int {
        let count = Double(1 << z)
        let place = ((share + 1e-14) * count).rounded(.down)
        return place <= 0 || place.isNaN ? 0 : place >= count ? (1 << z) - 1 : Int(place)
    }

    /// Whether the zoom is 0 to `deepest` and column and row exist in it.
    @inlinable public var isValid: Bool {
        (0...Tile.deepest).contains(z) && x >= 0 && y >= 0 && x < 1 << z && y < 1 << z
    }

    // MARK: Relatives

    /// The tile of the zoom above that has this one in it; nil at zoom 0.
    public var parent: Tile? { z == 0 ? nil : Tile(z: z - 1, x: x >> 1, y: y >> 1) }

    /// The tile of a smaller zoom that has this one in it; itself where the zoom is not smaller.
    @inlinable
    public func ancestor(z zoom: Int) -> Tile {
        zoom >= z ? self : Tile(z: max(zoom, 0), x: x >> (z - max(zoom, 0)), y: y >> (z - max(zoom, 0)))
    }

    /// The four tiles of the zoom below: north-west, north-east, south-east, south-west.
    public var children: [Tile] {
        [
            Tile(z: z + 1, x: 2 * x, y: 2 * y), Tile(z: z + 1, x: 2 * x + 1, y: 2 * y),
            Tile(z: z + 1, x: 2 * x + 1, y: 2 * y + 1), Tile(z: z + 1, x: 2 * x, y: 2 * y + 1),
        ]
    }

    // MARK: Places

    /// West, south, east and north in degrees.
    public var bounds: Bounds {
        let side = 1 / Double(1 << z)
        let corner = WebMercator.coordinate(WorldPoint(x: Double(x) * side, y: Double(y) * side))
        let opposite = WebMercator.coordinate(WorldPoint(x: Double(x + 1) * side, y: Double(y + 1) * side))
        return Bounds(
            west: corner.longitude, south: opposite.latitude, east: opposite.longitude, north: corner.latitude)
    }

    // MARK: Names

    /// The row counted from the south, as the Tile Map Service and MBTiles have it.
    @inlinable public var tmsRow: Int { (1 << z) - 1 - y }

    /// The tile of a row that is counted from the south.
    @inlinable
    public init(z: Int, x: Int, tmsRow: Int) { self.init(z: z, x: x, y: (1 << z) - 1 - tmsRow) }

    /// A digit a zoom, from 0 to 3, as Bing Maps names tiles; empty for the world.
    public var quadkey: String {
        String(unsafeUninitializedCapacity: z) { digits in
            for place in 0..<z { digits[place] = quadkeyDigit(place) }
            return z
        }
    }

    /// The digit of the quadkey at a place, as a character's byte.
    @inlinable
    public func quadkeyDigit(_ place: Int) -> UInt8 {
        let shift = z - 1 - place
        let column = x >> shift & 1
        let row = y >> shift & 1
        return UInt8(truncatingIfNeeded: 0x30 + column + 2 * row)
    }

    /// Nil for what is not digits from 0 to 3, `deepest` of them at the most.
    public init?(quadkey: some StringProtocol) {
        guard quadkey.utf8.count <= Tile.deepest else { return nil }
        self.init(z: quadkey.utf8.count, x: 0, y: 0)
        for byte in quadkey.utf8 {
            guard (0x30...0x33).contains(byte) else { return nil }
            x = x << 1 | Int(byte & 1)
            y = y << 1 | Int(byte >> 1 & 1)
        }
    }

    /// The tile in 64 bits, which are in the order of zoom, row and column.
    @inlinable public var packed: UInt64 { UInt64(z) << 58 | UInt64(y) << 29 | UInt64(x) }

    @inlinable
    public init(packed: UInt64) {
        let mask: UInt64 = (1 << 29) - 1
        self.init(z: Int(packed >> 58), x: Int(packed & mask), y: Int((packed >> 29) & mask))
    }
}
