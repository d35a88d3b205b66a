import Contract
import Feeds
import GTFSSchedule
import Journeys
import NDJSON
import StageKit
import TimeZones

/// The board of a stop: the timetable of some stops with what realtime says about it.
public enum Departures: Stage {
    public static let name = "departures"

    /// Reads realtime, then the part of the schedule that the board needs, and writes the departures.
    ///
    /// - Throws: `StageFailure`: 65 for an unknown stop, a file that is not a feed, or realtime that matches less than asked
    ///   for; 66 for a missing feed.
    public static func run(_ options: DeparturesOptions, _ context: StageContext) throws {
        try context.check(options)
        let files = options.realtime.files(besides: options.feed, in: context.world)
        let realtime = try readRealtime(files, context)
        realtime.countAsMerged(context.summary)
        let source = try ScheduleSource.open(options.feed, context)
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
        request.namedRoutes += options.routes
        let timetable = try source.timetable(for: request)
        try UnknownRoutes.report(options.routes, source, realtime.context, feed: options.feed, context)
        let window = try clock.window(zones: timetable.agencies.compactMap(\.timezone))
        let zone = clock.zone
        let at = window.instants.lowerBound
        let runs = TripRuns(timetable, realtime.context, zone: zone, days: window.days, now: at)
        let board = Board(
            runs: runs, platforms: source.platforms, window: window.instants,
            includesCanceled: options.includesCanceled,
            routes: Set(options.routes))
        let match = try BoardMatch(runs, source)
        let found = try files.map { _ in try match.findings(at: at, records: realtime.taken.reduce(0, +)) }
        if let found {
            if let least = options.minimumMatch, let failure = found.failure(below: least) { throw failure }
            found.report(context)
        }
        var boards = BoardCounts(options.stops, timetable)
        // How many there are comes first: those of one day are kept meanwhile, those of more are looked for twice.
        var kept: [Departure]? = options.format == .table || board.isOfOneDay ? [] : nil
        board.forEachDeparture(extras: match.extras, limit: options.limit) { departure in
            boards.add(departure)
            kept?.append(departure)
        }
        if boards.isEmpty { try explainEmptiness(window, zone, source, context) }
        switch options.format {
        case .table: try writeTable(kept ?? [], boards, options, window.instants, runs, context)
        case .csv, .ndjson:
            let writer = try recordWriter(options, zone, context)
            if options.format == .ndjson {
                try boards.write(at: at, horizon: options.horizon, context)
                written += boards.boards.count
            }
            func write(_ departure: Departure) throws {
                try writer.write(departure)
                written += 1
            }
            if let kept {
                for departure in kept { try write(departure) }
            } else {
                try board.forEachDeparture(extras: match.extras, limit: options.limit, write)
            }
        }
        if let found, options.format == .ndjson {
            try found.write(context)
            written += 1
        }
    }

    /// Says why nothing departs, where the feed tells: it has no service then, or lacks what every departure needs.
    private static func explainEmptiness(
        _ window: ServiceWindow, _ zone: Zone, _ source: any TimetableSource, _ context: StageContext
    ) throws {
        if let gap = source.gaps.first {
            return try context.nothingToDo("no_timetable", gap)
        }
        let last = max(window.instants.lowerBound, window.instants.upperBound - 1)
        let days = zone.date(at: window.instants.lowerBound).daysSinceEpoch...zone.date(at: last).daysSinceEpoch
        guard let sentence = DayWithoutService.sentence(try source.calendar(), on: days) else { return }
        context.diagnostics.report(Finding(.surprise, "no_service", message: sentence))
    }

    private static func recordWriter(
        _ options: DeparturesOptions, _ zone: Zone, _ context: StageContext
    ) throws -> DepartureWriter {
        if options.format == .csv {
            try context.writeCSV(Tables.Departures.self)
        }
        return DepartureWriter(context, zone: zone)
    }

    /// Writes a board for each stop that was asked for; what two share stands on the first.
    private static func writeTable(
        _ departures: [Departure], _ boards: BoardCounts, _ options: DeparturesOptions, _ window: Range<Int>,
        _ runs: TripRuns, _ context: StageContext
    ) throws {
        let sections = boards.boards.enumerated().map { place, board in
            BoardTable.Section(
                stopID: board.id, stopName: board.name, departures: departures.filter { boards.place(of: $0) == place })
        }
        let table = BoardTable(
            at: window.lowerBound, until: window.upperBound, zone: runs.zone, width: context.textColumns,
            hasColor: context.textHasColor)
        for line in table.lines(sections) { try context.sink.text(line + "\n") }
    }

    static func readRealtime(_ files: [String]?, _ context: StageContext) throws -> RealtimeReader {
        var stage = RealtimeRecords(context.diagnostics)
        if let files { try context.read(files, to: &stage) } else { try context.refuseConditions() }
        return stage.reader
    }
}

/// Takes realtime records of a pipe.
private struct RealtimeRecords: RecordStage {
    let tables = RealtimeReader.tables
    let columns = RealtimeReader.columns
    let takesFeed = true
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
        let now = context.clock.posix
        let at = options.at?.instant(in: zone, now: now) ?? now
        let window = ServiceWindow(at..<(at + options.horizon), zone)
        known = window
        return window
    }
}
