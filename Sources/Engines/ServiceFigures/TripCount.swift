import GTFSSchedule
import Schedule

/// Counts the service of one day.
struct TripCount {
    private let timetable: WholeTimetable
    private let cells: LevelCells
    /// Whether any trip of the timetable has a block.
    private let hasBlocks: Bool
    private(set) var figures = CellTable<LevelFigures>()
    /// By cell the last run that called there.
    private var callers: [Int32] = []
    private var run: Int32 = 0
    private var trips = UnderWay()
    private var vehicles = UnderWay()
    /// The period from first departure to last arrival, by block number.
    private var blocks: [Int: (start: Int, end: Int)] = [:]

    /// - Parameter day: the day since 1970-01-01 whose service is counted.
    init(
        _ all: [LevelTrip], on day: Int, _ timetable: WholeTimetable, _ cells: LevelCells, hasBlocks: Bool
    ) {
        self.timetable = timetable
        self.cells = cells
        self.hasBlocks = hasBlocks
        let calendar = timetable.frame.calendar
        for place in all.indices where calendar.runs(all[place].service, on: day) {
            // One start needs no iterator, and nearly all trips have one.
            if case .once(let origin) = all[place].starts {
                addRun(of: all[place], origin)
            } else {
                for origin in all[place].starts { addRun(of: all[place], origin) }
            }
        }
        if !cells.countsCalls { addPeaks() }
    }

    mutating func add(_ gaps: GapCounts, to cell: LevelCell) { figures[cell, default: LevelFigures()].gaps.add(gaps) }

    private mutating func addRun(of trip: LevelTrip, _ origin: Int) {
        if cells.countsCalls { addCalls(of: trip, origin) } else { add(trip, origin) }
    }

    /// Counts a run as a whole: the run in the hour of its start, its legs in the hours of their starts.
    private mutating func add(_ trip: LevelTrip, _ origin: Int) {
        let span = trip.times.span
        let (start, end) = (origin + span.start, origin + span.end)
        if let cell = cells.cell(second: start) { figures[cell, default: LevelFigures()].start(trip, at: start) }
        addUnderWay(trip, from: start, until: end)
        guard cells.cutsRuns else {
            let cell = LevelCell()
            if trip.hasWay { figures[cell, default: LevelFigures()].drive(trip, metres: trip.metres) }
            figures[cell, default: LevelFigures()].drive(trip, seconds: trip.seconds)
            return
        }
        TripCount.forEachLeg(of: trip, timetable) { _, time, metres in
            guard let cell = cells.cell(second: origin + time) else { return }
            figures[cell, default: LevelFigures()].drive(trip, metres: metres)
        }
        trip.times.forEachTimedLeg { _, time, seconds in
            guard let cell = cells.cell(second: origin + time) else { return }
            figures[cell, default: LevelFigures()].drive(trip, seconds: seconds)
        }
    }

    /// Counts a run by its stops: at each stop once, or once for each hour.
    private mutating func addCalls(of trip: LevelTrip, _ origin: Int) {
        let rows = trip.times.stopTimes
        run += 1
        for (place, row) in rows.enumerated() {
            guard let stop = row.stop else { continue }
            let time = row.departure ?? row.arrival
            // Nobody knows the hour of a call without a time.
            if time == nil, cells.needsTimes { continue }
            guard let cell = cells.cell(stop: stop.index, second: origin + (time ?? 0)) else { continue }
            let number = figures.number(of: cell, default: LevelFigures())
            while callers.count <= number { callers.append(0) }
            let isFirst = callers[number] != run
            callers[number] = run
            // Nobody departs from where a trip ends.
            let departure = place < rows.count - 1 ? row.departure : nil
            guard isFirst || departure != nil else { continue }
            figures.values[number].call(trip, isFirst: isFirst, departure: departure.map { origin + $0 })
        }
        TripCount.forEachLeg(of: trip, timetable) { place, time, metres in
            guard let stop = rows[place].stop, let cell = cells.cell(stop: stop.index, second: origin + time) else {
                return
            }
            figures[cell, default: LevelFigures()].drive(trip, metres: metres)
        }
        trip.times.forEachTimedLeg { place, time, seconds in
            guard let stop = rows[place].stop, let cell = cells.cell(stop: stop.index, second: origin + time) else {
                return
            }
            figures[cell, default: LevelFigures()].drive(trip, seconds: seconds)
        }
    }

    /// Calls `body` with the metres from each stop with coordinates to the next one with coordinates, and the start
    /// time of that leg; a stop without a time takes the time of the previous one.
    ///
    /// It is not a method of the count, which `body` changes: a method would read a copy of the figures, and the first
    /// change after it would copy all of them.
    private static func forEachLeg(
        of trip: LevelTrip, _ timetable: WholeTimetable, _ body: (_ place: Int, _ time: Int, _ metres: Double) -> Void
    ) {
        guard let positions = timetable.way(of: trip.number)?.stopPositions else { return }
        let rows = trip.times.stopTimes
        var before: (place: Int, time: Int)?
        var time = trip.times.firstTime
        for place in positions.indices {
            time = rows[place].departure ?? rows[place].arrival ?? time
            guard !positions[place].isNaN else { continue }
            if let before { body(before.place, before.time, positions[place] - positions[before.place]) }
            before = (place, time)
        }
    }

    // MARK: Peaks

    private mutating func addUnderWay(_ trip: LevelTrip, from start: Int, until end: Int) {
        trips.add(from: start, until: end)
        guard hasBlocks else { return }
        guard trip.block >= 0 else { return vehicles.add(from: start, until: end) }
        // A trip without a length takes its vehicle for a moment.
        let end = max(end, start + 1)
        let known = blocks[trip.block]
        blocks[trip.block] = (min(known?.start ?? start, start), max(known?.end ?? end, end))
    }

    private mutating func addPeaks() {
        // In any order: under way are as many whichever comes first.
        for (_, block) in blocks { vehicles.add(from: block.start, until: block.end) }
        if cells.byHour {
            for (hour, peak) in trips.peaks(in: cells.seconds) {
                figures[LevelCell(hour: Int32(hour)), default: LevelFigures()].peak = peak
            }
            for (hour, peak) in vehicles.peaks(in: cells.seconds) {
                // A layover alone makes no row.
                guard let number = figures.number(of: LevelCell(hour: Int32(hour))) else { continue }
                figures.values[number].vehicles = Int(peak.count)
            }
        } else {
            if let peak = trips.peak(in: cells.seconds) { figures[LevelCell(), default: LevelFigures()].peak = peak }
            if let peak = vehicles.peak(in: cells.seconds), let number = figures.number(of: LevelCell()) {
                figures.values[number].vehicles = Int(peak.count)
            }
        }
    }
}
