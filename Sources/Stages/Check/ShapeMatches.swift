import Geometry

/// Compares the stops of trips with the shapes they go along. Each shape and row of stops is compared once.
final class ShapeMatches {
    /// How far a stop may be from the shape, in metres.
    static let reach = 100.0
    /// By how much a stop may seem to lie before the one before it, in metres: feet nearer than that are one.
    private static let slack = 50.0

    private let checker: FeedChecker
    private let feed: CheckedFeed
    private let book: NoticeBook
    private let tripsFile: String
    private let stopTimesFile: String
    /// By the stops and the shape of trips the first stop out of order.
    private var known: [UInt64: Disorder?] = [:]
    private var farPairs: Set<UInt64> = []
    private var lines: [UInt32: MeasuredLine] = [:]
    private var ends: [UInt32: (last: Double, place: Coordinate?)] = [:]
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

    /// - Parameter calls: the places of the trip's stop times in their order.
    func check(_ id: IDSpace.ID, _ trip: CheckedFeed.Trip, _ calls: [Int]) {
        checkDistance(id, trip, calls)
        var hash = UInt64(trip.shape.number) &+ 1
        for call in calls {
            hash = (hash ^ UInt64(feed.stopTimes.value(at: call).stop.number)) &* 0xD6E8_FEB8_6659_FD93
            hash ^= hash >> 29
        }
        let disorder: Disorder?
        if let same = known[hash] {
            disorder = same
        } else {
            let line = line(trip.shape)
            disorder = line.coordinates.count > 1 ? match(id, trip, calls, line) : nil
            known[hash] = .some(disorder)
        }
        if let disorder { note(disorder, id, trip, calls) }
    }

    /// The first two stops that cannot be put on the line in their order; nil if all can. Those that are too far from the
    /// line are told and passed over.
    private func match(_ id: IDSpace.ID, _ trip: CheckedFeed.Trip, _ calls: [Int], _ line: MeasuredLine) -> Disorder? {
        var reached = -Double.infinity
        var furthest = 0
        var disorder: Disorder?
        for (place, call) in calls.enumerated() {
            let stopTime = feed.stopTimes.value(at: call)
            guard !stopTime.stop.isNone, let coordinate = feed.coordinate(stopTime.stop) else { continue }
            feet.removeAll(keepingCapacity: true)
            // All of them: a trip may pass a stop in each of many laps.
            line.appendFeet(of: coordinate, within: ShapeMatches.reach, most: .max, to: &feet)
            guard !feet.isEmpty else {
                noteFar(stopTime, coordinate, id, trip, line)
                continue
            }
            // The first foot that is not behind leaves the most room for the stops to come.
            if let foot = feet.filter({ $0.along >= reached - ShapeMatches.slack }).min(by: { $0.along < $1.along }) {
                if foot.along > reached { (reached, furthest) = (foot.along, place) }
            } else if disorder == nil {
                disorder = Disorder(before: furthest, after: place)
            }
        }
        return disorder
    }

    private func note(_ disorder: Disorder, _ id: IDSpace.ID, _ trip: CheckedFeed.Trip, _ calls: [Int]) {
        let (before, after) = (calls[disorder.before], calls[disorder.after])
        func stop(_ call: Int) -> NoticeSample.Value {
            .text(feed.stopIDs.text(feed.stopTimes.value(at: call).stop))
        }
        note(
            .stopsMatchShapeOutOfOrder, id, trip,
            [
                ("stop_sequence", .whole(Int(feed.stopTimes.sequence(at: after)))), ("stop_id", stop(after)),
                ("previous_stop_sequence", .whole(Int(feed.stopTimes.sequence(at: before)))),
                ("previous_stop_id", stop(before)),
            ])
    }

    private func noteFar(
        _ stopTime: CheckedFeed.StopTime, _ coordinate: Coordinate, _ id: IDSpace.ID, _ trip: CheckedFeed.Trip,
        _ line: MeasuredLine
    ) {
        guard farPairs.insert(UInt64(trip.shape.number) << 32 | UInt64(stopTime.stop.number)).inserted else { return }
        let offset = line.nearest(to: coordinate)?.offset
        book.add(
            .stopTooFarFromShape, file: stopTimesFile, line: CheckedFeed.line(stopTime.line),
            [
                ("shape_id", .text(feed.shapeIDs.text(trip.shape))), ("trip_id", .text(feed.tripIDs.text(id))),
                ("stop_id", .text(feed.stopIDs.text(stopTime.stop))),
                ("distance_m", offset.map { .number($0, decimals: 1) } ?? .null),
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

    private func checkDistance(_ id: IDSpace.ID, _ trip: CheckedFeed.Trip, _ calls: [Int]) {
        guard let lastCall = calls.last(where: { !feed.distance(at: $0).isNaN }) else { return }
        let (last, place) = end(of: trip.shape)
        guard !last.isNaN else { return note(.tripWithShapeDistTraveledButNoShapeDistances, id, trip) }
        let distance = feed.distance(at: lastCall)
        guard distance > last, let shapeEnd = place,
            let stop = feed.coordinate(feed.stopTimes.value(at: lastCall).stop)
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

    /// The greatest distance among a shape's points, NaN where none has one, and where the shape ends.
    private func end(of shape: IDSpace.ID) -> (last: Double, place: Coordinate?) {
        if let known = ends[shape.number] { return known }
        feed.shapePoints.positions(of: shape, into: &positions)
        var last = Double.nan
        for position in positions {
            let distance = feed.shapePoints.value(at: position).distance
            if !distance.isNaN { last = last.isNaN ? distance : max(last, distance) }
        }
        let end = (last, feed.line(Array(positions.suffix(1))).last)
        ends[shape.number] = end
        return end
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
