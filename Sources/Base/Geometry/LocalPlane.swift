/// A place in a `LocalPlane`: metres east and north of its origin.
struct PlanePoint {
    var x: Double
    var y: Double

    static func + (left: PlanePoint, right: PlanePoint) -> PlanePoint {
        PlanePoint(x: left.x + right.x, y: left.y + right.y)
    }

    static func - (left: PlanePoint, right: PlanePoint) -> PlanePoint {
        PlanePoint(x: left.x - right.x, y: left.y - right.y)
    }

    static func * (factor: Double, point: PlanePoint) -> PlanePoint {
        PlanePoint(x: factor * point.x, y: factor * point.y)
    }

    func dot(_ other: PlanePoint) -> Double { x * other.x + y * other.y }
    func cross(_ other: PlanePoint) -> Double { x * other.y - y * other.x }
    var length: Double { dot(self).squareRoot() }
}

/// The plane that touches the ellipsoid at a latitude: exact near its origin, and straight where GeoJSON's lines are.
struct LocalPlane {
    let origin: Coordinate
    /// Metres a degree of longitude and of latitude.
    let scale: (longitude: Double, latitude: Double)

    init(_ origin: Coordinate, latitude: Double) {
        self.origin = origin
        scale = Ellipsoid.metresPerDegree(atLatitude: latitude)
    }

    func point(_ coordinate: Coordinate) -> PlanePoint {
        PlanePoint(
            x: (coordinate.longitude - origin.longitude) * scale.longitude,
            y: (coordinate.latitude - origin.latitude) * scale.latitude)
    }
}

/// A straight piece in a plane.
struct PlaneSegment {
    let start: PlanePoint
    let end: PlanePoint

    /// The shares of the way from `from` to `to` between which it lies within a distance of this piece; nil where none
    /// of it does.
    ///
    /// What lies within a distance of a straight piece is convex, a rectangle with a half circle at either end, so one
    /// stretch of the way is in it. The bounds are solved for, not sampled.
    func stretch(from: PlanePoint, to: PlanePoint, within radius: Double) -> ClosedRange<Double>? {
        let way = to - from
        let squared = way.dot(way)
        guard squared > 0 else { return distance(to: from).distance <= radius ? 0...1 : nil }
        var low = Double.infinity
        var high = -Double.infinity
        for centre in [start, end] {
            let offset = from - centre
            let half = offset.dot(way)
            let discriminant = half * half - squared * (offset.dot(offset) - radius * radius)
            guard discriminant >= 0 else { continue }
            let root = discriminant.squareRoot()
            low = min(low, (-half - root) / squared)
            high = max(high, (-half + root) / squared)
        }
        let course = end - start
        let length = course.length
        if length > 0 {
            let along = (1 / length) * course
            let offset = from - start
            let across = PlaneSegment.solve(along.cross(offset), along.cross(way), -radius, radius)
            let beside = PlaneSegment.solve(along.dot(offset), along.dot(way), 0, length)
            let first = max(across.lowest, beside.lowest)
            let last = min(across.highest, beside.highest)
            if first <= last {
                low = min(low, first)
                high = max(high, last)
            }
        }
        low = max(low, 0)
        high = min(high, 1)
        return low <= high ? low...high : nil
    }

    /// Where `value + share × step` lies between two bounds.
    private static func solve(
        _ value: Double, _ step: Double, _ lower: Double, _ upper: Double
    ) -> (lowest: Double, highest: Double) {
        guard step != 0 else {
            return value >= lower && value <= upper ? (-.infinity, .infinity) : (.infinity, -.infinity)
        }
        let one = (lower - value) / step
        let other = (upper - value) / step
        return (min(one, other), max(one, other))
    }

    /// The distance of a point, and the share of this piece at which the nearest of its points lies.
    func distance(to point: PlanePoint) -> (distance: Double, share: Double) {
        let course = end - start
        let squared = course.dot(course)
        let share = squared > 0 ? max(0, min(1, (point - start).dot(course) / squared)) : 0
        return ((point - (start + share * course)).length, share)
    }

    /// The share of the way from `from` to `to` at which it crosses or touches this piece; nil for none, and for a way
    /// that is parallel.
    func crossing(from: PlanePoint, to: PlanePoint) -> Double? {
        let way = to - from
        let course = end - start
        let turn = way.cross(course)
        guard turn != 0 else { return nil }
        let offset = start - from
        let share = offset.cross(course) / turn
        let place = offset.cross(way) / turn
        return share >= 0 && share <= 1 && place >= 0 && place <= 1 ? share : nil
    }
}

extension Coordinate {
    /// The place at a share of the straight line in degrees to another one.
    func toward(_ other: Coordinate, _ share: Double) -> Coordinate {
        if share <= 0 { return self }
        if share >= 1 { return other }
        return Coordinate(
            latitude: latitude + share * (other.latitude - latitude),
            longitude: longitude + share * (other.longitude - longitude))
    }
}
