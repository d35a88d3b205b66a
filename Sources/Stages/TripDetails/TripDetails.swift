import Contract
import Expectations
import GTFSSchedule
import RealtimeJoin
import Schedule
import StageKit
import TimeZones

/// Trips with their stops, asked for by id or by a departure, by value.
public enum TripDetails: Stage {
    public static let name = "trip-details"

    /// Reads requests and realtime, then the trips asked for, and writes each.
    ///
    /// - Throws: `StageFailure`: 65 for a file that is not a feed, 66 for a missing one. An unknown trip is a finding.
    public static func run(_ options: TripDetailsOptions, _ context: StageContext) throws {
        try context.check(options)
        try context.writeTable(Tables.TripDetails.self, as: options.format)
        var stage = TripRequests(context.diagnostics, takesDepartures: options.trip == nil)
        if let files = try files(options, context) {
            try context.read(files, to: &stage)
        } else {
            try context.refuseConditions()
        }
        stage.reader.countAsMerged(context.summary)
        stage.alerts.countAsMerged(context.summary)
        context.summary.table("boards").merged += stage.boards
        if options.trip == nil { try context.require(stage.needs) }
        // Also where the run fails: what was read came to nothing then.
        var written = 0
        defer {
            if options.trip == nil { context.summary.table("departures").merged += stage.requests.count - written }
        }
        var requests = stage.requests
        if let trip = options.trip { requests = [TripRequest(tripID: trip, day: options.day)] }
        let realtime = stage.reader.context
        let source = try ScheduleSource.open(options.feed, context)
        defer { source.countAsMerged(context.summary, written: options.trip == nil ? 0 : written) }
        var request = TimetableRequest()
        // A duplicate's own id is not in the schedule: its original is.
        let originals = realtime.updates.lazy.filter { $0.trip.relationship == TripRelationship.duplicated }
            .compactMap(\.trip.tripID)
        request.trips = requests.map(\.tripID) + originals
        request.namedRoutes = realtime.routeIDsOfExtras
        request.namedStops = realtime.stopIDs(of: Set(requests.map(\.tripID)))
        if options.match == .loose { request.looseTrips = realtime.looseTrips }
        realtime.addDetours(to: &request, trips: Set(request.trips))
        let timetable = try source.timetable(for: request)
        let now = context.clock.posix
        let zone = try ScheduleZone.zone(ofAgencies: timetable.agencies.compactMap(\.timezone), context, advice: "")
        let runs = TripRuns(timetable, realtime, zone: zone, now: realtime.newest ?? now, match: options.match)
        for time in runs.unbelieved { time.report(context.diagnostics) }
        runs.modified.report(context.diagnostics)
        let finder = TripFinder(runs, now: now)
        let alerts = stage.alerts.alerts.current
        let typical = try options.typical.map { try TypicalFile.read($0, context) }
        let writer = TripDetailsWriter(
            context, runs, typical, alerts.isEmpty ? nil : TripAlerts(alerts, runs, languages: options.languages),
            try DetourLines(of: requests.lazy.compactMap(finder.run), runs, source, context.diagnostics))
        for request in requests {
            guard let run = finder.run(for: request) else {
                if options.trip != nil {
                    throw try unknownTrip(request.tripID, source, among: finder.extraIDs, feed: options.feed)
                }
                report(request, context)
                continue
            }
            if let trip = run.trip, run.relationship == TripRelationship.scheduled, let day = request.day,
                !timetable.runs(timetable[trip], on: day)
            {
                context.diagnostics.report(
                    .warning, "trip_does_not_run", field: "start_date",
                    value: CivilDate(daysSinceEpoch: day).compactText,
                    message: "trip \(Finding.quoted(run.tripID)) does not run on that day according to the timetable"
                        + "; written nevertheless")
            }
            if run.trip != nil, run.stopTimes.isEmpty {
                context.diagnostics.report(
                    .incomplete, "no_stop_times_of_trip", field: "trip_id", value: run.tripID,
                    message: "trip \(Finding.quoted(run.tripID)) has no stop times; written without stops")
            }
            try writer.write(run)
            written += 1
        }
        writer.alerts?.report(context.diagnostics)
        typical?.report(context.diagnostics)
        if written == 0, !requests.isEmpty {
            try context.nothingToDo(
                "no_trips", "\(options.feed) has none of the \(requests.count) trips in the departures")
        }
    }

    /// Without a request there is nothing to do: as every stage, it says so at a terminal.
    private static func files(_ options: TripDetailsOptions, _ context: StageContext) throws -> [String]? {
        let files = options.records.files(besides: options.feed, in: context.world)
        return options.trip == nil && files == nil ? try context.namedOrStandardInput([]) : files
    }

    /// What `--trip` ends with where nobody has the trip.
    private static func unknownTrip(
        _ id: String, _ source: any TimetableSource, among extras: [String], feed: String
    ) throws -> StageFailure {
        var nearest = NearestNames(id)
        try source.forEachID(.trip) { nearest.see(String(decoding: $0, as: UTF8.self)) }
        for extra in extras { nearest.see(extra) }
        return StageFailure(
            .dataUnusable,
            "--trip: \(Finding.quoted(id)) is neither a trip of \(feed) nor one that realtime adds; "
                + nearest.words(none: "it has no trips"))
    }

