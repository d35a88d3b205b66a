/// A line with distances in metres from its start, on which positions can be located.
///
/// Memory: 24 bytes for each position, plus 2 bytes for the boxes around its pieces.
public struct MeasuredLine: Sendable {
    /// A place on the line near a given position.
    public struct Foot: Sendable, Equatable {
        /// The distance from the start of the line in metres.
        public var along: Double
        /// The distance between the position and the place in metres.
        public var offset: Double

        public init(along: Double, offset: Double) {
            self.along = along
            self.offset = offset
        }
    }

    /// The positions, with unwrapped longitudes.
    public let coordinates: [Coordinate]
    /// The distance of each position from the start, in metres.
    public let distances: [Double]
    private let boxes: PieceBoxes
    /// Nearest places closer together along the line than this many metres count as one.
    private static let apart = 50.0
    /// Pieces of this many metres or more are measured on the ellipsoid.
    private static let longPiece = 10_000.0
    /// The default maximum number of places for one position. A trip that circles a ring thirty times passes each stop
    /// as often, and a caller that assigns a sequence of stops compares each place with every place of the next stop.
    public static let mostFeet = 256

    /// Creates a measured line.
    ///
    /// - Parameter coordinates: positions in degrees; consecutive repetitions are dropped.
    public init(_ coordinates: [Coordinate]) {
        var line: [Coordinate] = []
        var distances: [Double] = []
        for position in Polyline(coordinates).unwrapped.coordinates {
            guard let last = line.last else {
                line.append(position)
                distances.append(0)
                continue
            }
            guard position != last else { continue }
            distances.append(distances[distances.count - 1] + MeasuredLine.metres(last, position))
            line.append(position)
        }
        self.coordinates = line
        self.distances = distances
        boxes = PieceBoxes(line)
    }

    /// The length of a piece: on a plane, which is exact to a millionth over a short piece, and on the ellipsoid over a long
    /// one, such as that between two stops of a night train.
    private static func metres(_ from: Coordinate, _ to: Coordinate) -> Double {
        let scale = Ellipsoid.metresPerDegree(atLatitude: (from.latitude + to.latitude) / 2)
        let east = (to.longitude - from.longitude) * scale.longitude
        let north = (to.latitude - from.latitude) * scale.latitude
        let metres = (east * east + north * north).squareRoot()
        return metres < longPiece ? metres : Ellipsoid.distance(from, to)
    }

    /// The length of the line in metres.
    public var length: Double { distances.last ?? 0 }

    /// Returns the position at a distance from the start, clamped to the ends; nil for an empty line.
    public func coordinate(at along: Double) -> Coordinate? {
        guard let first = coordinates.first else { return nil }
        guard coordinates.count > 1, along > 0 else { return first }
        guard along < length else { return coordinates[coordinates.count - 1] }
        let piece = self.piece(at: along)
        let share = (along - distances[piece]) / (distances[piece + 1] - distances[piece])
        return coordinates[piece].toward(coordinates[piece + 1], share)
    }

    /// Returns the part of the line between two distances, including both end points.
    public func part(from start: Double, to end: Double) -> [Coordinate] {
        guard let first = coordinate(at: start), let last = coordinate(at: end), start <= end else { return [] }
        var part = [first]
        for place in coordinates.indices where distances[place] > start && distances[place] < end {
            part.append(coordinates[place])
        }
        part.append(last)
        return part
    }

    private func piece(at along: Double) -> Int {
        var low = 0
        var high = coordinates.count - 1
        while high - low > 1 {
            let middle = (low + high) / 2
            if distances[middle] <= along { low = middle } else { high = middle }
        }
        return low
    }

