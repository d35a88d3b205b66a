import GTFSSchedule
import RealtimeJoin
import Schedule
import VehiclePaths

/// What a vehicle is called.
struct VehicleNames {
    var id: String?
    var label: String?
    var plate: String?
}

/// A run that vehicles report.
final class PredictedRun {
    let trip: WholeTimetable.TripIndex
    /// The service day, days after 1970-01-01.
    let day: Int
    /// Seconds of the service day; only for trips in frequencies.txt.
    let startTime: Int?
    let key: UInt64
    let tripID: String
    /// POSIX seconds from which the times of the rows count.
    let origin: Int
    /// nil for a run that cannot be predicted.
    let times: RunTimes?
    /// The place of its route and direction among those whose pace is known.
    let pace: Int
    /// A vehicle that came to the run, and the number of its stay on a run; it has left once it counts another one.
    struct Rider {
        let vehicle: PredictedVehicle
        let stay: Int
        var isHere: Bool { vehicle.stay == stay }
    }

    /// The vehicles on the run, in the order in which they came, and some that have left.
    private(set) var riders: [Rider] = []
    private var goneCount = 0
    /// What records call the run.
    var references: [UInt64] = []
    /// The vehicle whose place counts, and the message for which that was found.
    var leader: (vehicle: PredictedVehicle, message: Int)?
    /// The run that the vehicle drives next by its block; nil before it was looked for, or without one.
    var next: (run: PredictedRun, planned: Int)?
    var hasNext = true

    init(
        trip: WholeTimetable.TripIndex, day: Int, startTime: Int?, key: UInt64, tripID: String, origin: Int,
        times: RunTimes?, pace: Int
    ) {
        (self.trip, self.day, self.startTime, self.key, self.tripID) = (trip, day, startTime, key, tripID)
        (self.origin, self.times, self.pace) = (origin, times, pace)
    }

    var vehicleCount: Int { riders.count - goneCount }

    func enter(_ vehicle: PredictedVehicle) { riders.append(Rider(vehicle: vehicle, stay: vehicle.stay)) }

    /// Notes that a vehicle has left, which counts another stay by now.
    func leave() {
        goneCount += 1
        guard 2 * goneCount >= riders.count else { return }
        riders.removeAll { !$0.isHere }
        goneCount = 0
    }

    /// POSIX seconds; nil where the timetable promises no time.
    func scheduledArrival(_ stop: Int) -> Int? {
        guard let times, times.hasSchedule else { return nil }
        return (times.rows[stop].arrival ?? times.rows[stop].departure).map { origin + $0 }
    }

    func scheduledDeparture(_ stop: Int) -> Int? {
        guard let times, times.hasSchedule else { return nil }
        return (times.rows[stop].departure ?? times.rows[stop].arrival).map { origin + $0 }
    }
}

/// A vehicle on a run: its last positions, and what was predicted for it.
///
/// Memory: at most `mostFixes` positions with their places on the path, a prediction for each horizon, and the text of two
/// runs.
final class PredictedVehicle {
    let key: UInt64
    let names: VehicleNames
    private(set) var run: PredictedRun
    /// Counts the runs that it was on.
    private(set) var stay = 0
    private(set) var fixes: [Fix] = []
    /// The places of the first fixes on the path of the run.
    private var places = FixPlaces()
    /// Where the vehicle is by its last position; nil until that is worked out.
    private(set) var progress: Progress?
    /// The same, worked out by another thread and not used yet.
    private var placed: Progress?
    /// How the updates of its run begin, and those of the run that follows.
    private var heads: [(run: PredictedRun, head: UpdateHead)] = []
    /// The stop up to which arrivals were compared with predictions; -1 for none.
    var arrived = -1
    /// Predictions that wait for the vehicle's arrival, by horizon; `Pending.none` for none.
    var pending = [Pending](repeating: .none, count: Spread.horizons)
    /// The last place between stops, from which its pace is measured.
    var anchor: (time: Int, clock: Double, next: Int)?
    /// Seconds driven on the run, and seconds expected for them; older ones count less.
    var paceActual = 0.0
    var paceExpected = 0.0

    /// The positions that are kept: the last ones, and before them some that are at least `apart` seconds apart.
    static let mostFixes = 8
    private static let lastFixes = 5
    private static let apart = 60

    init(_ key: UInt64, _ names: VehicleNames, _ run: PredictedRun) {
        (self.key, self.names, self.run) = (key, names, run)
    }

    /// Takes a position.
    /// - Returns: false for one that is older than the last one.
    func add(_ fix: Fix) -> Bool {
        if let last = fixes.last {
            guard fix.time >= last.time else { return false }
            // Messages repeat a position until there is a newer one.
            if fix.time == last.time { return true }
        }
        fixes.append(fix)
        (progress, placed) = (nil, nil)
        guard fixes.count > PredictedVehicle.mostFixes else { return true }
        let old = 1..<(fixes.count - PredictedVehicle.lastFixes)
        let near = old.first { Int(fixes[$0].time) - Int(fixes[$0 - 1].time) < PredictedVehicle.apart }
        let removed = near ?? 0
        fixes.remove(at: removed)
        if removed < places.count { places.remove(at: removed) }
        return true
    }

    /// Restores positions of an earlier process.
    func restore(_ fixes: [Fix]) { self.fixes = fixes }

    /// Where the vehicle is, worked out once for each position.
    /// - Parameter isNew: is set to whether it was worked out since it was last asked for.
    func progress(_ times: RunTimes, _ stops: KnownStops, isNew: inout Bool) -> Progress {
        if let progress {
            isNew = false
            return progress
        }
        isNew = true
        let found = placed ?? laid(times, stops)
        (progress, placed) = (found, nil)
        return found
    }

    /// Works out where the vehicle is, for when that is asked for. This concerns no other vehicle.
    func place(_ times: RunTimes, _ stops: KnownStops) {
        if progress == nil, placed == nil { placed = laid(times, stops) }
    }

    private func laid(_ times: RunTimes, _ stops: KnownStops) -> Progress {
        for fix in fixes[places.count...] { places.append(fix, on: times.way) }
        return Progress(fixes, places, times, stops)
    }

    /// How the updates of a run begin, made once.
    func head(of run: PredictedRun, _ make: () -> UpdateHead) -> UpdateHead {
        if let known = heads.first(where: { $0.run === run }) { return known.head }
        let made = make()
        heads.removeAll { $0.run !== self.run }
        heads.append((run, made))
        return made
    }

    /// Keeps a prediction for each horizon that has none, to be compared with what happens.
    /// - Parameter made: when it was predicted, POSIX seconds.
    func expect(_ forecast: Forecast, _ made: Int) {
        var horizon = -1
        for stop in forecast.stops where stop >= forecast.firstArrival {
            let time = forecast.arrival(stop)
            let own = Spread.horizon(max(Int(time) - made, 0))
            guard own != horizon else { continue }
            horizon = own
            if pending[own].stop < 0 {
                pending[own] = Pending(stop: Int32(stop), time: UInt32(max(time, 0).rounded()))
            }
        }
    }

    /// When its last position was measured, POSIX seconds.
    var lastSeen: Int { fixes.last.map { Int($0.time) } ?? .min }

    /// Leaves its run, for ever or for another one.
    func leave(for next: PredictedRun?) {
        stay += 1
        run.leave()
        guard let next else { return }
        run = next
        fixes = []
        places = FixPlaces()
        (progress, placed) = (nil, nil)
        heads = []
        arrived = -1
        pending = Array(repeating: .none, count: Spread.horizons)
        anchor = nil
        (paceActual, paceExpected) = (0, 0)
    }
}
