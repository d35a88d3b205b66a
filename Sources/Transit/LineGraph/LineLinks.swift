/// Collects from which edge to which lines run on.
struct LineLinks {
    private let graph: LineGraph
    private let ends: [[LineGraph.End]]
    private(set) var links: Set<LineGraph.Link> = []

    init(_ graph: LineGraph) {
        self.graph = graph
        ends = graph.ends()
    }

    /// Takes the edges along which one path of a line runs; where several stand for one piece, those that meet.
    mutating func add(_ edges: [[Int]], line: Int) {
        for group in edges where group.count > 1 {
            for one in group { for other in group where other > one { add(one, other, line) } }
        }
        for (group, next) in zip(edges, edges.dropFirst()) {
            for one in group { for other in next { add(one, other, line) } }
        }
    }

    private mutating func add(_ one: Int, _ other: Int, _ line: Int) {
        if one != other {
            guard graph.edges[one].lines.contains(line), graph.edges[other].lines.contains(line) else { return }
            for here in [true, false] {
                for there in [true, false] where node(one, here) == node(other, there) {
                    links.insert(
                        LineGraph.Link(
                            line, LineGraph.End(edge: one, isFirst: here), LineGraph.End(edge: other, isFirst: there)))
                }
            }
        }
    }

    private func node(_ edge: Int, _ isFirst: Bool) -> Int { isFirst ? graph.edges[edge].from : graph.edges[edge].to }

    /// Lets a line that reaches a node, and has other edges there, run on to the one that lies opposite where no
    /// path told: paths that are cut up between the two say nothing.
    mutating func completeEnds() {
        for ends in ends where ends.count > 1 {
            for (rank, end) in ends.enumerated() {
                for line in graph.edges[end.edge].lines {
                    let others = ends.indices.filter {
                        ends[$0].edge != end.edge && graph.edges[ends[$0].edge].lines.contains(line)
                    }
                    guard !others.isEmpty,
                        !others.contains(where: { links.contains(LineGraph.Link(line, end, ends[$0])) })
                    else { continue }
                    let half = ends.count / 2
                    guard
                        let straight = others.min(by: {
                            abs(($0 - rank + ends.count) % ends.count - half)
                                < abs(($1 - rank + ends.count) % ends.count - half)
                        })
                    else { continue }
                    links.insert(LineGraph.Link(line, end, ends[straight]))
                }
            }
        }
    }
}

extension LineGraph {
    /// Of each edge and each of its lines the edges that the line runs on to at either node, in their order.
    public func continuations() -> [[(from: [Int], to: [Int])]] {
        var found: [[(from: [Int], to: [Int])]] = edges.map { $0.lines.map { _ in ([], []) } }
        for ends in ends() {
            for end in ends {
                for (place, line) in edges[end.edge].lines.enumerated() {
                    let others = Set(ends.filter { $0.edge != end.edge && isLinked(line, end, $0) }.map(\.edge))
                        .sorted()
                    if end.isFirst {
                        found[end.edge][place].from = others
                    } else {
                        found[end.edge][place].to = others
                    }
                }
            }
        }
        return found
    }
}
