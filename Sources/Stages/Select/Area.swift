import GeoJSON
import Geometry

/// A box, polygons, or both: what must hold of a place together.
struct Area {
    let box: Bounds?
    /// Each with its outer ring first, then its holes.
    let polygons: [[Polyline]]?
    /// The same with the box around each, and the box as polygons.
    private let shapes: [[AreaShape]]

    init(box: Bounds?, polygons: [[Polyline]]?) {
        self.box = box
        self.polygons = polygons
        var shapes: [[AreaShape]] = []
        if let box {
            let halves: [(west: Double, east: Double)] =
                box.crossesAntimeridian ? [(box.west, 180), (-180, box.east)] : [(box.west, box.east)]
            shapes.append(
                halves.map { half in
                    AreaShape([Area.ring(west: half.west, south: box.south, east: half.east, north: box.north)])
                })
        }
        if let polygons { shapes.append(polygons.map { AreaShape($0) }) }
        self.shapes = shapes
    }

    private static func ring(west: Double, south: Double, east: Double, north: Double) -> Polyline {
        var ring = Polyline()
        ring.coordinates = [(west, south), (east, south), (east, north), (west, north), (west, south)].map {
            Coordinate(latitude: $1, longitude: $0)
        }
        return ring
    }

    func contains(_ place: Coordinate) -> Bool {
        if let box, !box.contains(place) { return false }
        return polygons?.contains { AreaShape.contains(place, $0) } ?? true
    }

    /// Whether a zone, as trips on demand have it, and the area have a place in common; with a box and polygons, whether
    /// the zone has one in common with each.
    func touches(_ zone: FeatureGeometry) -> Bool {
        if zone.points.contains(where: contains) { return true }
        return shapes.allSatisfy { shapes in
            shapes.contains { shape in
                zone.lines.contains { shape.touches([$0], isFilled: false) }
                    || zone.polygons.contains { shape.touches($0, isFilled: true) }
            }
        }
    }
}

/// A polygon with the box around its outer ring.
struct AreaShape {
    private let rings: [Polyline]
    private var low = Coordinate(latitude: .infinity, longitude: .infinity)
    private var high = Coordinate(latitude: -.infinity, longitude: -.infinity)

    init(_ rings: [Polyline]) {
        self.rings = rings
        for point in rings.first?.coordinates ?? [] {
            low.latitude = min(low.latitude, point.latitude)
            low.longitude = min(low.longitude, point.longitude)
            high.latitude = max(high.latitude, point.latitude)
            high.longitude = max(high.longitude, point.longitude)
        }
    }

    /// Even-odd rule over all rings; a ring is closed whether its last position is its first or not.
    static func contains(_ place: Coordinate, _ rings: [Polyline]) -> Bool {
        var isInside = false
        for ring in rings {
            let points = ring.coordinates
            guard var last = points.last else { continue }
            for point in points {
                if (point.latitude > place.latitude) != (last.latitude > place.latitude) {
                    let share = (place.latitude - point.latitude) / (last.latitude - point.latitude)
                    if place.longitude < point.longitude + share * (last.longitude - point.longitude) {
                        isInside.toggle()
                    }
                }
                last = point
            }
        }
        return isInside
    }

    /// Whether a line or a polygon has a place in common with this one: a corner of one lies in the other, or their edges
    /// meet.
    ///
    /// Cost: each edge near this polygon against each edge of it.
    func touches(_ other: [Polyline], isFilled: Bool) -> Bool {
        for line in other where line.coordinates.contains(where: { isNear($0, $0) && AreaShape.contains($0, rings) }) {
            return true
        }
        if isFilled, let corner = rings.first?.coordinates.first, AreaShape.contains(corner, other) { return true }
        for line in other {
            let ends = line.coordinates.dropFirst() + line.coordinates.prefix(isFilled ? 1 : 0)
            for (from, to) in zip(line.coordinates, ends) where isNear(from, to) && meets(from, to) { return true }
        }
        return false
    }

    /// Whether the box around an edge meets the box around the polygon.
    private func isNear(_ from: Coordinate, _ to: Coordinate) -> Bool {
        min(from.latitude, to.latitude) <= high.latitude && max(from.latitude, to.latitude) >= low.latitude
            && min(from.longitude, to.longitude) <= high.longitude && max(from.longitude, to.longitude) >= low.longitude
    }

    private func meets(_ from: Coordinate, _ to: Coordinate) -> Bool {
        for ring in rings {
            guard var last = ring.coordinates.last else { continue }
            for point in ring.coordinates {
                if AreaShape.cross(from, to, last, point) { return true }
                last = point
            }
        }
        return false
    }

    /// Whether two edges have a place in common; of edges on one line, whether an end of one lies on the other.
    private static func cross(_ a: Coordinate, _ b: Coordinate, _ c: Coordinate, _ d: Coordinate) -> Bool {
        let (first, second) = (side(a, b, c), side(a, b, d))
        let (third, fourth) = (side(c, d, a), side(c, d, b))
        if first * second < 0, third * fourth < 0 { return true }
        return first == 0 && lies(c, a, b) || second == 0 && lies(d, a, b) || third == 0 && lies(a, c, d)
            || fourth == 0 && lies(b, c, d)
    }

    private static func side(_ from: Coordinate, _ to: Coordinate, _ place: Coordinate) -> Double {
        let turn =
            (to.longitude - from.longitude) * (place.latitude - from.latitude)
            - (to.latitude - from.latitude) * (place.longitude - from.longitude)
        return turn > 0 ? 1 : turn < 0 ? -1 : 0
    }

    /// Whether a place on the line through two others lies between them.
    private static func lies(_ place: Coordinate, _ from: Coordinate, _ to: Coordinate) -> Bool {
        place.latitude >= min(from.latitude, to.latitude) && place.latitude <= max(from.latitude, to.latitude)
            && place.longitude >= min(from.longitude, to.longitude)
            && place.longitude <= max(from.longitude, to.longitude)
    }
}
