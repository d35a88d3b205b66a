import Containers
import RealtimeJoin

/// What the updates of a run have said so far, as little of it as a visit needs.
final class Predictions {
    /// What was predicted for one stop.
    struct Stop {
        /// POSIX seconds of the last prediction that was made before the time it tells, and when it was made.
        var arrival: (time: Int, made: Int)?
        var departure: (time: Int, made: Int)?
        /// Messages that told an arrival or a departure.
        var count = 0
        /// When the first and the last message about the stop were made.
        var first = Int.max
        var last = Int.min
        /// What the newest message says that says something of it.
        var isSkipped = false
        var stopID: (id: String, made: Int)?
        var occupancy: (status: Int, made: Int)?

        mutating func take(_ update: StopUpdate, arrival: Int?, departure: Int?, made: Int, isNew: Bool) {
            if made >= last { isSkipped = update.relationship == .skipped }
            first = min(first, made)
            last = max(last, made)
            guard update.relationship != .skipped, update.relationship != .noData else { return }
            if arrival != nil || departure != nil, isNew { count += 1 }
            if let arrival, made <= arrival, made >= self.arrival?.made ?? .min { self.arrival = (arrival, made) }
            if let departure, made <= departure, made >= self.departure?.made ?? .min {
                self.departure = (departure, made)
            }
            if let status = update.occupancyStatus, (0...6).contains(status), made >= occupancy?.made ?? .min {
                occupancy = (status, made)
            }
        }
    }

    /// A stop of a run that stands in no timetable, as its updates list it.
    struct ListedStop {
        var update: StopUpdate
        var told = Stop()
    }

    /// When messages were made that were taken, each once.
    private var taken: Set<Int> = []
    /// When the newest was made.
    private(set) var newest = Int.min
    /// What it says of the trip.
    private(set) var relationship: Int?
    private(set) var vehicleID: String?
    private(set) var routeID: String?
    private(set) var directionID: Int?
    /// Of a copy: the trip_id of the trip that it copies.
    private(set) var originalTripID: String?
    /// By the place of the stop time, of a trip of the timetable.
    var stops: [Stop] = []
    /// Of a run that is none of the timetable's: its stops in their order.
    private(set) var listed: [ListedStop] = []
    /// Whether some stop that was named is one of the trip's, and whether some was named at all.
    var namesItsStops = false
    var namesStops = false

    /// Takes what an update says of its trip.
    ///
    /// - Returns: whether no message made at that time came before.
    func begin(_ update: TripUpdate, made: Int) -> Bool {
        if made >= newest {
            newest = made
            relationship = update.trip.relationship
            vehicleID = update.vehicleID ?? vehicleID
            routeID = update.trip.routeID ?? routeID
            directionID = update.trip.directionID ?? directionID
            originalTripID = update.trip.tripID
        }
        return taken.insert(made).inserted
    }

    // MARK: Stops that no timetable has

    /// Takes the list of stops of an update. Stops that were passed are dropped from updates, and stay in this list.
    func list(_ update: TripUpdate, made: Int, isNew: Bool) {
        let hasSequences = update.stops.allSatisfy { $0.sequence != nil }
        if hasSequences, listed.allSatisfy({ $0.update.sequence != nil }) {
            for stop in update.stops { place(stop, made, isNew) }
        } else {
            align(update.stops, made, isNew)
        }
    }

    private func place(_ stop: StopUpdate, _ made: Int, _ isNew: Bool) {
        let sequence = stop.sequence ?? 0
        let place = listed.firstPlace { ($0.update.sequence ?? 0) >= sequence }
        if place == listed.count || listed[place].update.sequence != sequence {
            listed.insert(ListedStop(update: stop), at: place)
        }
        tell(stop, at: place, made, isNew)
    }

    /// Without sequences: a list ends with the run's last stop, so lists are laid together at their ends.
    private func align(_ stops: [StopUpdate], _ made: Int, _ isNew: Bool) {
        let shift = listed.count - stops.count
        let fits =
            shift >= 0 && stops.indices.allSatisfy { listed[shift + $0].update.stopID == stops[$0].stopID }
        if !fits, -shift >= 0, listed.indices.allSatisfy({ listed[$0].update.stopID == stops[$0 - shift].stopID }) {
            listed = stops[..<(-shift)].map { ListedStop(update: $0) } + listed
        } else if !fits {
            // Another way than was told before: the newest list stands.
            guard made >= newest else { return }
            listed = stops.map { ListedStop(update: $0) }
        }
        let start = listed.count - stops.count
        for (number, stop) in stops.enumerated() { tell(stop, at: start + number, made, isNew) }
    }

    private func tell(_ stop: StopUpdate, at place: Int, _ made: Int, _ isNew: Bool) {
        if made >= listed[place].told.last {
            let known = listed[place].update
            listed[place].update = stop
            if stop.arrival.scheduledTime == nil {
                listed[place].update.arrival.scheduledTime = known.arrival.scheduledTime
            }
            if stop.departure.scheduledTime == nil {
                listed[place].update.departure.scheduledTime = known.departure.scheduledTime
            }
        }
        func time(_ event: StopUpdate.Event) -> Int? {
            event.time ?? event.delay.flatMap { delay in event.scheduledTime.map { $0 + delay } }
        }
        listed[place].told.take(
            stop, arrival: time(stop.arrival), departure: time(stop.departure), made: made, isNew: isNew)
    }
}
