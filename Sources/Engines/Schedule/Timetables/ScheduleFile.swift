import Containers
import Contract
import GTFSSchedule
import Geometry
import Hashing
import StageKit

/// A schedule in a zip, a folder or a file of records, read in parts on demand.
///
/// Cost: one pass over stop_times, and a second one if the rows of wanted trips are not consecutive. Memory: the stops,
/// routes and calendars of the feed, and the wanted trips.
final class ScheduleFile: TimetableSource {
    private let path: String
    private let context: StageContext
    private var isRecords: Bool
    /// A receiver of the findings of an earlier pass: a file of records is read more than once.
    private var quiet: StageContext?
    private var timetable = Timetable()
    private(set) var platforms: Set<StopIndex> = []
    private(set) var gaps: [String] = []
    /// The file that is read, if it is a copy of a pipe or URL.
    private var file: RereadableFile?
    private var allTrips: PairSet?

    /// - Throws: `StageFailure` with status 66 if the feed does not exist.
    init(_ path: String, _ context: StageContext) throws {
        self.path = path
        self.context = context
        if StageContext.isRemote(path) { file = try RereadableFile(path, context) }
        isRecords = try FeedKind(of: file?.path ?? path) == .records
        if isRecords, file == nil {
            let copy = try RereadableFile(path, context)
            file = copy
            // What came through a pipe could not be looked at before.
            isRecords = try FeedKind(of: copy.path, named: InputFile.displayName(path)) == .records
        }
    }

    func timetable(for request: TimetableRequest) throws -> Timetable {
        let path = file?.path ?? self.path
        var frame = ScheduleFrame(context.diagnostics)
        try context.readFeed(path, named: self.path, to: &frame)
        frame.finish()
        timetable = frame.timetable
        let hasStops = !timetable.stops.isEmpty
        timetable.add(request.addedStops)
        taken = Array(zip(ScheduleFrame.tableNames, frame.taken))
        if !request.stops.isEmpty, !hasStops {
            throw context.unusable("no_schedule", "--feed: \(self.path) has no stops, so it is not a timetable")
        }
        platforms = try resolve(request.stops)
        let again = isRecords ? try silentContext() : context

        let loose = try looseCandidates(request.looseTrips)
        var trips = request.trips + loose.trips
        var stopTimes = ScheduleStopTimes(
            timetable, platforms: platforms.union(loose.stops), trips: trips, context.diagnostics)
        timetable = Timetable()
        try context.diagnostics.gathering { try again.readFeed(path, named: self.path, to: &stopTimes) }
        stopTimes.finish()
        timetable = stopTimes.timetable
        if !stopTimes.incomplete.isEmpty {
            // Their rows stand apart: they are read whole.
            trips = stopTimes.incomplete
            for id in trips where timetable.tripNumbers[id] != nil { timetable[timetable.trip(id)].stopTimes = [] }
            let second = try silentContext()
            var rest = ScheduleStopTimes(timetable, platforms: [], trips: trips, second.diagnostics)
            try second.readFeed(path, named: self.path, to: &rest)
            rest.finish()
            timetable = rest.timetable
        }
        var rows = ScheduleTrips(
            timetable, named: request.trips + request.namedTrips, context.diagnostics)
        try context.diagnostics.gathering { try again.readFeed(path, named: self.path, to: &rows) }
        timetable = rows.timetable
        guard frame.taken.contains(where: { $0 > 0 }) || stopTimes.taken > 0 || rows.taken[0] > 0 else {
            throw context.unusable("no_schedule", "--feed: \(self.path) holds no timetable")
        }
        gaps = ScheduleGaps.report(
            hasStopTimes: stopTimes.taken > 0, hasTrips: rows.taken[0] > 0,
            hasCalendar: frame.taken[3] > 0 || frame.taken[4] > 0, feed: self.path, context.diagnostics)
        taken =
            zip(ScheduleFrame.tableNames, frame.taken) + [("stop_times", stopTimes.taken)]
            + zip(["trips", "frequencies"], rows.taken)
        timetable.finish(context.diagnostics)
        return timetable
    }

