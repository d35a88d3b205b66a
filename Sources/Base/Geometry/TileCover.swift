/// A set of tiles of one zoom, stored as ranges of columns for each row.
///
/// Memory: 16 bytes for each range, whatever its length, and about 50 bytes for each row.
public struct TileCover: Sendable {
    public let z: Int
    /// Of each row disjoint ranges with gaps between them, in ascending order.
    private var rows: [Int: [ClosedRange<Int>]] = [:]

    /// How many columns, and rows, the zoom has.
    private var side: Int { 1 << z }

    /// Creates an empty set.
    public init(z: Int) { self.z = z }

    public var isEmpty: Bool { rows.isEmpty }

    public var count: Int { rows.values.reduce(0) { $0 + $1.reduce(0) { $0 + $1.count } } }

    public func contains(_ tile: Tile) -> Bool {
        tile.z == z && (rows[tile.y]?.contains { $0.contains(tile.x) } ?? false)
    }

    /// Calls `body` with each tile, from north to south, and within a row from west to east.
    public func forEachTile(_ body: (Tile) throws -> Void) rethrows {
        for row in rows.keys.sorted() {
            for range in rows[row] ?? [] {
                for column in range { try body(Tile(z: z, x: column, y: row)) }
            }
        }
    }

    /// Adds columns of a row; columns beyond the world wrap around.
    public mutating func insert(_ columns: ClosedRange<Int>, row: Int) {
        guard row >= 0, row < side else { return }
        if columns.count >= side { return merge(0...(side - 1), row: row) }
        let low = columns.lowerBound & (side - 1)
        let high = columns.upperBound & (side - 1)
        guard low > high else { return merge(low...high, row: row) }
        merge(low...(side - 1), row: row)
        merge(0...high, row: row)
    }

    private mutating func merge(_ columns: ClosedRange<Int>, row: Int) {
        rows[row, default: []].withInserted(columns)
    }

    /// Adds the tiles of a box.
    public mutating func insert(_ box: TileBox) {
        for row in box.rows { for columns in box.columns { merge(columns, row: row) } }
    }

    // MARK: Strokes

    /// Adds every tile within `buffer` pixels of a position; a tile has 256. With a buffer of 0, adds the tile that
    /// contains the position.
    public mutating func insert(_ coordinate: Coordinate, buffer: Double = 0) {
        let place = place(coordinate)
        insert(from: place, to: place, radius: buffer / 256)
    }

    /// Adds every tile that a stroke along an unwrapped line touches.
    /// - Parameters:
    ///   - line: the line, unwrapped.
    ///   - buffer: half the width of the stroke in pixels, of which a tile has 256; joins and caps are round.
    public mutating func insert(_ line: Polyline, buffer: Double = 0) {
        guard var last = line.coordinates.first.map(place) else { return }
        if line.coordinates.count == 1 { insert(from: last, to: last, radius: buffer / 256) }
        for coordinate in line.coordinates.dropFirst() {
            let next = place(coordinate)
            insert(from: last, to: next, radius: buffer / 256)
            last = next
        }
    }

    /// Adds every tile that a polygon touches, inside and on its rings. The direction of rings does not matter: a place
    /// is inside if a line from it to the outside crosses the rings an odd number of times.
    /// - Parameters:
    ///   - rings: the unwrapped rings; the last position may repeat the first.
    ///   - buffer: a margin around the polygon in pixels, of which a tile has 256.
    public mutating func insert(polygon rings: [Polyline], buffer: Double = 0) {
        /// Where the middle of each row is crossed.
        var crossings: [Int: [Double]] = [:]
        for ring in rings {
            guard !ring.coordinates.isEmpty else { continue }
            let places = ring.coordinates.map(place)
            for (from, to) in zip(places, places.dropFirst() + [places[0]]) {
                insert(from: from, to: to, radius: buffer / 256)
                let (upper, lower) = from.y <= to.y ? (from, to) : (to, from)
                let firstRow = max(0, Int((upper.y - 0.5).rounded(.up)))
                let lastRow = min(side - 1, Int((lower.y - 0.5).rounded(.up)) - 1)
                guard firstRow <= lastRow else { continue }
                for row in firstRow...lastRow {
                    let share = (Double(row) + 0.5 - upper.y) / (lower.y - upper.y)
                    crossings[row, default: []].append(upper.x + share * (lower.x - upper.x))
                }
            }
        }
        for (row, places) in crossings {
            let sorted = places.sorted()
            for pair in stride(from: 0, to: sorted.count - 1, by: 2) {
                insert(column(sorted[pair])...max(column(sorted[pair]), column(sorted[pair + 1])), row: row)
            }
        }
    }

