/// What an order of lines costs: how often they cross, and how often two that lie side by side are parted.
///
/// Within an edge the order stays, so lines cross at nodes. Of two lines that share two edges at a node, one crossing is
/// counted where they change sides, and one separation where they are neighbours on one of the edges and not on the other.
/// Of two that share one edge and then part, one crossing where the order is not that in which they leave.
struct OrderModel {
    /// Crossings come before separations.
    static let crossing = 1 << 24

    /// Two ends at a node whose edges share two lines at least.
    struct Coupling {
        let edges: (Int, Int)
        /// Whether both edges begin at the node, or both end there.
        let isMirrored: Bool
        /// By line its places among the lines of the two edges.
        let shared: [(Int, Int)]
    }

    /// A coupling as it looks from one of its edges.
    struct CoupledEdge {
        let coupling: Int
        let other: Int
        let isMirrored: Bool
        /// Of each place of the edge the place of the same line on the other; −1 where it does not run on there.
        let partners: [Int]
        /// How many run on.
        var shared: Int { partners.count { $0 >= 0 } }
    }

    /// Of each edge how many lines it has, and what each of its places stands for.
    let weights: [[Int]]
    /// Of each edge and pair of places `a`, `b` at `a * count + b` the crossings where `a` lies to the left of `b`.
    private(set) var parting: [[Int]]
    private(set) var couplings: [Coupling] = []
    /// The couplings of each edge.
    private(set) var couplingsOfEdge: [[Int]]
    /// What each edge is coupled to, as it looks from there.
    private(set) var links: [[CoupledEdge]]
    /// The edges that go on with a line of each edge.
    private var joined: [[(edge: Int, isMirrored: Bool)]]

