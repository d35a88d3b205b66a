import Geometry

/// What has tiles.
public protocol TileSource: AnyObject {
    /// What is known of the tiles as a whole.
    var metadata: TileMetadata { get }
    /// The tile as it is stored; nil where there is none.
    /// - Throws: `TileFault`.
    func tile(_ tile: Tile) throws -> [UInt8]?
    /// Calls `body` with every tile of some zooms as it is stored, in whatever order is cheap. The bytes are valid during
    /// the call.
    /// - Throws: `TileFault`, and what `body` throws.
    func forEachTile(zooms: ClosedRange<Int>, _ body: (Tile, UnsafeRawBufferPointer) throws -> Void) throws
}

/// What takes tiles.
public protocol TileSink: AnyObject {
    /// Keeps a tile; one that it had is replaced.
    /// - Throws: `TileFault`.
    func put(_ tile: Tile, frame: TileFrame?, _ bytes: UnsafeRawBufferPointer) throws
    /// Writes what is known of the tiles as a whole, after the last of them.
    /// - Throws: `TileFault`.
    func finish(_ metadata: TileMetadata) throws
}

/// A frame of an animation whose tiles are kept.
public struct TileFrame: Hashable, Sendable {
    /// What it is called in addresses and paths; a number where frames are counted.
    public let name: String
    /// POSIX seconds of the feed's time.
    public var time: Double?
    /// Seconds of playback that it is shown.
    public var duration: Double?

    public init(_ name: String, time: Double? = nil, duration: Double? = nil) {
        self.name = name
        self.time = time
        self.duration = duration
    }

    /// The frame's number, where its name is one.
    public var number: Int? { String(Int(name) ?? -1) == name ? Int(name) : nil }
}

/// What an archive says of its tiles.
public struct TileMetadata: Sendable, Equatable {
    public var name: String?
    public var format: TileFormat?
    /// Degrees.
    public var bounds: Bounds?
    public var minZoom: Int?
    public var maxZoom: Int?
    /// Whom the tiles are owed to, as HTML or text.
    public var attribution: String?
    public var description: String?
    /// The `vector_layers` of vector tiles, as JSON.
    public var vectorLayers: String?
    /// What else is known, in order.
    public var others: [Other] = []

    public struct Other: Sendable, Equatable {
        public var name: String
        public var value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    public init() {}
}

extension TileMetadata {
    /// The middle of a box on the map.
    static func center(of bounds: Bounds) -> Coordinate {
        let east = bounds.crossesAntimeridian ? bounds.east + 360 : bounds.east
        let top = WebMercator.point(Coordinate(latitude: bounds.north, longitude: bounds.west))
        let bottom = WebMercator.point(Coordinate(latitude: bounds.south, longitude: east))
        var middle = WebMercator.coordinate(WorldPoint(x: (top.x + bottom.x) / 2, y: (top.y + bottom.y) / 2))
        if middle.longitude > 180 { middle.longitude -= 360 }
        return middle
    }
}
