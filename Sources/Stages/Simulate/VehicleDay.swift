import Containers

/// Where a vehicle is and what it does at an instant.
struct Fix {
    /// POSIX seconds.
    var time: Int
    /// Index of the run in the vehicle's list; nil when it waits without one.
    var run: Int?
    var place: Place
    /// Degrees clockwise from north.
    var bearing: Double
    /// Metres per second along the path.
    var speed: Double
    /// Metres along the trip's path.
    var distance: Double
    /// Index of the stop it stands at or comes to next.
    var stop: Int
    /// VehicleStopStatus: 0 INCOMING_AT, 1 STOPPED_AT, 2 IN_TRANSIT_TO.
    var status: UInt64
    /// Percentage of places taken.
    var load: Int
    /// Seconds the stretch takes over seconds it should; 1 at a stop.
    var pace: Double
}

/// A vehicle's runs in order, of one day or several, and its whereabouts between them.
struct VehicleDay {
    let vehicle: Vehicle
    var runs: [Run]
    private let city: City

    /// A pause that is longer is spent in the depot, out of sight.
    private static let longestPause = 1200
    /// Seconds that a vehicle stands at its last stop before it takes up its next trip.
    static let lingering = 20
    /// The share of a stretch's time that setting off takes, and braking again.
    private static let easing = 0.2

    init(vehicle: Vehicle, runs: [Run], city: City) {
        self.vehicle = vehicle
        self.runs = runs
        self.city = city
    }

    /// When the vehicle begins to wait for a run at its first stop.
    private func appears(_ index: Int) -> Int {
        guard index > 0 else { return runs[index].begin - 420 }
        let free = runs[index - 1].end + VehicleDay.lingering
        return runs[index].begin - free <= VehicleDay.longestPause ? free : runs[index].begin - 420
    }

    /// The index of the first run that ends after an instant; the number of runs where none does.
    func firstRun(endingAfter time: Int) -> Int { runs.firstPlace { $0.end > time } }

    /// The whereabouts at an instant; nil when the vehicle is not out.
    func fix(at time: Int) -> Fix? {
        // The run that is next to end, or has just ended.
        let index = runs.firstPlace { $0.end + VehicleDay.lingering > time }
        guard index < runs.count, appears(index) <= time else { return nil }
        let run = runs[index]
        let pattern = city.routes[run.trip.route].patterns[run.trip.direction]
        if run.relationship == .canceled {
            // The vehicle stays where its last trip ended: the beginning of the cancelled outward and return trip.
            let at = pattern.distances[0]
            return standing(nil, pattern, stop: 0, at: at, time: time, load: 0)
        }
        let last = pattern.stops.count - 1
        if time < run.departures[0] {
            let waiting = run.departures[0] - time
            let boarded = waiting > 240 ? 0 : run.loads[0] * (240 - waiting) / 240
            return standing(index, pattern, stop: 0, at: pattern.distances[0], time: time, load: boarded)
        }
        if time >= run.end {
            return standing(index, pattern, stop: last, at: pattern.distances[last], time: time, load: 0)
        }
        let next = min(run.arrivals.firstPlace { $0 > time }, last)
        let before = next - 1
        if time < run.departures[before] {
            return standing(
                index, pattern, stop: before, at: pattern.distances[before], time: time, load: run.loads[before])
        }
        return moving(index, pattern, run, from: before, time: time)
    }

    private func standing(
        _ run: Int?, _ pattern: Pattern, stop: Int, at distance: Double, time: Int, load: Int
    ) -> Fix {
        Fix(
            time: time, run: run, place: pattern.path.place(at: distance), bearing: pattern.path.bearing(at: distance),
            speed: 0, distance: distance, stop: stop, status: 1, load: load, pace: 1)
    }

    /// Between two stops the speed rises evenly, holds, and falls evenly.
    private func moving(_ index: Int, _ pattern: Pattern, _ run: Run, from before: Int, time: Int) -> Fix {
        let seconds = Double(run.arrivals[before + 1] - run.departures[before])
        let metres = pattern.distances[before + 1] - pattern.distances[before]
        let share = Double(time - run.departures[before]) / seconds
        let ease = VehicleDay.easing
        let top = 1 / (1 - ease)
        let done: Double
        let speed: Double
        if share < ease {
            done = top * share * share / (2 * ease)
            speed = top * share / ease
        } else if share > 1 - ease {
            let left = 1 - share
            done = 1 - top * left * left / (2 * ease)
            speed = top * left / ease
        } else {
            done = top * (share - ease / 2)
            speed = top
        }
        let distance = pattern.distances[before] + metres * done
        let left = metres * (1 - done)
        let near = city.routes[run.trip.route].isTrain ? 250.0 : 80
        let planned = Double(run.plannedArrivals[before + 1] - run.plannedDepartures[before])
        return Fix(
            time: time, run: index, place: pattern.path.place(at: distance),
            bearing: pattern.path.bearing(at: distance), speed: speed * metres / seconds, distance: distance,
            stop: before + 1, status: left < near ? 0 : 2, load: run.loads[before], pace: seconds / planned)
    }
}
