import Containers
import Geometry
import Hashing
import StageKit

/// Draws the lines of a schedule whose tables have all been read.
///
/// Lines come out by route in the order of routes.txt (routes that only trips name come last), by direction 0, 1 and
/// none, and within these by falling trip count and then the first trip's place in trips.txt. The order of stop times
/// has no part in it.
struct ScheduleDrawer {
    typealias Stop = Identifier<ScheduleTables.Stop>
    typealias Trip = Identifier<ScheduleTables.Trip>

    let options: BuildPolylinesOptions
    let schedule: ScheduleTables
    /// A copy of `schedule.stopTimes`. Read through `schedule`, each access to a row would count references to the columns.
    let stopTimes: SequencedRows<ScheduleTables.Trip, Stop>
    let filter: LineFilter
    let diagnostics: Diagnostics
    let writer: LineWriter
    let pins: PinCollector
    /// What runs on the day asked for; nil if no day is.
    let serviceDay: ServiceDay?
    var scratch: [Int] = []

    init(_ stage: BuildPolylines) {
        options = stage.options
        schedule = stage.schedule
        stopTimes = schedule.stopTimes
        filter = stage.filter
        diagnostics = stage.context.diagnostics
        writer = stage.writer
        pins = stage.pins
        serviceDay = stage.serviceDay
    }

    mutating func draw() throws {
        reportUnmatched()
        let trips = orderedTrips()
        serviceDay?.report(schedule)
        if options.grouping == .way { return try drawWays(trips) }
        var start = 0
        while start < trips.count {
            var end = start + 1
            while end < trips.count, schedule[trips[end]].route == schedule[trips[start]].route,
                schedule[trips[end]].direction == schedule[trips[start]].direction
            { end += 1 }
            try draw(trips[start..<end])
            start = end
        }
    }

    /// The trips asked for, by route and direction, then in the order of their rows.
    private func orderedTrips() -> [Trip] {
        var ranks = [Int](repeating: -1, count: schedule.routes.count)
        for (rank, route) in schedule.routeOrder.enumerated() { ranks[route.index] = rank }
        var next = schedule.routeOrder.count
        var chosen: [(rank: Int?, trip: Trip)] = []
        for trip in schedule.tripOrder {
            let route = schedule[trip].route
            guard filter.isEmpty || filter.takes(route: routeID(route), trip: text(schedule.tripIDs.text(trip))) else {
                continue
            }
            if let serviceDay, !serviceDay.takes(trip, schedule) { continue }
            if !route.isNone, ranks[route.index] < 0 {
                ranks[route.index] = next
                next += 1
                reportUnmatchedRoute(route)
            }
            chosen.append((route.isNone ? nil : ranks[route.index], trip))
        }
        // Trips without a route come after all that have one.
        func group(_ rank: Int?, _ trip: Trip) -> Int { (rank ?? next) * 3 + Int(schedule[trip].direction) }
        var counts = [Int](repeating: 0, count: (next + 1) * 3)
        for (rank, trip) in chosen { counts[group(rank, trip)] += 1 }
        let places = GroupedValues<UInt32>(counts: counts) { filler in
            for (place, (rank, trip)) in chosen.enumerated() { filler.add(UInt32(place), group(rank, trip)) }
        }
        return counts.indices.flatMap { places[$0].map { chosen[Int($0)].trip } }
    }

    // MARK: One route and direction

    private mutating func draw(_ trips: ArraySlice<Trip>) throws {
        switch options.grouping {
        case .trip:
            for trip in trips { try drawTrip(trip) }
        case .pattern:
            for pattern in patterns(of: trips) { try draw(pattern) }
        case .route: try drawRoute(trips)
        // All routes at once: see `drawWays`.
        case .way: break
        }
    }

