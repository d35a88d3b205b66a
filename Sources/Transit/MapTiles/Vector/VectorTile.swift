/// A Mapbox Vector Tile: layers of features with geometry in the tile's own coordinates
/// (https://github.com/mapbox/vector-tile-spec/tree/master/2.1).
public struct VectorTile: Sendable, Equatable {
    public var layers: [Layer]

    public init(layers: [Layer] = []) { self.layers = layers }

    /// The first layer of that name.
    public subscript(name: String) -> Layer? { layers.first { $0.name == name } }

    public struct Layer: Sendable, Equatable {
        public var name: String
        /// The major version of the specification that the layer follows; 0 where it does not say. Layers of 3 and
        /// more have no features when they are read, as §4.1 lets one skip them.
        public var version: UInt32
        /// How many units of coordinates the tile is wide and high.
        public var extent: UInt32
        public var features: [Feature]
        /// How many values of the layer's table had not exactly one of the seven types when it was read; properties
        /// that refer to them are left out.
        public var unreadableValues = 0

        public init(name: String, version: UInt32 = 2, extent: UInt32 = 4096, features: [Feature] = []) {
            self.name = name
            self.version = version
            self.extent = extent
            self.features = features
        }
    }

    public struct Feature: Sendable, Equatable {
        public var id: UInt64?
        public var type: GeometryType
        /// Of points one part with all of them; of lines a part a line; of polygons a part a ring, not closed by its
        /// first position.
        ///
        /// The first ring is an exterior one, and so is every ring that turns as it does; the others are holes of the
        /// exterior ring before them.
        public var parts: [[TilePosition]]
        /// The integers of a geometry of unknown type as they stand in the tile; empty for the other types.
        public var uninterpreted: [UInt32]
        /// In the order of the tile.
        public var properties: [Property]

        public init(
            id: UInt64? = nil, type: GeometryType, parts: [[TilePosition]], uninterpreted: [UInt32] = [],
            properties: [Property] = []
        ) {
            self.id = id
            self.type = type
            self.parts = parts
            self.uninterpreted = uninterpreted
            self.properties = properties
        }

        /// The value of the first property of that name.
        public subscript(name: String) -> Value? { properties.first { $0.name == name }?.value }
    }

    public enum GeometryType: UInt8, Sendable, CaseIterable {
        /// One that the specification does not describe.
        case unknown = 0
        case point = 1
        case line = 2
        case polygon = 3
    }

    public struct Property: Sendable, Equatable {
        public var name: String
        public var value: Value

        public init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }
    }

    /// A property's value in one of the seven types of `vector_tile.proto`.
    ///
    /// Equal are values of the same type and the same bits, so that NaN is equal to itself.
    public enum Value: Sendable, Equatable {
        case string(String)
        case float(Float)
        case double(Double)
        case int64(Int64)
        case uint64(UInt64)
        /// The same numbers as `int64`, small negative ones in fewer bytes.
        case sint64(Int64)
        case bool(Bool)

        public static func == (left: Value, right: Value) -> Bool {
            switch (left, right) {
            case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
            case (.float(let left), .float(let right)): left.bitPattern == right.bitPattern
            case (.double(let left), .double(let right)): left.bitPattern == right.bitPattern
            case (.int64(let left), .int64(let right)): left == right
            case (.uint64(let left), .uint64(let right)): left == right
            case (.sint64(let left), .sint64(let right)): left == right
            case (.bool(let left), .bool(let right)): left == right
            default: false
            }
        }
    }
}

/// A place in a tile: units of its layer's extent from its north-west corner, x to the east and y to the south; beside
/// the tile where negative or greater than the extent.
public struct TilePosition: Hashable, Sendable, BitwiseCopyable {
    public var x: Int32
    public var y: Int32

    @inlinable
    public init(x: Int32, y: Int32) {
        self.x = x
        self.y = y
    }
}
