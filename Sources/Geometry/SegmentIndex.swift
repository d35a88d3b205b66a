/// Straight pieces that are found again by where they lie; pieces are only ever added.
///
/// Pieces come along lines, so neighbours in the list are neighbours on the ground: the box around each eight of them,
/// around each eight of these boxes, and so on, tells what to look into, and nothing is sorted. Cost: one box a level
/// to add a piece; to find what lies in a box, the boxes that touch it. Memory: 45 bytes a piece.
struct SegmentIndex {
    struct Box {
        var west: Double
        var south: Double
        var east: Double
        var north: Double

        init(_ from: Coordinate, _ to: Coordinate) {
            west = min(from.longitude, to.longitude)
            east = max(from.longitude, to.longitude)
            south = min(from.latitude, to.latitude)
            north = max(from.latitude, to.latitude)
        }

        @inline(__always)
        func touches(_ other: Box) -> Bool {
            west <= other.east && other.west <= east && south <= other.north && other.south <= north
        }

        mutating func include(_ other: Box) {
            west = min(west, other.west)
            south = min(south, other.south)
            east = max(east, other.east)
            north = max(north, other.north)
        }

        /// The box with a margin of some metres around it.
        func widened(by metres: Double) -> Box {
            let margin = metres * 1.01
            let up = margin / Ellipsoid.metresPerDegree(atLatitude: 0).latitude
            // Degrees of longitude are shortest at the end that is nearer to a pole.
            let furthest = min(90, max(abs(south), abs(north)) + up)
            let width = Ellipsoid.metresPerDegree(atLatitude: furthest).longitude
            let side = width * 180 > margin ? margin / width : 180
            var box = self
            box.west -= side
            box.east += side
            box.south -= up
            box.north += up
            return box
        }
    }

    struct Segment {
        let from: Coordinate
        let to: Coordinate
        /// The line it is part of, and the place there of the position it begins at or after.
        let line: Int32
        let vertex: Int32
    }

    private(set) var segments: [Segment] = []
    /// Of each level the boxes around eight of the level below; the lowest is around segments.
    private var levels: [[Box]] = [[]]
    private static let shift = 3

    mutating func append(_ segment: Segment) {
        let box = Box(segment.from, segment.to)
        var place = segments.count
        segments.append(segment)
        var level = 0
        while true {
            place >>= SegmentIndex.shift
            if place < levels[level].count {
                levels[level][place].include(box)
            } else {
                levels[level].append(box)
            }
            level += 1
            guard level == levels.count else { continue }
            guard levels[level - 1].count > 1 << SegmentIndex.shift else { return }
            var whole = levels[level - 1][0]
            for known in levels[level - 1].prefix(1 << SegmentIndex.shift) { whole.include(known) }
            levels.append([whole])
        }
    }

    /// Calls `visit` with the places of segments whose boxes touch one, in their order, until it says false.
    func forEach(in box: Box, _ visit: (Int) -> Bool) {
        let top = levels.count - 1
        for place in levels[top].indices where !descend(top, place, box, visit) { return }
    }

    private func descend(_ level: Int, _ place: Int, _ box: Box, _ visit: (Int) -> Bool) -> Bool {
        guard levels[level][place].touches(box) else { return true }
        let first = place << SegmentIndex.shift
        if level == 0 {
            for index in first..<min(first + 1 << SegmentIndex.shift, segments.count) {
                if Box(segments[index].from, segments[index].to).touches(box), !visit(index) { return false }
            }
        } else {
            let below = levels[level - 1].count
            for index in first..<min(first + 1 << SegmentIndex.shift, below) {
                if !descend(level - 1, index, box, visit) { return false }
            }
        }
        return true
    }
}
