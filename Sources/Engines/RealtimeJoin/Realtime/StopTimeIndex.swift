import Containers
import GTFSSchedule

/// An index of the stop times of a trip by stop_sequence and by stop, so that the cost for each stop does not grow with
/// the size of an update.
struct StopTimeIndex {
    private let stopTimes: [Timetable.StopTime]
    /// The indices of the calls at each stop, in order; made on the first look-up of a stop.
    private lazy var placesOfStop: [StopIndex: [Int]] = {
        var places: [StopIndex: [Int]] = [:]
        for (place, stopTime) in stopTimes.enumerated() {
            if let stop = stopTime.stop { places[stop, default: []].append(place) }
        }
        return places
    }()

    /// - Parameter stopTimes: the stop times with ascending stop_sequence.
    init(_ stopTimes: [Timetable.StopTime]) { self.stopTimes = stopTimes }

    /// Returns the index of the stop time with a stop_sequence; nil if there is none. Cost: a binary search.
    func place(ofSequence sequence: Int) -> Int? {
        let place = stopTimes.firstPlace { $0.sequence >= sequence }
        return place < stopTimes.count && stopTimes[place].sequence == sequence ? place : nil
    }

    /// Returns the stop_sequence of the stop time at an index.
    func sequence(at place: Int) -> Int { stopTimes[place].sequence }

    func isPlace(_ number: Int) -> Bool { stopTimes.indices.contains(number) }

    /// Returns the indices of all calls at a stop, in order.
    mutating func places(ofStop stop: StopIndex?) -> [Int] { stop.flatMap { placesOfStop[$0] } ?? [] }
}
