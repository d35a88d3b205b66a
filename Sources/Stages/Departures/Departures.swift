import GTFSSchedule
import NDJSON
import StageKit
import TimeZones

/// The board of a stop: the timetable of some stops with what realtime says about it.
public enum Departures {
    /// Reads realtime, then the part of the schedule that the board needs, and writes the departures.
    ///
    /// - Throws: `StageFailure`: 65 for an unknown stop, a feed that is none, or realtime that matches less than asked
    ///   for; 66 for a missing feed.
    public static func run(_ options: DeparturesOptions, _ context: StageContext) throws {
        let realtime = try readRealtime(options.realtime, context)
        realtime.countAsMerged(context.summary)
        let source = try ScheduleSource.open(options.feed, reader: options.reader, context)
        // Also where the run fails: what was read came to nothing then.
        var written = 0
        defer { source.countAsMerged(context.summary, written: written) }
        let clock = BoardClock(options, context)
        var request = TimetableRequest()
        request.stops = options.stops
        request.namedTrips = realtime.context.tripIDs
        request.trips = realtime.context.tripIDsToResolve
        request.namedStops = realtime.context.stopIDs()
        request.namedRoutes = realtime.context.routeIDsOfExtras
        request.window = clock.window(zones:)
        let timetable = try source.timetable(for: request)
        let window = try clock.window(zones: timetable.agencies.compactMap(\.timezone))
        let zone = clock.zone
        let at = window.instants.lowerBound
        let runs = TripRuns(timetable, realtime.context, zone: zone, days: window.days, now: at)
        let board = Board(
            runs: runs, platforms: source.platforms, window: window.instants,
            includesCanceled: options.includesCanceled,
            routes: Set(options.routes))
        let match = try BoardMatch(runs, source)
        let found = try options.realtime.map { _ in try match.findings(at: at, records: realtime.taken.reduce(0, +)) }
        if let found {
            if let least = options.minimumMatch, let failure = found.failure(below: least) { throw failure }
            found.report(context)
        }
        if options.format == .table {
            var departures: [Departure] = []
            board.forEachDeparture(extras: match.extras, limit: options.limit) { departures.append($0) }
            try writeTable(departures, options, window.instants, runs, context)
        } else {
            let writer = try recordWriter(options, zone, context)
            try board.forEachDeparture(extras: match.extras, limit: options.limit) { departure in
                try writer.write(departure)
                written += 1
            }
        }
        if let found, options.format == .ndjson {
            try found.write(context)
            written += 1
        }
    }

    private static func recordWriter(
        _ options: DeparturesOptions, _ zone: Zone, _ context: StageContext
    ) throws -> DepartureWriter {
        if options.format == .csv {
            try context.sink.writeCSV(
                table: DepartureSchemas.departures.name,
                columns: (context.options.feedID == nil ? [] : ["feed_id"])
                    + DepartureSchemas.departures.columns.map(\.name))
        }
        return DepartureWriter(context, zone: zone)
    }

    /// Writes a board for each stop that was asked for; what two share stands on the first.
    private static func writeTable(
        _ departures: [Departure], _ options: DeparturesOptions, _ window: Range<Int>, _ runs: TripRuns,
        _ context: StageContext
    ) throws {
        var rest = departures
        var sections: [BoardTable.Section] = []
        for id in options.stops where !sections.contains(where: { $0.stopID == id }) {
            guard let number = runs.timetable.stopNumbers[id] else { continue }
            let platforms = Set(runs.timetable.platforms(of: number).map { runs.timetable[$0].id })
            sections.append(
                BoardTable.Section(
                    stopID: id, stopName: runs.timetable[number].name,
                    departures: rest.filter { platforms.contains($0.stopID) }))
            rest.removeAll { platforms.contains($0.stopID) }
        }
        let table = BoardTable(
            at: window.lowerBound, until: window.upperBound, zone: runs.zone, width: options.columns,
            hasColor: options.hasColor)
        for line in table.lines(sections) { try context.sink.text(line + "\n") }
    }

    static func readRealtime(_ files: [String]?, _ context: StageContext) throws -> RealtimeReader {
        var stage = RealtimeRecords(context.diagnostics)
        if let files { try context.read(files, to: &stage) }
        return stage.reader
    }
}

/// Takes realtime records of a pipe.
private struct RealtimeRecords: RecordStage {
    let tables = RealtimeReader.tables
    let fields = RealtimeField.names
    var reader: RealtimeReader
    init(_ diagnostics: Diagnostics) { reader = RealtimeReader(diagnostics) }
    mutating func process(_ record: Record) { reader.take(record, table: record.table) }
    func finish() {}
}

/// The board's stretch of time, which is known once the agencies' zone is.
private final class BoardClock {
    private let options: DeparturesOptions
    private let context: StageContext
    private(set) var zone = Zone.utc
    private var known: ServiceWindow?

    init(_ options: DeparturesOptions, _ context: StageContext) {
        self.options = options
        self.context = context
    }

    /// The stretch on the clock of the first of `zones`; the first answer stays.
    func window(zones: [String]) throws -> ServiceWindow {
        if let known { return known }
        zone = try ScheduleZone.zone(ofAgencies: zones, context, advice: "")
        let at = options.at?.instant(in: zone, now: options.now) ?? options.now
        let window = ServiceWindow(at..<(at + options.horizon), zone)
        known = window
        return window
    }
}
