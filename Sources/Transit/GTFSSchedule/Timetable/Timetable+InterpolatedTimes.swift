extension Timetable.Trip {
    /// Brings the stop times into the order of stop_sequence; of rows of one sequence, which is half the key of
    /// stop_times.txt, the first stays.
    ///
    /// - Returns: how many stop times were dropped.
    @discardableResult
    public mutating func sortVisits() -> Int {
        let inOrder = zip(stopTimes, stopTimes.dropFirst()).allSatisfy { $0.sequence < $1.sequence }
        guard !inOrder else { return 0 }
        let sorted = stopTimes.enumerated()
            .sorted { ($0.element.sequence, $0.offset) < ($1.element.sequence, $1.offset) }
            .map(\.element)
        let all = stopTimes.count
        stopTimes.removeAll(keepingCapacity: true)
        for stopTime in sorted where stopTimes.last?.sequence != stopTime.sequence { stopTimes.append(stopTime) }
        return all - stopTimes.count
    }

    /// Works out the times that are missing between two stop times that have them.
    ///
    /// A stop time with one time has it for both. Between timed stop times time passes in proportion to
    /// shape_dist_traveled where both ends and the stop time have it, else to the distance along the stops; where a
    /// stop's place is unknown they share the time evenly. Times are rounded to seconds. Stop times before the first
    /// and after the last timed one stay without, and so do those between times that run backwards.
    ///
    /// - Parameter distance: metres between two stops, nil where one has no place.
    /// - Returns: the sequence of the first stop time whose time lies before that of a stop time before it, with stop
    ///   times between.
    @discardableResult
    public mutating func fillTimes(
        distance: (StopIndex, StopIndex) -> Double?
    ) -> Int? {
        var backwards: Int?
        var lastTimed: Int?
        for index in stopTimes.indices {
            if stopTimes[index].departure == nil { stopTimes[index].departure = stopTimes[index].arrival }
            if stopTimes[index].arrival == nil { stopTimes[index].arrival = stopTimes[index].departure }
            guard stopTimes[index].departure != nil else { continue }
            if let lastTimed, index - lastTimed > 1 {
                if let start = stopTimes[lastTimed].departure, let end = stopTimes[index].arrival, end >= start {
                    fill(lastTimed, index, distance)
                } else {
                    backwards = backwards ?? stopTimes[index].sequence
                }
            }
            lastTimed = index
        }
        return backwards
    }

    private mutating func fill(
        _ from: Int, _ to: Int, _ distance: (StopIndex, StopIndex) -> Double?
    ) {
        guard let start = stopTimes[from].departure, let end = stopTimes[to].arrival else { return }
        var alongStops: [Double]?
        for index in (from + 1)..<to {
            let share: Double
            if let byShape = shapeShare(index, from, to) {
                share = byShape
            } else {
                let places = alongStops ?? stopDistances(from, to, distance)
                alongStops = places
                let whole = places[places.count - 1]
                share = whole > 0 ? places[index - from] / whole : Double(index - from) / Double(to - from)
            }
            let time = start + Int((Double(end - start) * share).rounded())
            stopTimes[index].arrival = time
            stopTimes[index].departure = time
            stopTimes[index].isInterpolated = true
        }
    }

    /// How far along the way between two stop times a third is, 0 to 1, by shape_dist_traveled; nil unless all three
    /// have it and it lies between.
    private func shapeShare(_ index: Int, _ from: Int, _ to: Int) -> Double? {
        guard let start = stopTimes[from].shapeDistance, let end = stopTimes[to].shapeDistance,
            let place = stopTimes[index].shapeDistance, end > start, place >= start, place <= end
        else { return nil }
        return (place - start) / (end - start)
    }

    /// Distances from the first stop time along straight lines between stops; even steps where a stop has no place.
    private func stopDistances(
        _ from: Int, _ to: Int, _ distance: (StopIndex, StopIndex) -> Double?
    ) -> [Double] {
        var places: [Double] = [0]
        places.reserveCapacity(to - from + 1)
        for index in from..<to {
            guard let stop = stopTimes[index].stop, let next = stopTimes[index + 1].stop,
                let step = distance(stop, next)
            else { return (0...(to - from)).map(Double.init) }
            places.append(places[places.count - 1] + step)
        }
        return places
    }

    /// The first time of the trip, from which the times of a frequency's trips are counted.
    public var firstTime: Int? {
        for stopTime in stopTimes { if let time = stopTime.departure ?? stopTime.arrival { return time } }
        return nil
    }

    /// The last second of the service day at which a run of the trip may still be under way; 0 for a trip without times.
    public var latestTime: Int {
        let last = stopTimes.lazy.flatMap { [$0.arrival, $0.departure] }.compactMap { $0 }.max() ?? 0
        guard let end = frequencies.lazy.map(\.end).max() else { return last }
        return max(end, 0) + max(last - (firstTime ?? 0), 0)
    }
}
