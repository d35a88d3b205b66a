import NDJSON

/// Looks for what keeps JSON from being a geometry of GeoJSON (RFC 7946 §3.1).
public enum GeometryFault {
    /// What is wrong with a geometry, as the end of a sentence for people; nil where nothing is.
    ///
    /// A null is an unlocated feature's geometry and nothing is wrong with it. Coordinates are longitude and latitude
    /// in degrees, then perhaps an altitude; an empty array of them is allowed (§3.1).
    public static func find(in geometry: JSONValue) -> String? {
        if geometry.kind == .null { return nil }
        guard geometry.kind == .object else { return "is not an object" }
        var type = JSONValue.absent
        var coordinates = JSONValue.absent
        var geometries = JSONValue.absent
        geometry.forEachMember { key, value in
            switch key.string {
            case "type": type = value
            case "coordinates": coordinates = value
            case "geometries": geometries = value
            default: break
            }
        }
        switch type.string {
        case "Point": return position(coordinates)
        case "MultiPoint": return each(coordinates, position)
        case "LineString": return line(coordinates)
        case "MultiLineString": return each(coordinates, line)
        case "Polygon": return polygon(coordinates)
        case "MultiPolygon": return each(coordinates, polygon)
        case "GeometryCollection": return each(geometries) { $0.kind == .null ? "holds a null" : find(in: $0) }
        case nil: return "has no type"
        default: return "has a type that is not a GeoJSON type"
        }
    }

    /// Whether the member `type` of a geometry is one of the seven of RFC 7946.
    public static func hasKnownType(_ geometry: JSONValue) -> Bool {
        var type: String?
        geometry.forEachMember { key, value in if key.string == "type" { type = value.string } }
        return [
            "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection",
        ].contains(type)
    }

    /// Whether a value is, or holds, a number that binary64 has no value for, which many readers take for infinity.
    public static func holdsInfinity(_ value: JSONValue) -> Bool {
        var found = false
        switch value.kind {
        case .number: return value.double == nil
        case .array: value.forEachElement { if !found { found = holdsInfinity($0) } }
        case .object: value.forEachMember { if !found { found = holdsInfinity($1) } }
        case .absent, .null, .bool, .string: break
        }
        return found
    }

    private static func each(_ array: JSONValue, _ check: (JSONValue) -> String?) -> String? {
        guard array.kind == .array else { return "lacks the array of coordinates that its type requires" }
        var fault: String?
        array.forEachElement { if fault == nil { fault = check($0) } }
        return fault
    }

    private static func position(_ value: JSONValue) -> String? {
        guard value.kind == .array else { return "has coordinates that are not positions" }
        var numbers = 0
        var fault: String?
        value.forEachElement { element in
            guard fault == nil else { return }
            guard let number = element.double else {
                fault = "has a coordinate that is not a number"
                return
            }
            if numbers == 0, abs(number) > 180 { fault = "has a longitude outside -180 to 180" }
            if numbers == 1, abs(number) > 90 { fault = "has a latitude outside -90 to 90" }
            numbers += 1
        }
        return fault ?? (numbers < 2 ? "has a position of fewer than two numbers" : nil)
    }

    private static func line(_ value: JSONValue) -> String? {
        if let fault = each(value, position) { return fault }
        return count(value) == 1 ? "has a line of fewer than two positions" : nil
    }

    private static func polygon(_ value: JSONValue) -> String? { each(value, ring) }

    /// A closed line of four positions or more (§3.1.6); which way it winds does not matter.
    private static func ring(_ value: JSONValue) -> String? {
        if let fault = each(value, position) { return fault }
        var first: [Double] = []
        var last: [Double] = []
        var count = 0
        value.forEachElement { element in
            last.removeAll(keepingCapacity: true)
            element.forEachElement { last.append($0.double ?? 0) }
            if count == 0 { first = last }
            count += 1
        }
        if count < 4 { return "has a ring of fewer than four positions" }
        return first == last ? nil : "has a ring that is not closed"
    }

    private static func count(_ array: JSONValue) -> Int {
        var count = 0
        array.forEachElement { _ in count += 1 }
        return count
    }
}
