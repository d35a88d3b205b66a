@testable import LineGraph

/// Crossings counted another way: each pair of lines is followed from edge to edge.
///
/// At either end of a shared edge the two lie in some order as seen by one who comes to the node. Where both run on
/// together by one edge, they cross if its order there is another; where they part, if the first to the left leaves to the
/// right.
enum CountedCrossings {
    static func of(_ graph: LineGraph) -> Int {
        var crossings = 0
        let lines = Set(graph.edges.flatMap(\.lines)).sorted()
        for ends in graph.ends() {
            for a in lines {
                for b in lines where b > a {
                    for rank in ends.indices { crossings += count(graph, ends, rank, a, b) }
                }
            }
        }
        return crossings
    }

    /// The crossings of two lines that come along one end.
    private static func count(_ graph: LineGraph, _ ends: [LineGraph.End], _ rank: Int, _ a: Int, _ b: Int) -> Int {
        let end = ends[rank]
        let lines = graph.edges[end.edge].lines
        guard lines.contains(a), lines.contains(b) else { return 0 }
        // What follows clockwise on where one comes from lies to the left first.
        let others = (1..<max(1, ends.count)).map { ends[(rank + $0) % ends.count] }.filter { $0.edge != end.edge }
        let isLeft = isLeftForComer(graph, end, a, b)
        var crossings = 0
        for other in others where end < other {
            guard graph.isLinked(a, end, other), graph.isLinked(b, end, other) else { continue }
            if isLeft == isLeftForComer(graph, other, a, b) { crossings += 1 }
        }
        for (turnA, exitA) in others.enumerated() {
            guard graph.isLinked(a, end, exitA), !graph.isLinked(b, end, exitA) else { continue }
            for (turnB, exitB) in others.enumerated() {
                guard graph.isLinked(b, end, exitB), !graph.isLinked(a, end, exitB) else { continue }
                if (turnA < turnB) != isLeft { crossings += 1 }
            }
        }
        return crossings
    }

    /// Whether `a` lies to the left of `b` for one who comes to the node along an edge.
    private static func isLeftForComer(_ graph: LineGraph, _ end: LineGraph.End, _ a: Int, _ b: Int) -> Bool {
        let lines = graph.edges[end.edge].lines
        let isLeft = (lines.firstIndex(of: a) ?? 0) < (lines.firstIndex(of: b) ?? 0)
        return end.isFirst ? !isLeft : isLeft
    }
}
