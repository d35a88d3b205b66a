import Contract
import GTFSSchedule
import NDJSON
import StageKit
import TimeZones

/// What really happened, as `stop_visits`: every visit of every run of the fleet, to the second.
///
/// A vehicle arrives with the first second in which it stands at a stop, and departs with the first in which it moves. At
/// its first stop it waits without having arrived; at its last it ends without departing. What the feed fails to tell, a
/// vehicle that vanishes for instance, is true all the same; what only the feed tells, a twin, is not.
struct Truth {
    private let scenario: Scenario
    private let head: RecordHead
    /// The instants that the feed can tell of: from the oldest position in the first snapshot to the window's end.
    private let told: Range<Int>
    /// By route and direction.
    private let patternIDs: [[String]]

    init(_ scenario: Scenario, window: Range<Int>, head: RecordHead) {
        self.scenario = scenario
        self.head = head
        told = window.lowerBound - scenario.telemetry.oldest..<window.upperBound
        patternIDs = scenario.city.routes.map { route in
            route.patterns.indices.map { direction in
                PatternID.text(
                    routeID: route.id, directionID: direction,
                    stopIDs: route.patterns[direction].stops.lazy.map { scenario.city.stops[$0].id })
            }
        }
    }

    /// A run with its name of the service day.
    private struct Performed {
        var id: String
        var run: Run
        var vehicle: Vehicle
    }

    /// Writes the visits of which an actual time is among those that the feed can tell of, both times of each, in the
    /// order of service_date, trip_id_performed and trip_stop_sequence.
    /// - Returns: how many there are.
    func write(to write: (UnsafeRawBufferPointer) throws -> Void) throws -> Int {
        let writer = RecordWriter(capacity: 1 << 17)
        var visits = 0
        for performed in performed() {
            for stop in performed.run.arrivals.indices {
                let visit = performed.run.visit(stop)
                guard [visit.arrival, visit.departure].contains(where: { $0.map(told.contains) == true }) else {
                    continue
                }
                self.write(visit, stop, performed, writer)
                visits += 1
                guard writer.count >= 1 << 16 else { continue }
                try write(writer.bytes)
                writer.removeAll()
            }
        }
        try write(writer.bytes)
        return visits
    }

    private func performed() -> [Performed] {
        var all: [Performed] = []
        for day in scenario.days {
            for run in day.runs where run.relationship != .canceled && run.begin < told.upperBound {
                guard run.end >= told.lowerBound else { continue }
                let id = PerformedTripID.text(
                    tripID: run.tripID, startTime: run.relationship == .duplicated ? nil : startTime(run))
                all.append(Performed(id: id, run: run, vehicle: day.vehicle))
            }
        }
        return all.sorted { ($0.run.day, $0.id) < ($1.run.day, $1.id) }
    }

    /// Returns the start_time of a run of a loop route, where only the start_time distinguishes runs, and of a copy.
    private func startTime(_ run: Run) -> Int? {
        if run.relationship == .duplicated { return run.trip.start }
        return scenario.city.routes[run.trip.route].kind == .loop ? run.trip.start : nil
    }

    private func write(_ visit: Visit, _ stop: Int, _ performed: Performed, _ writer: RecordWriter) {
        let run = performed.run
        let route = scenario.city.routes[run.trip.route]
        let pattern = route.patterns[run.trip.direction]
        let place = scenario.city.stops[pattern.stops[stop]]
        let occupancy = performed.vehicle.report.told(run.loads[stop])
        // A trip that is in no timetable has no times there, and cannot be late.
        let planned = run.hasSchedule
        func clock(_ instant: Int?) -> OffsetTime? { instant.map { OffsetTime($0, offset: CivilTime.offset) } }
        func late(_ actual: Int?, _ scheduled: Int) -> Int? { planned ? actual.map { $0 - scheduled } : nil }

        writer.append(head)
        let row = Row<Tables.StopVisits>(writer)
        let columns = Tables.StopVisits.columns
        row[columns.serviceDate] = run.day
        row[columns.tripIDPerformed] = performed.id
        row[columns.tripStopSequence] = stop + 1
        row[columns.scheduledStopSequence] = planned ? stop + 1 : nil
        row[columns.patternID] = patternIDs[run.trip.route][run.trip.direction]
        row[columns.vehicleID] = performed.vehicle.id
        row[columns.dwell] = visit.dwell
        row[columns.stopID] = place.id
        row[columns.timepoint] = planned ? Operation.isTimepoint(stop, last: pattern.stops.count - 1) : nil
        row[columns.scheduleArrivalTime] = planned ? clock(run.plannedArrivals[stop]) : nil
        row[columns.scheduleDepartureTime] = planned ? clock(run.plannedDepartures[stop]) : nil
        row[columns.actualArrivalTime] = clock(visit.arrival)
        row[columns.actualDepartureTime] = clock(visit.departure)
        row[columns.distance] =
            stop > 0 ? Int((pattern.distances[stop] - pattern.distances[stop - 1]).rounded()) : nil
        row[columns.scheduleRelationship] = run.relationship == .scheduled ? "Scheduled" : "Added"
        row[columns.tripID] = run.tripID
        row[columns.startDate] = run.day
        row[columns.startTime] = startTime(run)
        row[columns.routeID] = route.id
        row[columns.directionID] = run.trip.direction
        row[columns.routeShortName] = route.shortName
        row[columns.stopName] = place.name
        row[columns.arrivalDelay] = late(visit.arrival, run.plannedArrivals[stop])
        row[columns.departureDelay] = late(visit.departure, run.plannedDepartures[stop])
        row[columns.arrivalSource] = visit.arrival.map { _ in "truth" }
        row[columns.arrivalUncertainty] = visit.arrival.map { _ in 0 }
        row[columns.departureSource] = visit.departure.map { _ in "truth" }
        row[columns.departureUncertainty] = visit.departure.map { _ in 0 }
        row[columns.occupancyStatus] = occupancy.status.map(Int.init)
        row[columns.occupancyPercentage] = occupancy.percentage
        row[columns.occupancySource] = occupancy.status.map { _ in "truth" }
        row.end()
        writer.endObject()
        writer.newline()
    }
}

/// When a run was at a stop. POSIX seconds.
struct Visit {
    /// nil at the first stop, where the vehicle waited.
    var arrival: Int?
    /// nil at the last stop.
    var departure: Int?

    var dwell: Int? {
        if let arrival, let departure { departure - arrival } else { nil }
    }
}

extension Run {
    func visit(_ stop: Int) -> Visit {
        Visit(
            arrival: stop > 0 ? arrivals[stop] : nil, departure: stop < arrivals.count - 1 ? departures[stop] : nil)
    }
}
