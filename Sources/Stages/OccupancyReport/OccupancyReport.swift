import Contract
import NDJSON
import Occupancy
import RealtimeJoin
import Reports
import Schedule
import StageKit
import TimeZones

/// How crowded vehicles were, by route and hour or by whatever else is asked for.
public enum OccupancyReport: Stage {
    public static let name = "occupancy-report"

    /// Reads position records, or parts of a report, and writes the report.
    /// - Throws: `StageFailure`: 65 for an unknown zone, a file that is not a schedule, or parts that do not add up.
    public static func run(_ options: OccupancyReportOptions, _ context: StageContext) throws {
        try run(options, context, stops: nil)
    }

    /// - Parameter stops: finds the stops that positions do not name, where keys need them.
    package static func run(
        _ options: OccupancyReportOptions, _ context: StageContext, stops: (any StopFinder)?
    ) throws {
        try context.check(options)
        if options.mergesPartials {
            try merge(options, context)
        } else {
            try count(options, context, stops)
        }
    }

    // MARK: Positions

    private static func count(
        _ options: OccupancyReportOptions, _ context: StageContext, _ stops: (any StopFinder)?
    ) throws {
        let keys = options.keys ?? OccupancyReportOptions.usualKeys
        let countsCarriages = options.countsCarriages || keys.contains(.carriage)
        let needsStops = keys.contains(.stopID) || keys.contains(.stopSequence)
        let schedule = try options.feed.map {
            try ScheduleNames.read(
                $0, keys: keys, isMatched: !options.writesPartials, findsStops: needsStops && stops == nil, context)
        }
        defer { schedule?.countAsMerged(context.summary) }
        let finder: (any StopFinder)? = stops ?? schedule?.finder
        let zone = try self.zone(options, schedule, keys, context)
        let deduplication = options.deduplication ?? .exact
        let accumulator = CrowdingAccumulator(deduplication)
        let match = options.writesPartials ? nil : schedule.map { (report: MatchReport(), schedule: $0) }
        let bin = options.bin ?? .hour
        var stage = PositionStage(
            keys: keys, zone: zone, bin: bin, window: options.window, countsCarriages: countsCarriages,
            into: accumulator, match: match, finder: finder, context: context)
        let figures = context.summary.table(Tables.VehiclePositions.name)
        try context.feed(options.files, to: &stage)
        stage.stops?.report(context.diagnostics)
        accumulator.finish()
        if figures.read > 0, accumulator.groups.count == 0 {
            figures.merged = figures.taken
            try context.nothingToDo(
                "nothing_counted",
                context.allFiltered(of: ["vehicle_positions"])
                    ?? (countsCarriages
                        ? "none of the \(figures.read) vehicle_positions has carriages"
                        : "none of the \(figures.read) vehicle_positions could be counted"))
        }
        let terms = PartialTerms(
            keys: keys, countsCarriages: countsCarriages, deduplication: deduplication,
            zone: readsClock(keys, options.window) ? zone.name : nil, bin: keys.contains(.timeBin) ? bin : nil,
            window: options.window.settled(in: zone))
        let written: Int
        if options.writesPartials {
            let table = context.summary.table(Tables.OccupancyPartials.name)
            let before = table.written
            try OccupancyRecordWriter(context).writePartials(accumulator, terms)
            written = table.written - before
        } else {
            let found = match.map { $0.report.conclude($0.schedule, zone: zone) }
            let columns = OccupancyColumns(keys: keys, hasNames: schedule != nil)
            written = try write(
                accumulator, columns, terms, names: schedule, match: found, options, context)
        }
        figures.merged = figures.taken - written
    }

