import Drawing
import Platform

/// The strands of routes as they lie in one picture: beside each other along a piece of way, and in curves from one
/// piece to the next.
public struct StrandLines {
    let ways: NetworkWays
    let links: [NetworkWays.Link]
    /// Each piece's way in the picture.
    let paths: [[Point]]
    private let pitch: Double
    /// What is cut off either end of each piece, where strands lead to other pieces in curves.
    let cuts: [(first: Double, last: Double)]
    /// The share of a piece that curves at either end may take.
    private static let mostCut = 0.42

    /// - Parameters:
    ///   - paths: of each of the network's pieces, in pixels; empty for one out of sight.
    ///   - pitch: pixels from the middle of one strand to that of the next where no more than six lie side by side.
    public init(_ ways: NetworkWays, _ paths: [[Point]], pitch: Double) {
        self.ways = ways
        self.paths = paths
        self.pitch = pitch
        let links = ways.links
        var cuts: [(first: Double, last: Double)] = Array(repeating: (0, 0), count: ways.pieces.count)
        func widen(_ end: NetworkWays.End, _ reach: Double) {
            if end.isFirst {
                cuts[end.piece].first = max(cuts[end.piece].first, reach)
            } else {
                cuts[end.piece].last = max(cuts[end.piece].last, reach)
            }
        }
        for link in links {
            guard let arriving = StrandLines.course(paths[link.one.piece], link.one, leaving: false),
                let leaving = StrandLines.course(paths[link.other.piece], link.other, leaving: true)
            else { continue }
            let from = ways.offset(link.place, arrivingAt: link.one)
            let to = ways.offset(link.otherPlace, leaving: link.other)
            let turn = abs(
                atan2(arriving.x * leaving.y - arriving.y * leaving.x, arriving.x * leaving.x + arriving.y * leaving.y))
            // Enough for an S that is not steep, and for the inner side of a corner.
            let reach =
                pitch * (0.5 + 1.3 * abs(from - to) + max(abs(from), abs(to)) * min(3, tan(min(turn, 2.8) / 2)))
            widen(link.one, reach)
            widen(link.other, reach)
        }
        for piece in ways.pieces.indices where cuts[piece].first > 0 || cuts[piece].last > 0 {
            let most = ParallelLine.length(of: paths[piece]) * StrandLines.mostCut
            cuts[piece] = (min(cuts[piece].first, most), min(cuts[piece].last, most))
        }
        self.cuts = cuts
        self.links = links
    }

    /// The direction in which one arrives at a piece's end, or leaves it.
    private static func course(_ path: [Point], _ end: NetworkWays.End, leaving: Bool) -> Point? {
        guard let direction = ParallelLine.direction(of: path, atEnd: !end.isFirst) else { return nil }
        return leaving == end.isFirst ? direction : Point(-direction.x, -direction.y)
    }

    /// The share of a strand's width that strands of a piece have.
    public func width(on piece: Int) -> Double { ways.width(on: piece) }

    /// The strand of a route along a piece, without the curves at its ends.
    public func line(_ place: Int, on piece: Int) -> [Point] {
        let middle = ParallelLine.part(of: paths[piece], without: cuts[piece].first, and: cuts[piece].last)
        return ParallelLine.of(middle, at: ways.offset(place, on: piece) * pitch)
    }

    /// A strand, or a curve between two, with the route and the share of a strand's width that it has.
    public struct Stroke: Sendable {
        public let route: Int
        public let points: [Point]
        public let width: Double
    }

    /// All strands and curves of a network, in the order of the pieces; those out of sight are left out.
    public func strokes() -> [Stroke] {
        var strokes: [Stroke] = []
        /// Of each piece, its strands in the order of their places.
        var lines: [[[Point]]] = []
        for piece in ways.pieces.indices {
            lines.append(
                paths[piece].count < 2
                    ? [] : ways.pieces[piece].strands.indices.map { line($0, on: piece) })
            for (place, points) in lines[piece].enumerated() where points.count > 1 {
                strokes.append(
                    Stroke(route: ways.pieces[piece].strands[place].route, points: points, width: width(on: piece)))
            }
        }
        for link in links where !lines[link.one.piece].isEmpty && !lines[link.other.piece].isEmpty {
            let (one, other) = (lines[link.one.piece][link.place], lines[link.other.piece][link.otherPlace])
            guard let arriving = StrandLines.course(one, link.one, leaving: false),
                let leaving = StrandLines.course(other, link.other, leaving: true),
                let from = link.one.isFirst ? one.first : one.last,
                let to = link.other.isFirst ? other.first : other.last
            else { continue }
            strokes.append(
                Stroke(
                    route: ways.pieces[link.one.piece].strands[link.place].route,
                    points: ParallelLine.curve(from: from, arriving, to: to, leaving),
                    width: min(width(on: link.one.piece), width(on: link.other.piece))))
        }
        return strokes
    }

    // MARK: Stations

    /// A bar across the strands of a piece, from the middle of the leftmost to that of the rightmost; both are one place
    /// where the piece has one strand.
    ///
    /// - Parameter share: of the piece's length, from its first position; moved off the curves at its ends.
    public func bar(on piece: Int, at share: Double) -> StationMark.Bar? {
        let path = paths[piece]
        let length = ParallelLine.length(of: path)
        guard path.count > 1, length > 0 else { return nil }
        let along = min(max(share * length, cuts[piece].first), length - cuts[piece].last)
        let from = ParallelLine.part(of: path, without: max(0, along - 1), and: length - min(length, along + 1))
        guard let direction = ParallelLine.direction(of: from, atEnd: false),
            let middle = ParallelLine.place(along, on: path)
        else { return nil }
        let half = ways.offset(ways.pieces[piece].strands.count - 1, on: piece) * pitch
        return StationMark.Bar(
            from: Point(middle.x + direction.y * half, middle.y - direction.x * half),
            to: Point(middle.x - direction.y * half, middle.y + direction.x * half))
    }
}