    private static func report(_ request: TripRequest, _ context: StageContext) {
        context.diagnostics.report(
            .unmatched, "unknown_trip", file: request.file, line: request.line, field: "trip_id",
            value: request.tripID,
            message: "\(Finding.quoted(request.tripID)) is neither a trip of the feed nor one that realtime adds"
                + "; nothing was written for it")
    }
}

/// A run of a trip that is asked for.
struct TripRequest {
    var tripID: String
    /// Days after 1970-01-01.
    var day: Int?
    /// Seconds of the service day.
    var startTime: Int?
    var file: String?
    var line: Int?
}

/// Takes departures as requests, and realtime.
private struct TripRequests: HasFeedOption {
    let tables: [String]
    let columns = RealtimeReader.columns + AlertReader.columns + [asked.tripID, asked.startDate, asked.startTime]
    private static let asked = Tables.Departures.columns
    var reader: RealtimeReader
    private(set) var alerts: AlertReader
    private(set) var requests: [TripRequest] = []
    private(set) var boards = 0
    private let columnReader: ColumnReader
    private let diagnostics: Diagnostics

    init(_ diagnostics: Diagnostics, takesDepartures: Bool) {
        tables = RealtimeReader.tables + [AlertReader.table] + (takesDepartures ? ["departures", "boards"] : [])
        alerts = AlertReader(diagnostics)
        reader = RealtimeReader(diagnostics)
        columnReader = ColumnReader(diagnostics)
        self.diagnostics = diagnostics
    }

    /// An empty board asks for nothing, and is an answer all the same; realtime is context.
    var needs: RecordNeeds {
        RecordNeeds(
            anyOf: ["departures", "boards"],
            advice: [
                ("trip_updates", "realtime records alone name no trips; name one with --trip, or pipe departures in"),
                (
                    "vehicle_positions",
                    "realtime records alone name no trips; name one with --trip, or pipe departures in"
                ),
            ])
    }

    mutating func process(_ record: Record) {
        if record.table == 0 { alerts.take(message: record) }
        switch record.table - RealtimeReader.tables.count {
        case ..<0: return reader.take(record, table: record.table)
        case 0: return alerts.take(record)
        case 1: break
        default:
            boards += 1
            return
        }
        columnReader.begin(record)
        let file = record.file == "-" ? nil : record.file
        guard let id = columnReader[TripRequests.asked.tripID] else {
            diagnostics.report(
                .reject, "no_trip_id", file: file, line: record.line, field: "trip_id",
                message: "the departure names no trip; skipped")
            return
        }
        requests.append(
            TripRequest(
                tripID: id, day: columnReader[TripRequests.asked.startDate],
                startTime: columnReader[TripRequests.asked.startTime], file: file, line: record.line))
    }

    func finish() {}
}

/// Finds the run that a request means.
struct TripFinder {
    private let runs: TripRuns
    private let now: Int
    /// Runs that the timetable does not have, by the id that boards show.
    private var extras: [String: [TripRun]] = [:]

    init(_ runs: TripRuns, now: Int) {
        self.runs = runs
        self.now = now
        for place in runs.realtime.updates.indices {
            if case .extra(let run) = runs.meaning(ofUpdate: place) { extras[run.tripID, default: []].append(run) }
        }
    }

    /// The ids of runs that the timetable does not have, in the order of realtime.
    var extraIDs: [String] {
        runs.realtime.updates.indices.compactMap { place in
            if case .extra(let run) = runs.meaning(ofUpdate: place) { return run.tripID }
            return nil
        }
    }

    /// nil for a trip that neither the schedule nor realtime has.
    func run(for request: TripRequest) -> TripRun? {
        if let extra = extras[request.tripID]?.first(where: { run in
            (request.day ?? run.day) == run.day && (request.startTime ?? run.startTime) == run.startTime
        }) {
            return extra
        }
        guard let number = runs.timetable.tripNumbers[request.tripID], runs.timetable[number].isListed else {
            return extras[request.tripID]?.first
        }
        let trip = runs.timetable[number]
        let startTime = trip.frequencies.isEmpty ? nil : request.startTime
        guard let day = request.day ?? self.day(of: trip) else {
            var run = runs.run(of: number, on: runs.zone.date(at: now).daysSinceEpoch, startTime: startTime)
            run.isUndated = true
            return run
        }
        return runs.run(of: number, on: day, startTime: startTime)
    }

    /// The day that is meant if none is named: that of realtime, else the nearest on which the trip runs.
    private func day(of trip: Timetable.Trip) -> Int? {
        let updates = runs.realtime.updates(of: trip.id).map { runs.realtime.updates[$0] }
        if let newest = updates.max(by: { ($0.timestamp ?? .min) < ($1.timestamp ?? .min) }) {
            if let day = newest.trip.startDate { return day }
        }
        if let near = runs.nearestDay(of: trip, startTime: nil, to: runs.now) { return near }
        guard let span = runs.timetable.calendar.span else { return nil }
        let today = runs.zone.date(at: now).daysSinceEpoch
        let ahead = (max(today, span.lowerBound)...max(today, span.upperBound)).prefix(3660)
        if let next = ahead.first(where: { runs.timetable.runs(trip, on: $0) }) { return next }
        return (span.lowerBound...span.upperBound).suffix(3660).last { runs.timetable.runs(trip, on: $0) }
    }
}
