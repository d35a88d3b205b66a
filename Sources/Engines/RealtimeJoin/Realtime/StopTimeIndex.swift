import Containers
import GTFSSchedule

/// Finds the stop times of a trip by stop_sequence and by stop, so that an update of many stops is no slower a stop
/// than one of few.
struct StopTimeIndex {
    private let stopTimes: [Timetable.StopTime]
    /// The places at which each stop is called at, in order; made when a stop is first looked for.
    private lazy var placesOfStop: [StopIndex: [Int]] = {
        var places: [StopIndex: [Int]] = [:]
        for (place, stopTime) in stopTimes.enumerated() {
            if let stop = stopTime.stop { places[stop, default: []].append(place) }
        }
        return places
    }()

    /// - Parameter stopTimes: in the order of stop_sequence, each larger than the one before.
    init(_ stopTimes: [Timetable.StopTime]) { self.stopTimes = stopTimes }

    /// The place of the stop time with a stop_sequence; nil if there is none. Cost: a binary search.
    func place(ofSequence sequence: Int) -> Int? {
        let place = stopTimes.firstPlace { $0.sequence >= sequence }
        return place < stopTimes.count && stopTimes[place].sequence == sequence ? place : nil
    }

    /// The stop_sequence of the stop time at a place.
    func sequence(at place: Int) -> Int { stopTimes[place].sequence }

    func isPlace(_ number: Int) -> Bool { stopTimes.indices.contains(number) }

    /// All places at which a stop is called at, in order.
    mutating func places(ofStop stop: StopIndex?) -> [Int] { stop.flatMap { placesOfStop[$0] } ?? [] }
}
