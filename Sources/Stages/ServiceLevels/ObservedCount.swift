import GTFSSchedule
import Reports
import Schedule
import ServiceFigures
import StageKit
import Visits

/// Counts the service that was observed, in the rows in which the planned service is counted.
///
/// What the visits do not list is taken from the timetable: a run that nobody saw, and the stops at which nobody saw a
/// run.
///
/// Memory: the visits, 200 bytes for each call of one day, and 150 bytes for each row.
struct ObservedCount {
    /// A run of a day: one of the timetable, with all vehicles on it, or an added one.
    private struct Run {
        let route: Int
        let direction: Int
        var isAdded: Bool
        var isCanceled: Bool
        var isSeen = false
        /// Seconds of the service day: when the run was due to start, when it left its first stop, and when it was seen
        /// first.
        var due: Int?
        var left: Int?
        var seen: Int?

        /// The second that assigns the run to a row.
        var second: Int? { due ?? left ?? seen }
        var fate: ObservedFigures.Fate {
            isSeen ? isAdded ? .added : .observed : isCanceled ? .canceled : .unobserved
        }
    }

    /// A call of a run.
    private struct Call {
        let run: Int
        let stop: Int
        /// The place among the stops of the run, from 1; negative for one that the visits do not list.
        let sequence: Int
        /// Whether it was due, whatever became of the run.
        let due: Int?
        let seen: Int?
        /// nil if it is no departure: at a last stop, or canceled and not seen.
        var departure: (left: Int?, due: Int?)?

        var second: Int? { due ?? departure?.left ?? seen }
    }

    /// A run at a row of stops.
    private struct RunRow: Hashable {
        let run: Int
        let key: ObservedKey
    }

    /// Departures that make headways with each other.
    private struct Place: Hashable {
        let line: LevelCount.Bundle
        let stop: Int
    }

    private let visits: ObservedVisits
    private let trips: [LevelTrip]
    private let timetable: WholeTimetable
    private let keys: [ReportKey]
    private let scope: ServiceScope
    private let cells: LevelCells
    private var figures: [ObservedKey: ObservedFigures] = [:]
    /// Days with an observed run, by rows whose runs they are.
    private var days: [ObservedKey: Int] = [:]
    private var secondVehicles = 0
    private var unknownTrips = 0
    private var unknownRoutes = 0
    private var outside = 0
    /// Stops of observed runs that the visits do not list.
    private var unlistedStops = 0
    private var seenDays: Set<Int> = []
    private var seenRoutes: Set<Int> = []

    init(
        _ visits: ObservedVisits, _ trips: [LevelTrip], of timetable: WholeTimetable, by keys: [ReportKey],
        in scope: ServiceScope
    ) {
        self.visits = visits
        self.trips = trips
        self.timetable = timetable
        self.keys = keys
        self.scope = scope
        cells = LevelCells(by: keys, scope)
        // By day, in the order of the input.
        var runsOfDays: [Int: [Int]] = [:]
        for (number, run) in visits.runs.enumerated() {
            guard let run else { continue }
            guard scope.days.contains(run.day) else {
                outside += 1
                continue
            }
            runsOfDays[run.day, default: []].append(number)
        }
        let callsOfRuns = ObservedCount.calls(visits)
        for (day, runs) in runsOfDays.sorted(by: { $0.key < $1.key }) { count(runs, callsOfRuns, on: day) }
    }

    /// The calls by run: those of run `n` are the numbers from `ends[n - 1]` to `ends[n]`.
    private struct CallsOfRuns {
        let ends: [Int]
        let numbers: [UInt32]

        func callAsFunction(_ run: Int) -> ArraySlice<UInt32> { numbers[(run == 0 ? 0 : ends[run - 1])..<ends[run]] }
    }

    private static func calls(_ visits: ObservedVisits) -> CallsOfRuns {
        var ends = [Int](repeating: 0, count: visits.runs.count)
        for call in visits.calls { ends[Int(call.run)] += 1 }
        var sum = 0
        for run in ends.indices {
            sum += ends[run]
            ends[run] = sum - ends[run]
        }
        var numbers = [UInt32](repeating: 0, count: visits.calls.count)
        for (number, call) in visits.calls.enumerated() {
            numbers[ends[Int(call.run)]] = UInt32(truncatingIfNeeded: number)
            ends[Int(call.run)] += 1
        }
        return CallsOfRuns(ends: ends, numbers: numbers)
    }

