import Contract
import Occupancy
import StageKit
import TimeZones

/// Reads the visits of one route, and which other routes there are.
///
/// Memory: some 300 bytes a visit of the route.
struct VisitRecords: HasFeedOption {
    private static let visit = Tables.StopVisits.columns
    private static let trip = Tables.TripsPerformed.columns

    let tables = [Tables.StopVisits.name, Tables.TripsPerformed.name]
    let columns: [any AnyColumn] = [
        visit.serviceDate, visit.tripIDPerformed, visit.tripStopSequence, visit.patternID, visit.vehicleID,
        visit.stopID, visit.scheduleArrivalTime, visit.scheduleDepartureTime, visit.actualArrivalTime,
        visit.actualDepartureTime, visit.distance, visit.scheduleRelationship, visit.tripID, visit.startTime,
        visit.routeID, visit.directionID, visit.routeShortName, visit.stopName, visit.arrivalSource,
        visit.departureSource, visit.occupancyStatus, trip.tripIDScheduled, trip.visitsScheduled,
    ]
    let needs = RecordNeeds(
        anyOf: [Tables.StopVisits.name],
        advice: [(Tables.VehiclePositions.name, "pipe them through stop-visits --feed FEED")])

    var adviceOnMessages: String { "pipe it through decode-rt and stop-visits --feed FEED" }

    private let route: String
    private let direction: Int?
    private let reader: ColumnReader
    private let context: StageContext
    /// By service day and trip_id_performed.
    private var places: [PerformedKey: Int] = [:]
    private(set) var runs: [Run] = []
    private(set) var clock = RecordClock()
    private(set) var shortName: String?
    /// The visits' routes, in the order of their coming, each with its name.
    private(set) var routes: [(id: String, name: String?)] = []
    private var knownRoutes: Set<String> = []
    /// Whether there are visits of the route in the other direction.
    private(set) var hasOtherDirection = false
    private var canceled: Set<PerformedKey> = []
    private var stopCounts: [PerformedKey: Int] = [:]
    private(set) var rejected = 0
    private(set) var others = (visits: 0, trips: 0)

    private struct PerformedKey: Hashable {
        let day: Int
        let name: String
    }

    init(_ options: StringlineOptions, _ context: StageContext) {
        route = options.route
        direction = options.direction
        reader = ColumnReader(context.diagnostics)
        self.context = context
    }

    mutating func process(_ record: Record) {
        reader.begin(record)
        if record.table == 0 { takeVisit(record) } else { takeTrip() }
    }

    mutating func finish() {
        for (key, place) in places {
            runs[place].isCanceled = canceled.contains(key)
            runs[place].stopCount = stopCounts[key] ?? 0
        }
    }

    private mutating func takeTrip() {
        let trip = VisitRecords.trip
        guard reader.text(trip.routeID) == route else {
            others.trips += 1
            return
        }
        guard let day = reader[trip.serviceDate], let name = reader.text(trip.tripIDPerformed) else { return }
        let key = PerformedKey(day: day, name: name)
        if let stops = reader[trip.visitsScheduled], stops > 0, stops < 100_000 { stopCounts[key] = stops }
        if reader.text(trip.scheduleRelationship) == "Canceled" { canceled.insert(key) }
    }

    private mutating func takeVisit(_ record: Record) {
        let visit = VisitRecords.visit
        let id = reader.text(visit.routeID)
        guard id == route else {
            others.visits += 1
            if let id, knownRoutes.insert(id).inserted { routes.append((id, reader.text(visit.routeShortName))) }
            return
        }
        if knownRoutes.insert(route).inserted { routes.append((route, nil)) }
        if shortName == nil { shortName = reader.text(visit.routeShortName) }
        let direction = reader[visit.directionID]
        if let wanted = self.direction, direction != wanted {
            hasOtherDirection = true
            others.visits += 1
            return
        }
        guard let day = reader[visit.serviceDate], let name = reader.text(visit.tripIDPerformed) else {
            return reject(record, "no_performed_trip", "the visit does not identify its performed trip")
        }
        guard let sequence = reader[visit.tripStopSequence], sequence > 0, sequence < 100_000 else {
            return reject(record, "no_trip_stop_sequence", "the visit has no trip_stop_sequence")
        }
        let run = run(PerformedKey(day: day, name: name), direction)
        if run.vehicle == nil { run.vehicle = reader.text(visit.vehicleID) }
        if !run.add(call(sequence - 1)) {
            reject(record, "visit_twice", "an earlier visit has the same trip and trip_stop_sequence; the first counts")
        }
    }

    private mutating func run(_ key: PerformedKey, _ direction: Int?) -> Run {
        if let place = places[key] { return runs[place] }
        let visit = VisitRecords.visit
        let run = Run(
            Run.Key(
                day: key.day, trip: reader.text(visit.tripID) ?? key.name, startTime: reader[visit.startTime]),
            name: key.name, direction: direction, pattern: reader.text(visit.patternID) ?? "")
        places[key] = runs.count
        runs.append(run)
        return run
    }

    private mutating func call(_ place: Int) -> Call {
        let visit = VisitRecords.visit
        var call = Call(place: place, stopID: reader.text(visit.stopID) ?? "", stopName: reader.text(visit.stopName))
        call.distance = reader[visit.distance]
        let relationship = reader.text(visit.scheduleRelationship)
        call.isSkipped = relationship == "Skipped"
        call.isAdded = relationship == "Added"
        call.scheduledArrival = time(reader[visit.scheduleArrivalTime])
        call.scheduledDeparture = time(reader[visit.scheduleDepartureTime])
        let status = reader[visit.occupancyStatus]
        if let status, !OccupancyStatus.codes.contains(status) {
            let name = visit.occupancyStatus.name
            reader.report(.null, "invalid_\(name)", field: name, "\(status) is not a known \(name); treated as absent")
        }
        call.level = status.flatMap { OccupancyStatus(code: $0).level }
        // What did not happen has no time, whatever a record says.
        guard !call.isSkipped, relationship != "Missing" else { return call }
        call.arrival = time(reader[visit.actualArrivalTime])
        call.departure = time(reader[visit.actualDepartureTime])
        call.arrivalSource = reader.text(visit.arrivalSource)
        call.departureSource = reader.text(visit.departureSource)
        return call
    }

    private mutating func time(_ time: OffsetTime?) -> Int? {
        if let time { clock.see(time) }
        return time?.instant
    }

    private mutating func reject(_ record: Record, _ code: String, _ message: String) {
        rejected += 1
        context.diagnostics.report(
            .reject, code, file: record.displayName, line: record.line, message: "\(message); skipped")
        context.diagnostics.keepReject(
            file: record.displayName, line: record.line, code: code, message: message, raw: record.bytes)
    }
}
