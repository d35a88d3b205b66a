/// Places the positions of a tile elsewhere, in another tile for instance, and cuts off what lies outside a box there.
///
/// Counts in binary64: positions are exact up to 2^53 units, and whole ones are not rounded. Cuts are rounded to whole
/// units, halves to the east and the south, so that tiles side by side agree on them.
struct TileClipper {
    /// How the positions are placed: times `scale`, less `west` and `north`.
    struct Placement {
        var scale = 1.0
        var west = 0.0
        var north = 0.0
    }

    private struct Place {
        var x: Double
        var y: Double
    }

    /// The four borders of the box, in the order in which rings are cut.
    private enum Border: CaseIterable {
        case west, east, north, south
    }

    private let minX: Double
    private let minY: Double
    private let maxX: Double
    private let maxY: Double
    private let placement: Placement
    private var ring: [Place] = []
    private var cut: [Place] = []

    init(_ box: VectorTile.Box, _ placement: Placement = Placement()) {
        minX = Double(box.minX)
        minY = Double(box.minY)
        maxX = Double(box.maxX)
        maxY = Double(box.maxY)
        self.placement = placement
    }

    /// What the box has of a feature; nil where it has nothing.
    ///
    /// Of features of unknown type nothing is known to be in it.
    mutating func feature(_ feature: VectorTile.Feature) -> VectorTile.Feature? {
        guard minX <= maxX, minY <= maxY else { return nil }
        var parts: [[TilePosition]] = []
        switch feature.type {
        case .unknown: return nil
        case .point:
            let inside = feature.parts.flatMap { $0.lazy.map(place).filter(contains).map(position) }
            if !inside.isEmpty { parts.append(inside) }
        case .line: for part in feature.parts { line(part, into: &parts) }
        case .polygon: polygons(feature.parts, into: &parts)
        }
        if parts.isEmpty { return nil }
        var kept = feature
        kept.parts = parts
        return kept
    }

    @inline(__always)
    private func place(_ position: TilePosition) -> Place {
        Place(
            x: Double(position.x) * placement.scale - placement.west,
            y: Double(position.y) * placement.scale - placement.north)
    }

    @inline(__always)
    private func contains(_ place: Place) -> Bool {
        place.x >= minX && place.x <= maxX && place.y >= minY && place.y <= maxY
    }

    /// The whole position; what is a hair outside the box comes back into it.
    @inline(__always)
    private func position(_ place: Place) -> TilePosition {
        TilePosition(
            x: Int32(min(max((place.x + 0.5).rounded(.down), minX), maxX)),
            y: Int32(min(max((place.y + 0.5).rounded(.down), minY), maxY)))
    }

    private enum Lie {
        case inside, outside, across
    }

    /// How a part lies to the box, by the box around it.
    private func lie(_ part: [TilePosition]) -> Lie {
        guard let first = part.first else { return .outside }
        var (west, east, north, south) = (first.x, first.x, first.y, first.y)
        for position in part {
            west = min(west, position.x)
            east = max(east, position.x)
            north = min(north, position.y)
            south = max(south, position.y)
        }
        let corner = place(TilePosition(x: west, y: north))
        let opposite = place(TilePosition(x: east, y: south))
        if corner.x > maxX || opposite.x < minX || corner.y > maxY || opposite.y < minY { return .outside }
        return contains(corner) && contains(opposite) ? .inside : .across
    }

    // MARK: Lines

    /// Appends what the box has of a line, a part each time it comes in, by Liang and Barsky's algorithm
    /// (ACM Transactions on Graphics 3(1), 1984).
    private func line(_ part: [TilePosition], into parts: inout [[TilePosition]]) {
        let lie = lie(part)
        guard lie != .outside, part.count > 1 else { return }
        var open: [TilePosition] = []
        func close() {
            if open.count > 1 { parts.append(open) }
            open = []
        }
        func add(_ place: Place) {
            let next = position(place)
            if open.last != next { open.append(next) }
        }
        if lie == .inside {
            open.reserveCapacity(part.count)
            for position in part { add(place(position)) }
            return close()
        }
        var from = place(part[0])
        for position in part.dropFirst() {
            let to = place(position)
            if let piece = piece(from, to) {
                if open.isEmpty { add(piece.from) }
                add(piece.to)
                if piece.leaves { close() }
            } else {
                close()
            }
            from = to
        }
        close()
    }

