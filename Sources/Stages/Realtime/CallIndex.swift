import GTFSSchedule

/// Finds the calls of a scheduled run by stop_sequence and by stop, so that an update of many stops is no slower a stop
/// than one of few.
struct CallIndex {
    private let calls: [TripRun.Call]
    /// The places at which each stop is called at, in order; made when a stop is first looked for.
    private lazy var places: [RowNumber<Timetable.Stop>: [Int]] = {
        var places: [RowNumber<Timetable.Stop>: [Int]] = [:]
        for (place, call) in calls.enumerated() { if let stop = call.stop { places[stop, default: []].append(place) } }
        return places
    }()

    /// - Parameter calls: of the timetable, so each with a stop_sequence larger than that of the one before.
    init(_ calls: [TripRun.Call]) { self.calls = calls }

    /// The place of the call with a stop_sequence; nil where there is none. Cost: a binary search.
    func place(ofSequence sequence: Int) -> Int? {
        let place = CallIndex.first(in: calls.count) { (calls[$0].sequence ?? .min) >= sequence }
        return place < calls.count && calls[place].sequence == sequence ? place : nil
    }

    /// The first place, not before `start`, of a call at a stop; nil where there is none. Cost: a binary search.
    mutating func place(ofStop stop: RowNumber<Timetable.Stop>?, notBefore start: Int) -> Int? {
        guard let stop, let list = places[stop] else { return nil }
        let place = CallIndex.first(in: list.count) { list[$0] >= start }
        return place < list.count ? list[place] : nil
    }

    /// The first number below `count` of which a condition holds that holds of all after it; `count` where there is none.
    private static func first(in count: Int, where holds: (Int) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if holds(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
