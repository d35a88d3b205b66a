import Geometry
import Hashing
import XCTest

@testable import LineGraph

final class OrderTests: XCTestCase {
    /// A graph of few edges between random places, with lines at random.
    private func randomGraph(_ random: inout SplitMix64, edges: Int, lines: Int) -> LineGraph {
        let nodes = (0..<max(3, edges * 2 / 3)).map { _ in
            Coordinate(
                latitude: 50 + Double.random(in: 0..<0.1, using: &random),
                longitude: 8 + Double.random(in: 0..<0.1, using: &random))
        }
        var graph = LineGraph(nodes: nodes, edges: [])
        while graph.edges.count < edges {
            let from = Int.random(in: 0..<nodes.count, using: &random)
            let to = Int.random(in: 0..<nodes.count, using: &random)
            guard from != to else { continue }
            let count = Int.random(in: 1...lines, using: &random)
            graph.edges.append(
                LineGraph.Edge(
                    from: from, to: to, coordinates: [nodes[from], nodes[to]],
                    lines: Array((0..<lines).shuffled(using: &random).prefix(count)).sorted()))
        }
        return graph
    }

    /// The fewest crossings of all orders there are that stay where the lines do.
    private func fewest(_ graph: LineGraph, _ chains: EdgeChains, from chain: Int = 0) -> Int {
        guard chain < chains.firstEdges.count else { return CountedCrossings.of(graph) }
        var best = Int.max
        func permute(_ order: [Int], _ place: Int) {
            guard place + 1 < order.count else {
                var graph = graph
                for edge in graph.edges.indices where chains.places[edge].chain == chain {
                    graph.edges[edge].lines = chains.places[edge].isTurned ? order.reversed() : order
                }
                best = min(best, fewest(graph, chains, from: chain + 1))
                return
            }
            for other in place..<order.count {
                var order = order
                order.swapAt(place, other)
                permute(order, place + 1)
            }
        }
        permute(graph.edges[chains.firstEdges[chain]].lines, 0)
        return best
    }

    func testNoOrderHasFewerCrossings() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<40 {
            let graph = randomGraph(&random, edges: 4, lines: 3)
            var ordered = graph
            XCTAssertEqual(ordered.order(), .exact)
            XCTAssertEqual(ordered.crossings.crossings, CountedCrossings.of(ordered))
            let chains = EdgeChains(graph.edges.map(\.lines), at: graph.ends(), isLinked: graph.isLinked)
            XCTAssertEqual(ordered.crossings.crossings, fewest(graph, chains), "\(graph)")
        }
    }

    func testSearchFindsWhatIsExact() throws {
        var random = SplitMix64(seed: 7)
        for _ in 0..<8 {
            let graph = randomGraph(&random, edges: 8, lines: 4)
            let model = graph.model(at: graph.ends())
            var orders = graph.edges.map { Array($0.lines.indices) }
            let solver = ExactOrder(model)
            for component in model.components {
                var search = LocalSearch(model, component.edges, component.couplings, from: orders, seed: 3)
                search.run(shakes: 80)
                let searched = model.cost(search.orders)
                let solved = try XCTUnwrap(solver.solve(component.edges, component.couplings))
                for (edge, order) in zip(component.edges, solved) { orders[edge] = order }
                XCTAssertEqual(searched.crossings, model.cost(orders).crossings)
            }
        }
    }

    func testMoreLinesThanAllOrdersOfAreSearched() {
        var random = SplitMix64(seed: 3)
        let graph = randomGraph(&random, edges: 9, lines: 9)
        var one = graph
        var other = graph
        XCTAssertEqual(one.order(), .search)
        other.order()
        XCTAssertEqual(one, other, "the same graph gets the same orders")
        XCTAssertEqual(one.crossings.crossings, CountedCrossings.of(one))
        XCTAssertLessThan(one.crossings.crossings, graph.crossings.crossings)
        for (ordered, given) in zip(one.edges, graph.edges) { XCTAssertEqual(ordered.lines.sorted(), given.lines) }
    }

    /// Where others join and leave and the lines stay the same, so does their order, turned over where the edge is.
    func testTheOrderStaysWhereTheLinesStay() {
        func place(_ x: Double, _ y: Double) -> Coordinate { Coordinate(latitude: y / 100, longitude: x / 100) }
        let nodes = [
            place(0, 0), place(1, 0), place(2, 0), place(3, 0), place(-1, 1), place(-1, -1), place(4, 1), place(4, -1),
            place(1, 1), place(2, -1),
        ]
        func edge(_ from: Int, _ to: Int, _ lines: [Int]) -> LineGraph.Edge {
            LineGraph.Edge(from: from, to: to, coordinates: [nodes[from], nodes[to]], lines: lines)
        }
        // 0 comes from the north and leaves to the south, 1 the other way: they cross once. 2 crosses the street.
        var graph = LineGraph(
            nodes: nodes,
            edges: [
                edge(4, 0, [0]), edge(5, 0, [1]), edge(0, 1, [0, 1]), edge(2, 1, [0, 1]), edge(2, 3, [0, 1]),
                edge(3, 7, [0]), edge(3, 6, [1]), edge(8, 1, [2]), edge(2, 9, [2]),
            ])
        graph.order()
        XCTAssertEqual(graph.crossings.crossings, 1)
        XCTAssertEqual(graph.edges[2].lines, Array(graph.edges[3].lines.reversed()))
        XCTAssertEqual(graph.edges[2].lines, graph.edges[4].lines)
    }
}