    private mutating func drawTrip(_ trip: Trip) throws {
        let sequence = stops(of: trip)
        guard isDrawable(trip, sequence) else { return }
        var line = line(of: trip)
        let id = text(schedule.tripIDs.text(trip))
        line.polylineID = id
        line.tripID = id
        line.runs = serviceDay?.runs(of: trip, schedule)
        let course = course(of: sequence, along: usableShape(schedule[trip].shape))
        line.stops = course.stops
        line.missingStops = course.missing
        line.source = course.source
        line.parts = [Polyline(course.coordinates)]
        try write(line)
    }

    private mutating func draw(_ pattern: Pattern) throws {
        let sequence = pattern.stops
        let shape = shape(of: pattern)
        var line = line(of: pattern.trip)
        line.polylineID = polylineID(line, sequence, shape)
        line.tripCount = pattern.tripCount
        if serviceDay != nil { line.runs = pattern.runs }
        let course = course(of: sequence, along: shape)
        line.stops = course.stops
        line.missingStops = course.missing
        line.source = course.source
        line.parts = [Polyline(course.coordinates)]
        try write(line)
    }

    func write(_ line: Line) throws {
        guard line.parts.contains(where: { $0.coordinates.count > 1 }) else {
            let noShape = options.geometry == .shapes
            guard diagnostics.wants(.warning, noShape ? "no_shape" : "too_few_points") else {
                return diagnostics.count(.warning, noShape ? "no_shape" : "too_few_points")
            }
            let count = line.parts.first?.coordinates.count ?? 0
            let trips = line.tripCount == 1 ? "1 trip" : "\(line.tripCount) trips"
            let what = noShape ? "no shape" : "\(count) stop\(count == 1 ? "" : "s") with coordinates"
            return diagnostics.report(
                Finding(
                    .warning, noShape ? "no_shape" : "too_few_points",
                    message: "\(Finding.printable(line.title)): \(trips) with \(what); no line drawn"))
        }
        try writer.write(line)
        guard options.pins else { return }
        for stop in line.stops { pins.note(stop, on: line.route) }
    }

    /// A line with what it has from its trip's row and route.
    func line(of trip: Trip) -> Line {
        var line = Line()
        let route = schedule[trip].route
        line.feed = schedule.tripIDs.feed(trip)
        line.direction = schedule[trip].direction
        line.modificationsID = schedule.detours[trip.number]?.modificationsID
        guard !route.isNone else { return line }
        line.route = route
        line.routeID = routeID(route)
        line.routeShortName = schedule.bytes(schedule[route].shortName).map(text)
        line.routeLongName = schedule.bytes(schedule[route].longName).map(text)
        line.routeType = schedule[route].type
        line.routeColor = schedule.bytes(schedule[route].color).map(text)
        line.routeTextColor = schedule.bytes(schedule[route].textColor).map(text)
        let agency = schedule.agency(of: route)
        line.agencyName = agency.name.map(text)
        line.agencyTimezone = agency.timezone.map(text)
        return line
    }

    /// `route:direction:hash`; the hash, FNV-1a mixed once more and cut to 48 bits, is of the stop ids in order, or of
    /// the points where there are no stops.
    private func polylineID(_ line: Line, _ sequence: [Stop], _ shape: [Coordinate]) -> String {
        var hash = FNV1a()
        for stop in sequence {
            hash.add(schedule.stopIDs.text(stop))
            hash.add(0)
        }
        if sequence.isEmpty {
            for point in shape {
                for degrees in [point.latitude, point.longitude] {
                    withUnsafeBytes(of: degrees.bitPattern.littleEndian) { hash.add($0) }
                }
            }
        }
        return (line.routeID ?? "") + ":" + (line.direction < 2 ? "\(line.direction)" : "") + ":"
            + Hexadecimal.text(SplitMix64.mixed(hash.value) >> 16, digits: 12)
    }

    func text(_ bytes: UnsafeRawBufferPointer) -> String { String(decoding: bytes, as: UTF8.self) }

    func routeID(_ route: Identifier<ScheduleTables.Route>) -> String? {
        route.isNone ? nil : text(schedule.routeIDs.text(route))
    }
}
