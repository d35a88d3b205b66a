/// The union of many lines: paths that several lines share are drawn once.
///
/// Lines are added one after another. Only the stretches of a line that are farther than the tolerance from the lines
/// drawn before are drawn, so every position of every line is within the tolerance of the result. A line that returns
/// to its own path or turns around on it does not draw it twice.
///
/// Where a drawn stretch begins or ends beside an existing path, a joint connects the two: it follows the line while
/// that approaches at 30° or more, then runs straight. A joint is at most two tolerances long. A stretch that is at
/// most one tolerance longer than its two joints is drawn without them, so lines that cross are not cut.
///
/// Distances are measured in the plane tangent to the ellipsoid at the place in question; lines are straight in
/// degrees, as in GeoJSON.
///
/// Cost: n log n for n positions, and for each position the drawn pieces within the tolerance. Lines that overlap
/// everywhere would need n²: after 20 million comparisons plus 2,000 for each position, far more than real networks
/// need, only identical pieces are merged. Memory: about 100 bytes for each drawn position.
public struct WayUnion {
    /// A line of the result.
    public struct Way: Equatable, Sendable {
        public var line: Polyline
        /// The indices of positions where another line joins.
        public var nodes: [Int]
    }

    /// The tolerance in metres.
    public let tolerance: Double
    /// What is drawn. The last position of the last line may be taken back while a line is added.
    var lines: [[Coordinate]] = []
    /// Whether that last position lies between two of the line's own.
    var endsBetween = false
    var index = SegmentIndex()
    /// Drawn pieces of the line at hand, each with the way to its end: too near to be looked at yet.
    var recent: [(segment: SegmentIndex.Segment, metres: Double)] = []
    var firstRecent = 0
    private var nodes: [(line: Int32, vertex: Int32, coordinate: Coordinate)] = []
    private var reference: Double?
    /// Boxes looked at, and positions added.
    var looks = 0
    private var positions = 0
    /// What is added when there was too much to compare.
    private var rest: PieceUnion?
    /// Metres below which two places are one.
    static let same = 0.001

    public init(tolerance: Double) { self.tolerance = tolerance }

    /// Adds a line.
    public mutating func add(_ coordinates: [Coordinate]) {
        var points: [Coordinate] = []
        points.reserveCapacity(coordinates.count)
        for coordinate in Polyline(coordinates).unwrapped.coordinates where points.last != coordinate {
            points.append(coordinate)
        }
        guard points.count > 1 else { return }
        // Lines beside each other may have been unwrapped to different turns of the globe.
        let reference = self.reference ?? points[0].longitude
        self.reference = reference
        positions += points.count
        let shift = ((points[0].longitude - reference) / 360).rounded() * 360
        if shift != 0 { for index in points.indices { points[index].longitude -= shift } }
        if isExhausted {
            if rest == nil {
                rest = PieceUnion()
                for piece in index.segments { rest?.know(piece.from, piece.to) }
            }
            rest?.add(points)
        } else {
            for course in Course.unfolded(points, window: 2 * tolerance) { draw(course) }
        }
    }

    /// Whether the comparison limit was reached, so that only identical pieces are merged.
    public var isExhausted: Bool { looks > 20_000_000 + 2000 * positions }

    /// The drawn lines, with a position wherever another line joins.
    public var ways: [Way] {
        var ways: [Way] = []
        let joined = nodes.indices.sorted {
            (nodes[$0].line, nodes[$0].vertex, $0) < (nodes[$1].line, nodes[$1].vertex, $1)
        }
        var next = 0
        for (number, points) in lines.enumerated() {
            var way = Way(line: Polyline(), nodes: [])
            for (vertex, point) in points.enumerated() {
                way.line.coordinates.append(point)
                var here: [Coordinate] = []
                while next < joined.count, nodes[joined[next]].line == number, nodes[joined[next]].vertex == vertex {
                    here.append(nodes[joined[next]].coordinate)
                    next += 1
                }
                guard !here.isEmpty else { continue }
                func beyond(_ coordinate: Coordinate) -> Double {
                    let latitude = coordinate.latitude - point.latitude
                    let longitude = coordinate.longitude - point.longitude
                    return latitude * latitude + longitude * longitude
                }
                for coordinate in here.sorted(by: { beyond($0) < beyond($1) }) {
                    if coordinate != way.line.coordinates.last,
                        !points.dropFirst(vertex + 1).prefix(1).contains(coordinate)
                    {
                        way.line.coordinates.append(coordinate)
                    }
                    let isNext = coordinate != way.line.coordinates.last
                    let place = way.line.coordinates.count - (isNext ? 0 : 1)
                    if way.nodes.last != place { way.nodes.append(place) }
                }
            }
            if way.line.coordinates.count > 1 { ways.append(way) }
        }
        return ways + (rest?.lines.map { Way(line: $0, nodes: []) } ?? [])
    }

    // MARK: Walking

