import Geometry
import NDJSON

/// The area of a zone: polygons, each of rings, the outer one first.
///
/// Memory: 16 bytes a position. Cost: comparing two areas tests each edge that lies in both boxes against the edges of the
/// other area; no comparison goes on beyond `stepLimit` edges.
struct ZoneArea {
    /// The maximum number of pairs of edges in one comparison. Areas that need more count as not compared.
    static let stepLimit = 20_000_000

    private(set) var polygons: [[[Coordinate]]] = []
    private let box: (south: Double, west: Double, north: Double, east: Double)

    /// - Parameter coordinates: those of a Polygon or a MultiPolygon.
    init?(type: String?, coordinates: JSONValue) {
        var polygons: [[[Coordinate]]] = []
        switch type {
        case "Polygon": polygons.append(ZoneArea.rings(coordinates))
        case "MultiPolygon": coordinates.forEachElement { polygons.append(ZoneArea.rings($0)) }
        default: return nil
        }
        self.polygons = polygons.filter { !$0.isEmpty }
        var box = (south: Double.infinity, west: Double.infinity, north: -Double.infinity, east: -Double.infinity)
        for place in self.polygons.joined().joined() {
            box = (
                min(box.south, place.latitude), min(box.west, place.longitude), max(box.north, place.latitude),
                max(box.east, place.longitude)
            )
        }
        self.box = box
    }

    private static func rings(_ polygon: JSONValue) -> [[Coordinate]] {
        var rings: [[Coordinate]] = []
        polygon.forEachElement { ring in
            var positions: [Coordinate] = []
            ring.forEachElement { position in
                var numbers: [Double] = []
                position.forEachElement { if numbers.count < 2, let number = $0.double { numbers.append(number) } }
                guard numbers.count == 2 else { return }
                let place = Coordinate(latitude: numbers[1], longitude: numbers[0])
                // A position that is repeated is one corner.
                if positions.last != place { positions.append(place) }
            }
            rings.append(positions)
        }
        return rings
    }

    /// Every position, in the order of the file.
    var positions: [Coordinate] { polygons.flatMap { $0.flatMap { $0 } } }

    // MARK: Validity

    /// What is wrong with the area, as the end of a sentence; nil for one that is sound, or that is too large to be tested.
    /// - Parameter isSettled: set to false if the area is too large to be tested.
    func fault(_ isSettled: inout Bool) -> String? {
        for polygon in polygons {
            for ring in polygon {
                if ring.first != ring.last { return "has a ring that is not closed" }
                if ring.count < 4 { return "has a ring of fewer than three corners" }
            }
        }
        var steps = 0
        let fault = crossing(&steps) ?? misplaced(&steps)
        isSettled = fault != nil || steps < ZoneArea.stepLimit
        return fault
    }

    private struct Edge {
        let from: Coordinate
        let to: Coordinate
        let polygon: Int
        let ring: Int
        let place: Int
        let count: Int

        var west: Double { min(from.longitude, to.longitude) }
        var east: Double { max(from.longitude, to.longitude) }
        var south: Double { min(from.latitude, to.latitude) }
        var north: Double { max(from.latitude, to.latitude) }

        /// Whether another edge of the same ring begins where this one ends, or ends where it begins.
        func isBeside(_ other: Edge) -> Bool {
            polygon == other.polygon && ring == other.ring
                && ((place + 1) % count == other.place || (other.place + 1) % count == place)
        }
    }

    private var edges: [Edge] {
        var edges: [Edge] = []
        for (number, polygon) in polygons.enumerated() {
            for (ringNumber, ring) in polygon.enumerated() {
                for place in 0..<max(ring.count - 1, 0) {
                    edges.append(
                        Edge(
                            from: ring[place], to: ring[place + 1], polygon: number, ring: ringNumber, place: place,
                            count: ring.count - 1))
                }
            }
        }
        return edges
    }

