/// What is expected at a stop that a trip has not left yet.
struct PredictedStopTime {
    /// Index of the stop in the pattern.
    var stop: Int
    /// POSIX seconds; nil at the first stop.
    var arrival: Int?
    /// POSIX seconds; nil at the last stop.
    var departure: Int?
}

extension Run {
    /// The stop times still to come at an instant, as someone would predict them who knows the delay at the next stop
    /// and three fifths of what comes after it.
    func predictions(at time: Int) -> [PredictedStopTime] {
        let last = arrivals.count - 1
        // Once it has arrived, the arrival stays.
        let next = departures.firstIndex { $0 > time } ?? last
        // What is known: the delay there, of the arrival, or of the departure when the vehicle stands there.
        let isThere = next == 0 || arrivals[next] <= time
        let known = isThere ? departures[next] - plannedDepartures[next] : arrivals[next] - plannedArrivals[next]
        var stopTimes: [PredictedStopTime] = []
        var earliest = Int.min
        for stop in next...last {
            var stopTime = PredictedStopTime(stop: stop)
            if stop > 0 {
                let actual = arrivals[stop] - plannedArrivals[stop]
                let delay = stop == next ? actual : known + (actual - known) * 3 / 5
                earliest = max(earliest, plannedArrivals[stop] + delay)
                stopTime.arrival = earliest
            }
            if stop < last {
                let actual = departures[stop] - plannedDepartures[stop]
                let delay = stop == next && isThere ? actual : known + (actual - known) * 3 / 5
                earliest = max(earliest, plannedDepartures[stop] + delay)
                stopTime.departure = earliest
            }
            stopTimes.append(stopTime)
        }
        return stopTimes
    }
}
