/// A vehicle's position as the feed has it.
struct Report {
    var vehicle: Vehicle
    /// What it tells: its whereabouts, or those of another instant where it is stuck or a twin.
    var fix: Fix
    /// The timestamp it bears: when the vehicle measured it, or measured in vain where it is stuck, or a wrong one where
    /// the clock slips. POSIX seconds.
    var time: Int
}

/// What of the vehicles' whereabouts comes into the feed and when, with the doses of what befalls it on the way.
///
/// Every chance hangs on the seed and on what it befalls, so that one dose does not change another.
struct Telemetry {
    /// The most seconds that a position is old in a snapshot, without `--lag`.
    var oldest: Int { Telemetry.transmission + (period ?? Telemetry.periods[Telemetry.periods.count - 1]) - 1 }

    /// Seconds that everything measured takes into the feed.
    private static let transmission = 2
    /// Seconds from one measurement to the next, by vehicle, where `--period` does not say.
    private static let periods = [10, 15, 20]
    /// A stuck vehicle is stuck once in so many seconds, for at least and at most so many.
    private static let stuckOnceIn = 600
    private static let stuckFor = 60...300

    let seed: UInt64
    let doses: Doses
    private let period: Int?
    /// By the index of the vehicle they follow; none where no run has a twin.
    let twins: [Vehicle]

    init(seed: UInt64, doses: Doses, period: Int?, vehicles: [Vehicle]) {
        self.seed = seed
        self.doses = doses
        self.period = period
        twins =
            doses.twins > 0
            ? vehicles.map { vehicle in
                var twin = vehicle
                twin.index += vehicles.count
                twin.id += "B"
                twin.label += "B"
                twin.plate = nil
                return twin
            } : []
    }

    // MARK: Positions

    /// What a snapshot has of a vehicle; nil where it has nothing.
    func report(_ day: VehicleDay, by snapshot: Int) -> Report? {
        let vehicle = day.vehicle
        let time = reported(vehicle, by: snapshot)
        guard let fix = day.fix(at: time), !isDropped(vehicle, snapshot) else { return nil }
        if doses.freeze > 0, let since = stuck(vehicle, at: time), let old = day.fix(at: since), old.run != nil,
            old.run == fix.run
        {
            return Report(vehicle: vehicle, fix: old, time: stamped(time, vehicle))
        }
        return Report(vehicle: vehicle, fix: fix, time: stamped(time, vehicle))
    }

    /// What a snapshot has of the vehicle that follows another some minutes behind and is taken to run its trip.
    func twin(of day: VehicleDay, by snapshot: Int) -> Report? {
        guard doses.twins > 0 else { return nil }
        let twin = twins[day.vehicle.index]
        let time = reported(twin, by: snapshot)
        var random = SimulationRandom(seed: seed, 10, day.vehicle.index)
        // Where it is, the other was so long ago.
        let then = time - 120 - random.below(301)
        guard let fix = day.fix(at: then), let index = fix.run, twinned(day.runs[index])?.contains(then) == true,
            !isDropped(twin, snapshot)
        else { return nil }
        return Report(vehicle: twin, fix: fix, time: stamped(time, twin))
    }

    /// The part of a run that has a twin; nil for most.
    private func twinned(_ run: Run) -> Range<Int>? {
        var random = SimulationRandom(seed: seed, 10, run.day, run.trip.route, run.trip.block, run.trip.ordinal)
        guard random.unit() < doses.twins else { return nil }
        let length = run.end - run.begin
        let from = run.begin + length * (10 + random.below(30)) / 100
        return from..<(run.begin + length * (60 + random.below(35)) / 100)
    }

    /// Seconds from one measurement of a vehicle to the next.
    private func period(_ vehicle: Vehicle) -> Int {
        period ?? Telemetry.periods[vehicle.index % Telemetry.periods.count]
    }

    /// When a vehicle last told its position before a snapshot: once a period, in its own step.
    func reported(_ vehicle: Vehicle, by snapshot: Int) -> Int {
        let period = period(vehicle)
        var time = measured(vehicle, by: snapshot - Telemetry.transmission, every: period)
        guard doses.late > 0 else { return time }
        // The newest of what has come, so that a feed never goes back.
        while time + Telemetry.transmission + delay(vehicle, time) > snapshot { time -= period }
        return time
    }

    private func measured(_ vehicle: Vehicle, by time: Int, every period: Int) -> Int {
        var random = SimulationRandom(seed: seed, 5, vehicle.index)
        return time - (time + Telemetry.transmission + random.below(period)) % period
    }

    private func delay(_ vehicle: Vehicle, _ time: Int) -> Int {
        var random = SimulationRandom(seed: seed, 9, vehicle.index, time)
        return random.below(doses.late + 1)
    }

    /// The timestamp of what a vehicle measures at an instant; each of −S…−1 and 1…S as likely where the clock slips.
    private func stamped(_ time: Int, _ vehicle: Vehicle) -> Int {
        guard let slip = doses.clockSlip else { return time }
        var random = SimulationRandom(seed: seed, 13, vehicle.index, time)
        guard random.unit() < slip.share else { return time }
        let off = random.below(2 * slip.seconds) - slip.seconds
        return time + (off < 0 ? off : off + 1)
    }

    private func isDropped(_ vehicle: Vehicle, _ snapshot: Int) -> Bool {
        guard doses.drop > 0 else { return false }
        var random = SimulationRandom(seed: seed, 7, vehicle.index, snapshot)
        return random.unit() < doses.drop
    }

    /// Since when a vehicle is stuck at an instant: the measurement it then repeats; nil where it is not.
    private func stuck(_ vehicle: Vehicle, at time: Int) -> Int? {
        var chance = SimulationRandom(seed: seed, 8, vehicle.index)
        guard chance.unit() < doses.freeze else { return nil }
        let turn = time / Telemetry.stuckOnceIn
        var random = SimulationRandom(seed: seed, 8, vehicle.index, turn)
        let longest = Telemetry.stuckFor.upperBound
        let begin = turn * Telemetry.stuckOnceIn + random.below(Telemetry.stuckOnceIn - longest)
        let end = begin + Telemetry.stuckFor.lowerBound + random.below(Telemetry.stuckFor.count)
        guard begin..<end ~= time else { return nil }
        return measured(vehicle, by: begin, every: period(vehicle))
    }
}
