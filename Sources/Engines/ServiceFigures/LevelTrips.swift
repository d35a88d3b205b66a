import Containers
import GTFSSchedule
import Schedule
import StageKit

/// A trip of the timetable, prepared for counting.
package struct LevelTrip {
    package let number: WholeTimetable.TripIndex
    /// The index of its route; -1 without one.
    package let route: Int
    /// -1 for none.
    package let direction: Int
    package let service: Int
    /// The number of its block; -1 without one and for trips in frequencies.txt, because one vehicle cannot serve all
    /// their runs.
    let block: Int
    package let starts: RunStarts
    package let times: WholeTimetable.RunningTimes
    /// The length of its path in metres; NaN if fewer than two stops have coordinates.
    let metres: Double
    /// The seconds of its legs with times.
    let seconds: Int
    /// Whether each stop has coordinates and a time and the trip takes time, so that its speed is known.
    let hasSpeed: Bool

    /// Whether its path is known.
    var hasWay: Bool { !metres.isNaN }
}

/// The origins of the runs of a trip: the seconds of the service day from which their times count.
///
/// Memory: independent of the number of runs.
package enum RunStarts: Sequence {
    case once(Int)
    /// The ranges in ascending order, one for each row of frequencies.txt.
    case repeated([(first: Int, step: Int, count: Int)])
    /// Ascending and each once, of stretches that overlap.
    case overlapping([(first: Int, step: Int, count: Int)], count: Int)

    package var count: Int {
        switch self {
        case .once: 1
        case .repeated(let stretches): stretches.reduce(0) { $0 + $1.count }
        case .overlapping(_, let count): count
        }
    }

    package struct Iterator: IteratorProtocol {
        private let starts: RunStarts
        private var stretch = 0
        private var place = 0
        /// The next start of each overlapping stretch.
        private var nexts = Heap<Next>()

        private struct Next: Comparable {
            let start: Int
            let stretch: Int
            let place: Int

            static func < (left: Next, right: Next) -> Bool { left.start < right.start }
        }

        fileprivate init(_ starts: RunStarts) {
            self.starts = starts
            guard case .overlapping(let stretches, _) = starts else { return }
            for (number, row) in stretches.enumerated() where row.count > 0 {
                nexts.insert(Next(start: row.first, stretch: number, place: 0))
            }
        }

        package mutating func next() -> Int? {
            switch starts {
            case .once(let start):
                guard place == 0 else { return nil }
                place = 1
                return start
            case .overlapping(let stretches, _): return nextOf(stretches)
            case .repeated(let stretches):
                while stretch < stretches.count {
                    let row = stretches[stretch]
                    if place < row.count {
                        defer { place += 1 }
                        return row.first + place * row.step
                    }
                    stretch += 1
                    place = 0
                }
                return nil
            }
        }

        private mutating func nextOf(_ stretches: [(first: Int, step: Int, count: Int)]) -> Int? {
            guard let start = nexts.first?.start else { return nil }
            while let next = nexts.first, next.start == start {
                _ = nexts.removeFirst()
                let row = stretches[next.stretch]
                guard next.place + 1 < row.count else { continue }
                nexts.insert(Next(start: start + row.step, stretch: next.stretch, place: next.place + 1))
            }
            return start
        }
    }

    package func makeIterator() -> Iterator { Iterator(self) }
}

extension WholeTimetable {
    /// The maximum number of departures a day from frequencies.txt: that of a very large city.
    package static let mostDeparturesOfFrequencies = 50_000_000

    /// The trips with a service and stop times that have times.
    ///
    /// - Parameter name: the name of the feed in messages.
    /// - Throws: `StageFailure` with status 65 if frequencies.txt produces too many departures.
    package func levelTrips(_ name: String) throws -> [LevelTrip] {
        try checkFrequencies(
            of: listedTrips, most: WholeTimetable.mostDeparturesOfFrequencies, name,
            advice: "nothing was counted; check its headway_secs, or exclude trips with --where")
        return listedTrips.compactMap { number in
            guard let service = service(of: number).service?.index, let times = runningTimes(of: number)?.times,
                times.first != nil
            else { return nil }
            let frequencies = frequencies(of: number)
            let starts = frequencies.isEmpty ? .once(origin(of: number, startTime: nil)) : runStarts(of: number)
            var seconds = 0
            times.forEachTimedLeg { _, _, time in seconds += time }
            let positions = way(of: number)?.stopPositions ?? []
            let metres = self.metres(of: number) ?? .nan
            return LevelTrip(
                number: number, route: routeNumber(of: number) ?? -1, direction: directionID(of: number) ?? -1,
                service: service, block: frequencies.isEmpty ? blockNumber(of: number) ?? -1 : -1, starts: starts,
                times: times, metres: metres, seconds: seconds,
                hasSpeed: seconds > 0 && !metres.isNaN && !positions.contains { $0.isNaN }
                    && times.stopTimes.allSatisfy { $0.arrival != nil })
        }
    }

    /// Returns the origins of a trip in frequencies.txt; empty if its rows produce no run.
    private func runStarts(of trip: WholeTimetable.TripIndex) -> RunStarts {
        let offset = origin(of: trip, startTime: 0)
        let rows = frequencies(of: trip).filter { $0.end > $0.start }.sorted { $0.start < $1.start }
        let stretches = rows.compactMap { row in
            let count = row.mostRuns
            return count > 0 ? (first: row.start + offset, step: row.headway, count: count) : nil
        }
        guard zip(rows, rows.dropFirst()).contains(where: { $0.end > $1.start }) else { return .repeated(stretches) }
        let count = RunStarts.overlapping(stretches, count: 0).reduce(0) { count, _ in count + 1 }
        return .overlapping(stretches, count: count)
    }
}

extension WholeTimetable.RunningTimes {
    /// Calls `body` with the seconds from each row with a time to the next one: from departure to departure, and to the
    /// last arrival. Times that run backwards count as 0.
    func forEachTimedLeg(_ body: (_ place: Int, _ time: Int, _ seconds: Int) -> Void) {
        guard let last = stopTimes.lastIndex(where: { $0.arrival != nil }) else { return }
        var before: (place: Int, time: Int)?
        for (place, row) in stopTimes[...last].enumerated() {
            guard let departure = row.departure, let arrival = row.arrival else { continue }
            if let before {
                body(before.place, before.time, max((place == last ? arrival : departure) - before.time, 0))
            }
            before = (place, departure)
        }
    }

    /// The start and end of a run relative to its origin: the first departure and the last arrival.
    package var span: (start: Int, end: Int) { (firstTime, stopTimes.last { $0.arrival != nil }?.arrival ?? 0) }
}
