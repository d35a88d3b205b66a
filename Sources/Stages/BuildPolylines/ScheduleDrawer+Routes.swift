import Containers
import Contract
import Geometry
import StageKit

/// Lines of whole routes: the ways of all trips of a route and direction.
extension ScheduleDrawer {
    /// One line of all trips, each piece of way once: the shape that most trips run along, then what each other adds;
    /// after that, of trips that have none, straight lines between the stops of the pattern with the most trips, and so
    /// on.
    mutating func drawRoute(_ trips: ArraySlice<Trip>) throws {
        let patterns = patterns(of: trips)
        guard let first = patterns.first else { return }
        var line = line(of: first.trip)
        line.polylineID = (line.routeID ?? "") + ":" + (line.direction < 2 ? "\(line.direction)" : "")
        line.tripCount = patterns.reduce(0) { $0 + $1.tripCount }
        if serviceDay != nil { line.runs = patterns.reduce(0) { $0 + $1.runs } }
        var ways = RouteWays(sameWay: options.sameWay ?? BuildPolylinesOptions.usualSameWay)
        let shapes = shapes(of: trips)
        let usable = Set(shapes.map(\.number))
        // Trips without a shape run where others with the same stops do.
        let hasShape = patterns.map { $0.shapes.contains { usable.contains($0.shape.number) } }
        for shape in shapes { ways.add(usableShape(shape)) }
        if !shapes.isEmpty { line.source = .shapes }
        var seen: Set<UInt32> = []
        var hops = Hops()
        var straight: [[Stop]] = []
        for (pattern, hasShape) in zip(patterns, hasShape) {
            let course = course(of: pattern.stops, along: [])
            for stop in course.stops where seen.insert(stop.number).inserted { line.stops.append(stop) }
            for stop in course.missing where seen.insert(stop.number).inserted { line.missingStops.append(stop) }
            if hasShape {
                hops.insert(course.stops)
            } else if options.geometry != .shapes {
                straight.append(course.stops)
            }
        }
        for stops in straight {
            for leg in hops.legs(of: stops) { ways.add(leg.compactMap(schedule.place(of:))) }
        }
        if !shapes.isEmpty, !straight.isEmpty { reportStraight(line, patterns, hasShape) }
        (line.parts, line.nodes) = ways.lines
        if ways.isExhausted { reportExhausted(line) }
        try write(line)
    }

    /// The shapes that trips run along, the one of the most trips first, of equals the one whose first trip comes first.
    mutating func shapes(of trips: ArraySlice<Trip>) -> [Identifier<ScheduleTables.Shape>] {
        var places: [UInt32: Int] = [:]
        var found: [(shape: Identifier<ScheduleTables.Shape>, trips: Int)] = []
        for trip in trips {
            let shape = schedule[trip].shape
            guard !shape.isNone else { continue }
            if let place = places[shape.number] {
                found[place].trips += 1
            } else {
                places[shape.number] = found.count
                found.append((shape, 1))
            }
        }
        return found.indices.sorted { (-found[$0].trips, $0) < (-found[$1].trips, $1) }
            .map { found[$0].shape }
            .filter { !usableShape($0).isEmpty }
    }

    private func reportExhausted(_ line: Line) {
        diagnostics.report(
            Finding(
                .warning, "too_many_crossings",
                message: "\(Finding.printable(line.title)): its lines overlap and cross too often to be "
                    + "compared; in the remaining lines, only identical pieces were merged"))
    }

    /// Says that some trips of a route have no shape, where others have.
    private func reportStraight(_ line: Line, _ patterns: [Pattern], _ hasShape: [Bool]) {
        let count = zip(patterns, hasShape).reduce(0) { $1.1 ? $0 : $0 + $1.0.tripCount }
        diagnostics.report(
            Finding(
                .note, "trips_without_shape", field: Tables.Trips.columns.shapeID.name,
                message: "\(Finding.printable(line.title)): \(count) of \(line.tripCount) trips have no shape;"
                    + " drawn straight between stops that no trip with a shape connects"))
    }
}

/// Pairs of stops that trips run between, one straight after the other.
struct Hops {
    private var known: Set<UInt64> = []

    private static func key(_ from: ScheduleDrawer.Stop, _ to: ScheduleDrawer.Stop) -> UInt64 {
        UInt64(from.number) << 32 | UInt64(to.number)
    }

    mutating func insert(_ stops: [ScheduleDrawer.Stop]) {
        for (from, to) in zip(stops, stops.dropFirst()) { known.insert(Hops.key(from, to)) }
    }

    /// The stretches of a trip that are not known.
    func legs(of stops: [ScheduleDrawer.Stop]) -> [[ScheduleDrawer.Stop]] {
        guard !known.isEmpty else { return [stops] }
        var legs: [[ScheduleDrawer.Stop]] = []
        var isOpen = false
        for (from, to) in zip(stops, stops.dropFirst()) {
            if known.contains(Hops.key(from, to)) {
                isOpen = false
            } else if isOpen {
                legs[legs.count - 1].append(to)
            } else {
                legs.append([from, to])
                isOpen = true
            }
        }
        return legs
    }
}

/// The ways of a route, with the tolerance asked for.
private struct RouteWays {
    private var union: WayUnion?
    private var pieces = PieceUnion()

    init(sameWay: Double) { union = sameWay > 0 ? WayUnion(tolerance: sameWay) : nil }

    mutating func add(_ coordinates: [Coordinate]) {
        if union == nil { pieces.add(coordinates) } else { union?.add(coordinates) }
    }

    /// Whether there was too much to compare.
    var isExhausted: Bool { union?.isExhausted ?? false }

    /// The lines, and of each the positions at which others join it.
    var lines: (parts: [Polyline], nodes: [[Int]]) {
        guard let ways = union?.ways else { return (pieces.lines, []) }
        return (ways.map(\.line), ways.map(\.nodes))
    }
}
