/// Edges that follow each other with the same lines, though others meet them in between: they have one order.
///
/// A crossing between two such edges can be moved to where lines begin, end or leave, at no more cost but where that is a
/// fork with all lines on both branches.
struct EdgeChains {
    /// The chain of each edge, and whether the edge leads the other way.
    private(set) var places: [(chain: Int, isTurned: Bool)] = []
    /// The first edge of each chain.
    private(set) var firstEdges: [Int] = []

    /// - Parameter lines: of each edge, the same for edges with the same lines.
    init(_ lines: [[Int]], at nodes: [[LineGraph.End]], isLinked: (Int, LineGraph.End, LineGraph.End) -> Bool) {
        var joined: [[(edge: Int, isMirrored: Bool)]] = Array(repeating: [], count: lines.count)
        for ends in nodes where ends.count > 1 {
            for (rank, end) in ends.enumerated() {
                for other in ends[(rank + 1)...]
                where other.edge != end.edge && lines[other.edge] == lines[end.edge] {
                    let isPlain = lines[end.edge].allSatisfy { line in
                        isLinked(line, end, other)
                            && ends.allSatisfy { third in
                                third == end || third == other
                                    || !isLinked(line, end, third) && !isLinked(line, other, third)
                            }
                    }
                    guard isPlain else { continue }
                    let isMirrored = end.isFirst == other.isFirst
                    joined[end.edge].append((other.edge, isMirrored))
                    joined[other.edge].append((end.edge, isMirrored))
                }
            }
        }
        var found = [(chain: Int, isTurned: Bool)?](repeating: nil, count: lines.count)
        for start in lines.indices where found[start] == nil {
            let chain = firstEdges.count
            firstEdges.append(start)
            found[start] = (chain, false)
            var open = [start]
            var next = 0
            while next < open.count {
                let edge = open[next]
                next += 1
                for other in joined[edge] where found[other.edge] == nil {
                    found[other.edge] = (chain, (found[edge]?.isTurned ?? false) != other.isMirrored)
                    open.append(other.edge)
                }
            }
        }
        places = found.map { $0 ?? (0, false) }
    }

    /// An end of an edge as one of its chain: who comes to it sees the chain's order, or the reverse.
    func end(_ end: LineGraph.End) -> LineGraph.End {
        LineGraph.End(edge: places[end.edge].chain, isFirst: end.isFirst != places[end.edge].isTurned)
    }
}