    /// Goes through the edges from west to east and compares those that are abreast.
    private func crossing(_ steps: inout Int) -> String? {
        let sorted = edges.sorted { $0.west < $1.west }
        var open: [Edge] = []
        for edge in sorted {
            open.removeAll { $0.east < edge.west }
            steps += open.count
            guard steps < ZoneArea.stepLimit else { return nil }
            for other in open where other.south <= edge.north && other.north >= edge.south {
                guard let meeting = ZoneArea.meeting(edge, other) else { continue }
                let isOneRing = edge.polygon == other.polygon && edge.ring == other.ring
                if edge.isBeside(other) {
                    if meeting == .along { return "has a ring that goes back along itself" }
                } else if isOneRing {
                    return "has a ring that meets itself"
                } else if meeting != .touch {
                    return edge.polygon == other.polygon ? "has rings that cross" : "has polygons that cross"
                }
            }
            open.append(edge)
        }
        return nil
    }

    /// Holes lie in their polygon and not in each other, and polygons not in each other.
    private func misplaced(_ steps: inout Int) -> String? {
        for polygon in polygons {
            for (number, hole) in polygon.enumerated().dropFirst() {
                if ZoneArea.side(of: hole, in: polygon[0], &steps) == .outside { return "has a hole outside its ring" }
                for other in polygon[1..<number]
                where ZoneArea.side(of: hole, in: other, &steps) == .inside
                    || ZoneArea.side(of: other, in: hole, &steps) == .inside
                {
                    return "has a hole in a hole"
                }
            }
        }
        for (number, polygon) in polygons.enumerated() {
            for other in polygons[..<number] {
                for (inner, outer) in [(polygon, other), (other, polygon)]
                where ZoneArea.side(of: inner[0], in: outer[0], &steps) == .inside
                    && !outer.dropFirst().contains(where: { ZoneArea.side(of: inner[0], in: $0, &steps) == .inside })
                {
                    return "has a polygon in a polygon"
                }
            }
            if steps > ZoneArea.stepLimit { return nil }
        }
        return nil
    }

    // MARK: Overlap

    /// Whether the two areas share some of their inside and each has some that the other has not.
    /// - Parameter isSettled: set to false if the areas are too large to be compared.
    func overlaps(_ other: ZoneArea, _ isSettled: inout Bool) -> Bool {
        guard box.south < other.box.north, other.box.south < box.north, box.west < other.box.east,
            other.box.west < box.east
        else { return false }
        var steps = 0
        // A piece of one border inside the other area has some of both on one side, and the other alone on the other.
        let mine = pieces(in: other, &steps)
        let theirs = other.pieces(in: self, &steps)
        isSettled = steps < ZoneArea.stepLimit
        guard isSettled else { return false }
        return (mine.inside && (mine.outside || theirs.inside)) || (theirs.inside && (theirs.outside || mine.inside))
    }

    /// Whether some of the border lies inside another area, and some outside.
    private func pieces(in other: ZoneArea, _ steps: inout Int) -> (inside: Bool, outside: Bool) {
        var found = (inside: false, outside: false)
        let theirs = other.edges
        for edge in edges {
            guard edge.west <= other.box.east, edge.east >= other.box.west, edge.south <= other.box.north,
                edge.north >= other.box.south
            else {
                found.outside = true
                continue
            }
            steps += theirs.count
            guard steps < ZoneArea.stepLimit else { return found }
            var cuts = [0.0, 1.0]
            for cut in theirs where cut.west <= edge.east && cut.east >= edge.west && cut.south <= edge.north {
                guard cut.north >= edge.south else { continue }
                ZoneArea.appendCuts(of: edge, by: cut, to: &cuts)
            }
            cuts.sort()
            for (from, to) in zip(cuts, cuts.dropFirst()) where to - from > 1e-9 {
                steps += theirs.count
                let middle = ZoneArea.place(on: edge, (from + to) / 2)
                switch other.side(of: middle) {
                case .inside: found.inside = true
                case .outside: found.outside = true
                case .border: break
                }
                if found.inside, found.outside { return found }
            }
        }
        return found
    }