    /// The piece of a segment that lies in the box, and whether the segment goes on outside of it.
    private func piece(_ from: Place, _ to: Place) -> (from: Place, to: Place, leaves: Bool)? {
        let x = to.x - from.x
        let y = to.y - from.y
        // Shares of the way as fractions, for a product and one division are exact where the result is whole.
        var enters = (part: 0.0, whole: 1.0)
        var exits = (part: 1.0, whole: 1.0)
        for (step, room) in [(-x, from.x - minX), (x, maxX - from.x), (-y, from.y - minY), (y, maxY - from.y)] {
            if step == 0 {
                if room < 0 { return nil }
            } else if step < 0 {
                if room / step > enters.part / enters.whole { enters = (room, step) }
            } else if room / step < exits.part / exits.whole {
                exits = (room, step)
            }
        }
        guard enters.part / enters.whole <= exits.part / exits.whole else { return nil }
        let leaves = exits.part / exits.whole < 1
        return (
            enters.part / enters.whole > 0
                ? Place(
                    x: from.x + enters.part * x / enters.whole, y: from.y + enters.part * y / enters.whole) : from,
            leaves
                ? Place(x: from.x + exits.part * x / exits.whole, y: from.y + exits.part * y / exits.whole) : to,
            leaves
        )
    }

    // MARK: Polygons

    /// Appends what the box has of each ring; holes go with the exterior ring before them.
    private mutating func polygons(_ rings: [[TilePosition]], into parts: inout [[TilePosition]]) {
        var exteriorIsPositive: Bool?
        var hasExterior = false
        for ring in rings {
            let area = TileRing.doubleArea(ring)
            if area == 0 { continue }
            let isExterior = (area > 0) == (exteriorIsPositive ?? (area > 0))
            exteriorIsPositive = exteriorIsPositive ?? (area > 0)
            if !isExterior, !hasExterior { continue }
            let kept = self.ring(ring)
            // A sliver may turn over when it is rounded, and a hole must not become a polygon.
            let keptArea = TileRing.doubleArea(kept)
            let isSound = kept.count > 2 && keptArea != 0 && (keptArea > 0) == (area > 0)
            if isExterior { hasExterior = isSound }
            if isSound { parts.append(kept) }
        }
    }

    /// What the box has of a ring, by Sutherland and Hodgman's algorithm (Communications of the ACM 17(1), 1974).
    ///
    /// It is one ring always: where a ring comes in several times, pieces of the box's border lead from one to the
    /// next and back.
    private mutating func ring(_ part: [TilePosition]) -> [TilePosition] {
        let lie = lie(part)
        if lie == .outside { return [] }
        ring.removeAll(keepingCapacity: true)
        for position in part { ring.append(place(position)) }
        if lie == .across {
            for border in Border.allCases where !ring.isEmpty { cut(at: border) }
        }
        var kept: [TilePosition] = []
        kept.reserveCapacity(ring.count)
        TileRing.appendDistinct(ring.map(position), to: &kept)
        return kept
    }

    private mutating func cut(at border: Border) {
        cut.removeAll(keepingCapacity: true)
        var before = ring[ring.count - 1]
        var roomBefore = room(before, border)
        for place in ring {
            let room = room(place, border)
            if (room < 0 && roomBefore > 0) || (room > 0 && roomBefore < 0) {
                cut.append(crossing(before, place, border))
            }
            if room >= 0 { cut.append(place) }
            before = place
            roomBefore = room
        }
        swap(&ring, &cut)
    }

    /// How far within the border a place is; negative beyond it.
    @inline(__always)
    private func room(_ place: Place, _ border: Border) -> Double {
        switch border {
        case .west: place.x - minX
        case .east: maxX - place.x
        case .north: place.y - minY
        case .south: maxY - place.y
        }
    }

    /// Where two places' connection crosses the border; the same whichever is the first.
    private func crossing(_ one: Place, _ other: Place, _ border: Border) -> Place {
        switch border {
        case .west, .east:
            let edge = border == .west ? minX : maxX
            let (low, high) = one.x < other.x ? (one, other) : (other, one)
            return Place(x: edge, y: low.y + (edge - low.x) * (high.y - low.y) / (high.x - low.x))
        case .north, .south:
            let edge = border == .north ? minY : maxY
            let (low, high) = one.y < other.y ? (one, other) : (other, one)
            return Place(x: low.x + (edge - low.y) * (high.x - low.x) / (high.y - low.y), y: edge)
        }
    }
}
