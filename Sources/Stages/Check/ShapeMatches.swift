import Geometry
import Hashing

/// Compares the stops of trips with the shapes they go along. Each shape and row of stops is compared once.
final class ShapeMatches {
    /// How far a stop may be from the shape, in metres.
    static let reach = 100.0
    /// The same for stops of trains, whose stations are large.
    static let railReach = 400.0
    /// At how many places the shape may pass a stop.
    static let passes = 20
    /// By how much a stop may seem to lie before the one before it, in metres: feet nearer than that are one.
    private static let slack = 50.0
    /// Two places along a line count as one place if they differ by less than this many metres.
    private static let same = 0.01

    private let checker: FeedChecker
    private let feed: CheckedFeed
    private let book: NoticeBook
    private let tripsFile: String
    private let stopTimesFile: String
    /// What trips of the same shape, stops and distances break was told with the first of them.
    private var known: Set<UInt64> = []
    /// By pattern, what tells trips apart by their stops and distances; 0 where that is not known yet.
    private var stopsOfPattern: [UInt64] = []
    private var farPairs: Set<UInt64> = []
    private var lines: [UInt32: MeasuredLine] = [:]
    private var measured: [UInt32: ShapeDistances?] = [:]
    private var ends: [UInt32: ShapeEnd] = [:]
    private var positions: [Int] = []
    private var feet: [MeasuredLine.Foot] = []

    /// Two calls of a trip, by their places in it: the shape passes the stop of the later one first.
    private struct Disorder {
        let before: Int
        let after: Int
    }

    init(_ checker: FeedChecker) {
        self.checker = checker
        feed = checker.feed
        book = checker.book
        tripsFile = checker.file("trips")
        stopTimesFile = checker.file("stop_times")
    }

    /// - Parameters:
    ///   - calls: the trip's stop times in their order.
    ///   - pattern: their pattern, if all rows of the trip follow each other in the file.
    func check(_ id: IDSpace.ID, _ trip: CheckedFeed.Trip, _ calls: [CallPatterns.Call], pattern: Int?) {
        checkDistance(id, trip, calls)
        guard !trip.route.isNone, feed.routeIDs.isDefined(trip.route) else { return }
        let isRail = feed.route(trip.route).type == 2
        let hash = Fingerprint.of(UInt64(trip.shape.number) << 1 | (isRail ? 1 : 0), stops(calls, pattern))
        guard known.insert(hash).inserted else { return }
        let line = line(trip.shape)
        guard !line.coordinates.isEmpty else { return }
        let reach = isRail ? ShapeMatches.railReach : ShapeMatches.reach
        if let disorder = match(id, trip, calls, line, reach) { note(disorder, id, trip, calls) }
        matchDistances(id, trip, calls, line, reach)
    }

    /// Tells trips apart by their stops and distances.
    private func stops(_ calls: [CallPatterns.Call], _ pattern: Int?) -> UInt64 {
        if let pattern {
            while stopsOfPattern.count <= pattern { stopsOfPattern.append(0) }
            if stopsOfPattern[pattern] != 0 { return stopsOfPattern[pattern] }
        }
        var hash: UInt64 = 0
        for call in calls {
            hash = Fingerprint.of(UInt64(call.stopTime.stop.number), hash)
            if !call.distance.isNaN { hash = Fingerprint.of(call.distance.bitPattern, hash) }
        }
        if let pattern { stopsOfPattern[pattern] = hash }
        return hash
    }

    /// The first two stops that cannot be put on the line in their order; nil if all can, or if a stop is too far from the
    /// line, which is told.
    private func match(
        _ id: IDSpace.ID, _ trip: CheckedFeed.Trip, _ calls: [CallPatterns.Call], _ line: MeasuredLine, _ reach: Double
    ) -> Disorder? {
        var reached = -Double.infinity
        var furthest = 0
        var disorder: Disorder?
        var isFar = false
        for (place, call) in calls.enumerated() {
            let stopTime = call.stopTime
            guard !stopTime.stop.isNone, let coordinate = feed.coordinate(stopTime.stop) else { continue }
            findFeet(coordinate, line, reach)
            guard !feet.isEmpty else {
                isFar = true
                noteFar(.stopTooFarFromShape, call, distance(coordinate, line), id, trip)
                continue
            }
            if feet.count > ShapeMatches.passes { noteMany(call, id, trip) }
            // The first foot that is not behind leaves the most room for the stops to come.
            if let foot = feet.filter({ $0.along >= reached - ShapeMatches.slack }).min(by: { $0.along < $1.along }) {
                if foot.along > reached { (reached, furthest) = (foot.along, place) }
            } else if disorder == nil {
                disorder = Disorder(before: furthest, after: place)
            }
        }
        return isFar ? nil : disorder
    }