    /// Counts positions that were decoded in this process, and hands over the groups as values.
    ///
    /// - Parameter produce: calls what it is given with blocks of whole records.
    package static func groups(
        _ options: OccupancyReportOptions, from name: String, _ context: StageContext,
        _ produce: (_ take: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
    ) throws -> [CrowdingGroup] {
        try context.check(options)
        let keys = options.keys ?? OccupancyReportOptions.usualKeys
        let zone = try zone(options, nil, keys, context)
        let accumulator = CrowdingAccumulator(options.deduplication ?? .exact)
        var stage = PositionStage(
            keys: keys, zone: zone, bin: options.bin ?? .hour, window: options.window, countsCarriages: false,
            into: accumulator, match: nil, finder: nil, context: context)
        try context.read(from: name, to: &stage, produce)
        accumulator.finish()
        let rows = OccupancyRows(
            accumulator, columns: OccupancyColumns(keys: keys, hasNames: false), zone: zone.name, names: nil,
            minimumObservations: 0)
        return (0..<rows.count).map { place in
            let row = rows[place]
            return CrowdingGroup(
                keys: zip(keys, row.keys).map { CrowdingGroup.value(OccupancyRow.cell($0, $1)) }, figures: row.figures)
        }
    }

    /// Whether anything of a report depends on the zone.
    private static func readsClock(_ keys: [OccupancyKey], _ window: ReportWindow) -> Bool {
        keys.contains { $0.isOfTime } || !window.isEverything
    }

    private static func zone(
        _ options: OccupancyReportOptions, _ schedule: ScheduleNames?, _ keys: [OccupancyKey], _ context: StageContext
    ) throws -> Zone {
        if let name = options.timezone {
            do { return try Zone(named: name) } catch { throw StageFailure(error, of: "--timezone") }
        }
        guard readsClock(keys, options.window) else { return .utc }
        if let schedule { return try schedule.zone(context) }
        context.diagnostics.report(
            Finding(
                .note, "times_in_utc",
                message: "hours and days are in UTC: --timezone names a zone, --feed brings the feed's own"))
        return .utc
    }

    // MARK: Parts

    private static func merge(_ options: OccupancyReportOptions, _ context: StageContext) throws {
        let accumulator = CrowdingAccumulator(.off)
        var stage = PartialStage(into: accumulator) { terms in conflict(terms, options) }
        let figures = context.summary.table(Tables.OccupancyPartials.name)
        try context.feed(options.files, to: &stage)
        let terms =
            stage.terms
            ?? PartialTerms(
                keys: options.keys ?? OccupancyReportOptions.usualKeys, countsCarriages: options.countsCarriages,
                deduplication: options.deduplication ?? .exact)
        let keys = terms.keys
        if let reason = OccupancyReportOptions.conflict(ofKeys: keys, options.format) {
            throw StageFailure(.usage, reason)
        }
        let schedule = try options.feed.map {
            try ScheduleNames.read($0, keys: keys, isMatched: false, context)
        }
        let columns = OccupancyColumns(keys: keys, hasNames: schedule != nil)
        if let sort = options.sort, !columns.names.contains(sort.column) {
            throw StageFailure(.dataUnusable, sort.unknownColumn(columns.names))
        }
        accumulator.finish()
        let written = try write(
            accumulator, columns, terms, names: schedule, match: nil, options, context)
        figures.merged = figures.taken - written
        schedule?.countAsMerged(context.summary)
    }

    /// Why parts made with `terms` are not what the command line asks for, or nil.
    private static func conflict(_ terms: PartialTerms, _ options: OccupancyReportOptions) -> String? {
        let made = "this part was made with \(PartialStage.words(terms)), which"
        if let keys = options.keys, keys != terms.keys {
            return "\(made) is not --by \(keys.map(\.name).joined(separator: ","))"
        }
        if let zone = options.timezone, let theirs = terms.zone, zone != theirs {
            return "\(made) is not --timezone \(zone)"
        }
        if let bin = options.bin, bin != terms.bin { return "\(made) is not --bin \(bin.length)" }
        if let deduplication = options.deduplication, deduplication != terms.deduplication {
            return "\(made) is not --deduplicate \(deduplication.rawValue)"
        }
        if options.countsCarriages, !terms.countsCarriages { return "\(made) is not --carriages" }
        return nil
    }

    // MARK: Writing

    /// Writes the report and returns how many records came of it.
    private static func write(
        _ accumulator: CrowdingAccumulator, _ columns: OccupancyColumns, _ terms: PartialTerms,
        names: ScheduleNames?, match: MatchFindings?, _ options: OccupancyReportOptions, _ context: StageContext
    ) throws -> Int {
        var rows = OccupancyRows(
            accumulator, columns: columns, zone: terms.zone ?? "", names: names,
            minimumObservations: options.minimumObservations)
        if let sort = options.sort { rows.sort(by: sort) }
        if rows.belowMinimum.groups > 0 {
            context.diagnostics.report(
                Finding(
                    .note, "groups_below_minimum",
                    message: "\(rows.belowMinimum.groups) groups with \(rows.belowMinimum.observations) observations "
                        + "have fewer than \(options.minimumObservations) each (left out)"))
        }
        match?.report(context)
        let table = context.summary.table(Tables.Occupancy.name)
        var written = rows.count
        switch options.format {
        case .own(.ndjson):
            try OccupancyRecordWriter(context).write(rows)
            if let match {
                try match.write(context)
                written += 1
            }
        case .table(let format):
            try context.writeTable(Tables.Occupancy.self, columns: columns.all.map(\.column), as: format)
            try OccupancyRecordWriter(context).write(rows)
        case .own(.table):
            try OccupancyTextTable(rows, isMarkdown: false).table.writeAligned(context.sink)
            table.written += rows.count
        case .own(.markdown):
            try OccupancyTextTable(rows, isMarkdown: true).table.writeMarkdown(context.sink)
            table.written += rows.count
        case .own(.html), .own(.svg):
            try draw(rows, terms, options, context)
            table.written += rows.count
        }
        return written
    }

    /// Draws the report, and says what the picture has no room for.
    private static func draw(
        _ rows: OccupancyRows, _ terms: PartialTerms, _ options: OccupancyReportOptions, _ context: StageContext
    ) throws {
        let chart = OccupancyChart(rows, terms, minimumObservations: options.minimumObservations)
        if let omission = OccupancyChartWords(chart: chart).omission {
            context.diagnostics.report(Finding(.note, "groups_not_drawn", message: omission))
        }
        if options.format == .own(.html) {
            try OccupancyPage(chart: chart, rows: rows, feedID: context.options.feedID).write(to: context.sink)
        } else {
            try OccupancyChartSVG(chart).write(to: context.sink, isDocument: true)
        }
    }
}
