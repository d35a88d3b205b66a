extension Polyline {
    /// Returns the line simplified with the algorithm of Douglas and Peucker (Cartographica 10(2), 1973). The ends are
    /// kept, and no removed position is more than `metres` from the result.
    ///
    /// Distances are measured in the plane tangent to the ellipsoid at the removed position, to the straight line in
    /// degrees that GeoJSON defines between two positions. The line must be unwrapped.
    ///
    /// Cost: n log n. The original algorithm needs n² if all positions are equally far off, as in a zigzag. Here a part
    /// that was divided more often than real lines ever need is divided in its middle, which keeps a few more positions
    /// and the guarantee above.
    ///
    /// - Parameters:
    ///   - metres: the greatest distance of a position that is left out from the line that stays.
    ///   - nodes: the indices of positions that are always kept, in ascending order.
    public func simplified(metres: Double, keeping nodes: [Int] = []) -> Polyline {
        guard coordinates.count > 2, metres > 0 else { return self }
        let scales = coordinates.map { Ellipsoid.metresPerDegree(atLatitude: $0.latitude) }
        var kept = [Bool](repeating: false, count: coordinates.count)
        let fixed = [0] + nodes.filter { $0 > 0 && $0 < coordinates.count - 1 } + [coordinates.count - 1]
        for place in fixed { kept[place] = true }
        var open = zip(fixed, fixed.dropFirst()).map { (from: $0, to: $1, depth: 0) }
        let deepest = 64 + 2 * (Int.bitWidth - coordinates.count.leadingZeroBitCount)
        while let (from, to, depth) = open.popLast() {
            var furthest = from
            var largest = metres * metres
            for index in (from + 1)..<max(to, from + 1) {
                let scale = scales[index]
                let squared = Polyline.squaredDistance(
                    of: coordinates[index], from: coordinates[from], coordinates[to], scale)
                if squared > largest {
                    largest = squared
                    furthest = index
                }
            }
            guard furthest != from else { continue }
            if depth > deepest { furthest = (from + to) / 2 }
            kept[furthest] = true
            open.append((from, furthest, depth + 1))
            open.append((furthest, to, depth + 1))
        }
        return Polyline(coordinates.indices.lazy.filter { kept[$0] }.map { coordinates[$0] })
    }

    /// The square of the distance of a position from a straight piece, in the plane of the position.
    @inline(__always)
    private static func squaredDistance(
        of position: Coordinate, from start: Coordinate, _ end: Coordinate,
        _ scale: (longitude: Double, latitude: Double)
    ) -> Double {
        let startX = (start.longitude - position.longitude) * scale.longitude
        let startY = (start.latitude - position.latitude) * scale.latitude
        let stepX = (end.longitude - start.longitude) * scale.longitude
        let stepY = (end.latitude - start.latitude) * scale.latitude
        let squaredLength = stepX * stepX + stepY * stepY
        let share =
            squaredLength > 0 ? max(0, min(1, -(startX * stepX + startY * stepY) / squaredLength)) : 0
        let x = startX + share * stepX
        let y = startY + share * stepY
        return x * x + y * y
    }
}
