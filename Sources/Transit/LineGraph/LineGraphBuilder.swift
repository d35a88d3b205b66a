import Geometry

/// Makes a line graph of the ways of several lines.
public struct LineGraphBuilder {
    /// What is known of a line along an edge.
    public struct Service: Sendable, Equatable {
        public var line: Int
        /// Of the paths that run along at least half of the edge; where none does, of the one that runs along most.
        public var tripCount: Int
        public var runs: Int
    }

    /// The graph; the lines of each edge are in the order of their numbers.
    public private(set) var graph = LineGraph(nodes: [], edges: [])
    /// By edge, for each of its lines.
    public private(set) var services: [[Service]] = []
    private var pathsOfEdge: [[Int]] = []
    /// Whether there was too much to compare, so that ways that run beside each other may be drawn twice.
    public private(set) var isExhausted = false

    /// An edge while it may still become part of a longer one.
    struct Draft {
        var from: Int
        var to: Int
        var coordinates: [Coordinate]
        var length: Double
        var lines: [Int]
        /// Of each path how many metres of it are covered, in the order of the paths.
        var covered: [(path: Int, metres: Double)]
    }

    private let paths: [WayPath]
    private let tolerance: Double
    private let decimals: Int

    /// - Parameters:
    ///   - paths: the first that comes along a way is the one that is drawn.
    ///   - tolerance: metres within which ways are the same; above 0.
    ///   - decimals: of degrees that coordinates are written with: an edge that is one position then is no edge.
    public init(_ paths: [WayPath], tolerance: Double, decimals: Int = 6) {
        self.paths = paths
        self.decimals = decimals
        self.tolerance = tolerance
        var ways = WayUnion(tolerance: tolerance)
        for path in paths { ways.add(path.coordinates) }
        isExhausted = ways.isExhausted
        let reference =
            paths.lazy.compactMap { Polyline($0.coordinates).unwrapped.coordinates.first?.longitude }.first ?? 0
        build(UnionLines(ways.ways, reference: reference))
    }

    private mutating func build(_ union: UnionLines) {
        var coverage = WayCoverage(union, tolerance: tolerance)
        var matcher = WayMatcher(union, tolerance: tolerance)
        for (number, path) in paths.enumerated() {
            matcher.match(union.course(path.coordinates))
            coverage.add(matcher, path: number)
        }
        coverage.settleLeaps()
        var nodes = NodeBook(union, coverage.leaps)
        let lineOfPath = paths.map(\.line)
        var drafts: [Draft] = []
        /// By drawn line the drafts along it.
        var places: [[(range: ClosedRange<Double>, draft: Int)]] = Array(repeating: [], count: union.lines.count)
        for number in union.lines.indices {
            for piece in coverage.pieces(of: number, lineOfPath: lineOfPath) {
                let coordinates = union.lines[number].part(from: piece.range.lowerBound, to: piece.range.upperBound)
                places[number].append((piece.range, drafts.count))
                drafts.append(
                    Draft(
                        from: nodes.node(UnionLines.Place(line: number, along: piece.range.lowerBound)),
                        to: nodes.node(UnionLines.Place(line: number, along: piece.range.upperBound)),
                        coordinates: coordinates, length: piece.range.upperBound - piece.range.lowerBound,
                        lines: piece.lines, covered: piece.covered))
            }
        }
        var contraction = Contraction(drafts, nodes.coordinates, tolerance: tolerance, decimals: decimals)
        contraction.run()
        let left = contraction.left
        finish(left.map { contraction.drafts[$0] }, contraction.nodes)
        let numbers = Dictionary(uniqueKeysWithValues: left.enumerated().map { ($1, $0) })
        var links = LineLinks(graph)
        for (path, course) in coverage.courses.enumerated() {
            var run: [(draft: Int, metres: Double, length: Double)] = []
            for stretch in course {
                let pieces = places[stretch.line]
                for piece in stretch.isForward ? pieces : pieces.reversed() {
                    let metres =
                        min(piece.range.upperBound, stretch.range.upperBound)
                        - max(piece.range.lowerBound, stretch.range.lowerBound)
                    guard metres > 0 else { continue }
                    if run.last?.draft == piece.draft {
                        run[run.count - 1].metres += metres
                    } else {
                        run.append((piece.draft, metres, piece.range.upperBound - piece.range.lowerBound))
                    }
                }
            }
            // A little of a piece is run beside its end, and not along it.
            let edges = run.filter { $0.metres >= min($0.length / 2, 3 * tolerance) }
                .map { contraction.parts(of: $0.draft).compactMap { numbers[$0] } }.filter { !$0.isEmpty }
            links.add(edges, line: paths[path].line)
        }
        links.completeEnds()
        graph.links = links.links
    }

