import Containers
import Geometry

/// The way of a pattern over the ground, and where its stops lie on it.
package struct Way: Sendable {
    package let line: MeasuredLine
    /// Metres from the line's beginning, never falling, by the place of the stop time; not a number for a stop without
    /// a place.
    package let stopPositions: [Double]
    /// Whether the line is that of a shape, not straight from stop to stop.
    package let isShape: Bool
    /// The places in the stop times of which the position is known.
    private let placed: [Int]

    /// Stops that are further from the line than the nearest place of it, and this, are not elsewhere on it.
    private static let choice = 100.0
    /// What going back along the line costs more than any distance from it.
    private static let backward = 1e12
    /// What a metre more or less than the timetable lets expect costs, in square metres from the line: enough to tell
    /// places apart at which a line passes twice, give or take a metre.
    private static let unevenness = 0.1

    /// - Parameters:
    ///   - stops: by the place of the stop time.
    ///   - stopDistances: shape_dist_traveled.
    ///   - seconds: from the departure at a stop until the arrival at another one; nil where the timetable does not tell.
    ///   - shape: in order; fewer than two points are none.
    init(
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

    /// Metres of way from the stop before that has a place to a stop; nil for the first, and one without a place.
    package func distance(to place: Int) -> Double? {
        guard place > 0, !stopPositions[place].isNaN, !stopPositions[place - 1].isNaN else { return nil }
        return stopPositions[place] - stopPositions[place - 1]
    }

    /// Whether the way ends near where it begins: its ends cannot be told apart by a position alone.
    package var returns: Bool {
        guard let first = line.coordinates.first, let last = line.coordinates.last, line.coordinates.count > 1 else {
            return false
        }
        return Ellipsoid.distance(first, last) < 500
    }

    /// The place of the stop that is nearest to a position on the line, within a distance; of two as near the earlier.
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

    /// Straight from stop to stop.
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

    /// By shape_dist_traveled; nil unless all stops and points have it, it never falls, and stops lie where it says.
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

    /// By the nearest places of the line, in the order of the stops: of all choices that do not go back that in which
    /// the squares of the distances from the line add up to the least. Where the line passes a stop twice both may be
    /// as far from it: the timetable, at an even speed, tells which is meant.
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
