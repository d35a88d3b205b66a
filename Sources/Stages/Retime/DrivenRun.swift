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

/// A run of one service day with its visits. Memory: 12 bytes a visit, about 250 a run.
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
    /// Whether a time of the run was observed at any stop.
    private(set) var isObserved = false
    /// Whether each visit so far has the relationship Added.
    private var areAllAdded = true
    /// Where its calls are among those of all runs. Visits of a run come together, so there is nearly always one part.
    private var part = 0..<0
    private var laterParts: [Range<Int>] = []
    private var lastPosition: Int32 = 0
    /// The positions of the calls, once one came out of order.
    private var positions: Set<Int32>?
    private let store: DrivenCalls

    init(day: Int, name: String, calls: DrivenCalls) {
        self.day = day
        self.name = name
        store = calls
    }

    /// Adds a call; returns false if an earlier one has its position.
    func add(_ call: DrivenCall) -> Bool {
        if positions == nil, call.position <= lastPosition { positions = Set(calls.map(\.position)) }
        if let known = positions?.insert(call.position), !known.inserted { return false }
        lastPosition = max(lastPosition, call.position)
        if call.isObserved { isObserved = true }
        if !call.traits.contains(.added) { areAllAdded = false }
        let place = store.count
        store.append(call)
        if part.isEmpty {
            part = place..<(place + 1)
        } else if laterParts.isEmpty, part.upperBound == place {
            part = part.lowerBound..<(place + 1)
        } else if let later = laterParts.last, later.upperBound == place {
            laterParts[laterParts.count - 1] = later.lowerBound..<(place + 1)
        } else {
            laterParts.append(place..<(place + 1))
        }
        return true
    }

    var hasCalls: Bool { !part.isEmpty }

    /// The calls in the order of their positions. Cost: each is unpacked.
    var calls: [DrivenCall] {
        var calls = part.map { store[$0] }
        for part in laterParts { calls += part.map { store[$0] } }
        if positions != nil { calls.sort { $0.position < $1.position } }
        return calls
    }

    /// Whether the run is one besides those of the timetable. Without a record of its trip, its visits state that.
    var isAdded: Bool { relationship == .added || relationship == nil && hasCalls && areAllAdded }
}
