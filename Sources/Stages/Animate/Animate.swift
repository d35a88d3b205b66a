import Contract
import Motion
import StageKit

/// Turns life cycles into motion: where every vehicle is, frame after frame.
///
/// Memory: some 1 kB a vehicle that is seen, and some 300 bytes for each event of ten minutes; under `--format trips`
/// also the path. No time but the events' own is used.
public struct Animate: RecordStage, StageKit.Stage {
    public static let name = "animate"

    /// What one feed's last snapshot brought, which is begun when it is known how long it lasts.
    private struct Batch {
        var feedID: String?
        var at: Int
        var fixes: [AnimatedFix] = []
        /// Seconds from the snapshot before; nil for the first.
        var interval: Int?
    }

    private struct Key: Hashable {
        var feedID: String?
        var vehicleID: String
    }

    public let tables = [Tables.VehicleEvents.name]
    public let columns = FixReader.columns
    public let needs = RecordNeeds(
        anyOf: [Tables.VehicleEvents.name],
        advice: [(Tables.VehiclePositions.name, "'linefeed track' turns them into events")])

    private let options: AnimateOptions
    private let context: StageContext
    private let reader: FixReader
    private let manner: AnimatedVehicle.Manner
    private let stagger: Stagger
    private let effects: Effects
    private var executors: [Int: Executor<Appearance>] = [:]
    private let ways: Ways?
    private let glides: Bool
    private var taker: (any FrameTaker)?

    private let figures: TableFigures
    private var batches: [Batch] = []
    /// By feed, where its batch is; and which batches have something that is not begun yet.
    private var places: [String?: Int] = [:]
    private var waiting: [Int] = []
    /// Events that are known and not begun yet, with the place of the first of them: a glide looks ahead.
    private var ahead: [AnimatedFix] = []
    private var next = 0
    /// POSIX seconds of the newest event.
    private var newest = Int.min
    private var trajectories: [Key: Trajectory] = [:]
    /// POSIX seconds of the first frame, and of the newest snapshot.
    private var origin: Int?
    private var now = Int.min
    private var frame = 0
    /// In the order in which they came.
    private var vehicles: [AnimatedVehicle] = []
    private var known: [Key: AnimatedVehicle] = [:]
    /// With --inspect: who there is.
    private var seen: Set<String> = []

    private init(_ options: AnimateOptions, _ context: StageContext, _ effects: Effects, _ ways: Ways?) {
        self.options = options
        self.context = context
        self.effects = effects
        self.ways = ways
        reader = FixReader(context.diagnostics)
        figures = context.summary.table(Tables.VehicleEvents.name)
        var curve: Curve?
        if case .curve(let own) = options.curve { curve = own }
        glides = curve == nil && !options.reducesMotion
        manner = AnimatedVehicle.Manner(
            update: curve, entry: options.entry, exit: options.exit, reducesMotion: options.reducesMotion)
        stagger = Stagger(interval: options.reducesMotion ? 0 : options.stagger)
        for (status, chain) in effects.chains {
            executors[status] = Executor(chain, from: Appearance(), reducesMotion: options.reducesMotion)
        }
    }

    /// Animates the events of the records.
    /// - Throws: `StageFailure`: 66 for a file of effects or lines that is missing, 78 for one that is wrong.
    public static func run(_ options: AnimateOptions, _ context: StageContext) throws {
        try context.check(options)
        if let format = options.format.table { try context.writeTable(Tables.Frames.self, as: format) }
        var effects = Effects.usual
        if let path = options.effects { effects.chains = path == "none" ? [:] : try EffectsFile.chains(path) }
        if let path = options.keyframes { effects.tracks = try EffectsFile.tracks(path) }
        var ways: Ways?
        if let path = options.along {
            var lines = WaysReader()
            try context.read([path], to: &lines, forwarding: false)
            context.summary.table(Tables.Polylines.name).merged = context.summary.table(Tables.Polylines.name).taken
            guard !lines.ways.isEmpty else {
                throw context.unusable(
                    "no_lines", "--along: \(path) has no polylines; build-polylines makes them")
            }
            ways = lines.ways
        }
        var stage = Animate(options, context, effects, ways)
        try context.feed(options.files, to: &stage)
    }

    // MARK: Time

    private func playback(_ feedTime: Double) -> Double { (feedTime - Double(origin ?? 0)) / options.speed }