    /// Appends the places where the distance between the line and a position is locally smallest, in the order of the
    /// line: those within `limit` metres, at least 50 m apart along the line. If there are more, the nearest `most` are
    /// kept; if more than `mostPieces` pieces are within the limit, only about that many of the nearest are considered.
    ///
    /// Cost: logarithmic in the number of pieces, plus the pieces nearby.
    public func appendFeet(
        of position: Coordinate, within limit: Double, most: Int = MeasuredLine.mostFeet, to feet: inout [Foot]
    ) {
        guard coordinates.count > 1 else {
            appendOnly(position, limit, &feet)
            return
        }
        let begin = feet.count
        let spot = spot(position)
        // A place is nearer than those around it if it lies inside its piece, or at an end to which the pieces on both
        // sides fall off: the piece before ends there, and the one after begins there.
        var ended = -1
        let isWhole = boxes.forEach(near: spot, within: limit) { appendFeet(spot, limit, $0, &ended, &feet, begin) }
        if !isWhole {
            feet.removeLast(feet.count - begin)
            var nearest: [Int] = []
            boxes.forEachNearest(to: spot, within: limit) {
                nearest.append($0)
                return limit
            }
            ended = -1
            for box in nearest.sorted() { appendFeet(spot, limit, box, &ended, &feet, begin) }
        }
        if feet.count - begin > most { MeasuredLine.keepNearest(most, &feet, from: begin) }
    }

    /// Keeps the nearest feet in their order, of those that are as near the first.
    private static func keepNearest(_ most: Int, _ feet: inout [Foot], from begin: Int) {
        var offsets = feet[begin...].map(\.offset)
        let furthest = value(most, of: &offsets)
        var asFar = most - feet[begin...].count { $0.offset < furthest }
        var end = begin
        for place in begin..<feet.count {
            guard feet[place].offset <= furthest else { continue }
            if feet[place].offset == furthest {
                guard asFar > 0 else { continue }
                asFar -= 1
            }
            feet[end] = feet[place]
            end += 1
        }
        feet.removeLast(feet.count - end)
    }

    /// The value that would come at a place, counted from 1, if all were in order (Hoare's FIND, CACM 4(7), 1961).
    private static func value(_ place: Int, of values: inout [Double]) -> Double {
        var (low, high) = (0, values.count - 1)
        // Values that were made to be divided badly are sorted.
        var rounds = 0
        while low < high {
            rounds += 1
            guard rounds < 40 else {
                values[low...high].sort()
                break
            }
            let pivot = values[(low + high) / 2]
            var (left, right) = (low, high)
            while left <= right {
                while values[left] < pivot { left += 1 }
                while values[right] > pivot { right -= 1 }
                if left <= right {
                    values.swapAt(left, right)
                    left += 1
                    right -= 1
                }
            }
            if place - 1 <= right {
                high = right
            } else if place - 1 >= left {
                low = left
            } else {
                break
            }
        }
        return values[place - 1]
    }

    /// Returns the place on the line nearest to a position, at any distance; nil for an empty line.
    ///
    /// Cost: logarithmic in the number of pieces for typical lines, at most `mostPieces` pieces.
    public func nearest(to position: Coordinate) -> Foot? {
        guard coordinates.count > 1 else {
            var feet: [Foot] = []
            appendOnly(position, .infinity, &feet)
            return feet.first
        }
        let spot = spot(position)
        var nearest = Foot(along: 0, offset: .infinity)
        boxes.forEachNearest(to: spot, within: .infinity) { box in
            for piece in pieces(of: box) {
                let foot = self.foot(spot, on: piece).foot
                if foot.offset < nearest.offset { nearest = foot }
            }
            return nearest.offset
        }
        return nearest.offset.isFinite ? nearest : nil
    }

    private func spot(_ position: Coordinate) -> PieceBoxes.Spot {
        PieceBoxes.Spot(
            latitude: position.latitude, longitude: position.longitude + turns(position.longitude),
            scale: Ellipsoid.metresPerDegree(atLatitude: position.latitude))
    }

    @inline(__always)
    private func pieces(of box: Int) -> Range<Int> {
        let first = box * PieceBoxes.fanout
        return first..<min(first + PieceBoxes.fanout, coordinates.count - 1)
    }

