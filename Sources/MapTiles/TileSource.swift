import Geometry

/// What has tiles.
public protocol TileSource: AnyObject {
    /// What is known of the tiles as a whole.
    var metadata: TileMetadata { get }
    /// The tile as it is stored; nil where there is none.
    /// - Throws: `TileFault`.
    func tile(_ tile: Tile) throws -> [UInt8]?
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
