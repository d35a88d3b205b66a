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
        let model = OrderModel(edges.map(\.lines), weights: edges.map { $0.lines.map { _ in 1 } }, at: ends())
        let cost = model.cost(edges.map { Array($0.lines.indices) })
        return Crossings(crossings: cost.crossings, separations: cost.separations)
    }

    /// Puts the lines of each edge into an order in which they cross and are parted as seldom as can be.
    ///
    /// Lines that share all their edges, and lie together at all their ends, are ordered as one. What hangs together by
    /// edges with two lines or more is ordered by itself: exactly where all orders can be weighed
    /// (Bast, Brosi, Storandt 2018 solve it as an integer program), else by local search. The same graph gets the same
    /// orders.
    @discardableResult
    public mutating func order() -> OrderMethod {
        let ends = ends()
        let bundles = LineBundles(edges.map(\.lines))
        let model = OrderModel(bundles.edges, weights: bundles.weights, at: ends)
        var orders = bundles.edges.map { Array($0.indices) }
        var method = OrderMethod.exact
        let exact = ExactOrder(model)
        let components = model.components
        for component in components {
            if let solved = exact.solve(component.edges, component.couplings) {
                for (edge, order) in zip(component.edges, solved) { orders[edge] = order }
            } else {
                method = .search
                var search = LocalSearch(
                    model, component.edges, component.couplings, from: orders, seed: UInt64(component.edges[0]))
                search.run(shakes: 40 * component.edges.count)
                orders = search.orders
            }
        }
        let whole = OrderModel(edges.map(\.lines), weights: edges.map { $0.lines.map { _ in 1 } }, at: ends)
        orders = bundles.unpacked(orders, model)
        // What lay in one bundle may still gain where it was turned over.
        for component in whole.components {
            var search = LocalSearch(
                whole, component.edges, component.couplings, from: orders, seed: 0)
            search.run(shakes: 0)
            orders = search.orders
        }
        for edge in edges.indices { edges[edge].lines = orders[edge].map { edges[edge].lines[$0] } }
        return method
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

/// Lines that run along the same edges, as one each.
struct LineBundles {
    /// Of each edge its bundles, and how many lines each has.
    private(set) var edges: [[Int]] = []
    private(set) var weights: [[Int]] = []
    private let lines: [[Int]]
    private var bundleOf: [Int: Int] = [:]

    init(_ lines: [[Int]]) {
        self.lines = lines
        var edgesOfLine: [Int: [Int]] = [:]
        for (edge, lines) in lines.enumerated() {
            for line in lines { edgesOfLine[line, default: []].append(edge) }
        }
        var bundles: [[Int]: Int] = [:]
        for line in edgesOfLine.keys.sorted() {
            let key = edgesOfLine[line] ?? []
            let bundle = bundles[key] ?? bundles.count
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
