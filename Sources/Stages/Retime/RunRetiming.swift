import GTFSSchedule
import Schedule
import Visits

/// Computes the new stop times of runs, and counts what it had to change.
final class RunRetiming {
    let timetable: WholeTimetable
    /// The stops that the visits name, by number.
    private let stops: [StopIndex?]
    private(set) var counts = RetimeCounts()

    init(_ timetable: WholeTimetable, stops: [StopIndex?]) {
        self.timetable = timetable
        self.stops = stops
    }

    func count(_ change: (inout RetimeCounts) -> Void) { change(&counts) }

    /// The stop that a visit names, if the feed has it.
    func stop(_ call: DrivenCall) -> StopIndex? { call.stop == .max ? nil : stops[Int(call.stop)] }

    /// Whether a stop time may be at a stop: a row of stops.txt that is neither a station nor an entrance.
    private func isStop(_ stop: StopIndex) -> Bool {
        let row = timetable.frame[stop]
        return row.isListed && (row.locationType ?? 0) == 0
    }

    /// - Parameter visits: the run's calls.
    func alignment(_ run: DrivenRun, _ visits: [DrivenCall], _ rows: [Timetable.StopTime]) -> VisitAlignment {
        let placed = visits.map { visit in
            VisitAlignment.Visit(
                position: Int(visit.position),
                sequence: visit.sequence == DrivenCall.unknown ? nil : Int(visit.sequence),
                stop: stop(visit), isAdded: visit.traits.contains(.added), isSkipped: visit.traits.contains(.skipped))
        }
        return VisitAlignment(placed, rows, stopCount: run.stopCount, isExtra: run.isAdded)
    }

    /// Returns the stop times of a trip as a run drove them; nil if fewer than two calls are left.
    func times(of run: DrivenRun, _ trip: WholeTimetable.TripIndex) -> NewTimes? {
        guard let times = timetable.runningTimes(of: trip) else { return nil }
        let rows = times.times.stopTimes
        let origin = timetable.origin(of: trip, startTime: run.startTime)
        let visits = run.calls
        let alignment = alignment(run, visits, rows)
        counts.skippedStops += alignment.skipped
        counts.replacedStops += alignment.replaced
        var steps: [VisitAlignment.Step] = []
        for step in alignment.steps {
            if step.row < 0, !takesInserted(visits[Int(step.visit)]) { continue }
            steps.append(step)
        }
        var calls = steps.map { step in
            time(step.row < 0 ? nil : rows[Int(step.row)], step.visit < 0 ? nil : visits[Int(step.visit)], origin)
        }
        guard calls.count > 1, calls.contains(where: { $0.arrival != nil || $0.departure != nil }) else { return nil }
        settle(&calls, steps, timetable, trip)
        return NewTimes(newCalls(calls, steps, rows, visits), rows: rows)
    }

    /// Returns the stop times of a run that the timetable does not have; nil if fewer than two calls are known.
    func times(ofNew run: DrivenRun) -> NewTimes? {
        let visits = run.calls.filter { !$0.traits.contains(.skipped) && takesInserted($0) }
        guard visits.count > 1 else { return nil }
        let steps = visits.indices.map { VisitAlignment.Step(row: -1, visit: Int32($0)) }
        var calls = visits.map { time(nil, $0, 0) }
        settle(&calls, steps, timetable, nil)
        return NewTimes(newCalls(calls, steps, [], visits), rows: [])
    }

    /// Gives calls their new times, and counts those that were changed.
    func settle(
        _ calls: inout [CallTime], _ steps: [VisitAlignment.Step], _ timetable: WholeTimetable,
        _ trip: WholeTimetable.TripIndex?
    ) {
        let changes = CallTimes.settle(&calls) { place in
            guard let trip, steps[place].row >= 0,
                let position = timetable.way(of: trip)?.stopPositions[Int(steps[place].row)]
            else { return nil }
            return position.isNaN ? nil : position
        }
        counts.adjustedTimes += changes.adjusted
        counts.earlyTimes += changes.early
    }

    /// Whether a stop that the timetable does not have there can be inserted: it is in the feed, and its time is known.
    private func takesInserted(_ call: DrivenCall) -> Bool {
        guard let stop = stop(call), isStop(stop) else {
            counts.unknownStops += 1
            return false
        }
        guard call.isObserved else {
            counts.untimedStops += 1
            return false
        }
        return true
    }

    private func time(_ row: Timetable.StopTime?, _ call: DrivenCall?, _ origin: Int) -> CallTime {
        CallTime(
            plannedArrival: row?.arrival.map { $0 + origin }, plannedDeparture: row?.departure.map { $0 + origin },
            arrival: call?.observedArrival, departure: call?.observedDeparture)
    }

    private func newCalls(
        _ calls: [CallTime], _ steps: [VisitAlignment.Step], _ rows: [Timetable.StopTime], _ visits: [DrivenCall]
    ) -> [NewCall] {
        calls.indices.map { place in
            let step = steps[place]
            let row = step.row < 0 ? nil : rows[Int(step.row)]
            let visit = step.visit < 0 ? nil : visits[Int(step.visit)]
            let isEnd = place == 0 || place == calls.count - 1
            var call = newCall(
                calls[place], row: row, number: step.row, isApproximate: visit?.isApproximate ?? false, isEnd: isEnd)
            guard let visit, let stop = stop(visit) else {
                if let visit, visit.stop != .max { counts.unknownStops += 1 }
                return call
            }
            guard let row else {
                counts.insertedStops += 1
                call.stop = stop
                return call
            }
            if row.stop != stop, row.stop != nil {
                if isStop(stop) {
                    counts.movedStops += 1
                    call.stop = stop
                } else {
                    counts.unknownStops += 1
                }
            }
            return call
        }
    }

    /// Returns a call as it is written: a row without times gets some only if it was observed, or is at an end.
    func newCall(
        _ time: CallTime, row: Timetable.StopTime?, number: Int32, isApproximate: Bool, isEnd: Bool
    ) -> NewCall {
        var call = NewCall(row: number)
        if let row, time.isFilled {
            // A zone has no times, and a stop time without times leaves them to the reader of the feed.
            guard row.stop != nil, isEnd || row.arrival != nil && !row.isInterpolated else { return call }
        }
        call.arrival = Int32(clamping: time.arrival ?? 0)
        call.departure = Int32(clamping: time.departure ?? 0)
        call.isApproximate = time.isFilled || isApproximate
        if time.isFilled { counts.filledStops += 1 }
        return call
    }
}