    private func feedTime(ofFrame number: Int) -> Double {
        Double(origin ?? 0) + Double(number) / options.framesPerSecond * options.speed
    }

    public mutating func process(_ record: Record) throws {
        guard var fix = reader.fix(record) else { return }
        figures.merged += 1
        if newest == Int.min {
            newest = fix.at
            origin = options.from ?? fix.at
            guard newest - (origin ?? newest) <= AnimateOptions.longestGap else {
                throw context.unusable(
                    "from_out_of_time",
                    "--from is more than a year before the first event (\(newest)), so there is nothing to show")
            }
            taker =
                switch options.format {
                case .own(.frames), .table: FrameWriter(context, inspected: options.inspected)
                case .own(.trips):
                    try PathWriter(context, origin: options.timeOrigin == .start ? Double(origin ?? 0) : nil)
                }
        }
        if fix.at - newest > AnimateOptions.longestGap {
            figures.merged -= 1
            return context.diagnostics.report(
                .reject, "event_out_of_time", file: record.displayName, line: record.line
            ) { _ in "the event at \(fix.at) is more than a year after the previous one; skipped" }
        }
        if options.inspected != nil { seen.insert(fix.vehicleID) }
        if fix.at < newest {
            context.diagnostics.report(
                .surprise, "late_event", file: record.displayName, line: record.line
            ) { _ in
                "the event at \(fix.at) comes after one at \(newest); treated as an event at \(newest), because animate needs events in order"
            }
            fix.at = newest
        }
        newest = fix.at
        guard glides else { return try take(fix) }
        let key = Key(feedID: fix.feedID, vehicleID: fix.vehicleID)
        if let trajectory = trajectories[key] {
            trajectory.add(fix)
        } else {
            let trajectory = Trajectory(ways)
            trajectory.add(fix)
            trajectories[key] = trajectory
        }
        ahead.append(fix)
        let due = newest - Trajectory.horizon
        try takeKnown { $0 <= due }
    }

    /// Begins the events that are known and due.
    private mutating func takeKnown(while isDue: (_ at: Int) -> Bool) throws {
        while next < ahead.count, isDue(ahead[next].at) {
            try take(ahead[next])
            next += 1
        }
        if next > 4096, next > ahead.count / 2 {
            ahead.removeFirst(next)
            next = 0
        }
    }

    private mutating func take(_ fix: AnimatedFix) throws {
        if now == Int.min { now = fix.at }
        if fix.at > now { try advance(to: fix.at, for: fix.feedID) }
        add(fix)
    }

    /// Adds to the feed's snapshot at hand, or begins its next one with the interval from the one before.
    private mutating func add(_ fix: AnimatedFix) {
        guard let place = places[fix.feedID] else {
            places[fix.feedID] = batches.count
            waiting.append(batches.count)
            batches.append(Batch(feedID: fix.feedID, at: fix.at, fixes: [fix]))
            return
        }
        if batches[place].fixes.isEmpty {
            batches[place].interval = fix.at - batches[place].at
            batches[place].at = fix.at
            waiting.append(place)
        }
        batches[place].fixes.append(fix)
    }

    /// Begins what the snapshots at hand brought, and writes the frames before a time.
    private mutating func advance(to time: Int, for feedID: String?) throws {
        begin(nextOf: feedID, at: time)
        try writeFrames { $0 < Double(time) }
        now = time
    }

    /// - Parameters:
    ///   - feedID: the feed whose next snapshot is known.
    ///   - time: its time; nil where no more come.
    private mutating func begin(nextOf feedID: String?, at time: Int?) {
        for place in waiting {
            let batch = batches[place]
            // Of other feeds, and at the end, the interval before is as good a guess as there is.
            var interval = batch.interval ?? time.map { $0 - batch.at } ?? 0
            if let time, batch.feedID == feedID { interval = time - batch.at }
            let duration = options.updateDuration ?? Double(interval) / options.speed
            begin(batch.fixes, at: playback(Double(batch.at)), duration: duration)
            batches[place].fixes = []
        }
        waiting.removeAll(keepingCapacity: true)
    }

