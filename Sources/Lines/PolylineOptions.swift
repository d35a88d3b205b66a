import TimeZones

/// What `build-polylines` was asked for.
public struct PolylineOptions: Sendable {
    /// What one line stands for.
    public enum Grouping: String, Sendable, CaseIterable {
        /// A distinct stop sequence of a route and direction.
        case pattern
        case trip
        /// A route in one direction.
        case route
    }

    /// What lines are drawn from.
    public enum Geometry: String, Sendable, CaseIterable {
        /// Straight segments between stops.
        case stops
        /// shapes.txt; a line whose trips have no shape is not drawn.
        case shapes
        /// shapes.txt where the trip has a shape, else the stops.
        case auto
    }

    public enum Format: String, Sendable, CaseIterable {
        case geojsonl, geojson, encoded, wkt, csv
    }

    public var grouping = Grouping.pattern
    public var geometry = Geometry.stops
    public var format = Format.geojsonl
    /// Decimals of a degree in encoded polylines: 5 or 6.
    public var precision = 5
    /// Decimals of a degree in coordinates, 0 to 9.
    public var digits = 6
    /// How far, in metres, a position may lie from the line it is left out of; nil keeps all.
    public var simplification: Double?
    /// How near, in metres, two ways of a route are the same way; 0 for pieces with the same ends only.
    public var sameWay = PolylineOptions.defaultSameWay
    /// The service day whose trips alone are drawn and counted; nil for all trips.
    public var date: CivilDate?
    public var pins = false
    /// The only routes to draw; empty for all.
    public var routes: [String] = []
    /// The only trips to draw; empty for all.
    public var trips: [String] = []
    /// Whether the schedule's tables come from a feed beside the records, see `BuildPolylines.readFeed`.
    public var feed: String?

    public init() {}

    public static let defaultSameWay = 20.0
    /// Beyond this, whole quarters would be one way, and each piece would be compared with all of them.
    public static let mostSameWay = 1000.0
}
