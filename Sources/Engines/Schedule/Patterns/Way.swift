import Containers
import Geometry

/// The path of a pattern on the ground, and the positions of its stops on it.
package struct Way: Sendable {
    package let line: MeasuredLine
    /// The distance of each stop time from the start of the line in metres, never decreasing; NaN for a stop without
    /// coordinates.
    package let stopPositions: [Double]
    /// Whether the line is a shape; otherwise it runs straight from stop to stop.
    package let isShape: Bool
    /// The indices of the stop times with known positions.
    private let placed: [Int]

    /// The distance beyond the nearest place on the line within which other places are considered for a stop.
    private static let choice = 100.0
    /// The cost of going backwards along the line, above any distance from it.
    private static let backward = 1e12
    /// The cost of each metre of deviation from the timetable's expectation, in square metres of distance: enough to
    /// distinguish places that the line passes twice, within about a metre.
    private static let unevenness = 0.1

    /// - Parameters:
    ///   - stops: the stops, by index of the stop time.
    ///   - stopDistances: shape_dist_traveled.
    ///   - seconds: the time from the departure at a stop to the arrival at another; nil if unknown.
    ///   - shape: the points in order; fewer than two count as no shape.
    package init(
        stops: [Coordinate?], stopDistances: [Double?], shape: [ShapePoints.Point],
        seconds: (_ from: Int, _ to: Int) -> Int? = { _, _ in nil }
    ) {
        let line = MeasuredLine(shape.map(\.coordinate))
        if line.coordinates.count > 1 {
            self.line = line
            isShape = true
            stopPositions =
                Way.positions(by: stopDistances, of: stops, on: shape, line)
                ?? Way.positions(of: stops, on: line, seconds)
        } else {
            isShape = false
            self.line = MeasuredLine(stops.compactMap { $0 })
            stopPositions = Way.positions(along: stops)
        }
        placed = stopPositions.indices.filter { [stopPositions] in !stopPositions[$0].isNaN }
    }

    /// Returns the metres along the path from the previous stop with coordinates; nil for the first stop and for stops
    /// without coordinates.
    package func distance(to place: Int) -> Double? {
        guard place > 0, !stopPositions[place].isNaN, !stopPositions[place - 1].isNaN else { return nil }
        return stopPositions[place] - stopPositions[place - 1]
    }

    /// Whether the path ends near its start, so that a position alone cannot distinguish its ends.
    package var returns: Bool {
        guard let first = line.coordinates.first, let last = line.coordinates.last, line.coordinates.count > 1 else {
            return false
        }
        return Ellipsoid.distance(first, last) < 500
    }

    /// Returns the index of the stop nearest to a position on the line, within a distance; the earlier of two equally
    /// near.
    package func stop(nearestTo along: Double, within limit: Double) -> Int? {
        var best: (distance: Double, place: Int)?
        // Positions never fall: the first that is not before, and its neighbour.
        let next = placed.firstPlace { stopPositions[$0] >= along }
        for candidate in [next - 1, next] where placed.indices.contains(candidate) {
            let distance = abs(stopPositions[placed[candidate]] - along)
            if distance <= limit, best.map({ distance < $0.distance }) ?? true { best = (distance, placed[candidate]) }
        }
        return best?.place
    }

    // MARK: Where stops lie

    /// Creates a straight path from stop to stop.
    private static func positions(along stops: [Coordinate?]) -> [Double] {
        let line = MeasuredLine(stops.compactMap { $0 })
        var next = 0
        var last: Coordinate?
        return stops.map { stop in
            guard let stop else { return .nan }
            if let last, last != stop { next += 1 }
            last = stop
            return line.distances[next]
        }
    }

    /// Locates stops by shape_dist_traveled; returns nil unless all stops and points have it, it never decreases, and
    /// stops are near their places.
    private static func positions(
        by stopDistances: [Double?], of stops: [Coordinate?], on shape: [ShapePoints.Point], _ line: MeasuredLine
    ) -> [Double]? {
        let traveled = stopDistances.compactMap { $0 }
        let along = shape.compactMap(\.distance)
        guard traveled.count == stops.count, along.count == shape.count, let first = along.first, let last = along.last,
            last > first, isRising(along), isRising(traveled)
        else { return nil }
        // Points that repeat the one before are no positions of the line.
        var marks: [(distance: Double, metres: Double)] = []
        var place = 0
        var before: Coordinate?
        for point in shape {
            if let before, before != point.coordinate { place += 1 }
            before = point.coordinate
            marks.append((point.distance ?? 0, line.distances[min(place, line.distances.count - 1)]))
        }
        var positions: [Double] = []
        var strayed = 0
        for (stop, distance) in zip(stops, traveled) {
            let position = Way.interpolate(distance, marks)
            positions.append(position)
            if let stop, let there = line.coordinate(at: position), Ellipsoid.distance(stop, there) > 500 {
                strayed += 1
            }
        }
        // Metres here and kilometres there are no measure of one way.
        return strayed * 2 > stops.count ? nil : positions
    }

    private static func isRising(_ values: [Double]) -> Bool {
        zip(values, values.dropFirst()).allSatisfy { $0 <= $1 }
    }

    private static func interpolate(_ value: Double, _ marks: [(distance: Double, metres: Double)]) -> Double {
        if value <= marks[0].distance { return marks[0].metres }
        if value >= marks[marks.count - 1].distance { return marks[marks.count - 1].metres }
        let high = marks.firstPlace { $0.distance > value }
        let low = high - 1
        let span = marks[high].distance - marks[low].distance
        let share = span > 0 ? (value - marks[low].distance) / span : 0
        return marks[low].metres + share * (marks[high].metres - marks[low].metres)
    }

    /// Locates stops at nearby places on the line, in order: among choices without backward steps, the one with the
    /// least sum of squared distances from the line. If the line passes a stop twice at the same distance, the
    /// timetable decides, assuming constant speed.
    private static func positions(
        of stops: [Coordinate?], on line: MeasuredLine, _ seconds: (_ from: Int, _ to: Int) -> Int?
    ) -> [Double] {
        var choices: [[MeasuredLine.Foot]] = []
        for stop in stops {
            guard let stop else {
                choices.append([])
                continue
            }
            choices.append(feet(of: stop, on: line))
        }
        let placed = choices.indices.filter { !choices[$0].isEmpty }
        let driven = zip(placed, placed.dropFirst()).reduce(0) { $0 + max(seconds($1.0, $1.1) ?? 0, 0) }
        let speed = driven > 0 ? line.length / Double(driven) : 0
        let chosen = WayChoice.cheapest(choices) { before, from, place, to in
            guard to.along >= from.along else { return backward + (from.along - to.along) }
            guard speed > 0, let time = seconds(before, place), time >= 0 else { return 0 }
            return unevenness * abs(to.along - from.along - speed * Double(time))
        }
        var last = 0.0
        return chosen.map { foot in
            guard let foot else { return .nan }
            // Where there is no way without going back, a stop lies where the one before it does.
            last = max(last, foot.along)
            return last
        }
    }

    private static func feet(of stop: Coordinate, on line: MeasuredLine) -> [MeasuredLine.Foot] {
        var limit = 200.0
        var feet: [MeasuredLine.Foot] = []
        line.appendFeet(of: stop, within: limit, to: &feet)
        if feet.isEmpty {
            // Far off: how far decides what is as near as it.
            guard let foot = line.nearest(to: stop), foot.offset < 1e8 else { return [] }
            limit = foot.offset + choice
            line.appendFeet(of: stop, within: limit, to: &feet)
        }
        guard let nearest = feet.map(\.offset).min() else { return [] }
        guard nearest + choice > limit else { return feet.filter { $0.offset <= nearest + choice } }
        feet.removeAll()
        line.appendFeet(of: stop, within: nearest + choice, to: &feet)
        return feet
    }
}
