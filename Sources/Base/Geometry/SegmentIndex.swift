/// Straight pieces that are found again by where they lie; pieces are only ever added.
///
/// Pieces come along lines, so neighbours in the list are neighbours on the ground: the box around each eight of them,
/// around each eight of these boxes, and so on, tells what to look into, and nothing is sorted. Cost: one box a level
/// to add a piece; to find what lies in a box, the boxes that touch it. Memory: 45 bytes a piece.
package struct SegmentIndex {
    package struct Box {
        var west: Double
        var south: Double
        var east: Double
        var north: Double

        package init(_ from: Coordinate, _ to: Coordinate) {
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
        package func widened(by metres: Double) -> Box {
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

    package struct Segment {
        package let from: Coordinate
        package let to: Coordinate
        /// The line it is part of, and the place there of the position it begins at or after.
        package let line: Int32
        package let vertex: Int32

        package init(from: Coordinate, to: Coordinate, line: Int32, vertex: Int32) {
            self.from = from
            self.to = to
            self.line = line
            self.vertex = vertex
        }
    }

    package init() {}

    package private(set) var segments: [Segment] = []
    /// Of each level the boxes around eight of the level below; the lowest is around segments.
    private var levels: [[Box]] = [[]]
    private static let shift = 3

    package mutating func append(_ segment: Segment) {
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
    ///
    /// - Returns: how many boxes were looked at.
    @discardableResult
    package func forEach(in box: Box, _ visit: (Int) -> Bool) -> Int {
        descend({ $0.touches(box) }, visit)
    }

    /// Calls `visit` with the places of segments that `touches` accepts with all boxes around them, in their order, until
    /// it says false.
    ///
    /// - Returns: how many boxes were looked at: eight for each lowest one that was accepted.
    @inline(__always)
    func descend(_ touches: (Box) -> Bool, _ visit: (Int) -> Bool) -> Int {
        let top = levels.count - 1
        var looks = 0
        var level = top
        var place = 0
        while place < levels[level].count {
            looks += 1
            if touches(levels[level][place]) {
                let first = place << SegmentIndex.shift
                if level > 0 {
                    level -= 1
                    place = first
                    continue
                }
                looks += 1 << SegmentIndex.shift
                for index in first..<min(first + 1 << SegmentIndex.shift, segments.count)
                where touches(Box(segments[index].from, segments[index].to)) {
                    guard visit(index) else { return looks }
                }
            }
            place += 1
            // Up again after the last of eight boxes, or of a level.
            while level < top, place & (1 << SegmentIndex.shift - 1) == 0 || place == levels[level].count {
                place = (place - 1) >> SegmentIndex.shift + 1
                level += 1
            }
        }
        return looks
    }
}