    /// The trips that realtime may mean without a valid trip_id: of their routes, else those that call at their first
    /// stops. Cost: a pass over trips.txt.
    private func looseCandidates(_ loose: [LooseTrip]) throws -> (trips: [String], stops: Set<StopIndex>) {
        guard !loose.isEmpty else { return ([], []) }
        var reading = RouteTripReading(
            ids: Set(loose.compactMap(\.tripID)), routes: Set(loose.compactMap(\.routeID)))
        try silentContext().readFeed(file?.path ?? path, to: &reading)
        var (trips, stops, routes): ([String], Set<StopIndex>, Set<String>) = ([], [], [])
        for trip in Set(loose) where trip.tripID.map({ !reading.known.contains($0) }) ?? true {
            if let route = trip.routeID {
                if routes.insert(route).inserted { trips += reading.tripsOfRoute[route] ?? [] }
            } else if let stop = trip.firstStop.flatMap({ timetable.stopNumbers[$0] }) {
                stops.insert(stop)
            }
        }
        return (trips, stops)
    }

    /// The platforms of stops.
    private func resolve(_ stops: [String]) throws -> Set<StopIndex> {
        if let id = ListOption.unmet(stops, isMet: { timetable.stopNumbers[$0] != nil }).first {
            throw UnknownStop.failure(id, feed: path) { take in for stop in timetable.stops { take(stop) } }
        }
        return timetable.platforms(of: ListOption.ids(stops).compactMap { timetable.stopNumbers[$0] })
    }

    func knows(_ kind: IdentifierKind, _ id: UnsafeRawBufferPointer) throws -> Bool {
        switch kind {
        case .stop:
            return timetable.stopNumbers[String(decoding: id, as: UTF8.self)].map { timetable[$0].isListed } ?? false
        case .route: return timetable.routeNumbers[String(decoding: id, as: UTF8.self)] != nil
        case .trip:
            if timetable.tripNumbers[String(decoding: id, as: UTF8.self)].map({ timetable[$0].isListed }) ?? false {
                return true
            }
            return try tripIDs().contains(IdentifierKind.trip.rawValue, Fingerprint.of(id))
        }
    }

    func forEachID(_ kind: IdentifierKind, _ take: @escaping (UnsafeRawBufferPointer) -> Void) throws {
        switch kind {
        case .stop: for stop in timetable.stops where stop.isListed { stop.id.withBytes(take) }
        case .route: for route in timetable.routes { route.id.withBytes(take) }
        case .trip: try readTripIDs(take)
        }
    }

    func shapes(_ ids: Set<String>) throws -> [String: [Coordinate]] {
        guard !ids.isEmpty else { return [:] }
        var reading = ShapeReading(ids)
        try silentContext().readFeed(file?.path ?? path, to: &reading)
        return reading.lines
    }

    func unusableStopTimes() throws -> String? {
        if timetable.hasUsableTrip { return nil }
        var reading = UsableStopTimes(try tripIDs())
        try silentContext().readFeed(file?.path ?? path, to: &reading)
        return reading.complaint
    }

    func calendar() -> ServiceCalendar { timetable.calendar }

    func serviceDays() -> ClosedRange<Int>? { timetable.calendar.span }

    /// The fingerprints of all trip ids, because the timetable has only the requested trips. Memory: 20 to 40 bytes for
    /// each trip.
    private func tripIDs() throws -> PairSet {
        if let allTrips { return allTrips }
        var all = PairSet()
        try readTripIDs { _ = all.insert(IdentifierKind.trip.rawValue, Fingerprint.of($0)) }
        allTrips = all
        return all
    }

    private func readTripIDs(_ take: @escaping (UnsafeRawBufferPointer) -> Void) throws {
        var reading = IDReading(take)
        try silentContext().readFeed(file?.path ?? path, to: &reading)
    }

    // MARK: Figures

    private var taken: [(String, Int)] = []

    func countAsMerged(_ summary: RunSummary, written: Int) {
        for (table, count) in taken {
            let figures = summary.table(table)
            // Of records, rows of tables that the first reading had no use for were counted as ignored there.
            if isRecords, !ScheduleFrame.tableNames.contains(table) { figures.ignored -= count }
            figures.merged += count
        }
        summary.table("stop_times").merged -= written
    }