    // MARK: A day

    private static func bundle(_ route: Int, _ direction: Int, by keys: [ReportKey]) -> LevelCount.Bundle {
        LevelCount.Bundle(
            route: keys.contains(.routeID) ? route : -1, direction: keys.contains(.directionID) ? direction : -1)
    }

    private mutating func count(_ performed: [Int], _ callsOfRuns: CallsOfRuns, on day: Int) {
        var runs: [Run] = []
        var calls: [Call] = []
        var listed: [RunKey: Listed] = [:]
        addPerformed(performed, callsOfRuns, &runs, &calls, &listed)
        let seen = runs.filter(\.isSeen)
        guard !seen.isEmpty else { return }
        seenDays.insert(day)
        for run in seen { seenRoutes.insert(run.route) }
        let bundles = Set(seen.map { ObservedCount.bundle($0.route, $0.direction, by: keys) })
        addUnlistedRuns(on: day, listed, bundles, &runs, &calls)
        let group = DayGroup(day, by: keys)
        for bundle in bundles { days[ObservedKey(bundle: bundle, cell: LevelCell(), days: group), default: 0] += 1 }
        let key = RowKeys(keys: keys, bundles: bundles, group: group)
        if cells.countsCalls { countCalls(calls, runs, key) } else { countRuns(runs, key) }
        countHeadways(calls, runs, key)
    }

    private struct RunKey: Hashable {
        let trip: Int
        let start: Int
    }

    /// A run of the timetable that the visits or performed trips list.
    private struct Listed {
        /// Its place among the runs of the day.
        let place: Int
        let trip: WholeTimetable.TripIndex
        let startTime: Int?
        /// The numbers of the performed trips that have visits; without one, its calls are those of the timetable.
        var performed: [Int] = []
    }

    /// The keys of a day's rows.
    private struct RowKeys {
        let keys: [ReportKey]
        let bundles: Set<LevelCount.Bundle>
        let group: DayGroup

        /// The key of a run's row; nil if no run of its route and direction was observed.
        func callAsFunction(_ run: Run, _ cell: LevelCell) -> ObservedKey? {
            let bundle = ObservedCount.bundle(run.route, run.direction, by: keys)
            return bundles.contains(bundle) ? ObservedKey(bundle: bundle, cell: cell, days: group) : nil
        }
    }

    /// Adds the runs of visits and of performed trips, and their calls.
    private mutating func addPerformed(
        _ performed: [Int], _ callsOfRuns: CallsOfRuns, _ runs: inout [Run], _ calls: inout [Call],
        _ listed: inout [RunKey: Listed]
    ) {
        var places: [UInt64: Int] = [:]
        for number in performed {
            guard let run = visits.runs[number] else { continue }
            guard run.route >= 0 || run.trip != nil else {
                unknownRoutes += 1
                continue
            }
            let its = callsOfRuns(number)
            if run.trip == nil, !run.isAdded, its.contains(where: { visits.calls[Int($0)].due != unknown }) {
                unknownTrips += 1
            }
            let isCanceled = visits.performed.isCanceled(number)
            let isAdded = run.isAdded || run.trip == nil || isExtra(number, its)
            let place: Int
            if let known = places[run.scheduled] {
                place = known
                runs[place].isCanceled = runs[place].isCanceled && isCanceled
                // One vehicle of the timetable's run makes it that run, whichever comes first.
                if !isAdded, runs[place].isAdded { (runs[place].isAdded, runs[place].due) = (false, due(run)) }
            } else {
                place = runs.count
                places[run.scheduled] = place
                runs.append(
                    Run(
                        route: run.route, direction: run.direction, isAdded: isAdded, isCanceled: isCanceled,
                        due: isAdded ? nil : due(run)))
            }
            if let trip = run.trip, !isAdded {
                let startTime = timetable.frequencies(of: trip).isEmpty ? nil : run.startTime ?? -1
                let key = RunKey(trip: trip.index, start: startTime ?? -1)
                let added = visits.performed.largest(of: number) > 0 ? [number] : []
                listed[key, default: Listed(place: place, trip: trip, startTime: startTime)].performed += added
            }
            for number in its { add(visits.calls[Int(number)], to: place, &runs, &calls) }
        }
        for run in listed.values.sorted(by: { $0.place < $1.place }) {
            addUnlistedStops(of: run, callsOfRuns, runs, &calls)
        }
    }

