import Reports

/// Vehicles that left a stop too close behind each other: what performance-report's headways call bunched.
struct Bunching {
    struct Pair: Hashable {
        /// The places of two runs among those drawn.
        let earlier: Int
        let later: Int
    }

    /// Where a pair is close, in the order of the axis, by pair; those that are not drawn are only counted.
    private(set) var places: [(pair: Pair, places: [Int])] = []
    /// Of all stops.
    private(set) var bunched = 0
    /// Headways that are judged, and those of service too rare to be.
    private(set) var judged = 0
    private(set) var rare = 0
    let rules = HeadwayRules()

    private struct Departure {
        let run: Run
        let call: Call
        let headway: HeadwaySequence.Departure
    }

    /// A service day and a stop.
    private struct Place: Hashable {
        let day: Int
        let stop: String
    }

    init() {}

    /// - Parameters:
    ///   - runs: all of the direction, those of the timetable that nobody saw among them, in their order.
    ///   - drawn: those that are drawn, on their axis.
    ///   - takes: whether a headway that a call ends counts.
    init(_ runs: [Run], drawn: [DrawnRun], _ takes: (Call, Run) -> Bool) {
        var order: [Place] = []
        var departures: [Place: [Departure]] = [:]
        var numbers: [Run.Key: UInt64] = [:]
        for run in runs {
            let number = numbers[run.key] ?? UInt64(numbers.count)
            numbers[run.key] = number
            for call in run.calls where !call.isSkipped && call.place < run.lastPlace {
                let scheduled = run.isCanceled || call.isAdded ? nil : call.scheduled
                guard call.departure != nil || scheduled != nil else { continue }
                let place = Place(day: run.key.day, stop: call.stopID)
                if departures[place] == nil { order.append(place) }
                departures[place, default: []].append(
                    Departure(
                        run: run, call: call,
                        headway: HeadwaySequence.Departure(
                            trip: number, sequence: UInt32(call.place), actual: call.departure, scheduled: scheduled,
                            rank: 0)))
            }
        }
        var axis: [ObjectIdentifier: Int] = [:]
        for (place, run) in drawn.enumerated() { axis[ObjectIdentifier(run.run)] = place }
        var close: [Pair: [Int]] = [:]
        var pairs: [Pair] = []
        for place in order {
            let here = departures[place] ?? []
            for headway in HeadwaySequence(here.map(\.headway)).observed where !headway.isBroken {
                let (earlier, later) = (here[headway.earlier], here[headway.later])
                guard takes(later.call, later.run), let scheduled = headway.scheduled else { continue }
                guard rules.takes(scheduled: scheduled) else {
                    rare += 1
                    continue
                }
                judged += 1
                guard rules.isBunched(headway.seconds, scheduled: scheduled) else { continue }
                bunched += 1
                guard let first = axis[ObjectIdentifier(earlier.run)], let second = axis[ObjectIdentifier(later.run)],
                    let place = drawn[first].place(of: earlier.call), place == drawn[second].place(of: later.call)
                else { continue }
                let pair = Pair(earlier: first, later: second)
                if close[pair] == nil { pairs.append(pair) }
                close[pair, default: []].append(place)
            }
        }
        places = pairs.map { ($0, close[$0, default: []].sorted()) }
    }
}
