/// A trip as it is really run.
struct Run {
    enum Relationship { case scheduled, added, canceled, duplicated }

    var trip: PlannedTrip
    var tripID: String
    var relationship = Relationship.scheduled
    /// The trip of the timetable that a duplicated run copies.
    var originalID: String?
    /// The service date in days since 1970-01-01.
    var day: Int
    /// POSIX seconds, by stop.
    var plannedArrivals: [Int]
    var plannedDepartures: [Int]
    var arrivals: [Int]
    var departures: [Int]
    /// Percentage of places taken after each stop.
    var loads: [Int]

    var begin: Int { departures[0] }
    var end: Int { arrivals[arrivals.count - 1] }
    var plannedBegin: Int { plannedDepartures[0] }
    /// Whether the run has scheduled times: its own in the timetable, or those of the trip that it copies.
    var hasSchedule: Bool { relationship == .scheduled || relationship == .duplicated }
    var plannedEnd: Int { plannedArrivals[plannedArrivals.count - 1] }
}

/// Runs the timetable for the days of the window: delays arise on the road, go on along the trip and into the next.
struct Operation {
    let timetable: CityTimetable
    let seed: UInt64
    /// The window in POSIX seconds.
    let window: Range<Int>
    /// Where something blocks the road for a while, once a day; always on the same route.
    let incidents: [Incident]
    private let rhythm: Rhythm
    /// The service day from which the trend counts.
    private let firstDay: Int

    struct Incident {
        var route: Int
        /// The stop in direction 1 before the blocked stretch.
        var stop: Int
        var time: Range<Int>
        var seconds: Int
    }

    /// Drivers do not leave these stops early.
    static func isTimepoint(_ index: Int, last: Int) -> Bool { index % 5 == 0 || index == last }

    /// - Parameter scenes: the stretches in which something happens.
    init(
        timetable: CityTimetable, seed: UInt64, window: Range<Int>, scenes: [Range<Int>], rhythm: Rhythm, firstDay: Int
    ) {
        self.timetable = timetable
        self.rhythm = rhythm
        self.firstDay = firstDay
        self.seed = seed
        self.window = window
        // The busiest radial route with a vehicle of its own is hit, in the middle of the way in.
        let candidates = timetable.city.routes.indices.filter {
            timetable.city.routes[$0].kind == .radial && timetable.schedules[$0].tracked > 0
        }
        let route = candidates.max { timetable.city.routes[$0].popularity < timetable.city.routes[$1].popularity } ?? 0
        let pattern = timetable.city.routes[route].patterns[timetable.city.routes[route].patterns.count - 1]
        incidents = scenes.enumerated().map { number, scene in
            var random = number == 0 ? SimulationRandom(seed: seed, 3) : SimulationRandom(seed: seed, 3, number)
            let start = scene.lowerBound - 600 + random.below(max(1, scene.count / 4 + 300))
            return Incident(
                route: route, stop: pattern.stops.count / 2, time: start..<(start + 2400),
                seconds: 150 + random.below(90))
        }
    }

    /// The route that incidents hit.
    var incidentRoute: Int { incidents[0].route }

    /// The runs of a block that matter in the window, in order of time.
    func runs(route: Int, block: Int) -> [Run] {
        let first = CivilTime.localDay(window.lowerBound) - 1
        let last = CivilTime.localDay(window.upperBound)
        var runs: [Run] = []
        for day in first...last {
            let service = Service(day: day)
            let trips: [PlannedTrip]
            if timetable.city.routes[route].kind == .loop {
                trips = timetable.loopRuns(route: route).filter { $0.block == block }
            } else {
                trips = timetable.trips(route: route, block: block, service: service)
            }
            let midnight = CivilTime.midnight(day)
            for trip in trips {
                let begin = midnight + trip.start
                // Three hours before the window are enough for a delay to have its history.
                guard begin + timetable.times(trip).total > window.lowerBound - 10_800,
                    begin < window.upperBound + 14_400
                else { continue }
                runs.append(
                    run(trip, day: day, service: service, id: timetable.tripID(trip, service), after: runs.last?.end))
            }
        }
        return runs
    }

