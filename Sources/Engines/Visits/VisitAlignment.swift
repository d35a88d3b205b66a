import Containers
import GTFSSchedule

/// Which stop time of the timetable each visit of a run belongs to.
///
/// The positions of visits count the stops of the run's own pattern, which a detour may have changed, and then
/// scheduled_stop_sequence counts them too. Stops decide in that case.
package struct VisitAlignment {
    /// What a record says about where a visit belongs.
    package struct Visit {
        /// The position in the run's pattern, from 1 (trip_stop_sequence).
        package var position: Int
        /// scheduled_stop_sequence; nil without one.
        package var sequence: Int?
        /// nil for a stop that the timetable does not have.
        package var stop: StopIndex?
        /// Whether its relationship is Added.
        package var isAdded: Bool
        /// Whether its relationship is Skipped.
        package var isSkipped: Bool

        package init(position: Int, sequence: Int?, stop: StopIndex?, isAdded: Bool, isSkipped: Bool) {
            self.position = position
            self.sequence = sequence
            self.stop = stop
            self.isAdded = isAdded
            self.isSkipped = isSkipped
        }
    }

    /// A call of the run: a stop time of the timetable, a visit, or both.
    package struct Step: Equatable {
        /// The index of the stop time; -1 for a stop that the timetable does not have there.
        package var row: Int32
        /// The index of the visit; -1 for a stop that nobody observed.
        package var visit: Int32

        package init(row: Int32, visit: Int32) {
            self.row = row
            self.visit = visit
        }
    }

    package private(set) var steps: [Step] = []
    /// Visits that were skipped.
    package private(set) var skipped = 0
    /// Stop times that a detour replaced.
    package private(set) var replaced = 0

    private let rows: [Timetable.StopTime]
    private let visits: [Visit]

    /// - Parameters:
    ///   - visits: the visits of the run in the order of their positions.
    ///   - stopCount: the number of stops in the run's pattern; nil if unknown.
    ///   - isExtra: whether all visits of the run are Added because the run is one besides those of the timetable.
    package init(_ visits: [Visit], _ rows: [Timetable.StopTime], stopCount: Int?, isExtra: Bool) {
        self.visits = visits
        self.rows = rows
        let isInserted = visits.map { !isExtra && $0.isAdded && $0.sequence == nil }
        if let places = placesByPosition(isInserted) ?? placesBySequence(isInserted) {
            build(places, isInserted, stopCount: nil, replaces: false)
        } else {
            build(placesByStop(), isInserted.map { _ in false }, stopCount: stopCount, replaces: true)
        }
    }

    // MARK: Matching

    private func isAt(_ visit: Visit, _ row: Int) -> Bool { rows[row].stop == visit.stop }

    /// By position in the pattern, if all stops agree.
    private func placesByPosition(_ isInserted: [Bool]) -> [Int]? {
        var places: [Int] = []
        for (visit, inserted) in zip(visits, isInserted) {
            let place = visit.position - 1
            guard !inserted, place < rows.count, isAt(visit, place) else { return nil }
            places.append(place)
        }
        return places
    }

    /// By stop_sequence, if all stops agree.
    private func placesBySequence(_ isInserted: [Bool]) -> [Int]? {
        var places: [Int] = []
        var next = 0
        for (visit, inserted) in zip(visits, isInserted) {
            if inserted {
                places.append(-1)
                continue
            }
            guard let sequence = visit.sequence else { return nil }
            let place = rows.firstPlace { $0.sequence >= sequence }
            guard place >= next, place < rows.count, rows[place].sequence == sequence, isAt(visit, place)
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
        for visit in visits {
            let expected = last.row + visit.position - last.position
            guard let stop = visit.stop, let candidates = placesOfStops[stop] else {
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
            last = (visit.position, place)
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
            let position = visits[number].position
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
            let ahead = min(visits[number].position - position, to.row - row)
            for _ in 0..<max(ahead, 0) {
                add(row: row, visit: -1)
                row += 1
            }
            position = visits[number].position + 1
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
        if visit >= 0, visits[visit].isSkipped {
            skipped += 1
            return
        }
        steps.append(Step(row: Int32(row), visit: Int32(visit)))
    }
}