    private mutating func begin(_ fixes: [AnimatedFix], at time: Double, duration: Double) {
        var entries = 0
        for fix in fixes {
            let key = Key(feedID: fix.feedID, vehicleID: fix.vehicleID)
            if let vehicle = known[key], !vehicle.isGone(at: time) {
                let before = vehicle.occupancyStatus
                switch fix.kind {
                case .pendingRemoval: vehicle.markRemoval(fix, at: time)
                case .exit: vehicle.vanish(fix, at: time, manner)
                case .update, .recover:
                    // What has been said to be gone comes back by entering, as the table of the life cycle has it.
                    guard !vehicle.isExiting else {
                        context.diagnostics.report(
                            .note, "event_of_a_vehicle_that_left",
                            message: "\(Finding.quoted(fix.vehicleID)): an update at \(fix.at), after its "
                                + "exit (ignored)")
                        continue
                    }
                    fallthrough
                case .enter:
                    vehicle.update(fix, at: time, duration: duration, manner, ways)
                    if vehicle.occupancyStatus != before { startEffect(vehicle, at: time) }
                }
                if let track = effects.tracks[fix.kind], !manner.reducesMotion {
                    vehicle.start(track, of: fix.kind, at: time)
                }
                continue
            }
            // Somebody else's events may begin in the middle of a life.
            guard fix.kind != .exit else { continue }
            let begin = time + (fix.kind == .enter ? stagger.delay(at: entries) : 0)
            if fix.kind == .enter { entries += 1 }
            let glide = trajectories[key].map {
                AnimatedVehicle.Glide(trajectory: $0, origin: Double(origin ?? 0), speed: options.speed)
            }
            let vehicle = AnimatedVehicle(fix, at: begin, manner, glide)
            if let track = effects.tracks[fix.kind], !manner.reducesMotion {
                vehicle.start(track, of: fix.kind, at: begin)
            }
            startEffect(vehicle, at: begin)
            known[key] = vehicle
            vehicles.append(vehicle)
        }
    }

    private func startEffect(_ vehicle: AnimatedVehicle, at time: Double) {
        vehicle.start(vehicle.occupancyStatus.flatMap { executors[$0] }, at: time)
    }

    // MARK: Frames

    private mutating func writeFrames(while isDue: (_ feedTime: Double) -> Bool) throws {
        while case let time = feedTime(ofFrame: frame), isDue(time), options.to.map({ time <= Double($0) }) ?? true {
            try writeFrame(time)
        }
    }

    private mutating func writeFrame(_ time: Double) throws {
        let playback = Double(frame) / options.framesPerSecond
        try sweep(at: playback)
        try taker?.frame(frame, time: time, playback: playback, vehicles)
        frame += 1
    }

    /// Forgets the vehicles that have vanished.
    private mutating func sweep(at time: Double) throws {
        guard vehicles.contains(where: { $0.isGone(at: time) }) else { return }
        for vehicle in vehicles where vehicle.isGone(at: time) {
            try taker?.left(vehicle)
            let key = Key(feedID: vehicle.feedID, vehicleID: vehicle.vehicleID)
            // One that came again while nobody looked is another.
            guard known[key] === vehicle else { continue }
            known[key] = nil
            if trajectories[key]?.isOver(at: feedTime(ofFrame: frame)) ?? false { trajectories[key] = nil }
        }
        vehicles.removeAll { $0.isGone(at: time) }
    }

    public mutating func finish() throws {
        try takeKnown { _ in true }
        guard now != Int.min else {
            return try context.nothingToDo("no_event", "none of the vehicle_events is usable")
        }
        if let inspected = options.inspected, !seen.contains(inspected) {
            throw context.unusable(
                "unknown_vehicle",
                "--inspect: the input has no event of vehicle \(Finding.quoted(inspected)); "
                    + NearestNames.words(inspected, among: seen.sorted()))
        }
        guard (options.to ?? now) - now <= AnimateOptions.longestGap else {
            throw context.unusable("to_out_of_time", "--to is more than a year after the last event (\(now))")
        }
        begin(nextOf: nil, at: nil)
        // Until everything has come to rest, and once more.
        let rest = vehicles.reduce(playback(Double(now))) { max($0, $1.restTime) }
        let last = max(0, (rest * options.framesPerSecond).rounded(.up))
        let end = options.to == nil ? Int(min(last, 1e15)) : Int.max
        while frame <= end, case let time = feedTime(ofFrame: frame), options.to.map({ time <= Double($0) }) ?? true {
            try writeFrame(time)
        }
        try taker?.end(vehicles)
        // What lives on in a frame or a path is not merged.
        let written = [Tables.Frames.name, Tables.VehiclePaths.name].map { context.summary.table($0).written }
        figures.merged -= written.reduce(0, +)
    }
}
