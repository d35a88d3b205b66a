import Containers
import Contract
import Geometry
import Hashing
import StageKit

/// The distinct stop sequences of a route and direction.
extension ScheduleDrawer {
    struct Pattern {
        /// The first of its trips.
        var trip: Trip
        let stops: [Stop]
        var tripCount = 0
        /// How often its trips run on the day asked for.
        var runs = 0
        /// The next pattern whose stop sequence has the same hash; −1 for none.
        var next = -1
        /// The shapes of its trips with the number of trips of each, in the order of appearance.
        var shapes: [(shape: Identifier<ScheduleTables.Shape>, trips: Int)] = []
    }

    /// The patterns of trips of one route and direction, the one with the most trips first.
    mutating func patterns(of trips: ArraySlice<Trip>) -> [Pattern] {
        var patterns: [Pattern] = []
        var byHash: [UInt64: Int] = [:]
        /// The place of a shape among its pattern's, by both numbers: some feeds have a shape of its own for each trip.
        var shapePlaces: [UInt64: Int] = [:]
        for trip in trips {
            let sequence = stops(of: trip)
            guard isDrawable(trip, sequence) else { continue }
            let hash = hash(sequence, of: trip)
            var found = byHash[hash] ?? -1
            while found >= 0, !isPattern(patterns[found], sequence, of: trip) { found = patterns[found].next }
            if found < 0 {
                found = patterns.count
                patterns.append(Pattern(trip: trip, stops: sequence, next: byHash[hash] ?? -1))
                byHash[hash] = found
            }
            patterns[found].tripCount += 1
            patterns[found].runs += serviceDay?.runs(of: trip, schedule) ?? 0
            let shape = schedule[trip].shape
            guard !shape.isNone else { continue }
            let key = UInt64(found) << 32 | UInt64(shape.number)
            if let place = shapePlaces[key] {
                patterns[found].shapes[place].trips += 1
            } else {
                shapePlaces[key] = patterns[found].shapes.count
                patterns[found].shapes.append((shape, 1))
            }
        }
        return patterns.indices
            .sorted { (-patterns[$0].tripCount, $0) < (-patterns[$1].tripCount, $1) }
            .map { patterns[$0] }
    }

    /// Trips without stops are told apart by their shapes.
    private func hash(_ sequence: [Stop], of trip: Trip) -> UInt64 {
        if sequence.isEmpty { return UInt64(schedule[trip].shape.number) }
        return sequence.withUnsafeBytes { Fingerprint.of($0) }
    }

    private func isPattern(_ pattern: Pattern, _ sequence: [Stop], of trip: Trip) -> Bool {
        guard pattern.stops == sequence else { return false }
        return !sequence.isEmpty || schedule[pattern.trip].shape == schedule[trip].shape
    }

    // MARK: Stop sequences

    /// The stops of a trip in order.
    ///
    /// Of rows with one stop_sequence the first counts.
    mutating func stops(of trip: Trip) -> [Stop] {
        if !schedule.detours.isEmpty, let detour = schedule.detours[trip.number] { return detour.stops }
        if let stops = stopTimes.ascendingValues(of: trip), schedule.areKnown(stops) { return Array(stops) }
        stopTimes.positions(of: trip, into: &scratch)
        var sequence: [Stop] = []
        sequence.reserveCapacity(scratch.count)
        var previous: UInt32?
        for position in scratch {
            let stop = stopTimes.value(at: position)
            let place = stopTimes.sequence(at: position)
            guard place != previous else { continue }
            previous = place
            sequence.append(stop)
            if !schedule[stop].isListed, !schedule[stop].isReported { reportUnknown(stop) }
        }
        return sequence
    }

    /// Whether a trip has anything to draw it from; reports it when not.
    mutating func isDrawable(_ trip: Trip, _ sequence: [Stop]) -> Bool {
        if !sequence.isEmpty || !usableShape(schedule[trip].shape).isEmpty { return true }
        let id = schedule.tripIDs.text(trip)
        diagnostics.report(.warning, "trip_without_stop_times", field: Tables.Trips.columns.tripID.name, value: id) {
            "trip \($0) has no stop times; skipped"
        }
        return false
    }

    // MARK: Shapes

    /// The points of a shape where it may be drawn; empty where it has fewer than two or shapes are not wanted.
    mutating func usableShape(_ shape: Identifier<ScheduleTables.Shape>) -> [Coordinate] {
        guard options.geometry != .stops, !shape.isNone else { return [] }
        let points = schedule.points(of: shape, scratch: &scratch)
        return points.count > 1 ? points : []
    }

    /// The shape most of a pattern's trips have, of those that can be drawn; of equals the first.
    mutating func shape(of pattern: Pattern) -> [Coordinate] {
        let order = pattern.shapes.indices
            .sorted { (-pattern.shapes[$0].trips, $0) < (-pattern.shapes[$1].trips, $1) }
        for index in order {
            let points = usableShape(pattern.shapes[index].shape)
            guard !points.isEmpty else { continue }
            if order.count > 1 {
                let id = schedule.shapeIDs.text(pattern.shapes[index].shape)
                diagnostics.report(.note, "several_shapes", field: Tables.Trips.columns.shapeID.name, value: id) {
                    "trips with the same stops have \(order.count) shapes; drawn with \($0), the most frequent one"
                }
            }
            return points
        }
        return []
    }

    /// Where a line runs and which stops it passes.
    func course(
        of sequence: [Stop], along shape: [Coordinate]
    ) -> (coordinates: [Coordinate], source: Line.Source, stops: [Stop], missing: [Stop]) {
        var coordinates: [Coordinate] = []
        var stops: [Stop] = []
        var missing: [Stop] = []
        var seen: Set<UInt32> = []
        for stop in sequence {
            if let coordinate = schedule.place(of: stop) {
                stops.append(stop)
                coordinates.append(coordinate)
            } else if seen.insert(stop.number).inserted {
                missing.append(stop)
            }
        }
        if !shape.isEmpty { return (shape, .shapes, stops, missing) }
        return (options.geometry == .shapes ? [] : coordinates, .stops, stops, missing)
    }
}