    private func side(of place: Coordinate) -> Side {
        for polygon in polygons {
            var side = ZoneArea.side(of: place, in: polygon[0])
            for hole in polygon.dropFirst() where side == .inside {
                switch ZoneArea.side(of: place, in: hole) {
                case .inside: side = .outside
                case .border: side = .border
                case .outside: break
                }
            }
            if side != .outside { return side }
        }
        return .outside
    }

    // MARK: Plane geometry

    private enum Side {
        case inside, outside, border
    }

    private enum Meeting {
        case cross, touch, along
    }

    /// Twice the area of a triangle: positive where its corners go round to the left.
    private static func turn(_ a: Coordinate, _ b: Coordinate, _ c: Coordinate) -> Double {
        (b.longitude - a.longitude) * (c.latitude - a.latitude) - (b.latitude - a.latitude)
            * (c.longitude - a.longitude)
    }

    private static func meeting(_ one: Edge, _ other: Edge) -> Meeting? {
        let (a, b) = (turn(one.from, one.to, other.from), turn(one.from, one.to, other.to))
        let (c, d) = (turn(other.from, other.to, one.from), turn(other.from, other.to, one.to))
        if a == 0, b == 0 {
            // On one line: by the direction in which it is longer.
            let isWide = abs(one.to.longitude - one.from.longitude) >= abs(one.to.latitude - one.from.latitude)
            let low = isWide ? max(one.west, other.west) : max(one.south, other.south)
            let high = isWide ? min(one.east, other.east) : min(one.north, other.north)
            return low < high ? .along : low == high ? .touch : nil
        }
        if a * b < 0, c * d < 0 { return .cross }
        if a * b > 0 || c * d > 0 { return nil }
        return .touch
    }

    private static func appendCuts(of edge: Edge, by cut: Edge, to cuts: inout [Double]) {
        let (a, b) = (turn(cut.from, cut.to, edge.from), turn(cut.from, cut.to, edge.to))
        if a != b {
            let share = a / (a - b)
            if share > 0, share < 1 { cuts.append(share) }
        }
        let (wide, high) = (edge.to.longitude - edge.from.longitude, edge.to.latitude - edge.from.latitude)
        for end in [cut.from, cut.to] where abs(turn(edge.from, edge.to, end)) < 1e-12 {
            let share =
                abs(wide) >= abs(high)
                ? (end.longitude - edge.from.longitude) / wide : (end.latitude - edge.from.latitude) / high
            if share > 0, share < 1 { cuts.append(share) }
        }
    }

    private static func place(on edge: Edge, _ share: Double) -> Coordinate {
        Coordinate(
            latitude: edge.from.latitude + share * (edge.to.latitude - edge.from.latitude),
            longitude: edge.from.longitude + share * (edge.to.longitude - edge.from.longitude))
    }

    /// Where a ring lies that does not cross the other: by its first corner that is not on the other's border.
    private static func side(of ring: [Coordinate], in other: [Coordinate], _ steps: inout Int) -> Side {
        for place in ring {
            steps += other.count
            if steps > stepLimit { return .border }
            let side = side(of: place, in: other)
            if side != .border { return side }
        }
        return .border
    }

    private static func side(of place: Coordinate, in ring: [Coordinate]) -> Side {
        var isInside = false
        for (from, to) in zip(ring, ring.dropFirst()) {
            if min(from.longitude, to.longitude) - 1e-10 <= place.longitude,
                place.longitude <= max(from.longitude, to.longitude) + 1e-10,
                min(from.latitude, to.latitude) - 1e-10 <= place.latitude,
                place.latitude <= max(from.latitude, to.latitude) + 1e-10,
                abs(turn(from, to, place))
                    <= 1e-10 * (abs(to.longitude - from.longitude) + abs(to.latitude - from.latitude))
            {
                return .border
            }
            guard (from.latitude > place.latitude) != (to.latitude > place.latitude) else { continue }
            let share = (place.latitude - from.latitude) / (to.latitude - from.latitude)
            if place.longitude < from.longitude + share * (to.longitude - from.longitude) { isInside.toggle() }
        }
        return isInside ? .inside : .outside
    }
}
