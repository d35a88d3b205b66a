/// Vehicles that left a stop closer behind each other than half of what the timetable has between them.
///
/// Pairs are those of performance-report's headways: of departures in their order, a run once with its first vehicle; a
/// pair between which a run was due that nobody saw is none.
struct Bunching {
    struct Pair: Hashable {
        /// The places of two runs among those drawn.
        let earlier: Int
        let later: Int
    }

    /// Where a pair is close, in the order of the axis, by pair.
    private(set) var places: [(pair: Pair, places: [Int])] = []
    /// Of all stops.
    private(set) var bunched = 0
    private(set) var pairs = 0

    private struct Departure {
        let actual: Int?
        let scheduled: Int?
        let run: Int
        let key: Run.Key

        var order: Int { scheduled ?? actual ?? 0 }
    }

    /// - Parameters:
    ///   - runs: with what they did at each place of the axis.
    ///   - due: runs of the timetable.
    ///   - range: when the later departure of a pair is; nil for any time.
    init(_ runs: [DrawnRun], due: [DrawnRun], stops: Int, within range: Range<Int>?) {
        var departures = [[Departure]](repeating: [], count: stops)
        for (place, run) in runs.enumerated() {
            // A trip's last stop has no departure, whatever a record has there.
            for point in run.points.dropLast() where !point.call.isSkipped {
                departures[point.place].append(
                    Departure(
                        actual: point.call.departure, scheduled: point.call.scheduled, run: place, key: run.run.key))
            }
        }
        for run in due where !run.run.isCanceled {
            for point in run.points.dropLast() where !point.call.isSkipped {
                departures[point.place].append(
                    Departure(actual: nil, scheduled: point.call.scheduled, run: -1, key: run.run.key))
            }
        }
        var close: [Pair: [Int]] = [:]
        var order: [Pair] = []
        for place in departures.indices {
            for pair in bunched(departures[place], range, isCanceled: { $0 >= 0 && runs[$0].run.isCanceled }) {
                if close[pair] == nil { order.append(pair) }
                close[pair, default: []].append(place)
            }
        }
        places = order.map { ($0, close[$0]!) }
    }

    private mutating func bunched(
        _ departures: [Departure], _ range: Range<Int>?, isCanceled: (Int) -> Bool
    ) -> [Pair] {
        var seen: Set<Run.Key> = []
        let left = departures.filter { $0.actual != nil }
            .sorted { ($0.actual!, $0.order, $0.run) < ($1.actual!, $1.order, $1.run) }
            .filter { seen.insert($0.key).inserted }
        let missing = departures.filter { $0.actual == nil && !seen.contains($0.key) && !isCanceled($0.run) }
            .compactMap(\.scheduled)
        var found: [Pair] = []
        for (earlier, later) in zip(left, left.dropFirst()) where range?.contains(later.actual!) ?? true {
            let span = min(earlier.order, later.order)...max(earlier.order, later.order)
            guard !missing.contains(where: span.contains), let first = earlier.scheduled, let second = later.scheduled,
                first != second
            else { continue }
            pairs += 1
            guard 2 * (later.actual! - earlier.actual!) < abs(second - first) else { continue }
            bunched += 1
            found.append(Pair(earlier: earlier.run, later: later.run))
        }
        return found
    }
}
