import GTFSSchedule
import Schedule

/// How realtime names runs (`--match`).
public enum MatchMode: String, CaseIterable, Sendable {
    /// By trip_id.
    case exact
    /// Without a valid trip_id, by what else the message says, where it fits exactly one run.
    case loose
}

/// What a run was matched by, without a valid trip_id.
package enum LooseEvidence: String {
    /// route_id, direction_id, start_time and start_date.
    case startTime = "start_time"
    /// The stops of the update, in their order.
    case stops
}

/// The counts of trips without a valid trip_id.
package struct LooseCounts {
    package private(set) var byStartTime = 0
    package private(set) var byStops = 0
    /// Several runs fit.
    package private(set) var ambiguous = 0
    /// No run fits.
    package private(set) var unmatched = 0

    package init() {}

    package mutating func add<Trip>(_ outcome: LooseOutcome<Trip>) {
        switch outcome {
        case .run(_, _, .startTime): byStartTime += 1
        case .run(_, _, .stops): byStops += 1
        case .ambiguous: ambiguous += 1
        case .none: unmatched += 1
        }
    }
}

/// What was found for a trip without a valid trip_id.
package enum LooseOutcome<Trip> {
    case run(Trip, RunStart, by: LooseEvidence)
    case ambiguous
    case none
}

/// A timetable as loose matching asks it.
package protocol LooseTimetable {
    associatedtype Trip
    func trips(ofRoute id: String) -> [Trip]
    func trips(at stop: StopIndex) -> [Trip]
    func service(of trip: Trip) -> TripService
    func directionID(of trip: Trip) -> Int?
    /// The stops of a trip, in order.
    func stops(of trip: Trip) -> [StopIndex?]
    func stopNumber(_ id: String) -> StopIndex?
}

/// Finds the one run that a message without a valid trip_id can mean.
package struct LooseMatcher<T: LooseTimetable> {
    private let timetable: T
    private let finder: RunFinder

    package init(_ timetable: T, _ finder: RunFinder) {
        self.timetable = timetable
        self.finder = finder
    }

    /// Returns the run that fits, if exactly one does: by route, direction, start time and start date, else by the
    /// stops of the update.
    ///
    /// Cost: the trips of the route, or those that call at the first stop.
    /// - Parameters:
    ///   - stops: the stop_ids of the update, in order; without them, only the start is compared.
    ///   - instant: the time of the message, POSIX seconds.
    package func run(of reference: TripReference, stops: [String], at instant: Int) -> LooseOutcome<T.Trip> {
        let byStart = runs(startingAs: reference)
        if byStart.count == 1 { return .run(byStart[0].trip, byStart[0].start, by: .startTime) }
        let numbers = stops.compactMap(timetable.stopNumber)
        guard numbers.count == stops.count, numbers.count > 1 else { return byStart.isEmpty ? .none : .ambiguous }
        // Of several runs that start together, or else of all that may be meant.
        let candidates = byStart.isEmpty ? runs(callingAt: numbers[0], as: reference, at: instant) : byStart
        let fitting = candidates.filter { calls($0.trip, at: numbers) }
        if fitting.count == 1 { return .run(fitting[0].trip, fitting[0].start, by: .stops) }
        return fitting.isEmpty && byStart.isEmpty ? .none : .ambiguous
    }

    private typealias Candidate = (trip: T.Trip, start: RunStart)

    /// Whether a trip may have the direction of a message; it may if either says nothing of it.
    private func isOfDirection(_ trip: T.Trip, _ reference: TripReference) -> Bool {
        guard let direction = reference.directionID, let own = timetable.directionID(of: trip) else { return true }
        return direction == own
    }

    /// The runs that start when a message says; the start is an instant, on whichever day it falls.
    private func runs(startingAs reference: TripReference) -> [Candidate] {
        guard let route = reference.routeID, let day = reference.startDate, let time = reference.startTime else {
            return []
        }
        let begin = finder.start(of: day) + time
        var found: [Candidate] = []
        for trip in timetable.trips(ofRoute: route) where isOfDirection(trip, reference) {
            let service = timetable.service(of: trip)
            for other in [day, day - 1, day + 1] where finder.runs(service, on: other) {
                let second = begin - finder.start(of: other)
                if service.frequencies.isEmpty ? service.first == second : service.isRun(second) {
                    found.append((trip, RunStart(day: other, time: service.frequencies.isEmpty ? nil : second)))
                }
            }
        }
        return found
    }

    /// The runs of the day that may be meant by a message, one of each trip.
    private func runs(callingAt stop: StopIndex, as reference: TripReference, at instant: Int) -> [Candidate] {
        let trips = reference.routeID.map(timetable.trips(ofRoute:)) ?? timetable.trips(at: stop)
        return trips.compactMap { trip in
            guard isOfDirection(trip, reference) else { return nil }
            let service = timetable.service(of: trip)
            if service.frequencies.isEmpty {
                if let time = reference.startTime, service.first != time { return nil }
            } else if !service.isRun(reference.startTime) {
                return nil
            }
            let time = service.frequencies.isEmpty ? nil : reference.startTime
            guard let day = reference.startDate ?? finder.nearestDay(of: service, startTime: time, to: instant),
                finder.runs(service, on: day)
            else { return nil }
            return (trip, RunStart(day: day, time: time))
        }
    }

    /// Whether a trip calls at stops in their order, at others between them too.
    private func calls(_ trip: T.Trip, at stops: [StopIndex]) -> Bool {
        var next = 0
        for stop in timetable.stops(of: trip) where next < stops.count && stop == stops[next] { next += 1 }
        return next == stops.count
    }
}

/// The trips of a timetable, by route and stop.
struct LooseTrips: LooseTimetable {
    private let timetable: Timetable
    private var ofRoute: [String: [TripIndex]] = [:]
    private var atStop: [StopIndex: [TripIndex]] = [:]

    init(_ timetable: Timetable) {
        self.timetable = timetable
        for (place, trip) in timetable.trips.enumerated() where trip.isListed && !trip.stopTimes.isEmpty {
            if let route = trip.routeID { ofRoute[route, default: []].append(TripIndex(place)) }
            for stop in Set(trip.stopTimes.compactMap(\.stop)) { atStop[stop, default: []].append(TripIndex(place)) }
        }
    }

    func trips(ofRoute id: String) -> [TripIndex] { ofRoute[id] ?? [] }
    func trips(at stop: StopIndex) -> [TripIndex] { atStop[stop] ?? [] }
    func service(of trip: TripIndex) -> TripService { TripService(timetable[trip]) }
    func directionID(of trip: TripIndex) -> Int? { timetable[trip].directionID }
    func stops(of trip: TripIndex) -> [StopIndex?] { timetable[trip].stopTimes.map(\.stop) }
    func stopNumber(_ id: String) -> StopIndex? { timetable.stopNumbers[id] }
}
