import Platform

/// What of a line runs beside what is drawn.
extension WayUnion {
    /// The shares of the piece after a position that lie further than the tolerance from all that is drawn, in order.
    mutating func uncovered(_ course: Course, _ vertex: Int) -> [ClosedRange<Double>] {
        var covered: [ClosedRange<Double>] = []
        cover(course.points[vertex], course.points[vertex + 1], 0, 1, &covered)
        guard !covered.isEmpty else { return [0...1] }
        if covered.count > 1 { covered.sort { $0.lowerBound < $1.lowerBound } }
        let length = course.metres[vertex + 1] - course.metres[vertex]
        var open: [ClosedRange<Double>] = []
        var share = 0.0
        for stretch in covered {
            // A stretch of less than a millimetre comes of rounding.
            if (stretch.lowerBound - share) * length > WayUnion.same { add(share...stretch.lowerBound, length, &open) }
            share = max(share, stretch.upperBound)
        }
        if (1 - share) * length > WayUnion.same { add(share...1, length, &open) }
        return open
    }

    /// Adds a stretch, or lets the one before go on where the two lie so near that no joints would be worth it: each of
    /// them would be a tolerance long at least.
    private func add(_ stretch: ClosedRange<Double>, _ length: Double, _ open: inout [ClosedRange<Double>]) {
        if let last = open.last, (stretch.lowerBound - last.upperBound) * length <= 3 * tolerance {
            open[open.count - 1] = last.lowerBound...stretch.upperBound
        } else {
            open.append(stretch)
        }
    }

    /// Adds the stretches of a straight piece that lie within the tolerance of what is drawn, as shares between two of
    /// the whole piece it is a part of.
    private mutating func cover(
        _ from: Coordinate, _ to: Coordinate, _ first: Double, _ last: Double, _ covered: inout [ClosedRange<Double>]
    ) {
        let box = SegmentIndex.Box(from, to).widened(by: tolerance)
        let middle = (from.latitude + to.latitude) / 2
        if abs(to.latitude - from.latitude) > WayUnion.reach(atLatitude: middle) {
            var isNear = false
            looks += index.forEach(in: box) { _ in
                isNear = true
                return false
            }
            guard isNear else { return }
            let half = from.toward(to, 0.5)
            let share = (first + last) / 2
            cover(from, half, first, share, &covered)
            return cover(half, to, share, last, &covered)
        }
        let plane = LocalPlane(from, latitude: middle)
        let end = plane.point(to)
        let whole = last - first
        looks += index.forEach(in: box) { place in
            let drawn = PlaneSegment(
                start: plane.point(index.segments[place].from), end: plane.point(index.segments[place].to))
            guard let stretch = drawn.stretch(from: PlanePoint(x: 0, y: 0), to: end, within: tolerance) else {
                return true
            }
            if stretch.lowerBound <= 0, stretch.upperBound >= 1 {
                covered.append(first...last)
                return false
            }
            covered.append((first + whole * stretch.lowerBound)...(first + whole * stretch.upperBound))
            return true
        }
    }

    /// Over how many degrees of latitude the metres of a degree of longitude may be taken as the same: they change by
    /// less than 0.03 %, 6 mm of 20 m.
    static func reach(atLatitude latitude: Double) -> Double {
        let slope = tan(min(abs(latitude), 89.9) * .pi / 180)
        return min(0.05, 0.03 / max(slope, 0.01))
    }
}