    /// - Parameters:
    ///   - lines: of each edge, in any order.
    ///   - weights: how many lines each of them stands for.
    ///   - chains: what edges are part of, where `lines` are those of chains and `nodes` have the ends of edges.
    ///   - isLinked: whether a line of both runs on from one end of an edge to the other.
    init(
        _ lines: [[Int]], weights: [[Int]], at nodes: [[LineGraph.End]], chains: EdgeChains?,
        isLinked: (Int, LineGraph.End, LineGraph.End) -> Bool
    ) {
        self.weights = weights
        parting = lines.map { Array(repeating: 0, count: $0.count * $0.count) }
        couplingsOfEdge = Array(repeating: [], count: lines.count)
        joined = Array(repeating: [], count: lines.count)
        links = Array(repeating: [], count: lines.count)
        let places = lines.map { lines in
            Dictionary(lines.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        }
        for ends in nodes where ends.count > 1 {
            let own = ends.map { chains?.end($0) ?? $0 }
            for rank in ends.indices {
                addPartings(at: ends, own, from: rank, lines, isLinked)
                for other in (rank + 1)..<max(ends.count, rank + 1) where own[other].edge != own[rank].edge {
                    let shared = lines[own[rank].edge].enumerated().compactMap { place, line in
                        places[own[other].edge][line].flatMap {
                            isLinked(line, ends[rank], ends[other]) ? (place, $0) : nil
                        }
                    }
                    couple(own[rank], own[other], shared)
                }
            }
        }
    }

    private mutating func couple(_ end: LineGraph.End, _ other: LineGraph.End, _ shared: [(Int, Int)]) {
        let isMirrored = end.isFirst == other.isFirst
        if !shared.isEmpty {
            joined[end.edge].append((other.edge, isMirrored))
            joined[other.edge].append((end.edge, isMirrored))
        }
        guard shared.count > 1 else { return }
        couplingsOfEdge[end.edge].append(couplings.count)
        couplingsOfEdge[other.edge].append(couplings.count)
        var partners = [Int](repeating: -1, count: weights[end.edge].count)
        var own = [Int](repeating: -1, count: weights[other.edge].count)
        for (place, there) in shared {
            partners[place] = there
            own[there] = place
        }
        links[end.edge].append(
            CoupledEdge(coupling: couplings.count, other: other.edge, isMirrored: isMirrored, partners: partners))
        links[other.edge].append(
            CoupledEdge(coupling: couplings.count, other: end.edge, isMirrored: isMirrored, partners: own))
        couplings.append(Coupling(edges: (end.edge, other.edge), isMirrored: isMirrored, shared: shared))
    }

    /// Counts what it costs where lines of one edge leave a node by different ones.
    private mutating func addPartings(
        at ends: [LineGraph.End], _ own: [LineGraph.End], from rank: Int, _ lines: [[Int]],
        _ isLinked: (Int, LineGraph.End, LineGraph.End) -> Bool
    ) {
        let here = own[rank]
        let count = lines[here.edge].count
        guard count > 1 else { return }
        // Clockwise from where one comes, the first way out is the leftmost.
        let exits = (1..<max(1, ends.count)).map { ends[(rank + $0) % ends.count] }
            .filter { $0.edge != ends[rank].edge }
        let ways = lines[here.edge].map { line in exits.map { isLinked(line, ends[rank], $0) } }
        for a in 0..<count {
            for b in (a + 1)..<max(count, a + 1) {
                let weight = weights[here.edge][a] * weights[here.edge][b]
                for turnA in exits.indices where ways[a][turnA] && !ways[b][turnA] {
                    for turnB in exits.indices where ways[b][turnB] && !ways[a][turnB] {
                        // Who comes to the end of an edge sees its order, who comes to its beginning the reverse.
                        let isLeft = (turnA < turnB) == !here.isFirst
                        parting[here.edge][isLeft ? b * count + a : a * count + b] += weight
                    }
                }
            }
        }
    }

    /// The edges that go on with a line of an edge.
    func neighbours(of edge: Int) -> [(edge: Int, isMirrored: Bool)] { joined[edge] }

    // MARK: Costs

    /// Crossings and separations.
    struct Cost: Equatable, Sendable {
        var crossings = 0
        var separations = 0

        static func + (left: Cost, right: Cost) -> Cost {
            Cost(crossings: left.crossings + right.crossings, separations: left.separations + right.separations)
        }
    }

    /// The crossings that an edge's order costs where its lines part.
    /// - Parameter order: its places from left to right.
    func crossings(of edge: Int, _ order: [Int]) -> Int {
        let count = order.count
        var crossings = 0
        for left in 0..<count {
            for right in (left + 1)..<max(count, left + 1) {
                crossings += parting[edge][order[left] * count + order[right]]
            }
        }
        return crossings
    }

    /// What two edges' orders cost together.
    /// - Parameter ranks: of each place of the two edges where in the order it stands.
    func cost(of coupling: Coupling, _ first: [Int], _ second: [Int]) -> Cost {
        var cost = Cost()
        let shared = coupling.shared
        for one in shared.indices {
            for other in (one + 1)..<shared.count {
                cost = cost + self.cost(of: coupling, one, other, first, second)
            }
        }
        return cost
    }

    /// What two of the lines that two edges share cost.
    /// - Parameters:
    ///   - one: the place of a line among the coupling's.
    ///   - other: that of another one.
    @inline(__always)
    func cost(of coupling: Coupling, _ one: Int, _ other: Int, _ first: [Int], _ second: [Int]) -> Cost {
        var cost = Cost()
        let (a, b) = (coupling.shared[one], coupling.shared[other])
        let here = first[a.0] - first[b.0]
        let there = second[a.1] - second[b.1]
        if ((here < 0) == (there < 0)) == coupling.isMirrored {
            cost.crossings += weights[coupling.edges.0][a.0] * weights[coupling.edges.0][b.0]
        }
        if (abs(here) == 1) != (abs(there) == 1) { cost.separations += 1 }
        return cost
    }

    /// What is made as small as can be, of one edge and of a coupling.
    func price(of edge: Int, _ order: [Int]) -> Int { crossings(of: edge, order) * OrderModel.crossing }

    /// What two lines of an edge cost with each other and with all others where they part.
    /// - Parameter ranks: of each place where in the order it stands.
    func price(of edge: Int, _ ranks: [Int], _ a: Int, _ b: Int) -> Int {
        let count = ranks.count
        var crossings = 0
        for one in [a, b] {
            for other in 0..<count where other != one && !(one == b && other == a) {
                let isLeft = ranks[one] < ranks[other]
                crossings += parting[edge][isLeft ? one * count + other : other * count + one]
            }
        }
        return crossings * OrderModel.crossing
    }

    func price(of coupling: Coupling, _ first: [Int], _ second: [Int]) -> Int {
        let cost = cost(of: coupling, first, second)
        return cost.crossings * OrderModel.crossing + cost.separations
    }

    /// The cost of all orders.
    func cost(_ orders: [[Int]]) -> Cost {
        let ranks = orders.map(OrderModel.ranks)
        var cost = Cost()
        for (edge, order) in orders.enumerated() { cost.crossings += crossings(of: edge, order) }
        for coupling in couplings {
            cost = cost + self.cost(of: coupling, ranks[coupling.edges.0], ranks[coupling.edges.1])
        }
        return cost
    }

    /// Of each place where in an order it stands.
    static func ranks(_ order: [Int]) -> [Int] {
        var ranks = [Int](repeating: 0, count: order.count)
        for (rank, place) in order.enumerated() { ranks[place] = rank }
        return ranks
    }
}