    /// Whether a performed trip without a record of its own is one besides those of the timetable, as its visits say.
    private func isExtra(_ number: Int, _ its: ArraySlice<UInt32>) -> Bool {
        !visits.performed.hasRecord(of: number) && !its.isEmpty && its.allSatisfy { visits.calls[Int($0)].isAdded }
    }

    private var unknown: Int32 { ObservedVisits.Call.unknown }
    private func known(_ second: Int32) -> Int? { second == unknown ? nil : Int(second) }

    /// When a run of the timetable was due to start.
    private func due(_ run: ObservedVisits.Run) -> Int? {
        guard let trip = run.trip, !run.isAdded, let times = timetable.runningTimes(of: trip)?.times,
            times.first != nil
        else { return nil }
        let frequencies = timetable.frequencies(of: trip)
        guard frequencies.isEmpty || run.startTime != nil else { return nil }
        return timetable.origin(of: trip, startTime: frequencies.isEmpty ? nil : run.startTime) + times.span.start
    }

    private func add(_ call: ObservedVisits.Call, to run: Int, _ runs: inout [Run], _ calls: inout [Call]) {
        guard call.isTimed else { return }
        let (left, due, seen) = (known(call.left), known(call.due), known(call.seen))
        if let seen {
            runs[run].isSeen = true
            runs[run].seen = min(runs[run].seen ?? seen, seen)
        }
        let departure = visits.performed.settled((left, due), at: Int(call.sequence), of: Int(call.run))
        if call.sequence == 1, let left = departure?.actual { runs[run].left = min(runs[run].left ?? left, left) }
        calls.append(
            Call(
                run: run, stop: Int(call.stop), sequence: Int(call.sequence), due: due, seen: seen,
                departure: departure.map { ($0.actual, $0.scheduled) }))
    }

    // MARK: What the visits do not list

    /// Adds the stop times at which none of a run's vehicles has a visit. Those that a detour replaced were not due.
    private mutating func addUnlistedStops(
        of run: Listed, _ callsOfRuns: CallsOfRuns, _ runs: [Run], _ calls: inout [Call]
    ) {
        guard !run.performed.isEmpty, let times = timetable.runningTimes(of: run.trip)?.times,
            hasTimes(run.trip, startTime: run.startTime)
        else { return }
        let rows = times.stopTimes
        // The vehicles together: of two visits with one position, the first of the input counts.
        let numbers = run.performed.flatMap { callsOfRuns($0) }.sorted {
            (visits.calls[Int($0)].sequence, $0) < (visits.calls[Int($1)].sequence, $1)
        }
        var placed: [VisitAlignment.Visit] = []
        for number in numbers {
            let visit = visits.calls[Int(number)]
            if placed.last?.position == Int(visit.sequence) { continue }
            placed.append(
                VisitAlignment.Visit(
                    position: Int(visit.sequence), sequence: known(visit.scheduledSequence),
                    stop: visit.stop < 0 ? nil : StopIndex(Int(visit.stop)), isAdded: visit.isAdded,
                    isSkipped: visit.isSkipped))
        }
        let stopCount = run.performed.compactMap { visits.performed.stopCount(of: $0) }.max()
        let alignment = VisitAlignment(placed, rows, stopCount: stopCount, isExtra: false)
        let origin = timetable.origin(of: run.trip, startTime: run.startTime)
        for step in alignment.steps where step.visit < 0 {
            let hasTime = addUnseen(rows, Int(step.row), origin, to: run.place, runs, &calls)
            if hasTime, runs[run.place].isSeen { unlistedStops += 1 }
        }
    }

    /// Whether it is known when a run was due. Runs of headways that are not exact have no times that they could have
    /// missed.
    private func hasTimes(_ trip: WholeTimetable.TripIndex, startTime: Int?) -> Bool {
        let frequencies = timetable.frequencies(of: trip)
        return frequencies.isEmpty || startTime.map { $0 >= 0 } == true && frequencies.allSatisfy(\.isExact)
    }

