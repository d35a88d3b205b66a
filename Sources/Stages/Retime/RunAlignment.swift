import GTFSSchedule

/// Which stop time of the timetable each visit of a run belongs to.
///
/// The positions of visits count the stops of the run's own pattern, which a detour may have changed, and then
/// scheduled_stop_sequence counts them too. Stops decide in that case.
struct RunAlignment {
    /// A call of the run: a stop time of the timetable, a visit, or both.
    struct Step: Equatable {
        /// The index of the stop time; -1 for a stop that the timetable does not have there.
        var row: Int32
        /// The index of the visit; -1 for a stop that nobody observed.
        var visit: Int32
    }

    private(set) var steps: [Step] = []
    /// Visits that were skipped.
    private(set) var skipped = 0
    /// Stop times that a detour replaced.
    private(set) var replaced = 0

    private let rows: [Timetable.StopTime]
    private let calls: [DrivenCall]
    private let stop: (DrivenCall) -> StopIndex?

    /// - Parameters:
    ///   - stopCount: the number of stops in the run's pattern; nil if unknown.
    ///   - isExtra: whether all visits of the run are Added because the run is one besides those of the timetable.
    init(
        _ calls: [DrivenCall], _ rows: [Timetable.StopTime], stopCount: Int?, isExtra: Bool,
        stop: @escaping (DrivenCall) -> StopIndex?
    ) {
        self.calls = calls
        self.rows = rows
        self.stop = stop
        let isInserted = calls.map { !isExtra && $0.traits.contains(.added) && $0.sequence == DrivenCall.unknown }
        if let places = placesByPosition(isInserted) ?? placesBySequence(isInserted) {
            build(places, isInserted, stopCount: nil, replaces: false)
        } else {
            build(placesByStop(), isInserted.map { _ in false }, stopCount: stopCount, replaces: true)
        }
    }

    // MARK: Matching

    private func isAt(_ call: DrivenCall, _ row: Int) -> Bool { rows[row].stop == stop(call) }

    /// By position in the pattern, if all stops agree.
    private func placesByPosition(_ isInserted: [Bool]) -> [Int]? {
        var places: [Int] = []
        for (call, inserted) in zip(calls, isInserted) {
            let place = Int(call.position) - 1
            guard !inserted, place < rows.count, isAt(call, place) else { return nil }
            places.append(place)
        }
        return places
    }

    /// By stop_sequence, if all stops agree.
    private func placesBySequence(_ isInserted: [Bool]) -> [Int]? {
        var places: [Int] = []
        var next = 0
        for (call, inserted) in zip(calls, isInserted) {
            if inserted {
                places.append(-1)
                continue
            }
            guard call.sequence != DrivenCall.unknown else { return nil }
            let place = rows.firstPlace { $0.sequence >= Int(call.sequence) }
            guard place >= next, place < rows.count, rows[place].sequence == Int(call.sequence), isAt(call, place)
            else {
                return nil
            }
            places.append(place)
            next = place + 1
        }
        return places
    }

    /// By stop: the stop time of that stop nearest to where the visits before lead; -1 without one.
    private func placesByStop() -> [Int] {
        var placesOfStops: [StopIndex: [Int]] = [:]
        for (place, row) in rows.enumerated() {
            if let stop = row.stop { placesOfStops[stop, default: []].append(place) }
        }
        var places: [Int] = []
        var last = (position: 0, row: -1)
        for call in calls {
            let expected = last.row + Int(call.position) - last.position
            guard let stop = stop(call), let candidates = placesOfStops[stop] else {
                places.append(-1)
                continue
            }
            let next = candidates.firstPlace { $0 >= expected }
            let near = [next - 1, next].filter { candidates.indices.contains($0) && candidates[$0] > last.row }
                .map { candidates[$0] }
            guard let place = near.min(by: { abs($0 - expected) < abs($1 - expected) }) else {
                places.append(-1)
                continue
            }
            places.append(place)
            last = (Int(call.position), place)
        }
        return places
    }

    // MARK: Steps

    private mutating func build(_ places: [Int], _ isInserted: [Bool], stopCount: Int?, replaces: Bool) {
        var last = (position: 0, row: -1)
        var open: [Int] = []
        for (number, place) in places.enumerated() {
            guard place >= 0 else {
                open.append(number)
                continue
            }
            let position = Int(calls[number].position)
            fill(last, (position, place), open, isInserted, replaces)
            open = []
            add(row: place, visit: number)
            last = (position, place)
        }
        let end = stopCount.map { $0 + 1 } ?? last.position + rows.count - last.row
        fill(last, (max(end, last.position + 1), rows.count), open, isInserted, replaces)
    }

    /// Adds the stop times and visits between two matched visits.
    private mutating func fill(
        _ from: (position: Int, row: Int), _ to: (position: Int, row: Int), _ open: [Int], _ isInserted: [Bool],
        _ replaces: Bool
    ) {
        let rowCount = to.row - from.row - 1
        let stopCount = to.position - from.position - 1
        if replaces, rowCount != stopCount {
            // The run's pattern has another number of stops here: the stop times were replaced.
            replaced += rowCount
            for number in open { add(row: -1, visit: number) }
            return
        }
        var row = from.row + 1
        var position = from.position + 1
        for number in open {
            let ahead = min(Int(calls[number].position) - position, to.row - row)
            for _ in 0..<max(ahead, 0) {
                add(row: row, visit: -1)
                row += 1
            }
            position = Int(calls[number].position) + 1
            if !isInserted[number], replaces, row < to.row {
                add(row: row, visit: number)
                row += 1
            } else {
                add(row: -1, visit: number)
            }
        }
        for row in row..<max(to.row, row) { add(row: row, visit: -1) }
    }

    private mutating func add(row: Int, visit: Int) {
        if visit >= 0, calls[visit].traits.contains(.skipped) {
            skipped += 1
            return
        }
        steps.append(Step(row: Int32(row), visit: Int32(visit)))
    }
}