    /// Where the walk along a line is.
    struct Walk {
        var isDrawing = false
        /// Where the way that is drawn already begins to run beside; nil while it does not.
        var coveredFrom: Course.Place?
        /// What would lead from there to it.
        var joint: Joint?
    }

    private mutating func draw(_ course: Course) {
        var walk = Walk()
        for vertex in 0..<course.lastVertex {
            release(before: course.metres[vertex] - 2 * tolerance)
            var share = 0.0
            for stretch in isExhausted ? [0...1] : uncovered(course, vertex) {
                if stretch.lowerBound > share { cover(from: Course.Place(vertex, share), course, &walk) }
                let start = Course.Place(vertex, stretch.lowerBound)
                uncover(at: start, course, &walk)
                run(from: start, to: Course.Place(vertex, stretch.upperBound), course)
                share = stretch.upperBound
            }
            if share < 1 { cover(from: Course.Place(vertex, share), course, &walk) }
        }
        if walk.isDrawing, let from = walk.coveredFrom { finish(from, walk.joint, course) }
        endsBetween = false
        release(before: .infinity)
    }

    /// From here on the way is drawn already.
    private mutating func cover(from place: Course.Place, _ course: Course, _ walk: inout Walk) {
        guard walk.coveredFrom == nil else { return }
        walk.coveredFrom = place
        walk.joint = walk.isDrawing ? joint(course, from: place, to: Course.Place(course.lastVertex)) : nil
    }

    /// From here on the line runs where nothing is drawn.
    private mutating func uncover(at place: Course.Place, _ course: Course, _ walk: inout Walk) {
        guard let from = walk.coveredFrom else {
            if !walk.isDrawing { lines.append([course.coordinate(place)]) }
            walk.isDrawing = true
            return
        }
        walk.coveredFrom = nil
        let gap = course.metres(place) - course.metres(from)
        // A stretch this short needs no look at its joints.
        if walk.isDrawing, gap <= tolerance { return run(from: from, to: place, course) }
        let start = joint(course, from: place, to: from)
        if walk.isDrawing {
            if gap <= (walk.joint?.length ?? 0) + start.length + tolerance {
                return run(from: from, to: place, course)
            }
            finish(from, walk.joint, course)
        }
        walk.isDrawing = true
        begin(start, before: place, course)
    }

    /// Begins a line with a joint that ends at `place`.
    private mutating func begin(_ joint: Joint, before place: Course.Place, _ course: Course) {
        endsBetween = false
        let way = course.metres(place)
        let first = course.coordinate(joint.place)
        let target = joint.target.map { joint.gap > WayUnion.same ? $0.coordinate : first } ?? first
        // What goes on where the last line ended is the same line.
        if lines.last?.last != target {
            lines.append([target])
            if let segment = joint.target?.segment { node(segment, target) }
        }
        extend(to: first, way)
        run(from: joint.place, to: place, course)
    }

    /// Ends the line with a joint.
    private mutating func finish(_ from: Course.Place, _ joint: Joint?, _ course: Course) {
        guard let joint, let target = joint.target else { return }
        run(from: from, to: joint.place, course)
        endsBetween = false
        let end = joint.gap > WayUnion.same ? target.coordinate : course.coordinate(joint.place)
        extend(to: end, course.metres(joint.place))
        node(target.segment, end)
    }

    /// Draws a stretch of the line.
    private mutating func run(from start: Course.Place, to end: Course.Place, _ course: Course) {
        if end.vertex > start.vertex {
            for vertex in (start.vertex + 1)...end.vertex { extend(to: course.points[vertex], course.metres[vertex]) }
        }
        if end.share > 0 {
            // A corner of a joint is there already, and stays.
            endsBetween = extend(to: course.coordinate(end), course.metres(end))
        }
    }

    /// Goes on to a place; false where the line ends there already.
    @discardableResult
    private mutating func extend(to coordinate: Coordinate, _ metres: Double) -> Bool {
        let line = lines.count - 1
        let from = lines[line][lines[line].count - 1]
        if endsBetween, lines[line].count > 1 { lines[line].removeLast() }
        endsBetween = false
        if from != coordinate {
            let segment = SegmentIndex.Segment(
                from: from, to: coordinate, line: Int32(line), vertex: Int32(lines[line].count - 1))
            recent.append((segment, metres))
        }
        guard lines[line][lines[line].count - 1] != coordinate else { return false }
        lines[line].append(coordinate)
        return true
    }

    /// Lets the line at hand meet its own pieces that end before a place.
    private mutating func release(before metres: Double) {
        while firstRecent < recent.count, recent[firstRecent].metres <= metres {
            index.append(recent[firstRecent].segment)
            firstRecent += 1
        }
        guard firstRecent == recent.count else { return }
        recent.removeAll(keepingCapacity: true)
        firstRecent = 0
    }

    private mutating func node(_ segment: Int, _ coordinate: Coordinate) {
        nodes.append((index.segments[segment].line, index.segments[segment].vertex, coordinate))
    }
}
