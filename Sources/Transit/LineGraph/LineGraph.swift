import Geometry
import Platform

/// The ways of several lines as a graph: nodes where lines part, meet or end, and between them edges with the lines that
/// run there, in an order.
///
/// After Bast, Brosi and Storandt, "Efficient Generation of Geographically Accurate Transit Maps" (2018), where it is
/// called a line graph.
public struct LineGraph: Equatable, Sendable {
    public struct Edge: Equatable, Sendable {
        /// The nodes it leads from and to.
        public var from: Int
        public var to: Int
        /// Two positions at least.
        public var coordinates: [Coordinate]
        /// Numbers of lines, each once, from left to right as one goes from `from` to `to`.
        public var lines: [Int]
    }

    /// Where an edge begins or ends.
    public struct End: Hashable, Comparable, Sendable {
        public let edge: Int
        /// Whether it is the one that the edge leads from.
        public let isFirst: Bool

        public static func < (left: End, right: End) -> Bool {
            (left.edge, left.isFirst ? 0 : 1) < (right.edge, right.isFirst ? 0 : 1)
        }
    }

    /// That a line runs on from one edge to another at a node, in either direction.
    struct Link: Hashable, Sendable {
        let line: Int
        /// In their order.
        let ends: [End]

        init(_ line: Int, _ one: End, _ other: End) {
            self.line = line
            ends = one < other ? [one, other] : [other, one]
        }
    }

    public var nodes: [Coordinate]
    public var edges: [Edge]
    /// Which edges lines run on to; nil where each runs on to all edges of its own.
    var links: Set<Link>?

    /// Whether a line runs on from one end at a node to another.
    func isLinked(_ line: Int, _ one: End, _ other: End) -> Bool {
        if let links { return links.contains(Link(line, one, other)) }
        return edges[one.edge].lines.contains(line) && edges[other.edge].lines.contains(line)
    }

    /// Metres from a node at which the direction of an edge is looked at: joints are shorter, and so is what edges were
    /// bent by when nodes became one.
    private static let reach = 150.0

    /// The ends of edges at each node, clockwise from north.
    func ends() -> [[End]] {
        var ends: [[(end: End, bearing: Double)]] = Array(repeating: [], count: nodes.count)
        for (number, edge) in edges.enumerated() {
            let line = MeasuredLine(edge.coordinates)
            let reach = min(LineGraph.reach, edge.from == edge.to ? line.length / 2 : line.length)
            for (node, isFirst) in [(edge.from, true), (edge.to, false)] {
                guard let start = line.coordinate(at: isFirst ? 0 : line.length),
                    let end = line.coordinate(at: isFirst ? reach : line.length - reach)
                else { continue }
                ends[node].append((End(edge: number, isFirst: isFirst), LineGraph.bearing(start, end)))
            }
        }
        return ends.map { ends in
            ends.sorted {
                ($0.bearing, $0.end.edge, $0.end.isFirst ? 0 : 1) < ($1.bearing, $1.end.edge, $1.end.isFirst ? 0 : 1)
            }
            .map(\.end)
        }
    }

    /// Radians from north, clockwise, −π to π.
    private static func bearing(_ from: Coordinate, _ to: Coordinate) -> Double {
        let scale = Ellipsoid.metresPerDegree(atLatitude: (from.latitude + to.latitude) / 2)
        return atan2((to.longitude - from.longitude) * scale.longitude, (to.latitude - from.latitude) * scale.latitude)
    }
}
