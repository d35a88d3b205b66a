/// The times of a run's calls: planned, observed and, at the end, new. Seconds of the service day.
struct CallTime: Equatable {
    var plannedArrival: Int?
    var plannedDeparture: Int?
    /// Observed; `CallTimes.settle` fills what is missing.
    var arrival: Int?
    var departure: Int?
    /// Whether neither time was observed.
    var isFilled = false
}

/// Computes the times of calls that were not observed, and prevents times that run backwards.
enum CallTimes {
    /// What had to be changed.
    struct Changes {
        /// Observed times that ran backwards.
        var adjusted = 0
        /// Observed times before the start of the service day.
        var early = 0
    }

    /// Fills the missing times of calls, of which at least one must have an observed time.
    ///
    /// - Parameter metres: the position of a call along the run's path; nil if unknown.
    static func settle(_ calls: inout [CallTime], metres: (_ call: Int) -> Double?) -> Changes {
        let changes = straighten(&calls)
        fillDwells(&calls)
        let known = calls.indices.filter { calls[$0].arrival != nil }
        guard let first = known.first, let last = known.last else { return changes }
        for (from, to) in zip(known, known.dropFirst()) where to - from > 1 {
            fill(&calls, between: from, and: to, metres)
        }
        fill(&calls, before: first)
        fill(&calls, after: last)
        return changes
    }

    /// Makes the observed times never fall and not begin before the service day.
    private static func straighten(_ calls: inout [CallTime]) -> Changes {
        var times: [Int] = []
        var changes = Changes()
        func notEarly(_ time: Int) -> Int {
            if time < 0 { changes.early += 1 }
            return max(time, 0)
        }
        for call in calls {
            if let arrival = call.arrival { times.append(notEarly(arrival)) }
            if let departure = call.departure { times.append(notEarly(departure)) }
        }
        let straight = MonotoneTimes.nearest(times)
        for (before, after) in zip(times, straight) where before != after { changes.adjusted += 1 }
        var next = 0
        for place in calls.indices {
            calls[place].isFilled = calls[place].arrival == nil && calls[place].departure == nil
            if calls[place].arrival != nil {
                calls[place].arrival = straight[next]
                next += 1
            }
            if calls[place].departure != nil {
                calls[place].departure = straight[next]
                next += 1
            }
        }
        return changes
    }

    /// Gives calls with one observed time the other one by the planned dwell, within the times of their neighbours.
    private static func fillDwells(_ calls: inout [CallTime]) {
        var earliest = 0
        var nextKnown = [Int?](repeating: nil, count: calls.count)
        var following: Int?
        for place in calls.indices.reversed() {
            nextKnown[place] = following
            following = calls[place].arrival ?? calls[place].departure ?? following
        }
        for place in calls.indices {
            let call = calls[place]
            let dwell =
                call.plannedArrival.flatMap { arrival in call.plannedDeparture.map { max($0 - arrival, 0) } } ?? 0
            if let arrival = call.arrival, call.departure == nil {
                calls[place].departure = max(arrival, min(arrival + dwell, nextKnown[place] ?? .max))
            } else if let departure = call.departure, call.arrival == nil {
                calls[place].arrival = min(departure, max(departure - dwell, earliest))
            }
            earliest = calls[place].departure ?? earliest
        }
    }

    /// Fills the calls between two known ones: by the planned times, else by the distance along the path, else evenly.
    private static func fill(
        _ calls: inout [CallTime], between from: Int, and to: Int, _ metres: (_ call: Int) -> Double?
    ) {
        guard let start = calls[from].departure, let end = calls[to].arrival else { return }
        let span = end - start
        var earliest = start
        let planned = calls[from].plannedDeparture.flatMap { first in
            calls[to].plannedArrival.flatMap { $0 > first ? (first: first, span: $0 - first) : nil }
        }
        let path = metres(from).flatMap { first in
            metres(to).flatMap { $0 > first ? (first: first, length: $0 - first) : nil }
        }
        func time(_ plan: Int?) -> Int? {
            guard let planned, let plan else { return nil }
            // Rounded to the nearest second; the product of two times of a week is far from overflow.
            return start + ((plan - planned.first) * span * 2 + planned.span) / (planned.span * 2)
        }
        for place in from + 1..<to {
            let share =
                if let path, let along = metres(place) {
                    (along - path.first) / path.length
                } else {
                    Double(place - from) / Double(to - from)
                }
            let even = start + Int((Double(span) * min(max(share, 0), 1)).rounded())
            let call = calls[place]
            let arrival = time(call.plannedArrival ?? call.plannedDeparture) ?? even
            let departure = time(call.plannedDeparture ?? call.plannedArrival) ?? even
            calls[place].arrival = min(max(arrival, earliest), end)
            calls[place].departure = min(max(departure, calls[place].arrival ?? earliest), end)
            earliest = calls[place].departure ?? earliest
        }
    }

    /// Gives the calls before the first observed one the delay of that one.
    private static func fill(_ calls: inout [CallTime], before first: Int) {
        guard first > 0, var latest = calls[first].arrival else { return }
        let delay = self.delay(calls, from: calls.indices.dropFirst(first), \.arrival, \.plannedArrival)
        for place in (0..<first).reversed() {
            let departure = calls[place].plannedDeparture ?? calls[place].plannedArrival
            calls[place].departure = min(max((departure.map { $0 + delay }) ?? latest, 0), latest)
            latest = calls[place].departure ?? latest
            let arrival = calls[place].plannedArrival ?? calls[place].plannedDeparture
            calls[place].arrival = min(max((arrival.map { $0 + delay }) ?? latest, 0), latest)
            latest = calls[place].arrival ?? latest
        }
    }

    /// Gives the calls after the last observed one the delay of that one.
    private static func fill(_ calls: inout [CallTime], after last: Int) {
        guard last < calls.count - 1, var earliest = calls[last].departure else { return }
        let delay = self.delay(
            calls, from: calls.indices.prefix(last + 1).reversed(), \.departure, \.plannedDeparture)
        for place in last + 1..<calls.count {
            let arrival = calls[place].plannedArrival ?? calls[place].plannedDeparture
            calls[place].arrival = max((arrival.map { $0 + delay }) ?? earliest, earliest)
            earliest = calls[place].arrival ?? earliest
            let departure = calls[place].plannedDeparture ?? calls[place].plannedArrival
            calls[place].departure = max((departure.map { $0 + delay }) ?? earliest, earliest)
            earliest = calls[place].departure ?? earliest
        }
    }

    /// The delay of the first of some calls with both a planned and a known time; 0 without one.
    private static func delay(
        _ calls: [CallTime], from places: some Sequence<Int>, _ actual: KeyPath<CallTime, Int?>,
        _ planned: KeyPath<CallTime, Int?>
    ) -> Int {
        for place in places {
            if let time = calls[place][keyPath: actual], let plan = calls[place][keyPath: planned] {
                return time - plan
            }
        }
        return 0
    }
}
