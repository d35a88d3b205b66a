import GTFSSchedule
import Schedule
import VehiclePaths

/// Where a vehicle is on its run by its last positions.
struct Progress {
    enum Place {
        /// At a stop, since POSIX seconds.
        case at(Int, since: Double)
        /// On its way to a stop that is not the first one: the share of the stretch that is left.
        case between(next: Int, left: Double)
        /// So many metres before the first stop.
        case before(metres: Double)
        /// At the last stop, since POSIX seconds.
        case finished(since: Double)
        /// Further from the path than vehicles on it are.
        case offRoute
        /// Neither coordinates nor a stop say where it is.
        case unknown
    }

    let place: Place
    /// When it was there, POSIX seconds.
    let time: Int
    /// Metres along the path; nil where they are not known.
    let along: Double?
    /// The position before it on the path: when, and metres along.
    let before: (time: Int, along: Double)?

    /// Metres from a stop within which a vehicle that says so is at it; the default of `stop-visits --near`.
    private static let near = 60.0
    /// Metres from a stop within which a vehicle that says nothing is at it, if its receiver is exact.
    private static let exactness = 15.0
    /// The most seconds before the first position at a stop that half of the gap before it counts.
    private static let mostGap = 30.0

    /// - Parameter places: those of the fixes on the path.
    init(_ fixes: [Fix], _ places: FixPlaces, _ times: RunTimes, _ stops: KnownStops) {
        let named = NamedStops(fixes, stops, rows: times.rows)
        let placed = PlacedFixes(fixes, named.stops, on: times.way, pace: times.pace, places: places)
        guard let last = placed.fixes.indices.last else {
            (place, time, along, before) = (.unknown, fixes.last.map { Int($0.time) } ?? 0, nil, nil)
            return
        }
        time = Int(placed.fixes[last].time)
        let along = placed.along[last]
        guard !along.isNaN else {
            place =
                placed.fixes[last].coordinate == nil
                ? Progress.place(byStops: placed, last, times) : .offRoute
            (self.along, before) = (nil, nil)
            return
        }
        let reached = placed.reached[last]
        guard !reached.isNaN else {
            // The vehicle still comes to its first stop, backwards along the path.
            place = .before(metres: abs(along - times.positions[0]))
            (self.along, before) = (nil, nil)
            return
        }
        self.along = reached
        before =
            last > 0 && !placed.reached[last - 1].isNaN
            ? (Int(placed.fixes[last - 1].time), placed.reached[last - 1]) : nil
        let zone = min(max(Progress.exactness, placed.scatter, 3 * placed.noise), Progress.near)
        place = Progress.place(on: placed, last, reached, zone, times)
    }

    private static func place(
        on placed: PlacedFixes, _ last: Int, _ reached: Double, _ zone: Double, _ times: RunTimes
    ) -> Place {
        if let stop = stop(of: placed, last, zone, times, isAlone: true) {
            var first = last
            while first > 0, self.stop(of: placed, first - 1, zone, times, isAlone: true) == stop { first -= 1 }
            var since = Double(placed.fixes[first].time)
            if first > 0 { since -= min(since - Double(placed.fixes[first - 1].time), mostGap) / 2 }
            return stop == times.positions.count - 1 ? .finished(since: since) : .at(stop, since: since)
        }
        guard var next = times.next(after: reached) else {
            return .finished(since: Double(placed.fixes[last].time))
        }
        // A vehicle that says where it goes knows better which side of a stop it is on.
        if placed.fixes[last].status >= 0, placed.fixes[last].status != Fix.stoppedAt,
            case .stop(let named) = placed.stops[last], abs(named - next) <= 1
        {
            next = named
        }
        guard next > 0 else { return .before(metres: max(times.positions[0] - reached, 0)) }
        return .between(next: next, left: times.left(at: reached, next: next))
    }

    /// The stop at which a vehicle is by a fix; nil for none.
    private static func stop(
        of placed: PlacedFixes, _ number: Int, _ zone: Double, _ times: RunTimes, isAlone: Bool
    ) -> Int? {
        let fix = placed.fixes[number]
        let along = placed.along[number]
        guard !along.isNaN else { return nil }
        if fix.status >= 0, case .stop(let place) = placed.stops[number] {
            guard fix.status == Fix.stoppedAt else { return nil }
            return abs(times.positions[place] - along) <= near ? place : nil
        }
        guard let place = times.way.stop(nearestTo: along, within: zone) else { return nil }
        if fix.status == Fix.stoppedAt || abs(times.positions[place] - along) <= exactness { return place }
        // Further from the stop one position is not enough: the vehicle may drive by.
        let others = [number - 1, number + 1].filter { placed.fixes.indices.contains($0) }
        return others.contains { abs(placed.along[$0] - along) <= exactness } ? place : nil
    }

    /// When a vehicle without coordinates left a stop, POSIX seconds.
    ///
    /// Between two positions, it left as expected after it had come to the stop. If nobody saw it there, it left in the
    /// middle of the time in which it must have left; if nothing is known of that time, it is taken to have driven half of
    /// the way when it was first seen, and from the first stop to have just left.
    /// - Parameter first: its first position on the way to the next stop.
    private static func departure(from stop: Int, until first: Int, _ placed: PlacedFixes, _ times: RunTimes) -> Double
    {
        let gone = Double(placed.fixes[first].time)
        guard first > 0 else { return stop > 0 ? gone - times.drive[stop] / 2 : gone }
        func isThere(_ number: Int) -> Bool {
            guard case .stop(let named) = placed.stops[number], named == stop else { return false }
            return placed.fixes[number].status == Fix.stoppedAt
        }
        let last = Double(placed.fixes[first - 1].time)
        guard isThere(first - 1) else { return (last + gone) / 2 }
        var came = first - 1
        while came > 0, isThere(came - 1) { came -= 1 }
        return min(max(Double(placed.fixes[came].time) + times.dwell[stop], last), gone)
    }

    /// Where a vehicle without coordinates is by the stops that it names.
    private static func place(byStops placed: PlacedFixes, _ last: Int, _ times: RunTimes) -> Place {
        guard case .stop(let stop) = placed.stops[last] else { return .unknown }
        func isSame(_ number: Int) -> Bool {
            guard case .stop(let other) = placed.stops[number], other == stop else { return false }
            return (placed.fixes[number].status == Fix.stoppedAt) == (placed.fixes[last].status == Fix.stoppedAt)
        }
        var first = last
        while first > 0, isSame(first - 1) { first -= 1 }
        let since = Double(placed.fixes[first].time)
        if placed.fixes[last].status == Fix.stoppedAt {
            return stop == times.positions.count - 1 ? .finished(since: since) : .at(stop, since: since)
        }
        guard stop > 0 else { return .before(metres: 0) }
        let driven = Double(placed.fixes[last].time) - departure(from: stop - 1, until: first, placed, times)
        let left = times.drive[stop - 1] > 0 ? max(1 - driven / times.drive[stop - 1], 0) : 0
        return .between(next: stop, left: left)
    }
}
