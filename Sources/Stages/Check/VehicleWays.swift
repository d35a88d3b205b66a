import Geometry

/// Where trips go and call, as far as vehicles are compared with it; worked out when it is asked for.
final class VehicleWays {
    /// How far from its way a vehicle may be, in metres.
    static let reach = 200.0
    /// How far outside the feed's area, in metres: a mile.
    private static let margin = 1609.0

    private let checker: FeedChecker
    private let feed: CheckedFeed
    private let area: (south: Double, west: Double, north: Double, east: Double)?
    private var lines: [UInt64: MeasuredLine] = [:]
    private var known: [IDSpace.ID: Calls] = [:]
    private var positions: [Int] = []
    private var callsOfTrip: [CallPatterns.Call] = []

    init(_ checker: FeedChecker) {
        self.checker = checker
        feed = checker.feed
        var places = checker.feed.stops.compactMap(\.coordinate)
        var positions: [Int] = []
        checker.feed.shapeIDs.forEachDefined { shape in
            checker.feed.shapePoints.positions(of: shape, into: &positions)
            places += checker.feed.line(positions)
        }
        guard let first = places.first else {
            area = nil
            return
        }
        var south = first.latitude
        var (north, west, east) = (south, first.longitude, first.longitude)
        for place in places {
            (south, north) = (min(south, place.latitude), max(north, place.latitude))
            (west, east) = (min(west, place.longitude), max(east, place.longitude))
        }
        // A feed on both sides of the antimeridian has no such box.
        guard east - west < 180 else {
            area = nil
            return
        }
        let scale = Ellipsoid.metresPerDegree(atLatitude: max(abs(south), abs(north)))
        let (high, wide) = (VehicleWays.margin / scale.latitude, VehicleWays.margin / max(scale.longitude, 1))
        area = (south - high, west - wide, north + high, east + wide)
    }

    func isOutside(_ place: Coordinate) -> Bool {
        guard let area else { return false }
        return place.latitude < area.south || place.latitude > area.north || place.longitude < area.west
            || place.longitude > area.east
    }

    /// Metres from a place to the way of a trip; nil where nothing is known of that.
    func distance(from place: Coordinate, to trip: IDSpace.ID) -> Double? {
        let line = line(of: trip)
        guard line.coordinates.count > 1 else { return nil }
        return line.nearest(to: place)?.offset
    }

    private func line(of trip: IDSpace.ID) -> MeasuredLine {
        let shape = feed.trip(trip).shape
        let hasShape = feed.shapeIDs.isDefined(shape)
        let key = hasShape ? UInt64(shape.number) : 1 << 40 | UInt64(trip.number)
        if let line = lines[key] { return line }
        let coordinates: [Coordinate]
        if hasShape {
            feed.shapePoints.positions(of: shape, into: &positions)
            coordinates = feed.line(positions)
        } else {
            feed.stopTimes.read(trip, into: &callsOfTrip)
            coordinates = callsOfTrip.compactMap { feed.coordinate($0.stopTime.stop) }
        }
        if lines.count >= 4096 { lines.removeAll(keepingCapacity: true) }
        let line = MeasuredLine(coordinates)
        lines[key] = line
        return line
    }

    /// Where a trip calls.
    struct Calls {
        fileprivate(set) var bySequence: [Int: CheckedFeed.StopTime] = [:]
        /// Whether it calls at one stop several times.
        fileprivate(set) var repeats = false

        /// The stop time of a place in the trip, or without one of the only call at a stop.
        func stopTime(_ sequence: Int?, _ stop: IDSpace.ID?) -> CheckedFeed.StopTime? {
            if let sequence { return bySequence[sequence] }
            guard let stop, !repeats else { return nil }
            return bySequence.values.first { $0.stop == stop }
        }

        /// Whether the trip calls at one stop at both places.
        func callsTwice(_ first: Int?, _ second: Int?) -> Bool {
            guard let first, let second, first != second, let one = bySequence[first]?.stop,
                let other = bySequence[second]?.stop
            else { return false }
            return !one.isNone && one == other
        }
    }

    /// Where a trip calls; nil for one without stop times.
    func calls(of trip: IDSpace.ID) -> Calls? {
        if let calls = known[trip] { return calls.bySequence.isEmpty ? nil : calls }
        feed.stopTimes.read(trip, into: &callsOfTrip)
        var calls = Calls()
        var stops: Set<IDSpace.ID> = []
        for call in callsOfTrip {
            calls.bySequence[Int(call.sequence)] = call.stopTime
            let stop = call.stopTime.stop
            if !stop.isNone, !stops.insert(stop).inserted { calls.repeats = true }
        }
        known[trip] = calls
        return calls.bySequence.isEmpty ? nil : calls
    }

    /// Seconds of the service day at which a trip is at its first stop: its arrival and its departure there, or one of them.
    func starts(of trip: IDSpace.ID) -> [Int32] {
        feed.stopTimes.read(trip, into: &callsOfTrip)
        guard let first = callsOfTrip.first?.stopTime else { return [] }
        return [first.arrival, first.departure].filter(CheckedFeed.StopTime.isTime)
    }
}