    /// Takes over what is left, with nodes numbered as the edges meet them.
    private mutating func finish(_ drafts: [Draft], _ places: [Coordinate]) {
        var numbers: [Int: Int] = [:]
        var nodes: [Coordinate] = []
        func number(_ node: Int) -> Int {
            if let known = numbers[node] { return known }
            numbers[node] = nodes.count
            nodes.append(places[node])
            return nodes.count - 1
        }
        var edges: [LineGraph.Edge] = []
        for draft in drafts {
            edges.append(
                LineGraph.Edge(
                    from: number(draft.from), to: number(draft.to), coordinates: draft.coordinates, lines: draft.lines))
            services.append(services(of: draft))
            pathsOfEdge.append(draft.covered.map(\.path))
        }
        graph = LineGraph(nodes: nodes, edges: edges)
    }

    /// The paths that run along some of an edge, by their numbers.
    public func paths(of edge: Int) -> [Int] { pathsOfEdge[edge] }

    private func services(of draft: Draft) -> [Service] {
        draft.lines.map { line in
            var service = Service(line: line, tripCount: 0, runs: 0)
            var most: (path: Int, metres: Double)?
            for covered in draft.covered where paths[covered.path].line == line {
                if covered.metres > most?.metres ?? 0 { most = covered }
                guard covered.metres >= draft.length / 2 else { continue }
                service.tripCount += paths[covered.path].tripCount
                service.runs += paths[covered.path].runs
            }
            if service.tripCount == 0, let most {
                service.tripCount = paths[most.path].tripCount
                service.runs = paths[most.path].runs
            }
            return service
        }
    }
}

/// The nodes at the cuts of drawn lines.
private struct NodeBook {
    private(set) var coordinates: [Coordinate] = []
    private let union: UnionLines
    private var numbers: [[(along: Double, node: Int)]]
    private var parents: [Int] = []

    init(_ union: UnionLines, _ leaps: [(from: UnionLines.Place, to: UnionLines.Place)]) {
        self.union = union
        numbers = Array(repeating: [], count: union.lines.count)
        for (line, joints) in union.joints.enumerated() {
            for joint in joints { unite(UnionLines.Place(line: line, along: joint.along), joint.other) }
        }
        for leap in leaps { unite(leap.from, leap.to) }
    }

    private mutating func unite(_ one: UnionLines.Place, _ other: UnionLines.Place) {
        let (here, there) = (known(one), known(other))
        let (first, second) = (root(here), root(there))
        if first != second { parents[max(first, second)] = min(first, second) }
    }

    private func root(_ node: Int) -> Int {
        var node = node
        while parents[node] != node { node = parents[node] }
        return node
    }

    private mutating func known(_ place: UnionLines.Place) -> Int {
        if let found = numbers[place.line].first(where: { $0.along == place.along }) { return found.node }
        let node = coordinates.count
        coordinates.append(union.coordinate(place))
        parents.append(node)
        numbers[place.line].append((place.along, node))
        return node
    }

    mutating func node(_ place: UnionLines.Place) -> Int {
        let number = known(place)
        return root(number)
    }
}
