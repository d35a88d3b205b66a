import TimeZones

/// A kind of day that a trip runs on.
enum Service: Int, CaseIterable {
    case weekday, saturday, sunday
    /// An evening with an event in the city: calendar_dates.txt alone names its day.
    case event

    var id: String { ["wd", "sa", "su", "ev"][rawValue] }

    /// The service of a date that no exception touches.
    init(day: Int) {
        switch CivilDate.weekday(daysSinceEpoch: day) {
        case 5: self = .saturday
        case 6: self = .sunday
        default: self = .weekday
        }
    }
}

/// Times at the stops of a pattern, in seconds from the departure at its first stop.
struct RunningTimes {
    var arrivals: [Int]
    var departures: [Int]
    var total: Int { arrivals[arrivals.count - 1] }
}

/// One trip of the timetable.
struct PlannedTrip {
    var route: Int
    var direction: Int
    /// Which of the route's vehicles runs it.
    var block: Int
    /// Numbers the trips of a block through the day, gaps included.
    var ordinal: Int
    /// Seconds of the service day at the first stop.
    var start: Int
    var isPeak: Bool
}

/// A row of frequencies.txt.
struct Band {
    var start: Int
    var end: Int
    var headway: Int
}

/// How a route is run: its vehicles go there and back all day, evenly spread over the time that takes.
struct RouteSchedule {
    /// Vehicles that the timetable counts on.
    var blocks: Int
    /// Those of them that send realtime data: all, or none where there are fewer vehicles than routes.
    var tracked: Int
    /// Seconds from a block's departure until it departs there again.
    var cycle: Int
    /// The first departure of the first block.
    var first: Int
    /// Seconds from a block's departure inbound until its departure outbound.
    var turn: Int
    /// By direction, then quiet and busy.
    var times: [[RunningTimes]]
    var bands: [Band] = []
    /// Seconds between two starts of a loop where it runs most often.
    var headway = 0
}

/// The timetable of one week, which repeats.
struct CityTimetable {
    let city: City
    let schedules: [RouteSchedule]

    static let hour = 3600
    /// Nothing sets out later than ten past one at night.
    private static let lastDeparture = 25 * hour + 600
    /// The end of the first band of a day is where the next begins; times in seconds.
    private static let bandEdges = [11 * 1800, 13 * 1800, 19 * 1800, 31 * 1800, 37 * 1800, 47 * 1800]

    init(city: City, vehicles: Int) {
        self.city = city
        var schedules = city.routes.enumerated().map { CityTimetable.unmanned($1, number: $0) }
        let shares = CityTimetable.share(vehicles, among: schedules.map(\.cycle))
        for index in schedules.indices {
            schedules[index].tracked = shares[index]
            schedules[index].blocks = max(1, shares[index])
            if city.routes[index].kind == .loop { CityTimetable.addBands(&schedules[index]) }
        }
        self.schedules = schedules
    }

    // MARK: Making it

    private static func unmanned(_ route: SimulatedRoute, number: Int) -> RouteSchedule {
        let times = route.patterns.map { pattern in
            [100, 118].map { runningTimes(pattern, isTrain: route.isTrain, percent: $0) }
        }
        // A round trip takes what it takes in the peak; a quiet hour has longer pauses.
        let parts = times.map { directional in
            let run = directional[1].total
            return (run + max(180, run / 12) + 59) / 60 * 60
        }
        return RouteSchedule(
            blocks: 1, tracked: 0, cycle: parts.reduce(0, +), first: 5 * hour + number * 7 % 10 * 60,
            turn: parts[parts.count - 1], times: times)
    }

    private static func runningTimes(_ pattern: Pattern, isTrain: Bool, percent: Int) -> RunningTimes {
        var arrivals = [0]
        var departures = [0]
        for index in 1..<pattern.stops.count {
            let metres = Int((pattern.distances[index] - pattern.distances[index - 1]).rounded())
            // Cruising at 21 and 8.5 m/s, and what braking and setting off cost.
            let run = isTrain ? metres * 10 / 210 + 25 : metres * 10 / 85 + 12
            arrivals.append(departures[index - 1] + max(2, (run * percent / 100 + 5) / 10) * 10)
            departures.append(arrivals[index] + (isTrain ? 40 : index % 5 == 0 ? 30 : 20))
        }
        departures[departures.count - 1] = arrivals[arrivals.count - 1]
        return RunningTimes(arrivals: arrivals, departures: departures)
    }

    /// Vehicles by route: one each as far as they go, the rest in proportion to the round trips' lengths.
    private static func share(_ vehicles: Int, among cycles: [Int]) -> [Int] {
        var shares = cycles.indices.map { $0 < vehicles ? 1 : 0 }
        let spare = max(0, vehicles - cycles.count)
        let total = cycles.reduce(0, +)
        for index in cycles.indices { shares[index] += spare * cycles[index] / total }
        var left = vehicles - shares.reduce(0, +)
        var index = 0
        while left > 0 {
            shares[index % shares.count] += 1
            left -= 1
            index += 1
        }
        return shares
    }