    /// The place of a piece that is nearest, and which share of the piece lies before it.
    @inline(__always)
    private func foot(_ spot: PieceBoxes.Spot, on piece: Int) -> (foot: Foot, share: Double) {
        let from = coordinates[piece]
        let to = coordinates[piece + 1]
        let x = (from.longitude - spot.longitude) * spot.scale.longitude
        let y = (from.latitude - spot.latitude) * spot.scale.latitude
        let width = (to.longitude - from.longitude) * spot.scale.longitude
        let height = (to.latitude - from.latitude) * spot.scale.latitude
        let squared = width * width + height * height
        let share = squared > 0 ? max(0, min(1, -(x * width + y * height) / squared)) : 0
        let east = x + share * width
        let north = y + share * height
        return (
            Foot(
                along: distances[piece] + share * (distances[piece + 1] - distances[piece]),
                offset: (east * east + north * north).squareRoot()),
            share
        )
    }

    @inline(__always)
    private func appendFeet(
        _ spot: PieceBoxes.Spot, _ limit: Double, _ box: Int, _ ended: inout Int, _ feet: inout [Foot], _ begin: Int
    ) {
        for piece in pieces(of: box) {
            let (foot, share) = self.foot(spot, on: piece)
            let isPlace =
                share <= 0 ? piece == 0 || ended == piece - 1 : share < 1 || piece == coordinates.count - 2
            if share >= 1 { ended = piece }
            guard isPlace, foot.offset <= limit else { continue }
            MeasuredLine.append(foot, to: &feet, from: begin)
        }
    }

    /// Returns how far a position lies beyond an end of the line, in metres along the direction of the line there:
    /// negative before the start, positive after the end, 0 beside the line.
    ///
    /// - Parameters:
    ///   - position: a position near the line.
    ///   - along: the distance of the nearest place on the line from its start.
    public func beyond(_ position: Coordinate, at along: Double) -> Double {
        guard coordinates.count > 1, along <= 0 || along >= length else { return 0 }
        let isBefore = along <= 0
        let end = isBefore ? coordinates[0] : coordinates[coordinates.count - 1]
        let inner = isBefore ? coordinates[1] : coordinates[coordinates.count - 2]
        let scale = Ellipsoid.metresPerDegree(atLatitude: end.latitude)
        let x = (end.longitude - inner.longitude) * scale.longitude
        let y = (end.latitude - inner.latitude) * scale.latitude
        let east = (position.longitude + turns(position.longitude) - end.longitude) * scale.longitude
        let north = (position.latitude - end.latitude) * scale.latitude
        let metres = (east * x + north * y) / (x * x + y * y).squareRoot()
        guard metres > 0 else { return 0 }
        return isBefore ? -metres : metres
    }

    /// Turns of the globe that bring a longitude to those of the line.
    private func turns(_ longitude: Double) -> Double {
        let middle = coordinates[coordinates.count / 2].longitude
        return ((middle - longitude) / 360).rounded() * 360
    }

    private func appendOnly(_ position: Coordinate, _ limit: Double, _ feet: inout [Foot]) {
        guard let only = coordinates.first else { return }
        let scale = Ellipsoid.metresPerDegree(atLatitude: position.latitude)
        let east = (only.longitude - position.longitude - turns(position.longitude)) * scale.longitude
        let north = (only.latitude - position.latitude) * scale.latitude
        let offset = (east * east + north * north).squareRoot()
        if offset <= limit { feet.append(Foot(along: 0, offset: offset)) }
    }

    private static func append(_ foot: Foot, to feet: inout [Foot], from begin: Int) {
        if feet.count > begin, foot.along - feet[feet.count - 1].along < apart {
            // Where a line turns round both are as far, but for the last digits: the earlier one stays.
            if foot.offset < feet[feet.count - 1].offset - 0.001 { feet[feet.count - 1] = foot }
        } else {
            feet.append(foot)
        }
    }
}
