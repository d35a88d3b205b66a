import Geometry
import NDJSON

/// Why a geometry is not one that RFC 7946 describes: the first thing that is wrong with it, and where.
///
/// `FeatureGeometry` reads what it can and counts the rest. Where a missing corner would make another shape, this says
/// first whether anything is missing. Cost: one pass over the text.
public struct GeometryProblem: Equatable, Sendable {
    /// Where it is inside the geometry: `coordinates[0][2]`; empty for the geometry itself.
    public let place: String
    /// What is wrong there, as the rest of a sentence that begins with the place.
    public let words: String

    private init(_ place: String, _ words: String) {
        self.place = place
        self.words = words
    }

    /// The first problem of a geometry; nil for one that is whole.
    public static func first(in geometry: JSONValue) -> GeometryProblem? { first(in: geometry, depth: 0) }

    private static func first(in geometry: JSONValue, depth: Int) -> GeometryProblem? {
        guard geometry.kind == .object else { return GeometryProblem("", "is not a geometry") }
        guard depth < FeatureGeometry.depthLimit else {
            return GeometryProblem(
                "", "is nested in \(FeatureGeometry.depthLimit) geometry collections, which is too deep")
        }
        var type = JSONValue.absent
        var coordinates = JSONValue.absent
        var geometries = JSONValue.absent
        geometry.forEachMember { key, value in
            if key.inside.elementsEqual("type".utf8) { type = value }
            if key.inside.elementsEqual("coordinates".utf8) { coordinates = value }
            if key.inside.elementsEqual("geometries".utf8) { geometries = value }
        }
        guard type.kind == .string, let name = type.string else { return GeometryProblem("type", "is missing") }
        if name == "GeometryCollection" {
            return each(of: geometries, "geometries") { first(in: $0, depth: depth + 1) }
        }
        guard let levels = levels[name] else {
            return GeometryProblem("type", "is '\(name)', which is not a geometry type")
        }
        return problem(of: coordinates, levels, isRing: name.hasSuffix("Polygon")).map { $0.under("coordinates") }
    }

    /// By type how deep its positions lie in arrays.
    private static let levels = [
        "Point": 0, "MultiPoint": 1, "LineString": 1, "MultiLineString": 2, "Polygon": 2, "MultiPolygon": 3,
    ]

    private static func problem(of coordinates: JSONValue, _ levels: Int, isRing: Bool) -> GeometryProblem? {
        guard levels > 0 else {
            guard FeatureGeometry.position(coordinates) == nil else { return nil }
            let written = String(decoding: coordinates.raw.prefix(60), as: UTF8.self)
            return GeometryProblem(
                "",
                (written.isEmpty ? "" : "is \(written), and ")
                    + "must be a position on earth: longitude from -180 to 180, latitude from -90 to 90")
        }
        if let problem = each(of: coordinates, "", { self.problem(of: $0, levels - 1, isRing: isRing) }) {
            return problem
        }
        guard isRing, levels == 1 else { return nil }
        // What `FeatureGeometry` takes for a ring.
        var count = 0
        var last: Coordinate?
        coordinates.forEachElement { element in
            let position = FeatureGeometry.position(element)
            if position != last { count += 1 }
            last = position
        }
        return count >= FeatureGeometry.leastRing
            ? nil
            : GeometryProblem(
                "",
                "is a ring of \(count) positions; it needs at least \(FeatureGeometry.leastRing), and the last must equal the "
                    + "first")
    }

    /// The first problem of an array's elements; an array without any is one itself.
    private static func each(
        of array: JSONValue, _ name: String, _ problem: (JSONValue) -> GeometryProblem?
    ) -> GeometryProblem? {
        var found: GeometryProblem?
        var count = 0
        if array.kind == .array {
            array.forEachElement { element in
                if found == nil { found = problem(element)?.under("\(name)[\(count)]") }
                count += 1
            }
        }
        return count == 0 ? GeometryProblem(name, array.kind == .array ? "is empty" : "is not an array") : found
    }

    private func under(_ name: String) -> GeometryProblem {
        let isIndex = place.isEmpty || place.hasPrefix("[")
        return GeometryProblem(name + (isIndex ? "" : ".") + place, words)
    }
}
