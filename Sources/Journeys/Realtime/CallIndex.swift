import GTFSSchedule

/// Finds the visits of a trip by stop_sequence and by stop, so that an update of many stops is no slower a stop than one
/// of few.
struct CallIndex {
    private let visits: [Timetable.Visit]
    /// The places at which each stop is called at, in order; made when a stop is first looked for.
    private lazy var placesOfStop: [RowNumber<Timetable.Stop>: [Int]] = {
        var places: [RowNumber<Timetable.Stop>: [Int]] = [:]
        for (place, visit) in visits.enumerated() {
            if let stop = visit.stop { places[stop, default: []].append(place) }
        }
        return places
    }()

    /// - Parameter visits: in the order of stop_sequence, each larger than the one before.
    init(_ visits: [Timetable.Visit]) { self.visits = visits }

    /// The place of the visit with a stop_sequence; nil if there is none. Cost: a binary search.
    func place(ofSequence sequence: Int) -> Int? {
        let place = CallIndex.first(in: visits.count) { visits[$0].sequence >= sequence }
        return place < visits.count && visits[place].sequence == sequence ? place : nil
    }

    /// The stop_sequence of the visit at a place.
    func sequence(at place: Int) -> Int { visits[place].sequence }

    func isPlace(_ number: Int) -> Bool { visits.indices.contains(number) }

    /// All places at which a stop is called at, in order.
    mutating func places(ofStop stop: RowNumber<Timetable.Stop>?) -> [Int] { stop.flatMap { placesOfStop[$0] } ?? [] }

    /// The first number below `count` of which a condition holds that holds of all after it; `count` if there is none.
    static func first(in count: Int, where holds: (Int) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if holds(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