    /// The places where the line passes a stop; a line of one position is passed there.
    private func findFeet(_ coordinate: Coordinate, _ line: MeasuredLine, _ reach: Double) {
        feet.removeAll(keepingCapacity: true)
        if line.coordinates.count == 1 {
            let offset = Ellipsoid.distance(coordinate, line.coordinates[0])
            if offset <= reach { feet.append(MeasuredLine.Foot(along: 0, offset: offset)) }
        } else {
            // All of them: a trip may pass a stop in each of many laps.
            line.appendFeet(of: coordinate, within: reach, most: .max, to: &feet)
        }
    }

    private func distance(_ coordinate: Coordinate, _ line: MeasuredLine) -> Double? {
        line.coordinates.count == 1
            ? Ellipsoid.distance(coordinate, line.coordinates[0]) : line.nearest(to: coordinate)?.offset
    }

    // MARK: Distances

    /// Puts stops where their shape_dist_traveled says, and tells those that are far from there. A stop without a distance
    /// is where the line passes it; where it does not, or only behind, nothing is said of the trip.
    private func matchDistances(
        _ id: IDSpace.ID, _ trip: CheckedFeed.Trip, _ calls: [CallPatterns.Call], _ line: MeasuredLine, _ reach: Double
    ) {
        guard let last = calls.last, last.distance > 0, let shape = distances(of: trip.shape, line) else {
            return
        }
        var found: [(call: CallPatterns.Call, offset: Double)] = []
        var from = 0
        var reached = -Double.infinity
        for call in calls {
            let stopTime = call.stopTime
            guard !stopTime.stop.isNone, let coordinate = feed.coordinate(stopTime.stop) else { continue }
            let distance = call.distance
            if distance > 0 {
                let place = shape.place(at: distance, from: &from)
                guard place.along >= reached - ShapeMatches.same else { return }
                reached = max(reached, place.along)
                let offset = Ellipsoid.distance(coordinate, place.coordinate)
                if offset > ShapeMatches.reach { found.append((call, offset)) }
            } else {
                findFeet(coordinate, line, reach)
                guard
                    let foot = feet.filter({ $0.along >= reached - ShapeMatches.same }).min(by: { $0.along < $1.along })
                else { return }
                reached = max(reached, foot.along)
            }
        }
        for (call, offset) in found { noteFar(.stopTooFarFromShapeUsingUserDistance, call, offset, id, trip) }
    }

    /// The points of a shape with the greatest distance up to each; nil where none has one.
    private func distances(of shape: IDSpace.ID, _ line: MeasuredLine) -> ShapeDistances? {
        if let known = measured[shape.number] { return known }
        feed.shapePoints.positions(of: shape, into: &positions)
        if measured.count >= 256 { measured.removeAll(keepingCapacity: true) }
        let points = positions.lazy.map { self.feed.shapePoints.value(at: $0) }.filter { !$0.coordinate.isNearOrigin }
        let distances = ShapeDistances(Array(points), on: line)
        measured[shape.number] = .some(distances)
        return distances
    }

    // MARK: Notices

    private func note(_ disorder: Disorder, _ id: IDSpace.ID, _ trip: CheckedFeed.Trip, _ calls: [CallPatterns.Call]) {
        let (before, after) = (calls[disorder.before], calls[disorder.after])
        func stop(_ call: CallPatterns.Call) -> NoticeSample.Value {
            .text(feed.stopIDs.text(call.stopTime.stop))
        }
        note(
            .stopsMatchShapeOutOfOrder, id, trip,
            [
                ("stop_sequence", .whole(Int(after.sequence))), ("stop_id", stop(after)),
                ("previous_stop_sequence", .whole(Int(before.sequence))),
                ("previous_stop_id", stop(before)),
            ])
    }