    /// Adds the runs of the timetable that no visit lists.
    private func addUnlistedRuns(
        on day: Int, _ listed: [RunKey: Listed], _ bundles: Set<LevelCount.Bundle>, _ runs: inout [Run],
        _ calls: inout [Call]
    ) {
        let calendar = timetable.frame.calendar
        for trip in trips
        where bundles.contains(ObservedCount.bundle(trip.route, trip.direction, by: keys))
            && calendar.runs(trip.service, on: day)
        {
            guard hasTimes(trip.number, startTime: 0) else { continue }
            let isRepeated = !timetable.frequencies(of: trip.number).isEmpty
            for origin in trip.starts {
                let start = origin + trip.times.span.start
                let known = listed[RunKey(trip: trip.number.index, start: isRepeated ? start : -1)]
                if known?.performed.isEmpty == false { continue }
                let place = known?.place ?? runs.count
                if place == runs.count {
                    runs.append(
                        Run(
                            route: trip.route, direction: trip.direction, isAdded: false, isCanceled: false, due: start)
                    )
                }
                let rows = trip.times.stopTimes
                for number in rows.indices {
                    _ = addUnseen(rows, number, origin, to: place, runs, &calls)
                }
            }
        }
    }

    /// Adds a stop time at which nobody saw the run; returns false if it has no time.
    private func addUnseen(
        _ rows: [Timetable.StopTime], _ place: Int, _ origin: Int, to run: Int, _ runs: [Run], _ calls: inout [Call]
    ) -> Bool {
        guard let stop = rows[place].stop, let time = rows[place].departure ?? rows[place].arrival else { return false }
        let isDeparture = place < rows.count - 1 && !runs[run].isCanceled
        calls.append(
            Call(
                run: run, stop: stop.index, sequence: -place - 1, due: origin + time, seen: nil,
                departure: isDeparture ? (nil, origin + time) : nil))
        return true
    }

    // MARK: Figures

    private mutating func countRuns(_ runs: [Run], _ key: RowKeys) {
        var departures: [ObservedKey: ObservedFigures.Departures] = [:]
        for run in runs {
            guard let second = run.second, let cell = cells.cell(second: second), let key = key(run, cell) else {
                continue
            }
            figures[key, default: ObservedFigures()].count(run.fate)
            if let left = run.left {
                departures[key, default: .init()].leave(at: left)
            } else if !run.isAdded, run.isSeen || !run.isCanceled {
                departures[key, default: .init()].miss(at: second)
            }
        }
        for (key, departures) in departures { figures[key, default: ObservedFigures()].add(departures) }
    }

    private mutating func countCalls(_ calls: [Call], _ runs: [Run], _ key: RowKeys) {
        var departures: [ObservedKey: ObservedFigures.Departures] = [:]
        /// Whether a run was seen at a row, at any of its calls there.
        var fates: [RunRow: Bool] = [:]
        for call in calls where call.stop >= 0 {
            // Nobody knows the hour of a call without a time.
            if call.second == nil, cells.needsTimes { continue }
            guard let cell = cells.cell(stop: call.stop, second: call.second ?? 0),
                let key = key(runs[call.run], cell)
            else { continue }
            fates[RunRow(run: call.run, key: key), default: false] =
                fates[RunRow(run: call.run, key: key), default: false] || call.seen != nil
            guard let departure = call.departure else { continue }
            if let left = departure.left {
                departures[key, default: .init()].leave(at: left)
            } else if let due = departure.due {
                departures[key, default: .init()].miss(at: due)
            }
        }
        for (row, isSeen) in fates {
            let run = runs[row.run]
            let fate: ObservedFigures.Fate = isSeen ? run.isAdded ? .added : .observed : run.fate
            // A run that was seen elsewhere was not seen here; an added one was not due.
            if !isSeen, run.isAdded { continue }
            figures[row.key, default: ObservedFigures()].count(isSeen || !run.isSeen ? fate : .unobserved)
        }
        for (key, departures) in departures { figures[key, default: ObservedFigures()].add(departures) }
    }