    private static func addBands(_ schedule: inout RouteSchedule) {
        // Headways that part an hour evenly, so that the bands join without two starts close together.
        let even = [60, 90, 120, 180, 300, 360, 450, 600, 900, 1200, 1800, 3600]
        let least = (schedule.cycle + schedule.blocks - 1) / schedule.blocks
        schedule.headway = even.first { $0 >= least } ?? 3600 * ((least + 3599) / 3600)
        let quiet = 3600 % (2 * schedule.headway) == 0 ? 2 * schedule.headway : schedule.headway
        schedule.bands = (0..<5).map {
            Band(
                start: bandEdges[$0], end: bandEdges[$0 + 1], headway: $0 == 1 || $0 == 3 ? schedule.headway : quiet)
        }
    }

    // MARK: Reading it

    func times(_ trip: PlannedTrip) -> RunningTimes {
        schedules[trip.route].times[trip.direction][trip.isPeak ? 1 : 0]
    }

    /// The trips of a block on a day, in order; a loop's are its runs.
    func trips(route: Int, block: Int, service: Service) -> [PlannedTrip] {
        var trips: [PlannedTrip] = []
        forEachTrip(route: route, block: block, service: service) { trips.append($0) }
        return trips
    }

    /// The scheduled trips of a route's block in order of the day; none for a loop, which frequencies.txt schedules.
    func forEachTrip(
        route: Int, block: Int, service: Service, _ body: (PlannedTrip) throws -> Void
    ) rethrows {
        let schedule = schedules[route]
        guard city.routes[route].kind != .loop, service != .event else { return }
        let step = schedule.cycle / schedule.blocks >= 60 ? 60 : 1
        // The round trip before the first is joined half way, from the centre.
        var number = -1
        while true {
            let start = schedule.first + block * schedule.cycle / schedule.blocks + number * schedule.cycle
            let rounded = start - (start % step + step) % step
            if rounded >= CityTimetable.lastDeparture { return }
            for leg in 0..<2 {
                let departure = rounded + (leg == 0 ? 0 : schedule.turn)
                let length = schedule.times[1 - leg][1].total
                guard departure >= schedule.first, departure < CityTimetable.lastDeparture,
                    departure + length + 180 <= 24 * CityTimetable.hour + schedule.first,
                    runs(block, departure + length / 2, service),
                    service != .weekday || !joinsLater(block, rounded, cycle: schedule.cycle)
                else { continue }
                try body(
                    PlannedTrip(
                        route: route, direction: 1 - leg, block: block, ordinal: 2 * (number + 1) + leg,
                        start: departure, isPeak: isPeak(departure, service)))
            }
            number += 1
        }
    }

    /// Whether a block makes a trip whose middle is then: all do in the peaks, fewer between and after them.
    private func runs(_ block: Int, _ middle: Int, _ service: Service) -> Bool {
        let half = middle / 1800
        if block == 0 { return service == .weekday || half >= 12 }
        guard service == .weekday else { return block % 2 == 0 && half >= 13 && half < 46 }
        switch half {
        case ..<11: return block % 3 == 0
        case 11..<19, 31..<38: return true
        case 19..<31: return block % 2 == 0
        case 38..<45: return block % 4 == 0
        default: return false
        }
    }

    /// Whether a block waits for a round trip soon after ten to seven, so that a morning sees vehicles come.
    private func joinsLater(_ block: Int, _ start: Int, cycle: Int) -> Bool {
        let late = 6 * CityTimetable.hour + 3000
        guard block % 6 == 5, start < late else { return false }
        return start + (late - start + cycle - 1) / cycle * cycle <= late + 2100
    }

    private func isPeak(_ start: Int, _ service: Service) -> Bool {
        service == .weekday && (13 * 1800..<18 * 1800 + 900 ~= start || 31 * 1800..<37 * 1800 ~= start)
    }

    /// A loop's runs of a day, each with the vehicle that has been free the longest.
    func loopRuns(route: Int) -> [PlannedTrip] {
        let schedule = schedules[route]
        let length = schedule.times[0][0].total
        var ready = [Int](repeating: 0, count: schedule.blocks)
        var runs: [PlannedTrip] = []
        for band in schedule.bands {
            var start = band.start
            while start < band.end {
                var block = 0
                for other in ready.indices where ready[other] < ready[block] { block = other }
                runs.append(
                    PlannedTrip(
                        route: route, direction: 0, block: block, ordinal: runs.count, start: start, isPeak: false))
                ready[block] = start + length
                start += band.headway
            }
        }
        return runs
    }

    /// Trips after an event, outbound on the first route late in the evening.
    var eventTrips: [PlannedTrip] {
        guard city.routes[0].kind != .loop else { return [] }
        return (0..<3).map {
            PlannedTrip(
                route: 0, direction: 0, block: 0, ordinal: $0, start: 22 * CityTimetable.hour + 1200 + $0 * 900,
                isPeak: false)
        }
    }

    /// The start in stop_times.txt of a loop's one trip.
    static let loopStart = 11 * 1800

    /// The trip_id of a trip; of a loop's runs, which share one.
    func tripID(_ trip: PlannedTrip, _ service: Service) -> String {
        let route = city.routes[trip.route]
        if route.kind == .loop { return route.id + "-" + service.id }
        return route.id + "-" + service.id + "-" + String(trip.block + 1) + "-" + String(trip.ordinal + 1)
    }
}
