import NDJSON

/// Geometries of GeoJSON (RFC 7946 §3.1) as well-known binary (OGC 06-103r4 §8, little-endian; a third coordinate as ISO
/// SQL/MM has it, 1000 more).
struct WellKnownBinary {
    /// The least and greatest coordinates, in degrees: west, south, east, north.
    typealias Box = (west: Double, south: Double, east: Double, north: Double)

    private static let kinds = [
        "Point", "LineString", "Polygon", "MultiPoint", "MultiLineString", "MultiPolygon", "GeometryCollection",
    ]

    let out = RecordWriter(capacity: 1 << 10)
    private(set) var box: Box?
    /// `LineString`, `Point Z`
    private(set) var kind = ""
    private var width = 2

    /// Takes a geometry; false where it is none, or has no coordinates.
    mutating func take(_ geometry: JSONValue) -> Bool {
        out.removeAll()
        box = nil
        width = WellKnownBinary.width(of: geometry)
        guard append(geometry) else { return false }
        return true
    }

    /// How many coordinates the first position has, 2 or 3.
    private static func width(of geometry: JSONValue) -> Int {
        var found: Int?
        func look(_ value: JSONValue) {
            guard found == nil, value.kind == .array else { return }
            var numbers = 0
            value.forEachElement { if $0.kind == .number { numbers += 1 } else { look($0) } }
            if numbers > 0, found == nil { found = numbers >= 3 ? 3 : 2 }
        }
        geometry.forEachMember { key, value in
            if key.inside.elementsEqual("coordinates".utf8) { look(value) }
            if key.inside.elementsEqual("geometries".utf8) {
                value.forEachElement { if found == nil { found = WellKnownBinary.width(of: $0) } }
            }
        }
        return found ?? 2
    }

    private mutating func append(_ geometry: JSONValue) -> Bool {
        var type: String?
        var coordinates = JSONValue.absent
        var geometries = JSONValue.absent
        geometry.forEachMember { key, value in
            switch key.string {
            case "type": type = value.string
            case "coordinates": coordinates = value
            case "geometries": geometries = value
            default: break
            }
        }
        guard let type, let code = WellKnownBinary.kinds.firstIndex(of: type) else { return false }
        header(code + 1)
        let isWhole: Bool
        switch code {
        case 0: isWhole = position(coordinates)
        case 1: isWhole = positions(coordinates)
        case 2: isWhole = each(of: coordinates) { $0.positions($1) }
        case 3:
            isWhole = each(of: coordinates) {
                $0.header(1)
                return $0.position($1)
            }
        case 4:
            isWhole = each(of: coordinates) {
                $0.header(2)
                return $0.positions($1)
            }
        case 5:
            isWhole = each(of: coordinates) {
                $0.header(3)
                return $0.each(of: $1) { $0.positions($1) }
            }
        default: isWhole = each(of: geometries) { $0.append($1) }
        }
        kind = type + (width == 3 ? " Z" : "")
        return isWhole
    }

    private func header(_ code: Int) {
        out.append(1)
        number(UInt64(code + (width == 3 ? 1000 : 0)), 4)
    }

    /// The number of an array's elements, and each of them.
    private mutating func each(
        of array: JSONValue, _ body: (inout WellKnownBinary, JSONValue) -> Bool
    ) -> Bool {
        guard array.kind == .array else { return false }
        let place = out.count
        number(0, 4)
        var count = 0
        var isWhole = true
        array.forEachElement {
            count += 1
            if isWhole { isWhole = body(&self, $0) }
        }
        for byte in 0..<4 { out.replace(at: place + byte, with: UInt8(truncatingIfNeeded: count >> (8 * byte))) }
        return isWhole
    }

    private mutating func positions(_ array: JSONValue) -> Bool { each(of: array) { $0.position($1) } }

    private mutating func position(_ array: JSONValue) -> Bool {
        var values: [Double] = []
        array.forEachElement { if let value = $0.double { values.append(value) } }
        guard values.count >= 2 else { return false }
        for place in 0..<width { number((place < values.count ? values[place] : 0).bitPattern, 8) }
        let (x, y) = (values[0], values[1])
        box = box.map { (min($0.west, x), min($0.south, y), max($0.east, x), max($0.north, y)) } ?? (x, y, x, y)
        return true
    }

    private func number(_ value: UInt64, _ bytes: Int) {
        for shift in 0..<bytes { out.append(UInt8(truncatingIfNeeded: value >> (8 * UInt64(shift)))) }
    }
}
