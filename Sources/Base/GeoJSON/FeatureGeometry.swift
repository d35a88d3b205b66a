import Geometry
import NDJSON

/// What a GeoJSON geometry is made of (RFC 7946 §3.1), whatever its type.
public struct FeatureGeometry: Sendable, Equatable {
    public var points: [Coordinate] = []
    /// Unwrapped: longitudes never jump by more than 180° and may pass ±180.
    public var lines: [Polyline] = []
    /// Rings of each polygon as they are written, the outer one first: an edge of a polygon may be longer than half the
    /// globe, and one across the antimeridian is cut there (RFC 7946 §3.1.9).
    public var polygons: [[Polyline]] = []
    /// How many positions were none on earth and were left out.
    public var badPositions = 0

    /// Collections in collections are read so deep.
    public static let depthLimit = 8
    /// The fewest positions of a ring, its first one twice.
    public static let leastRing = 4

    public init() {}

    public var isEmpty: Bool { points.isEmpty && lines.isEmpty && polygons.isEmpty }

    /// Reads a geometry object.
    /// - Returns: nil where it is not one of the seven types of RFC 7946.
    public init?(_ object: JSONValue) {
        guard take(object, depth: 0) else { return nil }
    }

    private mutating func take(_ object: JSONValue, depth: Int) -> Bool {
        guard object.kind == .object, depth < FeatureGeometry.depthLimit else { return false }
        var type: String?
        var coordinates = JSONValue.absent
        var geometries = JSONValue.absent
        object.forEachMember { key, value in
            if key.inside.elementsEqual("type".utf8) { type = value.string }
            if key.inside.elementsEqual("coordinates".utf8) { coordinates = value }
            if key.inside.elementsEqual("geometries".utf8) { geometries = value }
        }
        return take(type, coordinates, geometries, depth: depth)
    }

    /// Reads a geometry whose members are known.
    public init?(type: String?, coordinates: JSONValue) {
        guard take(type, coordinates, .absent, depth: 0) else { return nil }
    }

    private mutating func take(
        _ type: String?, _ coordinates: JSONValue, _ geometries: JSONValue, depth: Int
    ) -> Bool {
        switch type {
        case "Point": point(coordinates)
        case "MultiPoint": coordinates.forEachElement { point($0) }
        case "LineString": line(coordinates)
        case "MultiLineString": coordinates.forEachElement { line($0) }
        case "Polygon": polygon(coordinates)
        case "MultiPolygon": coordinates.forEachElement { polygon($0) }
        case "GeometryCollection":
            var isWhole = true
            geometries.forEachElement { if !take($0, depth: depth + 1) { isWhole = false } }
            return isWhole
        default: return false
        }
        return true
    }

    private mutating func point(_ array: JSONValue) {
        if let coordinate = FeatureGeometry.position(array) { points.append(coordinate) } else { badPositions += 1 }
    }

    private mutating func line(_ array: JSONValue) {
        let line = positions(array).unwrapped
        if line.coordinates.count > 1 { lines.append(line) }
        // A line between two equal positions is a place.
        if line.coordinates.count == 1 { points += line.coordinates }
    }

    private mutating func polygon(_ array: JSONValue) {
        var rings: [Polyline] = []
        array.forEachElement { ring in
            let line = positions(ring)
            if line.coordinates.count >= FeatureGeometry.leastRing { rings.append(line) }
        }
        if !rings.isEmpty { polygons.append(rings) }
    }

    private mutating func positions(_ array: JSONValue) -> Polyline {
        var line = Polyline()
        array.forEachElement { element in
            guard let coordinate = FeatureGeometry.position(element) else {
                badPositions += 1
                return
            }
            // A stop that is visited twice in a row is one point.
            if line.coordinates.last != coordinate { line.coordinates.append(coordinate) }
        }
        return line
    }

    /// A position: longitude, latitude, and what may follow.
    public static func position(_ array: JSONValue) -> Coordinate? {
        var longitude: Double?
        var latitude: Double?
        var count = 0
        array.forEachElement { element in
            if count == 0 { longitude = element.double } else if count == 1 { latitude = element.double }
            count += 1
        }
        guard let longitude, let latitude else { return nil }
        let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        return coordinate.isValid ? coordinate : nil
    }
}