    private func silentContext() throws -> StageContext {
        if let quiet { return quiet }
        let fresh = try StageContext.inMemory(
            stage: context.stage, options: CommonOptions(), output: NoDestination(), world: context.world)
        fresh.rowDiagnostics = context.diagnostics
        quiet = fresh
        return fresh
    }
}

/// Passes on the ids of trips.
private struct IDReading: RecordStage {
    let tables = ["trips"]
    private static let tripID = Tables.Trips.columns.tripID
    let columns: [any AnyColumn] = [tripID]
    let take: (UnsafeRawBufferPointer) -> Void
    init(_ take: @escaping (UnsafeRawBufferPointer) -> Void) { self.take = take }
    func process(_ record: Record) {
        if let id = record.id(IDReading.tripID) { take(id) }
    }
    func finish() {}
}

/// Collects the points of some shapes.
private struct ShapeReading: RecordStage {
    let tables = [Tables.Shapes.name]
    private static let row = Tables.Shapes.columns
    let columns: [any AnyColumn] = [row.shapeID, row.shapePtLat, row.shapePtLon, row.shapePtSequence]
    private let ids: [String: Int]
    private var points = ShapePoints()

    init(_ ids: Set<String>) {
        self.ids = Dictionary(uniqueKeysWithValues: ids.sorted().enumerated().map { ($1, $0) })
    }

    /// By shape_id, once all rows are read.
    var lines: [String: [Coordinate]] {
        ids.mapValues { points.points(of: $0).map(\.coordinate) }.filter { !$0.value.isEmpty }
    }

    mutating func process(_ record: Record) {
        let row = ShapePointRow(record)
        guard let id = row.shapeID.map(String.init(bytes:)), let shape = ids[id], let sequence = row.sequence,
            let place = row.position
        else { return }
        points.append(place, distance: nil, sequence: Int(sequence), to: shape)
    }

    mutating func finish() { points.finish() }
}

/// Collects the trips of some routes, and which of some trip_ids exist.
private struct RouteTripReading: RecordStage {
    let tables = [Tables.Trips.name]
    private static let row = Tables.Trips.columns
    let columns: [any AnyColumn] = [row.tripID, row.routeID]
    private let ids: Set<String>
    private let routes: Set<String>
    private(set) var known: Set<String> = []
    private(set) var tripsOfRoute: [String: [String]] = [:]

    init(ids: Set<String>, routes: Set<String>) {
        self.ids = ids
        self.routes = routes
    }

    mutating func process(_ record: Record) {
        guard let id = record.id(RouteTripReading.row.tripID).map(String.init(bytes:)) else { return }
        if ids.contains(id) { known.insert(id) }
        guard let route = record.id(RouteTripReading.row.routeID).map(String.init(bytes:)), routes.contains(route)
        else {
            return
        }
        tripsOfRoute[route, default: []].append(id)
    }

    func finish() {}
}

/// Searches for a stop time with a time whose trip is in trips.txt.
private struct UsableStopTimes: RecordStage {
    let tables = [Tables.StopTimes.name]
    private static let row = Tables.StopTimes.columns
    let columns: [any AnyColumn] = [row.tripID, row.arrivalTime, row.departureTime]
    private let trips: PairSet
    private var isOfTrip = false
    private var isTimed = false

    init(_ trips: PairSet) { self.trips = trips }

    /// Why there is none, as a message.
    var complaint: String? {
        isTimed ? nil : isOfTrip ? ScheduleGaps.noTimes : ScheduleGaps.noTripOfStopTimes
    }

    mutating func process(_ record: Record) {
        guard !isTimed else { return }
        let row = UsableStopTimes.row
        guard let id = record.id(row.tripID), trips.contains(IdentifierKind.trip.rawValue, Fingerprint.of(id))
        else {
            return
        }
        isOfTrip = true
        isTimed = record[row.arrivalTime].isPresent || record[row.departureTime].isPresent
    }

    func finish() {}
}

/// Takes no records.
private final class NoDestination: ByteDestination {
    func write(_ bytes: UnsafeRawBufferPointer) {}
    func commit() {}
    func discard() {}
}
