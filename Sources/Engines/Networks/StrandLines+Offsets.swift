import Drawing

/// Strands as those take them who shift lines themselves: pieces of the way, each with the distance beside it.
extension StrandLines {
    /// A part of the way along which a strand lies at one distance.
    public struct Shifted: Sendable {
        public let route: Int
        /// The piece that it is of, or comes from where it leads from one to another.
        public let piece: Int
        /// The strand's place there.
        public let place: Int
        /// Whether it leads from one piece to another.
        public let isJoint: Bool
        /// Of the way, not shifted.
        public let points: [Point]
        /// To the right as the points lead, in widths of a strand alone.
        public let offset: Double
        /// The share of that width that the strand has.
        public let width: Double
    }

    /// The difference of offsets, in widths of a strand, that round caps hide.
    private static let step = 0.4

    /// All strands, and the steps in which they come from the offset on one piece to that on the next.
    public func shifted() -> [Shifted] {
        var parts: [Shifted] = []
        for (number, piece) in ways.pieces.enumerated() where paths[number].count > 1 {
            let middle = ParallelLine.part(of: paths[number], without: cuts[number].first, and: cuts[number].last)
            for (place, strand) in piece.strands.enumerated() {
                parts.append(
                    Shifted(
                        route: strand.route, piece: number, place: place, isJoint: false, points: middle,
                        offset: ways.offset(place, on: number), width: width(on: number)))
            }
        }
        for link in links { append(link, to: &parts) }
        return parts
    }

    private func append(_ link: NetworkWays.Link, to parts: inout [Shifted]) {
        let before = end(link.one, leaving: false)
        let after = end(link.other, leaving: true)
        guard before.count > 1, after.count > 1 else { return }
        let from = ways.offset(link.place, arrivingAt: link.one)
        let to = ways.offset(link.otherPlace, leaving: link.other)
        // Odd, so that the middle one turns with the way at the node.
        let steps = Int((abs(to - from) / StrandLines.step / 2).rounded(.up)) * 2 + 1
        let (length, rest) = (ParallelLine.length(of: before), ParallelLine.length(of: after))
        for step in 0..<steps {
            let (start, stop) = (Double(step) * 2 / Double(steps) - 1, Double(step + 1) * 2 / Double(steps) - 1)
            var points: [Point] = []
            if start < 0 {
                points = ParallelLine.part(of: before, without: (start + 1) * length, and: max(0, -stop) * length)
            }
            if stop > 0 {
                let part = ParallelLine.part(of: after, without: max(0, start) * rest, and: (1 - stop) * rest)
                points += points.isEmpty ? part[...] : part.dropFirst()
            }
            guard points.count > 1 else { continue }
            let share = (Double(step) + 0.5) / Double(steps)
            let (one, other) = (width(on: link.one.piece), width(on: link.other.piece))
            parts.append(
                Shifted(
                    route: ways.pieces[link.one.piece].strands[link.place].route, piece: link.one.piece,
                    place: link.place, isJoint: true, points: points, offset: from + (to - from) * share,
                    width: one + (other - one) * share))
        }
    }

    /// What was cut off a piece at an end, as one comes to it or leaves it.
    private func end(_ end: NetworkWays.End, leaving: Bool) -> [Point] {
        let path = paths[end.piece]
        let length = ParallelLine.length(of: path)
        let part =
            end.isFirst
            ? ParallelLine.part(of: path, without: 0, and: length - cuts[end.piece].first)
            : ParallelLine.part(of: path, without: length - cuts[end.piece].last, and: 0)
        return leaving == end.isFirst ? part : part.reversed()
    }
}
