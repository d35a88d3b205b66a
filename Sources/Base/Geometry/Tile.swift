/// A tile of a Web Mercator map: at zoom z the world is 2^z tiles wide; x counts from the west and y from the north
/// ("XYZ", as on the servers of OpenStreetMap and Google).
public struct Tile: Hashable, Sendable, BitwiseCopyable {
    /// The zoom, 0 to `Tile.deepest`.
    public var z: Int
    public var x: Int
    public var y: Int

    /// The largest zoom; its tiles are 7 cm wide at the equator.
    public static let deepest = 29

    /// - Parameters:
    ///   - z: the zoom, 0 to `deepest`.
    ///   - x: the column from the west, 0 to 2^z − 1.
    ///   - y: the row from the north, 0 to 2^z − 1.
    @inlinable
    public init(z: Int, x: Int, y: Int) {
        self.z = z
        self.x = x
        self.y = y
    }

    /// Creates the tile that contains a position; a position on a border belongs to the tile to the east or south.
    ///
    /// Latitudes beyond 85.0511° belong to the outermost row, and 180° E to the last column.
    public init(_ coordinate: Coordinate, z: Int) { self.init(WebMercator.point(coordinate), z: z) }

    /// Creates the tile that contains a place on the map.
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

    /// Whether the zoom is 0 to `deepest` and the column and row exist at this zoom.
    @inlinable public var isValid: Bool {
        (0...Tile.deepest).contains(z) && x >= 0 && y >= 0 && x < 1 << z && y < 1 << z
    }

    // MARK: Relatives

    /// The tile of the next lower zoom that contains this one; nil at zoom 0.
    public var parent: Tile? { z == 0 ? nil : Tile(z: z - 1, x: x >> 1, y: y >> 1) }

    /// Returns the tile of a lower zoom that contains this one, or the tile itself if the zoom is not lower.
    @inlinable
    public func ancestor(z zoom: Int) -> Tile {
        zoom >= z ? self : Tile(z: max(zoom, 0), x: x >> (z - max(zoom, 0)), y: y >> (z - max(zoom, 0)))
    }

    /// The four tiles of the next higher zoom: north-west, north-east, south-east, south-west.
    public var children: [Tile] {
        [
            Tile(z: z + 1, x: 2 * x, y: 2 * y), Tile(z: z + 1, x: 2 * x + 1, y: 2 * y),
            Tile(z: z + 1, x: 2 * x + 1, y: 2 * y + 1), Tile(z: z + 1, x: 2 * x, y: 2 * y + 1),
        ]
    }

    // MARK: Places

    /// The bounding box in degrees.
    public var bounds: Bounds {
        let side = 1 / Double(1 << z)
        let corner = WebMercator.coordinate(WorldPoint(x: Double(x) * side, y: Double(y) * side))
        let opposite = WebMercator.coordinate(WorldPoint(x: Double(x + 1) * side, y: Double(y + 1) * side))
        return Bounds(
            west: corner.longitude, south: opposite.latitude, east: opposite.longitude, north: corner.latitude)
    }

    // MARK: Names

    /// The row counted from the south, as in the Tile Map Service and MBTiles.
    @inlinable public var tmsRow: Int { (1 << z) - 1 - y }

    /// Creates a tile from a row counted from the south.
    @inlinable
    public init(z: Int, x: Int, tmsRow: Int) { self.init(z: z, x: x, y: (1 << z) - 1 - tmsRow) }

    /// The quadkey of Bing Maps: one digit from 0 to 3 for each zoom; empty for zoom 0.
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

    /// Creates a tile from a quadkey; returns nil unless it consists of at most `deepest` digits from 0 to 3.
    public init?(quadkey: some StringProtocol) {
        guard quadkey.utf8.count <= Tile.deepest else { return nil }
        self.init(z: quadkey.utf8.count, x: 0, y: 0)
        for byte in quadkey.utf8 {
            guard (0x30...0x33).contains(byte) else { return nil }
            x = x << 1 | Int(byte & 1)
            y = y << 1 | Int(byte >> 1 & 1)
        }
    }

    /// The tile as a 64-bit number, sorted by zoom, row and column.
    @inlinable public var packed: UInt64 { UInt64(z) << 58 | UInt64(y) << 29 | UInt64(x) }

    @inlinable
    public init(packed: UInt64) {
        let mask: UInt64 = (1 << 29) - 1
        self.init(z: Int(packed >> 58), x: Int(packed & mask), y: Int((packed >> 29) & mask))
    }
}
