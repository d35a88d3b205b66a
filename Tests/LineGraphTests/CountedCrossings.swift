import Geometry

@testable import LineGraph

/// Crossings counted another way: each pair of lines is followed along the edges that it shares.
///
/// At either end of a shared edge the two lie in some order as seen by one who comes to the node. If both go on together by
/// one edge, they cross where its order there is another; if they part, where the first to the left leaves to the right.
enum CountedCrossings {
    static func of(_ graph: LineGraph) -> Int {
        let ends = graph.ends()
        var crossings = 0
        let lines = Set(graph.edges.flatMap(\.lines)).sorted()
        for ends in ends {
            for a in lines {
                for b in lines where b > a {
                    for (rank, end) in ends.enumerated() where both(graph, end, a, b) {
                        let others = (1..<ends.count).map { ends[(rank + $0) % ends.count] }.filter { $0.edge != end.edge }
                        // One comes to the node along `end`, so what follows clockwise is what lies to the left first.
                        let isLeft = isLeftForComer(graph, end, a, b)
                        for other in others where both(graph, other, a, b) {
                            // Each such pair of ends is met from both of its sides.
                            guard (end.edge, end.isFirst ? 0 : 1) < (other.edge, other.isFirst ? 0 : 1) else { continue }
                            if isLeft == isLeftForComer(graph, other, a, b) { crossings += 1 }
                        }
                        for (turnA, exitA) in others.enumerated() where only(graph, exitA, a, not: b) {
                            for (turnB, exitB) in others.enumerated() where only(graph, exitB, b, not: a) {
                                if (turnA < turnB) != isLeft { crossings += 1 }
                            }
                        }
                    }
                }
            }
        }
        return crossings
    }

    private static func both(_ graph: LineGraph, _ end: LineGraph.End, _ a: Int, _ b: Int) -> Bool {
        graph.edges[end.edge].lines.contains(a) && graph.edges[end.edge].lines.contains(b)
    }

    private static func only(_ graph: LineGraph, _ end: LineGraph.End, _ a: Int, not b: Int) -> Bool {
        graph.edges[end.edge].lines.contains(a) && !graph.edges[end.edge].lines.contains(b)
    }

    /// Whether `a` lies to the left of `b` for one who comes to the node along an edge.
    private static func isLeftForComer(_ graph: LineGraph, _ end: LineGraph.End, _ a: Int, _ b: Int) -> Bool {
        let lines = graph.edges[end.edge].lines
        let isLeft = (lines.firstIndex(of: a) ?? 0) < (lines.firstIndex(of: b) ?? 0)
        return end.isFirst ? !isLeft : isLeft
    }
}
