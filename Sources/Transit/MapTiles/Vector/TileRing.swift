/// What the rings of polygons have in common, whoever reads, writes or cuts them.
enum TileRing {
    /// Twice the area of a ring by the surveyor's formula, in square units of the extent: positive where it turns as an
    /// exterior ring does (§4.3.4.4), clockwise as a map shows it.
    ///
    /// Exact for coordinates that differ by less than 2^26.
    static func doubleArea(_ ring: [TilePosition]) -> Double {
        guard let first = ring.first, let last = ring.last else { return 0 }
        // Seen from the first position: the products stay small.
        var sum = 0.0
        var beforeX = Double(last.x) - Double(first.x)
        var beforeY = Double(last.y) - Double(first.y)
        for position in ring {
            let x = Double(position.x) - Double(first.x)
            let y = Double(position.y) - Double(first.y)
            sum += beforeX * y - x * beforeY
            beforeX = x
            beforeY = y
        }
        return sum
    }

    /// Appends a ring's positions without repeated ones and without the first at the end.
    static func appendDistinct(_ ring: [TilePosition], to distinct: inout [TilePosition]) {
        let start = distinct.count
        for position in ring where distinct.count == start || distinct[distinct.count - 1] != position {
            distinct.append(position)
        }
        while distinct.count > start + 1, distinct[distinct.count - 1] == distinct[start] { distinct.removeLast() }
    }
}
