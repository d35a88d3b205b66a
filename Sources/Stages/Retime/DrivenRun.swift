import GTFSSchedule

/// What a run did at a stop, as a record of `stop_visits` states it.
struct DrivenCall {
    static let unknown = Int32.min

    /// The position in the run's pattern, from 1 (trip_stop_sequence).
    let position: Int32
    /// scheduled_stop_sequence; `unknown` without one.
    var sequence = DrivenCall.unknown
    /// Seconds of the service day; `unknown` unless observed.
    var arrival = DrivenCall.unknown
    var departure = DrivenCall.unknown
    /// The number of the stop's id among the ids that the visits name.
    var stop: UInt32 = .max
    var traits: Traits = []

    /// What else a record says of a visit.
    struct Traits: OptionSet {
        let rawValue: UInt8
        static let skipped = Traits(rawValue: 1)
        /// The visit's relationship is Added.
        static let added = Traits(rawValue: 2)
        static let missing = Traits(rawValue: 4)
        /// The observed time is a prediction, or less certain than `DrivenVisits.certain`.
        static let approximateArrival = Traits(rawValue: 8)
        static let approximateDeparture = Traits(rawValue: 16)
    }

    init(position: Int) { self.position = Int32(position) }

    var isObserved: Bool { arrival != DrivenCall.unknown || departure != DrivenCall.unknown }
    var isApproximate: Bool {
        arrival != DrivenCall.unknown && traits.contains(.approximateArrival)
            || departure != DrivenCall.unknown && traits.contains(.approximateDeparture)
    }
    var observedArrival: Int? { arrival == DrivenCall.unknown ? nil : Int(arrival) }
    var observedDeparture: Int? { departure == DrivenCall.unknown ? nil : Int(departure) }
}

/// A run of one service day with its visits. Memory: 24 bytes a visit, about 300 a run.
final class DrivenRun {
    enum Relationship {
        case scheduled, canceled
        /// Added, Unscheduled or Duplicated: a run besides those of the timetable.
        case added
    }

    /// The service day in days since 1970-01-01.
    let day: Int
    /// trip_id_performed
    let name: String
    /// The trip in the timetable, or the trip_id in realtime if the timetable has none.
    var tripID: String?
    var startTime: Int?
    var routeID: String?
    var directionID: Int?
    var relationship: Relationship?
    /// The number of stops in the run's pattern; nil if unknown.
    var stopCount: Int?
    /// In the order of their positions once `sort` was called.
    private(set) var calls: [DrivenCall] = []
    /// The positions of the calls, once one came out of order.
    private var positions: Set<Int32>?

    init(day: Int, name: String) {
        self.day = day
        self.name = name
    }

    /// Adds a call; returns false if an earlier one has its position.
    func add(_ call: DrivenCall) -> Bool {
        if positions == nil {
            guard let last = calls.last, call.position <= last.position else {
                calls.append(call)
                return true
            }
            positions = Set(calls.map(\.position))
        }
        guard positions?.insert(call.position).inserted == true else { return false }
        calls.append(call)
        return true
    }

    func sort() {
        guard positions != nil else { return }
        calls.sort { $0.position < $1.position }
        positions = nil
    }

    /// Whether a time of the run was observed at any stop.
    var isObserved: Bool { calls.contains { $0.isObserved } }

    /// Whether the run is one besides those of the timetable. Without a record of its trip, its visits state that.
    var isAdded: Bool {
        relationship == .added
            || relationship == nil && !calls.isEmpty && calls.allSatisfy { $0.traits.contains(.added) }
    }

    func forgetCalls() { calls = [] }
}
