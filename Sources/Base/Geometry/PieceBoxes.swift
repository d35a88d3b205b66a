/// Boxes in degrees around the pieces of a line: around sixteen pieces each, around sixteen of those boxes, and so on.
struct PieceBoxes: Sendable {
    private struct Box {
        var south = Double.infinity
        var north = -Double.infinity
        var west = Double.infinity
        var east = -Double.infinity

        mutating func include(_ position: Coordinate) {
            south = min(south, position.latitude)
            north = max(north, position.latitude)
            west = min(west, position.longitude)
            east = max(east, position.longitude)
        }

        mutating func include(_ box: Box) {
            south = min(south, box.south)
            north = max(north, box.north)
            west = min(west, box.west)
            east = max(east, box.east)
        }
    }

    /// A position, and the measures of the plane that touches the ellipsoid there.
    struct Spot {
        let latitude: Double
        let longitude: Double
        /// Metres per degree.
        let scale: (longitude: Double, latitude: Double)
    }

    private struct Node {
        let level: Int
        let index: Int
        /// The square of the metres from the spot to the box.
        let squared: Double
    }

    /// How many pieces, or boxes, a box is around.
    static let fanout = 16
    /// So many boxes of pieces are looked into for one position, and so many boxes are looked at. Lines of feeds have some
    /// hundred pieces near a stop; more than this many are there where a line was made to take time.
    static let mostBoxes = 512
    private static let mostLooks = 16_384

    /// Those around pieces first, level after level; the last level has sixteen at the most.
    private let boxes: [Box]
    /// By level where it begins among the boxes, and where the last one ends.
    private let begins: [Int]

    /// - Parameter line: two positions or more.
    init(_ line: [Coordinate]) {
        let pieces = max(line.count - 1, 0)
        var boxes: [Box] = []
        boxes.reserveCapacity(pieces / (PieceBoxes.fanout - 1) + 2)
        for piece in 0..<pieces {
            if piece % PieceBoxes.fanout == 0 { boxes.append(Box()) }
            boxes[boxes.count - 1].include(line[piece])
            boxes[boxes.count - 1].include(line[piece + 1])
        }
        var begins = [0, boxes.count]
        while boxes.count - begins[begins.count - 2] > PieceBoxes.fanout {
            let level = begins[begins.count - 2]..<boxes.count
            for (number, inner) in level.enumerated() {
                if number % PieceBoxes.fanout == 0 { boxes.append(Box()) }
                let box = boxes[inner]
                boxes[boxes.count - 1].include(box)
            }
            begins.append(boxes.count)
        }
        self.boxes = boxes
        self.begins = begins
    }

    /// The level that is around all others.
    private var top: Int { begins.count - 2 }

    @inline(__always)
    private func count(_ level: Int) -> Int { begins[level + 1] - begins[level] }

    /// Calls with the number of each box of pieces that may come within `limit` metres, in the order of the line.
    ///
    /// - Returns: false where there are more than `mostBoxes` of them; not all were called with then.
    @inline(__always)
    func forEach(near spot: Spot, within limit: Double, _ body: (Int) -> Void) -> Bool {
        let high = limit / spot.scale.latitude
        let wide = spot.scale.longitude > 1 ? limit / spot.scale.longitude : 360
        let top = self.top
        var (level, index) = (top, 0)
        var (called, looks) = (0, 0)
        while index < count(level) {
            looks += 1
            let box = boxes[begins[level] + index]
            if spot.latitude >= box.south - high, spot.latitude <= box.north + high,
                spot.longitude >= box.west - wide, spot.longitude <= box.east + wide
            {
                if level > 0 {
                    level -= 1
                    index *= PieceBoxes.fanout
                    continue
                }
                called += 1
                guard called <= PieceBoxes.mostBoxes else { return false }
                body(index)
            }
            guard looks < PieceBoxes.mostLooks else { return false }
            index += 1
            // Up again where the boxes in one are at their end.
            while level < top, index % PieceBoxes.fanout == 0 || index >= count(level) {
                index = (index + PieceBoxes.fanout - 1) / PieceBoxes.fanout
                level += 1
            }
        }
        return true
    }

    /// Calls with the number of a box of pieces after another, first those that lie nearest as far as the boxes around
    /// them tell, until `mostBoxes` were looked into.
    ///
    /// - Parameter body: is given the number of a box, and gives the metres beyond which no others matter.
    func forEachNearest(to spot: Spot, within limit: Double, _ body: (Int) -> Double) {
        var limit = limit
        var (called, looks) = (0, 0)
        var open: [Node] = []
        func openBoxes(_ level: Int, _ range: Range<Int>) {
            let begin = open.count
            for index in range {
                let squared = squaredDistance(spot, boxes[begins[level] + index])
                if squared <= limit * limit { open.append(Node(level: level, index: index, squared: squared)) }
            }
            looks += range.count
            open[begin...].sort { ($0.squared, $0.index) > ($1.squared, $1.index) }
        }
        openBoxes(top, 0..<count(top))
        while let node = open.popLast(), called < PieceBoxes.mostBoxes, looks < PieceBoxes.mostLooks {
            guard node.squared <= limit * limit else { continue }
            if node.level == 0 {
                called += 1
                limit = min(limit, body(node.index))
            } else {
                let first = node.index * PieceBoxes.fanout
                let level = node.level - 1
                openBoxes(level, first..<min(first + PieceBoxes.fanout, count(level)))
            }
        }
    }

    private func squaredDistance(_ spot: Spot, _ box: Box) -> Double {
        let north = max(box.south - spot.latitude, 0, spot.latitude - box.north) * spot.scale.latitude
        let east = max(box.west - spot.longitude, 0, spot.longitude - box.east) * spot.scale.longitude
        return north * north + east * east
    }
}
