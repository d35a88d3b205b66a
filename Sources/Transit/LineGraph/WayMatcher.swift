import Geometry

/// Finds along which drawn ways a path runs.
///
/// Each position, and one every step between them (at most 5,000 of a straight piece; `PieceSamples` leaves out those that
/// say nothing), has the places of the drawn ways that are near; of all ways through them the one that costs least is taken
/// (Viterbi's algorithm, as for matching traces to roads in Newson and Krumm, 2009): it costs to be far off, to run across,
/// to change over where no joint leads, and to move further than the path does.
///
/// Cost: a position's places times those of the one before, at most 64.
struct WayMatcher {
    /// A stretch of a drawn line that the path covers.
    struct Stretch {
        var line: Int
        var range: ClosedRange<Double>
        /// Whether it is run as the line is drawn.
        var isForward: Bool
    }

    private let union: UnionLines
    /// Metres within which drawn ways are the path's.
    private let tolerance: Double
    private let step: Double
    /// Metres within which a drawn way is looked at.
    private let radius: Double
    /// What the path covers, in its order.
    private(set) var stretches: [Stretch] = []
    /// Where it changes over from one drawn line to another, or to another place of the same, without a joint.
    private(set) var leaps: [(from: UnionLines.Place, to: UnionLines.Place)] = []

    private var feet: [UnionLines.Foot] = []
    private var costs: [Double] = []
    private var cameFrom: [Int] = []
    /// Of each position its first place in `feet`, and its metres along the path.
    private var positions: [(first: Int, metres: Double)] = []

    init(_ union: UnionLines, tolerance: Double) {
        self.union = union
        self.tolerance = tolerance
        step = max(tolerance, 10)
        radius = 1.5 * tolerance + 1
    }

    /// A straight piece is looked at in so many places at most: longer ones than 100 km are hops of long-distance trains, or
    /// lead to a wrong position, and what they take is not to grow with their metres.
    private static let mostParts = 5_000.0

    private enum Price {
        static let across = 4.0
        static let change = 0.5
        static let leap = 6.0
        static let most = 8.0
    }

    mutating func match(_ path: MeasuredLine) {
        stretches.removeAll(keepingCapacity: true)
        leaps.removeAll(keepingCapacity: true)
        feet.removeAll(keepingCapacity: true)
        costs.removeAll(keepingCapacity: true)
        cameFrom.removeAll(keepingCapacity: true)
        positions.removeAll(keepingCapacity: true)
        var samples = PieceSamples(union, within: radius)
        let last = path.coordinates.count - 2
        for vertex in 0..<max(path.coordinates.count - 1, 0) {
            let metres = path.distances[vertex + 1] - path.distances[vertex]
            let piece = PieceSamples.Piece(
                from: path.coordinates[vertex], to: path.coordinates[vertex + 1], metres: metres,
                parts: max(1, Int(min((metres / step).rounded(.up), WayMatcher.mostParts))), hasEnd: vertex == last)
            samples.forEach(of: piece) { sample, near in
                look(piece, sample, path.distances[vertex] + piece.share(sample) * metres, near)
            }
        }
        trace()
    }

    /// Weighs the places at a position of a straight piece of the path.
    /// - Parameters:
    ///   - metres: how far along the path it is.
    ///   - near: the drawn pieces that may be near it.
    private mutating func look(_ piece: PieceSamples.Piece, _ sample: Int, _ metres: Double, _ near: [Int]) {
        let here = piece.coordinate(sample)
        let scale = Ellipsoid.metresPerDegree(atLatitude: here.latitude)
        let first = feet.count
        union.appendFeet(of: here, on: near, scale, within: radius, to: &feet)
        guard feet.count > first else { return }
        let east = (piece.to.longitude - piece.from.longitude) * scale.longitude
        let north = (piece.to.latitude - piece.from.latitude) * scale.latitude
        let length = (east * east + north * north).squareRoot()
        for foot in feet[first...] {
            let off = foot.offset / tolerance
            let sine = length > 0 ? (east * foot.direction.y - north * foot.direction.x) / length : 0
            var cost = off * off + Price.across * sine * sine
            var best = -1
            if let before = positions.last {
                var least = Double.infinity
                for place in before.first..<first {
                    let way = costs[place] + change(feet[place].place, foot.place, metres - before.metres)
                    if way < least {
                        least = way
                        best = place
                    }
                }
                cost += least
            }
            costs.append(cost)
            cameFrom.append(best)
        }
        positions.append((first, metres))
    }

    /// What it costs to get from one place to another while the path moves on by so many metres.
    private func change(_ from: UnionLines.Place, _ to: UnionLines.Place, _ metres: Double) -> Double {
        guard let way = union.way(from: from, to: to) else { return Price.leap }
        let excess = abs(way.metres - metres) / tolerance
        return min(Price.most, excess) + (way.joint == nil ? 0 : Price.change)
    }

    /// Goes back from the cheapest end, and notes what is covered.
    private mutating func trace() {
        guard let last = positions.last else { return }
        var place = last.first
        for other in last.first..<feet.count where costs[other] < costs[place] { place = other }
        var way: [Int] = [place]
        while cameFrom[place] >= 0 {
            place = cameFrom[place]
            way.append(place)
        }
        way.reverse()
        for (number, pair) in zip(way, way.dropFirst()).enumerated() {
            cover(
                feet[pair.0].place, feet[pair.1].place,
                metres: positions[number + 1].metres - positions[number].metres)
        }
    }

    private mutating func cover(_ from: UnionLines.Place, _ to: UnionLines.Place, metres: Double) {
        guard let way = union.way(from: from, to: to), way.metres <= 2 * metres + 4 * tolerance else {
            leaps.append((from, to))
            return
        }
        if let joint = way.joint {
            add(from.line, from.along, joint.along)
            add(to.line, joint.other.along, to.along)
        } else {
            add(from.line, from.along, to.along)
        }
    }

    private mutating func add(_ line: Int, _ one: Double, _ other: Double) {
        guard one != other else { return }
        let range = min(one, other)...max(one, other)
        let isForward = other > one
        // What goes on is one stretch.
        if let last = stretches.last, last.line == line, last.isForward == isForward, last.range.overlaps(range) {
            stretches[stretches.count - 1].range =
                min(last.range.lowerBound, range.lowerBound)...max(last.range.upperBound, range.upperBound)
        } else {
            stretches.append(Stretch(line: line, range: range, isForward: isForward))
        }
    }
}
