import Platform

/// The times that are predicted for the stops of a run, from one stop on.
///
/// From the vehicle's place the path is driven stop by stop: the expected seconds to the next stop times the pace, then the
/// expected dwell. At its first stop, and at a timepoint, a vehicle leaves at its scheduled time at the earliest.
struct Forecast {
    /// The first stop with a prediction.
    private(set) var first = 0
    /// The first stop at which the arrival is still to come.
    private(set) var firstArrival = 0
    /// POSIX seconds, by stop from `first` on.
    private(set) var arrivals: [Double] = []
    private(set) var departures: [Double] = []

    /// The pace of a run: of its route and direction, and what it has shown itself.
    struct Paces {
        var route: Double
        var run: Double

        /// The pace so many seconds ahead.
        func ahead(_ seconds: Double) -> Double {
            run == route ? route : route + (run - route) * exp(-max(seconds, 0) / Pace.reach)
        }
    }

    /// Seconds that a vehicle still stands that has stood for longer than expected.
    private static let leastStay = 5.0
    /// The same of one that is late at its first stop.
    private static let leastStart = 15.0

    /// Whether anything can be said from where a vehicle is.
    static func isPossible(_ run: PredictedRun, from place: Progress.Place) -> Bool {
        switch place {
        case .at(let stop, _): stop > 0 || run.scheduledDeparture(0) != nil
        case .between: true
        case .before: run.scheduledDeparture(0) != nil
        case .finished, .offRoute, .unknown: false
        }
    }

    /// Predicts from where a vehicle is, if that is possible.
    mutating func predict(_ run: PredictedRun, _ times: RunTimes, from progress: Progress, _ paces: Paces) {
        let now = Double(progress.time)
        switch progress.place {
        case .at(let stop, let since):
            begin(at: stop, arrived: true)
            var departure = max(since + times.dwell[stop], now + Forecast.leastStay)
            if times.waits[stop], let scheduled = run.scheduledDeparture(stop).map(Double.init) {
                departure =
                    stop > 0
                    ? max(departure, scheduled) : scheduled > now ? scheduled : now + Forecast.leastStart
            }
            append(arrival: since, departure: departure)
            drive(run, times, after: stop, now, paces)
        case .between(let next, let left):
            begin(at: next, arrived: false)
            let arrival = now + times.drive[next - 1] * left * paces.ahead(0)
            append(arrival: arrival, departure: departure(run, times, next, arrival))
            drive(run, times, after: next, now, paces)
        case .before(let metres):
            predict(run, times, ready: now + metres / times.speed, now: now, paces)
        case .finished, .offRoute, .unknown: begin(at: 0, arrived: true)
        }
    }

    /// Predicts a run that begins at its first stop.
    /// - Parameters:
    ///   - ready: when its vehicle can leave, POSIX seconds.
    ///   - now: when that was worked out.
    mutating func predict(_ run: PredictedRun, _ times: RunTimes, ready: Double, now: Double, _ paces: Paces) {
        begin(at: 0, arrived: true)
        append(arrival: ready, departure: max(ready, run.scheduledDeparture(0).map(Double.init) ?? ready))
        drive(run, times, after: 0, now, paces)
    }

    private mutating func begin(at stop: Int, arrived: Bool) {
        first = stop
        firstArrival = arrived ? stop + 1 : stop
        arrivals.removeAll(keepingCapacity: true)
        departures.removeAll(keepingCapacity: true)
    }

    private mutating func append(arrival: Double, departure: Double) {
        arrivals.append(arrival)
        departures.append(departure)
    }

    private mutating func drive(
        _ run: PredictedRun, _ times: RunTimes, after stop: Int, _ now: Double, _ paces: Paces
    ) {
        var last = departures[departures.count - 1]
        let (drive, dwell, waits) = (times.drive, times.dwell, times.waits)
        for next in (stop + 1)..<max(drive.count + 1, stop + 1) {
            let arrival = last + drive[next - 1] * paces.ahead(last - now)
            last = waits[next] ? departure(run, times, next, arrival) : arrival + dwell[next]
            append(arrival: arrival, departure: last)
        }
    }

    private func departure(_ run: PredictedRun, _ times: RunTimes, _ stop: Int, _ arrival: Double) -> Double {
        let departure = arrival + times.dwell[stop]
        guard times.waits[stop], let scheduled = run.scheduledDeparture(stop) else { return departure }
        return max(departure, Double(scheduled))
    }

    /// The stops from `first` on.
    var stops: Range<Int> { first..<(first + arrivals.count) }
    func arrival(_ stop: Int) -> Double { arrivals[stop - first] }

    /// Calls `body` with the arrivals and departures, by stop from `first` on.
    func withTimes(_ body: (UnsafeBufferPointer<Double>, UnsafeBufferPointer<Double>) -> Void) {
        arrivals.withUnsafeBufferPointer { arrivals in departures.withUnsafeBufferPointer { body(arrivals, $0) } }
    }
}
