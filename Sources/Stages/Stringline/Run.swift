import Occupancy

/// What a trip did, or was to do, at a stop. Times are POSIX seconds.
struct Call {
    /// The place among the stops of its pattern, from 0.
    let place: Int
    var stopID: String
    var stopName: String?
    /// Metres from the stop before.
    var distance: Int?
    var scheduledArrival: Int?
    var scheduledDeparture: Int?
    var arrival: Int?
    var departure: Int?
    /// How they are known; nil where they are not.
    var arrivalSource: String?
    var departureSource: String?
    var isSkipped = false
    /// Whether the timetable does not have it, whatever a record says.
    var isAdded = false
    /// On leaving.
    var level: OccupancyLevel?

    var isObserved: Bool { arrival != nil || departure != nil }
    var scheduled: Int? { scheduledDeparture ?? scheduledArrival }
    /// When it was due, else when it was.
    var timeOfWindow: Int? { scheduled ?? departure ?? arrival }
    var first: Int? { arrival ?? departure }
    var last: Int? { departure ?? arrival }

    /// Whether what is drawn here is what was predicted last.
    var isPredicted: Bool {
        guard isObserved else { return false }
        return (arrival == nil || arrivalSource == Call.prediction)
            && (departure == nil || departureSource == Call.prediction)
    }

    private static let prediction = "final_prediction"

    /// Seconds late, on leaving where that is known.
    var delay: Int? {
        if let departure, let scheduled = scheduledDeparture ?? scheduledArrival { return departure - scheduled }
        if let arrival, let scheduled = scheduledArrival ?? scheduledDeparture { return arrival - scheduled }
        return nil
    }
}

/// A trip on a service day: as a vehicle performed it, or as the timetable has it.
final class Run {
    /// A run of the timetable: two vehicles may have performed it.
    struct Key: Hashable {
        let day: Int
        let trip: String
        /// Seconds of the service day, of runs that it tells apart.
        let startTime: Int?
    }

    let key: Key
    /// trip_id_performed; of a run that nobody saw the trip_id.
    let name: String
    let direction: Int?
    /// What its stops are called by in their order.
    let pattern: String
    var vehicle: String?
    var isCanceled = false
    /// How many stops the timetable has, where that is known.
    var stopCount = 0
    /// By place.
    private(set) var calls: [Call] = []

    init(_ key: Key, name: String, direction: Int?, pattern: String) {
        self.key = key
        self.name = name
        self.direction = direction
        self.pattern = pattern
    }

    /// - Returns: whether the place was free.
    func add(_ call: Call) -> Bool {
        let place = calls.lastIndex { $0.place <= call.place }
        if let place, calls[place].place == call.place { return false }
        calls.insert(call, at: place.map { $0 + 1 } ?? 0)
        return true
    }

    /// The place of its last stop, which nothing departs from.
    var lastPlace: Int { max(stopCount, (calls.last?.place ?? 0) + 1) - 1 }

    var isObserved: Bool { calls.contains(where: \.isObserved) }
    var hasSchedule: Bool { calls.contains { $0.scheduled != nil } }

    /// Times of every kind.
    var times: [Int] {
        calls.flatMap { [$0.arrival, $0.departure, $0.scheduledArrival, $0.scheduledDeparture] }.compactMap { $0 }
    }

    var start: Int? { times.min() }

    /// Whether it was on its way within a range of time.
    func touches(_ range: Range<Int>) -> Bool {
        calls.contains { call in [call.first, call.last].contains { $0.map(range.contains) ?? false } }
    }
}
