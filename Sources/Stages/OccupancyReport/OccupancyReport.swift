import Charts
import Contract
import RealtimeJoin
import Reports
import StageKit
import TimeZones

/// How crowded vehicles were, by route and hour or by whatever else is asked for.
package enum OccupancyReport: Stage {
    package static let name = "occupancy-report"

    /// Reads position records, or parts of a report, and writes the report.
    /// - Throws: `StageFailure`: 65 for an unknown zone, a file that is not a schedule, or parts that do not add up.
    package static func run(_ options: OccupancyReportOptions, _ context: StageContext) throws {
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
        let keys = options.report.usedKeys
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
        let terms = ReportTerms(
            keys: keys, bin: bin, zone: CrowdingTerms.readsClock(keys, options.window) ? zone.name : nil,
            window: options.window.settled(in: zone))
        let written: Int
        if options.writesPartials {
            let table = context.summary.table(Tables.OccupancyPartials.name)
            let before = table.written
            try CrowdingParts(of: accumulator).write(
                CrowdingTerms(terms, countsCarriages: countsCarriages, deduplication), context)
            written = table.written - before
        } else {
            let found = match.map { $0.report.conclude($0.schedule, zone: zone) }
            written = try write(accumulator, terms, names: schedule, match: found, options, context)
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
        let keys = options.report.usedKeys
        let zone = try zone(options, nil, keys, context)
        let accumulator = CrowdingAccumulator(options.deduplication ?? .exact)
        var stage = PositionStage(
            keys: keys, zone: zone, bin: options.bin ?? .hour, window: options.window, countsCarriages: false,
            into: accumulator, match: nil, finder: nil, context: context)
        try context.read(from: name, to: &stage, produce)
        accumulator.finish()
        let rows = OccupancyRows(
            CrowdingGroups(accumulator, names: nil), CrowdingGroups.columns(keys, hasNames: false), zone: zone.name)
        return (0..<rows.count).map { CrowdingGroup(rows, $0) }
    }

    private static func zone(
        _ options: OccupancyReportOptions, _ schedule: ScheduleNames?, _ keys: [ReportKey], _ context: StageContext
    ) throws -> Zone {
        if let name = options.timezone {
            do { return try Zone(named: name) } catch { throw StageFailure(error, of: "--timezone") }
        }
        guard CrowdingTerms.readsClock(keys, options.window) else { return .utc }
        if let schedule { return try schedule.zone(context) }
        context.diagnostics.report(
            Finding(
                .note, "times_in_utc",
                message: "hours and days are in UTC; choose a time zone with --timezone, or take the feed's with --feed"
            ))
        return .utc
    }

    // MARK: Parts

    private static func merge(_ options: OccupancyReportOptions, _ context: StageContext) throws {
        let accumulator = CrowdingAccumulator(.off)
        var stage = PartStage<CrowdingTerms>(
            advice: [(Tables.VehiclePositions.name, "--merge takes partial reports; to count positions, remove it")],
            expected: { $0.conflict(with: options) }, take: CrowdingParts(of: accumulator).take)
        let figures = context.summary.table(Tables.OccupancyPartials.name)
        try context.feed(options.files, to: &stage)
        let terms = stage.terms?.report ?? ReportTerms(keys: options.report.usedKeys)
        if let reason = options.report.tooManyKeys(terms.keys, most: HeatMap.mostKeys) {
            throw StageFailure(.usage, reason)
        }
        let schedule = try options.feed.map {
            try ScheduleNames.read($0, keys: terms.keys, isMatched: false, context)
        }
        try options.report.checkSort(among: CrowdingGroups.columns(terms.keys, hasNames: schedule != nil).names)
        accumulator.finish()
        let written = try write(accumulator, terms, names: schedule, match: nil, options, context)
        figures.merged = figures.taken - written
        schedule?.countAsMerged(context.summary)
    }

    // MARK: Writing

    /// Writes the report and returns how many records came of it.
    private static func write(
        _ accumulator: CrowdingAccumulator, _ terms: ReportTerms, names: ScheduleNames?, match: MatchFindings?,
        _ options: OccupancyReportOptions, _ context: StageContext
    ) throws -> Int {
        var rows = OccupancyRows(
            CrowdingGroups(accumulator, names: names), CrowdingGroups.columns(terms.keys, hasNames: names != nil),
            zone: terms.zone ?? "", minimum: options.minimumObservations)
        if let sort = options.sort { rows.sort(by: sort) }
        if rows.belowMinimum.groups > 0 {
            context.diagnostics.report(
                Finding(
                    .note, "groups_below_minimum",
                    message: "\(rows.belowMinimum.groups) groups with \(rows.belowMinimum.events) observations "
                        + "have fewer than \(options.minimumObservations) each; not written"))
        }
        match?.report(context)
        let table = context.summary.table(Tables.Occupancy.name)
        if let format = options.format.ofRecords {
            try ReportRecords(rows.columns).write(rows, as: format, context)
            guard format == .ndjson, let match else { return rows.count }
            try match.write(context)
            return rows.count + 1
        }
        if options.format.isPicture {
            try draw(rows, terms, options, context)
            table.written += rows.count
        } else {
            try rows.text.table(rows, isMarkdown: options.format == .markdown).write(as: options.format, table, context)
        }
        return rows.count
    }

    /// Draws the report, and says what the picture has no room for.
    private static func draw(
        _ rows: OccupancyRows, _ terms: ReportTerms, _ options: OccupancyReportOptions, _ context: StageContext
    ) throws {
        let map = OccupancyPicture(rows, terms, minimumObservations: options.minimumObservations).map
        if let omission = map.omission {
            context.diagnostics.report(Finding(.note, "groups_not_drawn", message: omission))
        }
        if options.format == .html {
            try ChartPage(title: map.title).write(map, to: context.sink) {
                try ChartTable.write(
                    rows, "Every group", id: "groups",
                    introduction:
                        "The columns are those of linefeed's occupancy records. Shares are relative to with_status; "
                        + "empty cells are null.", feedID: context.options.feedID, to: context.sink)
            }
        } else {
            try map.write(as: options.format == .png ? .png : .svg, to: context.sink)
        }
    }
}
