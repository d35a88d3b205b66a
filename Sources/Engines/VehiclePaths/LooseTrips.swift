import GTFSSchedule
import RealtimeJoin
import Schedule

/// The trips of a timetable as loose matching asks for them, by route and stop.
final class WholeTrips: LooseTimetable {
    private let timetable: WholeTimetable
    private lazy var ofRoute: [String: [WholeTimetable.TripIndex]] = Dictionary(
        grouping: timetable.listedTrips.filter { self.timetable.route(of: $0) != nil },
        by: { self.timetable.route(of: $0)?.id ?? "" })
    private lazy var atStop: [StopIndex: [WholeTimetable.TripIndex]] = {
        var found: [StopIndex: [WholeTimetable.TripIndex]] = [:]
        for trip in timetable.listedTrips {
            for stop in Set(stops(of: trip).compactMap { $0 }) { found[stop, default: []].append(trip) }
        }
        return found
    }()

    init(_ timetable: WholeTimetable) { self.timetable = timetable }

    func trips(ofRoute id: String) -> [WholeTimetable.TripIndex] { ofRoute[id] ?? [] }
    func trips(at stop: StopIndex) -> [WholeTimetable.TripIndex] { atStop[stop] ?? [] }
    func service(of trip: WholeTimetable.TripIndex) -> TripService { timetable.service(of: trip) }
    func directionID(of trip: WholeTimetable.TripIndex) -> Int? { timetable.directionID(of: trip) }
    func stopNumber(_ id: String) -> StopIndex? { timetable.frame.stopNumbers[id] }
    func stops(of trip: WholeTimetable.TripIndex) -> [StopIndex?] {
        timetable.runningTimes(of: trip)?.times.stopTimes.map(\.stop) ?? []
    }
}
