import Geometry

/// Makes a line graph as plain as it can be: nodes that lie hardly apart become one, and edges that follow each other
/// with the same lines become one.
struct Contraction {
    var drafts: [LineGraphBuilder.Draft]
    private(set) var nodes: [Coordinate]
    let tolerance: Double
    /// Decimals of degrees that coordinates are written with.
    private let decimals: Int
    private static let mostRounds = 12
    /// The drafts at each node; those that are gone may still be named.
    var drawn: [[Int]]
    var isGone: [Bool]
    /// The draft that each has become part of.
    var parents: [Int]
    /// What each draft was shortened beside: it begins where that ends.
    var companions: [[Int]]

    init(_ drafts: [LineGraphBuilder.Draft], _ nodes: [Coordinate], tolerance: Double, decimals: Int) {
        self.decimals = decimals
        self.drafts = drafts
        self.nodes = nodes
        self.tolerance = tolerance
        drawn = Array(repeating: [], count: nodes.count)
        isGone = Array(repeating: false, count: drafts.count)
        parents = Array(drafts.indices)
        companions = Array(repeating: [], count: drafts.count)
        for (number, draft) in drafts.enumerated() {
            drawn[draft.from].append(number)
            if draft.to != draft.from { drawn[draft.to].append(number) }
        }
    }

    mutating func run() {
        // Ends that a leap brought together lie apart.
        for number in drafts.indices { fit(number) }
        mergeNearNodes()
        dropPoints()
        dropKnots()
        // Ways that lie across each other without end are left as they are.
        for _ in 0..<Contraction.mostRounds {
            for node in nodes.indices { join(at: node) }
            if !mergeBeside(), !shortenBeside() { return }
        }
    }

    /// The drafts that are left.
    var left: [Int] { drafts.indices.filter { !isGone[$0] } }

    /// The drafts that are left of one, which it is a part of, or runs along for a while: none where it is gone.
    func parts(of draft: Int) -> [Int] {
        var found: Set<Int> = []
        var open = [draft]
        while var draft = open.popLast() {
            var along = companions[draft]
            while parents[draft] != draft {
                draft = parents[draft]
                along += companions[draft]
            }
            guard !isGone[draft], found.insert(draft).inserted else { continue }
            open += along
        }
        return found.sorted()
    }

    func living(at node: Int) -> [Int] { drawn[node].filter { !isGone[$0] } }

    // MARK: Near nodes

    /// Takes out edges between junctions that are shorter than two tolerances, the shortest first: their nodes become
    /// one, unless it would swallow what lies further apart than four.
    private mutating func mergeNearNodes() {
        /// How far from its place each node reaches, in metres.
        var reach = [Double](repeating: 0, count: nodes.count)
        let short = drafts.indices.filter { drafts[$0].length <= 2 * tolerance }
            .sorted { (drafts[$0].length, $0) < (drafts[$1].length, $1) }
        for number in short where !isGone[number] {
            let (from, to) = (drafts[number].from, drafts[number].to)
            if from == to {
                isGone[number] = living(at: from).count > 1
                continue
            }
            guard living(at: from).count > 1, living(at: to).count > 1 else { continue }
            // The one where more meets stays where it is.
            let (kept, lost) =
                (living(at: to).count, -to) > (living(at: from).count, -from) ? (to, from) : (from, to)
            let apart = Ellipsoid.distance(nodes[kept], nodes[lost])
            guard apart + reach[lost] <= 4 * tolerance else { continue }
            reach[kept] = max(reach[kept], apart + reach[lost])
            isGone[number] = true
            move(lost, to: kept)
        }
    }

    /// Takes out edges that are a single position at the precision of the output, even where nothing else follows, such
    /// as between two stops in one place at the end of a line: their nodes become one.
    private mutating func dropPoints() {
        for number in drafts.indices where !isGone[number] && isPoint(drafts[number].coordinates) {
            let (from, to) = (drafts[number].from, drafts[number].to)
            let others = (living(at: from).count, living(at: to).count)
            guard max(others.0, others.1) > 1 else { continue }
            isGone[number] = true
            guard from != to else { continue }
            let (kept, lost) = others.1 > others.0 ? (to, from) : (from, to)
            move(lost, to: kept)
        }
    }

    private func isPoint(_ coordinates: [Coordinate]) -> Bool {
        let first = coordinates.first?.rounded(decimals: decimals)
        return coordinates.allSatisfy { $0.rounded(decimals: decimals) == first }
    }

    /// Lets what meets at one node meet at another.
    private mutating func move(_ lost: Int, to kept: Int) {
        for other in living(at: lost) {
            if drafts[other].from == lost { drafts[other].from = kept }
            if drafts[other].to == lost { drafts[other].to = kept }
            if !drawn[kept].contains(other) { drawn[kept].append(other) }
            fit(other)
        }
        drawn[lost] = []
    }

    /// Takes out what has become a loop hardly larger than its node.
    private mutating func dropKnots() {
        for number in drafts.indices where !isGone[number] && drafts[number].from == drafts[number].to {
            guard MeasuredLine(drafts[number].coordinates).length <= 4 * tolerance else { continue }
            isGone[number] = living(at: drafts[number].from).count > 1
        }
    }

    /// Lets an edge begin and end at its nodes: what lies nearer to a node than the end that moves is left out.
    private mutating func fit(_ number: Int) {
        var points = drafts[number].coordinates
        for isFirst in [true, false] {
            if !isFirst { points.reverse() }
            let node = nodes[isFirst ? drafts[number].from : drafts[number].to]
            if let end = points.first, end != node {
                let gap = Ellipsoid.distance(end, node)
                while points.count > 2, Ellipsoid.distance(points[1], node) <= gap { points.removeFirst() }
                points[0] = node
            }
            if !isFirst { points.reverse() }
        }
        drafts[number].coordinates = points
    }

    // MARK: Edges in a row

    /// Makes one edge of two that have the same lines, where no other meets them.
    private mutating func join(at node: Int) {
        let here = living(at: node)
        guard here.count == 2 else { return }
        let (one, other) = (here[0], here[1])
        guard drafts[one].lines == drafts[other].lines, drafts[one].from != drafts[one].to,
            drafts[other].from != drafts[other].to
        else { return }
        // The first keeps its direction.
        let isEnd = drafts[one].to == node
        var next = drafts[other].coordinates
        if (drafts[other].from == node) != isEnd { next.reverse() }
        let far = drafts[other].from == node ? drafts[other].to : drafts[other].from
        if isEnd {
            drafts[one].coordinates += next.dropFirst()
            drafts[one].to = far
        } else {
            drafts[one].coordinates = next + drafts[one].coordinates.dropFirst()
            drafts[one].from = far
        }
        drafts[one].length += drafts[other].length
        drafts[one].covered = Contraction.sum(drafts[one].covered, drafts[other].covered)
        isGone[other] = true
        parents[other] = one
        if !drawn[far].contains(one) { drawn[far].append(one) }
    }

    static func sum(
        _ one: [(path: Int, metres: Double)], _ other: [(path: Int, metres: Double)]
    ) -> [(path: Int, metres: Double)] {
        var result: [(path: Int, metres: Double)] = []
        for covered in (one + other).sorted(by: { $0.path < $1.path }) {
            if result.last?.path == covered.path {
                result[result.count - 1].metres += covered.metres
            } else {
                result.append(covered)
            }
        }
        return result
    }
}
