import Containers
import GTFSSchedule

/// A call of a trip with its new times.
struct NewCall: Equatable {
    static let unknown = Int32.min

    /// The index of the stop time in the timetable; -1 for a stop that is inserted.
    var row: Int32
    /// Seconds of the service day; `unknown` if the row stays without times.
    var arrival = NewCall.unknown
    var departure = NewCall.unknown
    /// The new stop_sequence.
    var sequence = 0
    /// The stop, if it is not that of the row.
    var stop: StopIndex?
    /// Whether the times are estimates, which timepoint then states.
    var isApproximate = false
}

/// The new stop times of a trip, in order.
final class NewTimes: Equatable {
    let calls: [NewCall]
    /// The index of each row of the timetable among `calls`; -1 for a row that is dropped.
    let places: [Int32]
    /// Whether any row of the timetable has a new stop_sequence.
    let isRenumbered: Bool
    /// The index of the first call that is a row of the timetable.
    private let firstKept: Int?

    init(_ calls: [NewCall], rows: [Timetable.StopTime]) {
        var calls = calls
        var places = [Int32](repeating: -1, count: rows.count)
        var isRenumbered = false
        var last = -1
        for place in calls.indices {
            let row = Int(calls[place].row)
            if row >= 0 {
                places[row] = Int32(place)
                calls[place].sequence = max(rows[row].sequence, last + 1)
                if calls[place].sequence != rows[row].sequence { isRenumbered = true }
            } else {
                calls[place].sequence = last + 1
            }
            last = calls[place].sequence
        }
        self.calls = calls
        self.places = places
        self.isRenumbered = isRenumbered
        firstKept = calls.firstIndex { $0.row >= 0 }
    }

    /// Whether no call is a stop time of the timetable.
    var isWhollyInserted: Bool { firstKept == nil }

    /// Returns the inserted calls directly before and after the one at a place; before only at the first stop time of
    /// the timetable that is kept.
    func inserted(around place: Int) -> (before: ArraySlice<NewCall>, after: ArraySlice<NewCall>) {
        (place == firstKept ? calls[..<place] : [], calls[(place + 1)...].prefix { $0.row < 0 })
    }

    static func == (one: NewTimes, other: NewTimes) -> Bool { one === other || one.calls == other.calls }
}
