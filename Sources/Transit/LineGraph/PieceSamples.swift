import Geometry

/// The positions of a straight piece of a path at which the drawn ways are looked at, each with what lies near it.
///
/// Where one straight piece of a drawn way alone lies beside the path for a long time, as between two distant stops, its
/// first and last position say all: those between them have places on that piece only, one after another.
///
/// Cost: one search for each piece, or for each quarter of a degree of latitude, not one for each position.
struct PieceSamples {
    /// A piece that is looked at in `parts` steps of equal length.
    struct Piece {
        let from: Coordinate
        let to: Coordinate
        /// Its length.
        let metres: Double
        let parts: Int
        /// Whether its end is looked at too: it is not where another piece begins there.
        let hasEnd: Bool

        func share(_ sample: Int) -> Double { Double(sample) / Double(parts) }

        func coordinate(_ sample: Int) -> Coordinate {
            let share = share(sample)
            return Coordinate(
                latitude: from.latitude + share * (to.latitude - from.latitude),
                longitude: from.longitude + share * (to.longitude - from.longitude))
        }
    }

    /// A drawn piece near the position at hand.
    private struct Near {
        let place: Int
        /// The last sample that it may be near.
        let last: Int
    }

    /// Over how many degrees of latitude the measures of the plane are taken as nearly the same.
    private static let reach = 0.25
    /// Fewer samples than these are all looked at.
    private static let fewest = 5
    /// How many samples at either end of a stretch are tried for its first and last.
    private static let mostTried = 4

    private let union: UnionLines
    private let radius: Double
    private var neighbours: [SegmentIndex.Neighbour] = []
    private var starts: [(first: Int, last: Int, place: Int)] = []
    private var near: [Near] = []
    private var places: [Int] = []

    /// - Parameter radius: metres within which drawn pieces are near.
    init(_ union: UnionLines, within radius: Double) {
        self.union = union
        self.radius = radius
    }

    /// Calls `visit` with the samples of a piece that count, in order, and with the places of the drawn pieces near each,
    /// in their order.
    mutating func forEach(of piece: Piece, _ visit: (Int, [Int]) -> Void) {
        let last = piece.hasEnd ? piece.parts : piece.parts - 1
        let height = abs(piece.to.latitude - piece.from.latitude)
        let chunks = max(1, min(last, Int((height / PieceSamples.reach).rounded(.up))))
        var first = 0
        for chunk in 1...chunks {
            let end = last * chunk / chunks
            guard end >= first else { continue }
            scan(piece, first...end, visit)
            first = end + 1
        }
    }

    private mutating func scan(_ piece: Piece, _ samples: ClosedRange<Int>, _ visit: (Int, [Int]) -> Void) {
        findStarts(piece, samples)
        near.removeAll(keepingCapacity: true)
        var next = 0
        var sample = samples.lowerBound
        while sample <= samples.upperBound {
            near.removeAll { $0.last < sample }
            while next < starts.count, starts[next].first <= sample {
                insert(Near(place: starts[next].place, last: starts[next].last))
                next += 1
            }
            var end = samples.upperBound
            if next < starts.count { end = min(end, starts[next].first - 1) }
            if !near.isEmpty {
                for other in near { end = min(end, other.last) }
                run(piece, sample...end, visit)
            }
            sample = end + 1
        }
    }

    /// Finds what comes near, by the first sample.
    private mutating func findStarts(_ piece: Piece, _ samples: ClosedRange<Int>) {
        neighbours.removeAll(keepingCapacity: true)
        starts.removeAll(keepingCapacity: true)
        union.index.appendNeighbours(
            of: piece.coordinate(samples.lowerBound), piece.coordinate(samples.upperBound), within: radius,
            to: &neighbours)
        let steps = Double(samples.count - 1)
        for neighbour in neighbours {
            // One sample more on either side, because shares are rounded.
            let first = samples.lowerBound + Int((neighbour.shares.lowerBound * steps).rounded(.down)) - 1
            let last = samples.lowerBound + Int((neighbour.shares.upperBound * steps).rounded(.up)) + 1
            starts.append(
                (max(first, samples.lowerBound), min(last, samples.upperBound), neighbour.place))
        }
        if starts.count > 1 { starts.sort { ($0.first, $0.place) < ($1.first, $1.place) } }
    }

    private mutating func insert(_ new: Near) {
        var rank = near.count
        while rank > 0, near[rank - 1].place > new.place { rank -= 1 }
        near.insert(new, at: rank)
    }

    /// Looks at samples that are near the same drawn pieces.
    private mutating func run(_ piece: Piece, _ samples: ClosedRange<Int>, _ visit: (Int, [Int]) -> Void) {
        places.removeAll(keepingCapacity: true)
        for other in near { places.append(other.place) }
        let plain = places.count == 1 ? plainStretch(piece, samples, places[0]) : nil
        for sample in samples {
            if let plain, sample > plain.lowerBound, sample < plain.upperBound { continue }
            visit(sample, places)
        }
    }

    /// The samples between which each has a place on the only drawn piece near, further along than the one before; nil for
    /// none, or for few.
    private func plainStretch(_ piece: Piece, _ samples: ClosedRange<Int>, _ place: Int) -> ClosedRange<Int>? {
        guard samples.count >= PieceSamples.fewest else { return nil }
        // The longest degrees of all samples make distances too long. What is near the first and the last sample then is
        // near each between them, because distances from a straight piece along a straight way have no second maximum.
        let ends = [piece.coordinate(samples.lowerBound).latitude, piece.coordinate(samples.upperBound).latitude]
        let low = ends[0] * ends[1] < 0 ? 0 : min(abs(ends[0]), abs(ends[1]))
        let high = max(abs(ends[0]), abs(ends[1]))
        let scale = (
            longitude: Ellipsoid.metresPerDegree(atLatitude: low).longitude,
            latitude: Ellipsoid.metresPerDegree(atLatitude: high).latitude
        )
        func foot(_ sample: Int) -> UnionLines.Foot? {
            union.foot(of: piece.coordinate(sample), on: place, scale, within: radius)
        }
        var (first, last) = (samples.lowerBound, samples.upperBound)
        var start = foot(first)
        while start == nil, first < samples.lowerBound + PieceSamples.mostTried {
            first += 1
            start = foot(first)
        }
        var end = foot(last)
        while end == nil, last > samples.upperBound - PieceSamples.mostTried {
            last -= 1
            end = foot(last)
        }
        guard let start, let end, last - first + 1 >= PieceSamples.fewest else { return nil }
        // Places move along with the samples if both lead in nearly the same direction, or in opposite ones.
        let east = (piece.to.longitude - piece.from.longitude) * scale.longitude
        let north = (piece.to.latitude - piece.from.latitude) * scale.latitude
        let length = (east * east + north * north).squareRoot()
        let metres = piece.metres * Double(last - first) / Double(piece.parts)
        guard abs(east * start.direction.y - north * start.direction.x) <= 0.1 * length,
            abs(end.place.along - start.place.along) <= 1.5 * metres
        else { return nil }
        return first...last
    }
}
