extension LineGraph {
    /// How often lines change sides, and how often two that lie side by side are parted.
    public struct Crossings: Equatable, Sendable {
        /// Pairs of lines that cross, once for each place where they do.
        public var crossings: Int
        /// Pairs of lines that are neighbours on one of two edges that meet and not on the other.
        public var separations: Int
    }

    /// How an order was found.
    public enum OrderMethod: Sendable, Equatable {
        /// No order has fewer crossings.
        case exact
        /// None was found that has fewer.
        case search
    }

    /// The crossings and separations of the edges' orders as they are.
    public var crossings: Crossings {
        let model = model(at: ends())
        let cost = model.cost(edges.map { Array($0.lines.indices) })
        return Crossings(crossings: cost.crossings, separations: cost.separations)
    }

    /// What the orders cost, line by line.
    func model(at ends: [[End]]) -> OrderModel {
        OrderModel(
            edges.map(\.lines), weights: edges.map { $0.lines.map { _ in 1 } }, at: ends, chains: nil,
            isLinked: isLinked)
    }

    /// Puts the lines of each edge into an order in which they cross and are parted as seldom as can be.
    ///
    /// Lines that share all their edges and links are ordered as one, and so are edges in a row with the same lines. What hangs together by
    /// edges with two lines or more is ordered by itself: exactly where all orders can be weighed
    /// (Bast, Brosi, Storandt 2018 solve it as an integer program), else by local search. The same graph gets the same
    /// orders.
    @discardableResult
    public mutating func order() -> OrderMethod {
        let ends = ends()
        for edge in edges.indices { edges[edge].lines.sort() }
        let whole = LineBundles(edges.map(\.lines), links ?? [])
        let isJoined = { (bundle: Int, one: End, other: End) in isLinked(whole.firstLine(of: bundle), one, other) }
        let chains = EdgeChains(whole.edges, at: ends, isLinked: isJoined)
        let bundles = whole.only(chains.firstEdges)
        let model = OrderModel(bundles.edges, weights: bundles.weights, at: ends, chains: chains, isLinked: isJoined)
        let (ordered, method) = LineGraph.solve(model, from: bundles.edges.map { Array($0.indices) })
        let single = OrderModel(
            bundles.lines, weights: bundles.lines.map { $0.map { _ in 1 } }, at: ends, chains: chains,
            isLinked: isLinked)
        var result = (orders: bundles.unpacked(ordered, model), method: method)
        // Where lines of one bundle have to cross, as around a loop that turns them over, it pays to take it apart.
        if single.cost(result.orders).crossings != model.cost(ordered).crossings {
            result = LineGraph.solve(single, from: result.orders)
        }
        for edge in edges.indices {
            let place = chains.places[edge]
            let order = result.orders[place.chain].map { bundles.lines[place.chain][$0] }
            edges[edge].lines = place.isTurned ? order.reversed() : order
        }
        return result.method
    }

    /// Orders what hangs together part by part.
    private static func solve(_ model: OrderModel, from orders: [[Int]]) -> (orders: [[Int]], method: OrderMethod) {
        var orders = orders
        var method = OrderMethod.exact
        let exact = ExactOrder(model)
        for component in model.components {
            if let solved = exact.solve(component.edges, component.couplings) {
                for (edge, order) in zip(component.edges, solved) { orders[edge] = order }
            } else {
                method = .search
                var search = LocalSearch(
                    model, component.edges, component.couplings, from: orders, seed: UInt64(component.edges[0]))
                search.run(shakes: 300 * component.edges.count)
                orders = search.orders
            }
        }
        return (orders, method)
    }
}

extension OrderModel {
    /// Edges with two lines at least that hang together by couplings, in the order of their first edges.
    var components: [(edges: [Int], couplings: [Int])] {
        var isKnown = [Bool](repeating: false, count: weights.count)
        var components: [(edges: [Int], couplings: [Int])] = []
        for start in weights.indices where weights[start].count > 1 && !isKnown[start] {
            isKnown[start] = true
            var edges = [start]
            var couplings: Set<Int> = []
            var next = 0
            while next < edges.count {
                for number in couplingsOfEdge[edges[next]] {
                    couplings.insert(number)
                    let (one, other) = self.couplings[number].edges
                    for edge in [one, other] where !isKnown[edge] {
                        isKnown[edge] = true
                        edges.append(edge)
                    }
                }
                next += 1
            }
            components.append((edges.sorted(), couplings.sorted()))
        }
        return components
    }
}

