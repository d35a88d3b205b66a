import Platform

/// A line that is walked along: unwrapped, and no position twice in a row.
struct Course {
    /// A place on the line: at a position, or a share of the way (below 1) beyond it.
    struct Place {
        var vertex: Int
        var share: Double

        init(_ vertex: Int, _ share: Double = 0) {
            self.vertex = share >= 1 ? vertex + 1 : vertex
            self.share = share >= 1 ? 0 : share
        }
    }

    let points: [Coordinate]
    /// The way to each position in metres.
    let metres: [Double]

    /// - Parameter points: two at least.
    init(_ points: [Coordinate]) {
        self.points = points
        var metres = [0.0]
        metres.reserveCapacity(points.count)
        for (from, to) in zip(points, points.dropFirst()) {
            metres.append(metres[metres.count - 1] + Course.step(from, to).length)
        }
        self.metres = metres
    }

    var lastVertex: Int { points.count - 1 }

    func coordinate(_ place: Place) -> Coordinate {
        place.share == 0 ? points[place.vertex] : points[place.vertex].toward(points[place.vertex + 1], place.share)
    }

    func metres(_ place: Place) -> Double {
        guard place.share > 0 else { return metres[place.vertex] }
        return metres[place.vertex] + place.share * (metres[place.vertex + 1] - metres[place.vertex])
    }

    /// The way from a position to the next in the plane half way.
    private static func step(_ from: Coordinate, _ to: Coordinate) -> PlanePoint {
        LocalPlane(from, latitude: (from.latitude + to.latitude) / 2).point(to)
    }

    // MARK: Turning back

    private static let sectors = 24
    /// How many sectors of 15° make a line turn back.
    private static let fold = 9

    /// The line cut where it turns back, that is by some 135° within `window` metres: what comes then is another line,
    /// which may run where this one does.
    static func unfolded(_ points: [Coordinate], window: Double) -> [Course] {
        var courses: [Course] = []
        var start = 0
        var way = 0.0
        /// Where the line last ran into each direction.
        var last = [Double](repeating: -.infinity, count: sectors)
        for index in 0..<max(points.count - 1, 0) {
            let step = step(points[index], points[index + 1])
            let turns = atan2(step.y, step.x) / (2 * .pi)
            let sector = min(sectors - 1, Int((turns + 0.5) * Double(sectors)))
            let isFold = (fold...(sectors - fold)).contains { last[(sector + $0) % sectors] >= way - window }
            if isFold, index > start {
                courses.append(Course(Array(points[start...index])))
                start = index
                for direction in last.indices { last[direction] = -.infinity }
            }
            way += step.length
            last[sector] = way
        }
        if points.count - start > 1 { courses.append(Course(Array(points[start...]))) }
        return courses
    }
}
