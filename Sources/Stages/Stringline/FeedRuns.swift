import GTFSSchedule
import RealtimeJoin
import Schedule
import StageKit

/// The runs that the timetable has of a route, seen or not.
struct FeedRuns {
    private let timetable: WholeTimetable
    private let finder: RunFinder
    private let name: String
    /// Calls a day that frequencies may make of a route.
    private static let mostCalls = 1_000_000

    /// - Throws: `StageFailure`: 66 where the schedule is missing; 65 where it is none.
    init(_ path: String, _ context: StageContext) throws {
        timetable = try WholeTimetable.read(path, context)
        name = path
        let zone = try ScheduleZone.zone(
            ofAgencies: timetable.frame.agencies.compactMap(\.timezone), context, advice: "")
        finder = RunFinder(timetable.frame.calendar, zone)
    }

    var routes: [(id: String, name: String?)] { timetable.frame.routes.map { ($0.id, $0.shortName) } }

    /// The runs of some service days, days after 1970-01-01. Headways that are not exact promise no run.
    /// - Throws: `StageFailure` with status 65 where frequencies make more calls of the route than can be compared.
    func runs(of route: String, direction: Int?, on days: [Int]) throws -> [Run] {
        var runs: [Run] = []
        let trips = timetable.listedTrips.filter { timetable.route(of: $0)?.id == route }
        try timetable.checkFrequencies(
            of: trips, most: FeedRuns.mostCalls, name, exactOnly: true,
            advice: "nothing was drawn; check its headway_secs")
        for trip in trips {
            let tripDirection = timetable.directionID(of: trip)
            if let direction, direction != tripDirection { continue }
            let service = timetable.service(of: trip)
            guard let times = timetable.runningTimes(of: trip) else { continue }
            let rows = times.times.stopTimes
            let pattern = PatternID.text(
                routeID: route, directionID: tripDirection,
                stopIDs: rows.map { $0.stop.map { timetable.frame[$0].id } ?? "" })
            for day in days where finder.runs(service, on: day) {
                for start in starts(of: trip) {
                    let id = timetable.id(trip)
                    let run = Run(
                        Run.Key(day: day, trip: id, startTime: start),
                        name: PerformedTripID.text(tripID: id, startTime: start), direction: tripDirection,
                        pattern: pattern)
                    let origin = finder.start(of: day) + timetable.origin(of: trip, startTime: start)
                    fill(run, rows, origin, timetable.way(of: trip))
                    runs.append(run)
                }
            }
        }
        return runs.sorted { ($0.start ?? .max, $0.name) < ($1.start ?? .max, $1.name) }
    }

    private func starts(of trip: WholeTimetable.TripIndex) -> [Int?] {
        let frequencies = timetable.frequencies(of: trip)
        guard !frequencies.isEmpty else { return [nil] }
        return Timetable.Trip.starts(of: frequencies.filter(\.isExact), within: 0...(.max))
    }

    private func fill(_ run: Run, _ rows: [Timetable.StopTime], _ origin: Int, _ way: Way?) {
        for (place, row) in rows.enumerated() {
            let stop = row.stop.map { timetable.frame[$0] }
            var call = Call(place: place, stopID: stop?.id ?? "", stopName: stop?.name)
            call.distance = way?.distance(to: place).map { Int($0.rounded()) }
            call.scheduledArrival = row.arrival.map { origin + $0 }
            call.scheduledDeparture = row.departure.map { origin + $0 }
            _ = run.add(call)
        }
    }
}