    /// Drives one trip.
    /// - Parameter after: when the vehicle came to the end of its last trip.
    func run(_ trip: PlannedTrip, day: Int, service: Service, id: String, after: Int?) -> Run {
        let times = timetable.times(trip)
        let midnight = CivilTime.midnight(day)
        let begin = midnight + trip.start
        let route = timetable.city.routes[trip.route]
        let pattern = route.patterns[trip.direction]
        let last = pattern.stops.count - 1
        var random = SimulationRandom(seed: seed, 4, day, trip.route, trip.block, trip.ordinal)
        let crowding = SimulatedCrowding(route: route, direction: trip.direction)
        let level = rhythm.factor(on: day, from: firstDay)
        let mood = random.between(0.82, 1.18) * level
        let planned = times.arrivals.map { $0 + begin }
        let plannedDepartures = times.departures.map { $0 + begin }
        var arrivals = [0]
        var departures = [0]
        departures[0] = max(begin + random.below(25), (after ?? 0) + 75)
        arrivals[0] = min(begin, departures[0])
        var loads: [Int] = []
        for index in 0...last {
            let share = pattern.distances[index] / pattern.distances[last]
            if index > 0 {
                let run = plannedTime(times, index)
                let rush = SimulatedCrowding.rush(departures[index - 1] - midnight, service)
                let seconds = drive(
                    Double(run), rush: trip.direction == 1 ? rush.morning : rush.evening, isTrain: route.isTrain,
                    late: Double(departures[index - 1] - plannedDepartures[index - 1]),
                    closeness: trip.direction == 1 ? share : 1 - share, level: level, &random)
                arrivals.append(departures[index - 1] + seconds + held(trip, index, departures[index - 1]))
                let dwell = times.departures[index] - times.arrivals[index]
                let late = arrivals[index] - planned[index]
                let crowd = (loads[index - 1] * (3 + random.below(6))) / 60
                var departure = arrivals[index] + max(10, dwell + crowd - (late > 0 ? dwell / 2 : 0) - 3)
                let isKept = route.isTrain || Operation.isTimepoint(index, last: last)
                departure = max(departure, plannedDepartures[index] - (isKept ? 0 : 30))
                departures.append(index == last ? arrivals[index] : departure)
            }
            let time = departures[index] - midnight
            // A late vehicle meets the people of the one behind it.
            let late = Double(max(0, departures[index] - plannedDepartures[index]))
            loads.append(
                index == last
                    ? 0
                    : crowding.percentage(
                        share: share, time: time, service: service, mood: mood * (1 + min(late, 600) / 2400)))
        }
        return Run(
            trip: trip, tripID: id, day: day, plannedArrivals: planned, plannedDepartures: plannedDepartures,
            arrivals: arrivals, departures: departures, loads: loads)
    }

    private func plannedTime(_ times: RunningTimes, _ index: Int) -> Int {
        times.arrivals[index] - times.departures[index - 1]
    }

    /// Seconds from one stop to the next.
    /// - Parameter level: the factor of the day, for what the road adds to the timetable's time.
    private func drive(
        _ planned: Double, rush: Double, isTrain: Bool, late: Double, closeness: Double, level: Double,
        _ random: inout SimulationRandom
    ) -> Int {
        let noise = random.between(-0.08, 0.1)
        let traffic = rush * (0.3 + 0.7 * closeness) * random.between(0, isTrain ? 0.1 : 0.5)
        // A late driver makes up a little, an early one takes it slowly.
        let pressed = late > 60 ? -0.05 : late < -20 ? 0.08 : 0
        return max(5, Int((planned * max(0.82, 1 + noise * level + traffic * level + pressed)).rounded()))
    }

    /// What an incident costs on the way to a stop.
    private func held(_ trip: PlannedTrip, _ index: Int, _ departure: Int) -> Int {
        guard trip.route == incidentRoute, trip.direction == timetable.city.routes[trip.route].patterns.count - 1
        else { return 0 }
        return incidents.first { index - 1 == $0.stop && $0.time.contains(departure) }?.seconds ?? 0
    }
}
