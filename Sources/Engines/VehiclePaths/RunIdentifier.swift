import GTFSSchedule
import RealtimeJoin
import Schedule

/// Works out which run of a timetable a record of realtime means.
package final class RunIdentifier {
    private let timetable: WholeTimetable
    private let finder: RunFinder
    /// What finds runs without a valid trip_id; nil unless that is asked for.
    private let matcher: LooseMatcher<WholeTrips>?
    private lazy var tripsOfRoute: [Int: [WholeTimetable.TripIndex]] = {
        var trips: [Int: [WholeTimetable.TripIndex]] = [:]
        for trip in timetable.listedTrips {
            if let route = timetable.routeNumber(of: trip) { trips[route, default: []].append(trip) }
        }
        return trips
    }()

    /// - Parameter isLoose: whether trips without a valid trip_id are matched by other means.
    package init(_ timetable: WholeTimetable, _ finder: RunFinder, isLoose: Bool) {
        self.timetable = timetable
        self.finder = finder
        matcher = isLoose ? LooseMatcher(WholeTrips(timetable), finder) : nil
    }

    /// - Parameters:
    ///   - time: of the record, POSIX seconds.
    ///   - stops: the stop_ids of an update, in order, for loose matching.
    package func identify(
        _ reference: TripReference, at time: Int, stops: [String] = []
    ) -> (RunIdentity, RunMatch) {
        if let matcher, reference.isPlain, reference.tripID.map({ timetable.trip($0) == nil }) ?? true {
            switch matcher.run(of: reference, stops: stops, at: time) {
            case .run(let trip, let start, let evidence):
                guard let day = start.day else { break }
                return (
                    .scheduled(trip, day: day, startTime: start.time), evidence == .stops ? .stops : .startTime
                )
            case .ambiguous: return (.named(.ambiguous), .none)
            case .none: break
            }
        }
        guard let id = reference.tripID else { return identifyByStart(reference) }
        guard let trip = timetable.trip(id) else { return (.named(.unknownTrip), .none) }
        let service = timetable.service(of: trip)
        if !service.frequencies.isEmpty, reference.startTime == nil {
            return (.named(.frequencyWithoutStartTime), .none)
        }
        let start = finder.start(of: reference, service, at: time)
        guard let day = start.day, finder.runs(service, on: day) else { return (.named(.noServiceThatDay), .none) }
        guard !service.frequencies.isEmpty else { return (.scheduled(trip, day: day, startTime: nil), .exact) }
        // Headways that are not exact: the vehicle started when it started.
        let isAnyTime = !service.frequencies.contains(where: \.isExact)
        guard service.isRun(start.time) || isAnyTime else { return (.named(.noServiceThatDay), .none) }
        return (.scheduled(trip, day: day, startTime: start.time), .exact)
    }

    /// Without a trip_id a trip is named by route_id, direction_id, start_time and start_date together (TripDescriptor).
    private func identifyByStart(_ reference: TripReference) -> (RunIdentity, RunMatch) {
        guard let route = reference.routeID.flatMap({ timetable.frame.routeNumbers[$0] }),
            let day = reference.startDate, let start = reference.startTime
        else { return (.named(.noTripID), .none) }
        let begin = finder.start(of: day) + start
        var found: [(trip: WholeTimetable.TripIndex, day: Int, start: Int?)] = []
        for trip in tripsOfRoute[route.index] ?? [] {
            guard reference.directionID.map({ timetable.directionID(of: trip) == $0 }) ?? true else { continue }
            let service = timetable.service(of: trip)
            for other in [day, day - 1, day + 1] where finder.runs(service, on: other) {
                let second = begin - finder.start(of: other)
                if service.frequencies.isEmpty ? service.first == second : service.isRun(second) {
                    found.append((trip, other, service.frequencies.isEmpty ? nil : second))
                }
            }
        }
        guard let only = found.first else { return (.named(.unknownTrip), .none) }
        guard found.count == 1 else { return (.named(.ambiguous), .none) }
        return (.scheduled(only.trip, day: only.day, startTime: only.start), .startTime)
    }
}
