import Feeds
import GTFSSchedule
import Journeys

/// The trips of a timetable that run, as they are counted.
struct LevelTrip {
    let number: RowNumber<WholeTimetable.Trip>
    /// The place of its route, -1 for none.
    let route: Int
    /// -1 for none.
    let direction: Int
    let service: Int
    /// Seconds of the service day from which the times of each of its runs count.
    let origins: [Int]
    let times: WholeTimetable.RunningTimes
}

extension WholeTimetable {
    /// Trips that have stop times with times and a service.
    var levelTrips: [LevelTrip] {
        listedTrips.compactMap { number in
            guard let service = service(of: number).service?.index, let times = runningTimes(of: number)?.times,
                times.first != nil
            else { return nil }
            let origins =
                frequencies(of: number).isEmpty
                ? [origin(of: number, startTime: nil)]
                : starts(of: number).compactMap { $0 }.map { origin(of: number, startTime: $0) }
            return LevelTrip(
                number: number, route: routeNumber(of: number) ?? -1, direction: directionID(of: number) ?? -1,
                service: service, origins: origins, times: times)
        }
    }
}
