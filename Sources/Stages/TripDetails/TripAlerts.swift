import Contract
import RealtimeJoin
import StageKit

/// The alerts of trips: those of a whole run, and those at its stops.
final class TripAlerts {
    /// Places of alerts.
    struct Found {
        var trip: [Int] = []
        /// By stop of the run.
        var stops: [[Int]] = []
        /// When the run is under way, POSIX seconds.
        var span = 0..<1
    }

    private let join: AlertJoin
    private let runs: TripRuns
    /// How many trips and stops have more alerts than are listed.
    private var cut = 0

    init(_ alerts: [ServiceAlert], _ runs: TripRuns, languages: [String]) {
        join = AlertJoin(alerts, runs, now: runs.now, languages: languages)
        self.runs = runs
    }

    /// Returns the alerts about a run, and about its stops with their ids.
    func places(of run: TripRun, routeID: String?, _ stops: [(time: TripRun.StopTime, id: String)]) -> Found {
        var found = Found()
        let update = run.update.map { runs.realtime.updates[$0] }
        let direction = run.trip.map { runs.timetable[$0].directionID } ?? update?.trip.directionID
        let times = run.isUndated ? [] : stops.flatMap { [$0.time.arrival, $0.time.departure].compactMap { $0 } }
        let first = times.min() ?? runs.now
        found.span = first..<(max(times.max() ?? first, first) + 1)
        func subject(_ stop: String?) -> AlertIndex.Subject {
            join.subject(
                tripID: run.tripID, startDate: run.isUndated ? nil : run.day, startTime: run.startTime,
                routeID: routeID, directionID: direction, stopID: stop)
        }
        func places(
            _ subject: AlertIndex.Subject, _ span: Range<Int>, _ part: AlertIndex.Part, limit: Int
        ) -> [Int] {
            let (places, isCut) = join.places(about: subject, during: span, part, limit: limit)
            if isCut { cut += 1 }
            return places
        }
        found.trip = places(subject(nil), found.span, .otherThanStops, limit: AlertJoin.mostNotes)
        found.stops = stops.map { time, id in
            let own = run.isUndated ? [] : [time.arrival, time.departure].compactMap { $0 }
            let start = own.min() ?? found.span.lowerBound
            // A stop without a time is passed at some time of the run.
            let end = own.max().map { max($0, start) + 1 } ?? found.span.upperBound
            return places(subject(id), start..<end, .atStop, limit: AlertJoin.mostMentions)
        }
        return found
    }

    /// The ids of alerts.
    func ids(of places: [Int]) -> [String] { places.map { join.alerts[$0].id } }

    func write<P: RecordPresence>(
        _ found: Found, _ row: Row<Tables.TripDetails>,
        _ column: Column<Tables.TripDetails, List<Tables.AlertNote>, P>
    ) {
        let ofTrip = Set(found.trip)
        let all = ofTrip.union(found.stops.joined()).sorted()
        guard !all.isEmpty else { return }
        if all.count > AlertJoin.mostNotes { cut += 1 }
        row.objects(column, all.prefix(AlertJoin.mostNotes)) { row, place in
            join.write(
                note: place, scope: ofTrip.contains(place) ? "trip" : "stops", during: found.span, row)
        }
    }

    /// Reports what was not listed.
    func report(_ diagnostics: Diagnostics) { AlertJoin.report(notListed: cut, diagnostics) }
}