/// Lines that run along the same edges and from one to the other alike, as one each.
struct LineBundles {
    /// Of each edge its bundles, and how many lines each has.
    private(set) var edges: [[Int]] = []
    private(set) var weights: [[Int]] = []
    private(set) var lines: [[Int]]
    private var bundleOf: [Int: Int] = [:]
    private var firstLines: [Int] = []

    /// A line's edges and links.
    private struct Course: Hashable {
        let edges: [Int]
        let links: Set<[LineGraph.End]>
    }

    init(_ lines: [[Int]], _ links: Set<LineGraph.Link>) {
        self.lines = lines
        var linksOfLine: [Int: Set<[LineGraph.End]>] = [:]
        for link in links { linksOfLine[link.line, default: []].insert(link.ends) }
        var edgesOfLine: [Int: [Int]] = [:]
        for (edge, lines) in lines.enumerated() {
            for line in lines { edgesOfLine[line, default: []].append(edge) }
        }
        var bundles: [Course: Int] = [:]
        for line in edgesOfLine.keys.sorted() {
            let key = Course(edges: edgesOfLine[line] ?? [], links: linksOfLine[line] ?? [])
            let bundle = bundles[key] ?? bundles.count
            if bundle == firstLines.count { firstLines.append(line) }
            bundles[key] = bundle
            bundleOf[line] = bundle
        }
        for lines in lines {
            var found: [Int] = []
            var counts: [Int] = []
            for line in lines {
                let bundle = bundleOf[line] ?? 0
                if let place = found.firstIndex(of: bundle) {
                    counts[place] += 1
                } else {
                    found.append(bundle)
                    counts.append(1)
                }
            }
            edges.append(found)
            weights.append(counts)
        }
    }

    /// The bundles of some of the edges.
    func only(_ chosen: [Int]) -> LineBundles {
        var part = self
        part.edges = chosen.map { edges[$0] }
        part.weights = chosen.map { weights[$0] }
        part.lines = chosen.map { lines[$0] }
        return part
    }

    /// The first of a bundle's lines: what runs on of it.
    func firstLine(of bundle: Int) -> Int { firstLines[bundle] }

    /// The places of each edge's lines in the order of its bundles.
    ///
    /// The lines of a bundle lie as they do on the edge before; where two edges begin at one node, or both end there, left
    /// is right.
    func unpacked(_ orders: [[Int]], _ model: OrderModel) -> [[Int]] {
        let places = edges.map { bundles in
            Dictionary(bundles.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        }
        /// By edge and place of a bundle, whether it lies the other way round than where it begins.
        var isTurned: [[Bool?]] = edges.map { $0.map { _ in nil } }
        for start in edges.indices {
            for (place, bundle) in edges[start].enumerated() where isTurned[start][place] == nil {
                isTurned[start][place] = false
                var open = [(edge: start, isTurned: false)]
                var next = 0
                while next < open.count {
                    let here = open[next]
                    next += 1
                    for other in model.neighbours(of: here.edge) {
                        guard let there = places[other.edge][bundle], isTurned[other.edge][there] == nil else {
                            continue
                        }
                        let turned = here.isTurned != other.isMirrored
                        isTurned[other.edge][there] = turned
                        open.append((other.edge, turned))
                    }
                }
            }
        }
        return lines.indices.map { edge in
            var members: [[Int]] = Array(repeating: [], count: edges[edge].count)
            for (place, line) in lines[edge].enumerated() {
                guard let bundle = bundleOf[line].flatMap({ places[edge][$0] }) else { continue }
                members[bundle].append(place)
            }
            return orders[edge].flatMap { bundle in
                let byLine = members[bundle].sorted { lines[edge][$0] < lines[edge][$1] }
                return isTurned[edge][bundle] == true ? byLine.reversed() : byLine
            }
        }
    }
}