    private mutating func countHeadways(_ calls: [Call], _ runs: [Run], _ key: RowKeys) {
        var places: [Place: [Int]] = [:]
        let areMixed = cells.countsCalls && !keys.contains(.routeID)
        for (number, call) in calls.enumerated() where call.stop >= 0 && call.departure != nil {
            let run = runs[call.run]
            let line =
                areMixed
                ? ObservedCount.bundle(run.route, run.direction, by: keys)
                : LevelCount.Bundle(route: run.route, direction: run.direction)
            places[Place(line: line, stop: call.stop), default: []].append(number)
        }
        var headways: [ObservedKey: ObservedFigures.Headways] = [:]
        func row(_ number: Int) -> ObservedKey? {
            let call = calls[number]
            guard let second = call.second, let cell = cells.cell(stop: call.stop, second: second) else { return nil }
            return key(runs[call.run], cell)
        }
        for numbers in places.values {
            let sequence = HeadwaySequence(
                numbers.map { number in
                    let call = calls[number]
                    return HeadwaySequence.Departure(
                        trip: UInt64(call.run), sequence: UInt32(truncatingIfNeeded: call.sequence),
                        actual: call.departure?.left, scheduled: call.departure?.due, rank: 0)
                })
            secondVehicles += sequence.secondVehicles.count
            for pair in sequence.observed {
                guard let key = row(numbers[pair.later]) else { continue }
                if pair.isBroken {
                    headways[key, default: .init()].broken += 1
                } else {
                    headways[key, default: .init()].observed.append(UInt32(clamping: pair.seconds))
                }
            }
            for pair in sequence.scheduled {
                guard let key = row(numbers[pair.later]) else { continue }
                headways[key, default: .init()].scheduled.append(UInt32(clamping: pair.seconds))
            }
        }
        for (key, headways) in headways { figures[key, default: ObservedFigures()].add(headways) }
    }

    // MARK: Rows

    /// The days of a row on which a run of its route and direction was observed.
    func dayCount(of row: LevelRow) -> Int {
        days[ObservedKey(bundle: bundle(of: row), cell: LevelCell(), days: row.days)] ?? 0
    }

    /// What was observed of a row; nil without a day on which anything was.
    func figures(of row: LevelRow) -> ObservedFigures? {
        guard dayCount(of: row) > 0 else { return nil }
        return figures[ObservedKey(bundle: bundle(of: row), cell: row.cell, days: row.days)] ?? ObservedFigures()
    }

    private func bundle(of row: LevelRow) -> LevelCount.Bundle {
        LevelCount.Bundle(route: Int(row.route), direction: Int(row.direction))
    }

    /// The rows with those added in which nothing was planned, in their order.
    func rows(_ rows: [LevelRow], of count: LevelCount) -> [LevelRow] {
        let planned = Set(rows.map { ObservedKey(bundle: bundle(of: $0), cell: $0.cell, days: $0.days) })
        let added = figures.keys.filter { !planned.contains($0) }.map { count.row($0.bundle, $0.cell, $0.days) }
        guard !added.isEmpty else { return rows }
        let order = LevelOrder(timetable, by: keys)
        return (rows + added).sorted(by: order.isBefore)
    }

    // MARK: Findings

    /// Reports what the observed figures do not cover.
    func report(_ diagnostics: Diagnostics) {
        func tell(_ kind: Finding.Kind, _ code: String, _ count: Int, _ words: String) {
            guard count > 0 else { return }
            diagnostics.report(Finding(kind, code, message: "\(grouped(count)) \(words)"))
        }
        let calendar = timetable.frame.calendar
        let services = Set(trips.map(\.service))
        let served = scope.days.range.filter { day in
            scope.days.contains(day) && services.contains { calendar.runs($0, on: day) }
        }
        tell(
            .surprise, "days_without_visits", served.count { !seenDays.contains($0) },
            "of the \(grouped(served.count)) days with service have no observed visit; the observed columns do not "
                + "cover them")
        let routes = Set(
            trips.filter { trip in served.contains { calendar.runs(trip.service, on: $0) } }.map(\.route))
        tell(
            .surprise, "routes_without_visits", routes.subtracting(seenRoutes).count,
            "of the \(grouped(routes.count)) routes with service have no observed visit; nothing is known of them")
        tell(
            .surprise, "trip_not_in_feed", unknownTrips,
            "scheduled trips of the visits are not in the feed; they count as added")
        tell(
            .surprise, "route_not_in_feed", unknownRoutes,
            "performed trips have no route of the feed; they are not counted")
        tell(
            .note, "time_before_day", figures.values.reduce(0) { $0 + $1.earlyDays },
            "first departures of a day are before 00:00:00 of the service day; they count as 00:00:00")
        tell(
            .note, "stops_without_visit", unlistedStops,
            "stops of observed runs have no record among the visits; nobody saw the runs there")
        tell(.note, "outside_days", outside, "performed trips are of days outside the report; they are not counted")
        HeadwaySequence.report(secondVehicles: secondVehicles, diagnostics)
    }
}