    /// A position in tiles from the north-western corner of the world.
    private func place(_ coordinate: Coordinate) -> WorldPoint {
        let point = WebMercator.point(coordinate)
        // The limit of latitude, rounded, may lie beyond the world's edge.
        return WorldPoint(x: point.x * Double(side), y: min(max(point.y, 0), 1) * Double(side))
    }

    /// Half a micrometre's leeway, as `Tile.place` has it.
    private var leeway: Double { 1e-14 * Double(side) }

    /// 180° E belongs to the last column, as `Tile` has it, so that what is cut at the antimeridian stays on its side.
    private func column(_ x: Double) -> Int {
        abs(x - Double(side)) <= leeway ? side - 1 : Int((x + leeway).rounded(.down))
    }

    /// Adds the tiles that come nearer to a straight piece than `radius`, all in tiles.
    private mutating func insert(from: WorldPoint, to: WorldPoint, radius: Double) {
        let stadium = Stadium(from: from, to: to, radius: radius)
        let north = min(from.y, to.y) - radius
        let south = max(from.y, to.y) + radius
        guard south >= 0, north <= Double(side) else { return }
        let first = max(0, Int((north + leeway).rounded(.down)))
        let last = min(side - 1, Int((south + leeway).rounded(.down)))
        // The southernmost edge of the world belongs to the last row.
        for row in min(first, last)...last {
            guard let reach = stadium.reach(from: Double(row), to: Double(row + 1)) else { continue }
            insert(column(reach.low)...max(column(reach.low), column(reach.high)), row: row)
        }
    }
}

/// All that lies no further than a radius from a straight piece.
private struct Stadium {
    let from: WorldPoint
    let to: WorldPoint
    let radius: Double
    private let corners: [WorldPoint]

    init(from: WorldPoint, to: WorldPoint, radius: Double) {
        self.from = from
        self.to = to
        self.radius = radius
        let length = ((to.x - from.x) * (to.x - from.x) + (to.y - from.y) * (to.y - from.y)).squareRoot()
        let aside =
            length > 0
            ? WorldPoint(x: -(to.y - from.y) / length * radius, y: (to.x - from.x) / length * radius)
            : WorldPoint(x: 0, y: 0)
        corners = [
            WorldPoint(x: from.x + aside.x, y: from.y + aside.y), WorldPoint(x: to.x + aside.x, y: to.y + aside.y),
            WorldPoint(x: to.x - aside.x, y: to.y - aside.y), WorldPoint(x: from.x - aside.x, y: from.y - aside.y),
        ]
    }

    /// From where to where it reaches between two rows' borders; it is convex, so all between is in it.
    func reach(from north: Double, to south: Double) -> (low: Double, high: Double)? {
        var low = Double.infinity
        var high = -Double.infinity
        func note(_ x: Double) {
            low = min(low, x)
            high = max(high, x)
        }
        for end in [from, to] {
            let away = end.y < north ? north - end.y : end.y > south ? end.y - south : 0
            guard away <= radius else { continue }
            let half = (radius * radius - away * away).squareRoot()
            note(end.x - half)
            note(end.x + half)
        }
        for place in 0..<4 {
            let (start, end) = (corners[place], corners[(place + 1) & 3])
            if start.y >= north, start.y <= south { note(start.x) }
            guard start.y != end.y else { continue }
            for border in [north, south] {
                let share = (border - start.y) / (end.y - start.y)
                if share >= 0, share <= 1 { note(start.x + share * (end.x - start.x)) }
            }
        }
        return low <= high ? (low, high) : nil
    }
}

extension [ClosedRange<Int>] {
    /// Adds a range to disjoint ranges in ascending order, joined with those that it touches.
    fileprivate mutating func withInserted(_ range: ClosedRange<Int>) {
        // What is drawn goes on where it was: the last range, most often.
        if let last, range.lowerBound > last.upperBound + 1 { return append(range) }
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle].upperBound + 1 < range.lowerBound { low = middle + 1 } else { high = middle }
        }
        var end = low
        var joined = range
        while end < count, self[end].lowerBound <= range.upperBound + 1 {
            joined =
                Swift.min(
                    joined.lowerBound, self[end].lowerBound)...Swift.max(
                    joined.upperBound, self[end].upperBound)
            end += 1
        }
        if end - low == 1 { self[low] = joined } else { replaceSubrange(low..<end, with: [joined]) }
    }
}
