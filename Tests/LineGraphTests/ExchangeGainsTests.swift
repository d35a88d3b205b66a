import Geometry
import Hashing
import XCTest

@testable import LineGraph

final class ExchangeGainsTests: XCTestCase {
    /// A star of edges between a few nodes, all with many lines.
    private func model(_ random: inout SplitMix64) -> OrderModel {
        let nodes = (0..<5).map { _ in
            Coordinate(
                latitude: 50 + Double.random(in: 0..<0.1, using: &random),
                longitude: 8 + Double.random(in: 0..<0.1, using: &random))
        }
        var graph = LineGraph(nodes: nodes, edges: [])
        while graph.edges.count < 8 {
            let from = Int.random(in: 0..<nodes.count, using: &random)
            let to = Int.random(in: 0..<nodes.count, using: &random)
            guard from != to else { continue }
            graph.edges.append(
                LineGraph.Edge(
                    from: from, to: to, coordinates: [nodes[from], nodes[to]],
                    lines: (0..<7).filter { _ in Bool.random(using: &random) || Bool.random(using: &random) }))
        }
        return graph.model(at: graph.ends())
    }

    /// What an exchange costs, counted from the orders: of the edge alone where its lines part, and of its couplings.
    private func cost(_ model: OrderModel, _ orders: [[Int]], placed: Set<Int>, on edge: Int) -> Int {
        var cost = model.crossings(of: edge, orders[edge])
        for number in model.couplingsOfEdge[edge] {
            let coupling = model.couplings[number]
            let (one, other) = coupling.edges
            guard placed.contains(one == edge ? other : one) else { continue }
            cost +=
                model.cost(of: coupling, OrderModel.ranks(orders[one]), OrderModel.ranks(orders[other])).crossings
        }
        return cost
    }

    func testGainsFollowTheOrders() {
        var random = SplitMix64(seed: 9)
        for _ in 0..<6 {
            let model = model(&random)
            let edges = Array(model.weights.indices)
            var orders = edges.map { Array(model.weights[$0].indices) }
            var gains = ExchangeGains(model, edges)
            var placed: Set<Int> = []
            func check() {
                for edge in edges where orders[edge].count > 1 {
                    let before = cost(model, orders, placed: placed, on: edge)
                    for rank in 0..<(orders[edge].count - 1) {
                        var exchanged = orders
                        exchanged[edge].swapAt(rank, rank + 1)
                        XCTAssertEqual(
                            gains.gain(orders[edge][rank], orders[edge][rank + 1], on: edge),
                            cost(model, exchanged, placed: placed, on: edge) - before)
                    }
                }
            }
            check()
            for edge in edges.shuffled(using: &random) {
                gains.add(edge, OrderModel.ranks(orders[edge]))
                placed.insert(edge)
                check()
            }
            for step in 0..<60 {
                let edge = Int.random(in: 0..<edges.count, using: &random)
                guard !orders[edge].isEmpty else { continue }
                var order = orders[edge]
                switch step % 3 {
                case 0: order.shuffle(using: &random)
                case 1:
                    let line = order.remove(at: Int.random(in: 0..<order.count, using: &random))
                    order.insert(line, at: Int.random(in: 0...order.count, using: &random))
                default:
                    order.swapAt(
                        Int.random(in: 0..<order.count, using: &random), Int.random(in: 0..<order.count, using: &random)
                    )
                }
                gains.replace(orders[edge], order, on: edge)
                orders[edge] = order
                check()
            }
        }
    }
}