    private func noteFar(
        _ rule: Rule, _ call: CallPatterns.Call, _ offset: Double?, _ id: IDSpace.ID, _ trip: CheckedFeed.Trip
    ) {
        let stopTime = call.stopTime
        guard farPairs.insert(UInt64(trip.shape.number) << 32 | UInt64(stopTime.stop.number)).inserted else { return }
        book.add(
            rule, file: stopTimesFile, line: CheckedFeed.line(stopTime.line),
            [
                ("shape_id", .text(feed.shapeIDs.text(trip.shape))), ("trip_id", .text(feed.tripIDs.text(id))),
                ("stop_id", .text(feed.stopIDs.text(stopTime.stop))),
                ("distance_m", offset.map { .number($0, decimals: 1) } ?? .null),
            ])
    }

    private func noteMany(_ call: CallPatterns.Call, _ id: IDSpace.ID, _ trip: CheckedFeed.Trip) {
        let stopTime = call.stopTime
        book.add(
            .stopHasTooManyMatchesForShape, file: stopTimesFile, line: CheckedFeed.line(stopTime.line),
            [
                ("shape_id", .text(feed.shapeIDs.text(trip.shape))), ("trip_id", .text(feed.tripIDs.text(id))),
                ("stop_id", .text(feed.stopIDs.text(stopTime.stop))), ("matches", .whole(feet.count)),
            ])
    }

    private func note(
        _ rule: Rule, _ id: IDSpace.ID, _ trip: CheckedFeed.Trip,
        _ shows: [(name: String, value: NoticeSample.Value)] = []
    ) {
        book.add(
            rule, file: tripsFile, line: CheckedFeed.line(trip.line),
            [("trip_id", .text(feed.tripIDs.text(id))), ("shape_id", .text(feed.shapeIDs.text(trip.shape)))] + shows)
    }

    private func checkDistance(_ id: IDSpace.ID, _ trip: CheckedFeed.Trip, _ calls: [CallPatterns.Call]) {
        guard calls.contains(where: { !$0.distance.isNaN }), let lastCall = calls.last else { return }
        let end = end(of: trip.shape)
        if !end.isWhole { note(.tripWithShapeDistTraveledButNoShapeDistances, id, trip) }
        let (last, distance) = (end.last, lastCall.distance)
        guard last > 0, distance > last, let shapeEnd = end.place,
            let stop = feed.coordinate(lastCall.stopTime.stop)
        else { return }
        let metres = Ellipsoid.distance(stop, shapeEnd)
        let rule: Rule =
            metres > 11.1 ? .tripDistanceExceedsShapeDistance : .tripDistanceExceedsShapeDistanceBelowThreshold
        book.add(
            rule, file: tripsFile, line: CheckedFeed.line(trip.line),
            [
                ("trip_id", .text(feed.tripIDs.text(id))), ("shape_id", .text(feed.shapeIDs.text(trip.shape))),
                ("shape_dist_traveled", .number(distance, decimals: -1)),
                ("shape_last_dist_traveled", .number(last, decimals: -1)), ("distance_m", .number(metres, decimals: 1)),
            ])
    }

    /// The greatest distance among a shape's points, NaN where none has one, the place of that point, and whether all have
    /// one.
    private func end(of shape: IDSpace.ID) -> ShapeEnd {
        if let known = ends[shape.number] { return known }
        feed.shapePoints.positions(of: shape, into: &positions)
        var end = ShapeEnd(last: .nan, place: nil, isWhole: true)
        for position in positions {
            let point = feed.shapePoints.value(at: position)
            if point.distance.isNaN {
                end.isWhole = false
            } else if end.last.isNaN || point.distance > end.last {
                (end.last, end.place) = (point.distance, point.coordinate)
            }
        }
        ends[shape.number] = end
        return end
    }

    private struct ShapeEnd {
        var last: Double
        var place: Coordinate?
        var isWhole: Bool
    }

    private func line(_ shape: IDSpace.ID) -> MeasuredLine {
        if let known = lines[shape.number] { return known }
        feed.shapePoints.positions(of: shape, into: &positions)
        // Trips of one shape mostly follow each other.
        if lines.count >= 256 { lines.removeAll(keepingCapacity: true) }
        let line = MeasuredLine(feed.line(positions))
        lines[shape.number] = line
        return line
    }
}
