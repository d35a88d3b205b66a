import Contract
import Occupancy
import Reports
import StageKit
import TimeZones

/// Figures of what happened: how punctual, even, fast, full and whole the service was, and whether predictions held.
public enum PerformanceReport: Stage {
    public static let name = "performance-report"

    /// Reads visits, performed trips and predictions, or parts of a report, and writes the report.
    /// - Throws: `StageFailure`: 65 for an unknown zone, a file that is not a schedule, visits of a trip that stand apart,
    ///   or parts that do not add up.
    public static func run(_ options: PerformanceReportOptions, _ context: StageContext) throws {
        try context.check(options)
        if options.mergesPartials {
            try merge(options, context)
        } else if let kind = options.kind {
            if options.others.isEmpty { try count(kind, options, context) } else { try page(options, context) }
        }
    }

    // MARK: Visits

    private static func count(
        _ kind: PerformanceReportOptions.Kind, _ options: PerformanceReportOptions, _ context: StageContext
    ) throws {
        let counted = try counted(kind, options, context)
        func requireAny(_ found: Int) throws {
            guard found == 0 else { return }
            try context.nothingToDo("nothing_counted", nothing(kind, counted.count, counted.figures, context))
        }
        let written: Int
        if let rows = counted.rows {
            try requireAny(rows.count)
            written = try write(rows, options, context)
        } else {
            written = try PerformanceRecordWriter(context: context)
                .writeParts(counted.count, counted.input, counted.terms)
            try requireAny(written)
        }
        counted.figures[kind == .delivery ? 1 : 0].merged -= written
    }

    /// What came of reading the records for one kind of figures.
    struct Counted {
        let terms: PerformanceTerms
        let count: any VisitCount
        let input: VisitInput
        /// nil for what is to become parts.
        let rows: PerformanceRows?
        let figures: [TableFigures]
    }

    static func counted(
        _ kind: PerformanceReportOptions.Kind, _ options: PerformanceReportOptions, _ context: StageContext
    ) throws -> Counted {
        let terms = PerformanceTerms(
            kind: kind, keys: options.keys ?? PerformanceReportOptions.usualKeys,
            parameters: PerformanceParameters(options), bin: options.bin ?? .hour,
            window: options.window, zone: options.timezone)
        let zone = try options.timezone.map { name in
            do throws(ZoneFault) { return try Zone(named: name) } catch { throw StageFailure(error, of: "--timezone") }
        }
        let places = try options.feed.map { try FeedPlaces.read($0, withWays: kind == .segments, context) }
        let input = VisitInput(
            terms, clock: ReportClock(zone, options.window), writesParts: options.writesPartials, context)
        let count = makeCount(terms, input)
        var stage = VisitStage(kind, count, input)
        let figures = stage.tables.map { context.summary.table($0) }
        let taken = figures.map { $0.taken }
        try context.feed(options.files, to: &stage)
        input.tell()
        for (place, name) in stage.tables.enumerated() where stage.outside[place] > 0 {
            context.summary.table(name).filtered += stage.outside[place]
            context.summary.table(name).outsideWindow += stage.outside[place]
        }
        for (place, table) in figures.enumerated() {
            table.merged += table.taken - taken[place] - stage.rejected[place]
        }
        places?.countAsMerged(context.summary)
        var rows =
            options.writesPartials
            ? nil : PerformanceRows(terms, count, input, zone: options.timezone, names: places)
        if let sort = options.sort { rows?.sort(by: sort) }
        return Counted(terms: terms, count: count, input: input, rows: rows, figures: figures)
    }

    /// Why there is no row.
    private static func nothing(
        _ kind: PerformanceReportOptions.Kind, _ count: any VisitCount, _ figures: [TableFigures],
        _ context: StageContext
    ) -> String {
        let needed = kind == .delivery ? figures[1] : figures[0]
        if let sentence = context.allFiltered(of: [needed.table]) { return sentence }
        if let predictions = count as? PredictionCount, predictions.updatesRead == 0 {
            return "the input has no records of \(Tables.StopTimeUpdates.name) or \(Tables.TripUpdates.name)"
        }
        let words = "none of the \(grouped(needed.read)) \(needed.table) could be counted for --of \(kind.rawValue)"
        return needed.outsideWindow == 0 ? words : words + " within --days, --from and --to"
    }

    private static func makeCount(_ terms: PerformanceTerms, _ input: VisitInput) -> any VisitCount {
        switch terms.kind {
        case .punctuality: PunctualityCount(terms.parameters, input)
        case .headways: HeadwayCount(terms.parameters, input)
        case .segments: SegmentCount(input)
        case .load: LoadCount(terms.parameters, input)
        case .delivery: DeliveryCount(input)
        case .predictions: PredictionCount(input)
        }
    }

    // MARK: Parts

    private static func merge(_ options: PerformanceReportOptions, _ context: StageContext) throws {
        var merged: VisitInput?
        var stage = PartStage(expected: { $0.conflict(with: options) }) { terms in
            let input = VisitInput(
                terms, clock: ReportClock(nil, ReportWindow()), writesParts: false, context)
            merged = input
            return (makeCount(terms, input), input)
        }
        let figures = context.summary.table(Tables.PerformancePartials.name)
        try context.feed(options.files, to: &stage)
        if let terms = stage.terms,
            let reason = PerformanceReportOptions.conflict(of: terms.kind, terms.keys, options.format)
        {
            throw StageFailure(.usage, reason)
        }
        if let terms = stage.terms, let sort = options.sort {
            let names = PerformanceColumns(terms.kind, keys: terms.rowKeys, zone: terms.zone).names
            if !names.contains(sort.column) { throw StageFailure(.dataUnusable, sort.unknownColumn(names)) }
        }
        let places = try options.feed.map {
            try FeedPlaces.read($0, withWays: stage.terms?.kind == .segments, context)
        }
        guard let terms = stage.terms, let count = stage.count, let merged else {
            // An empty input that --allow-empty takes.
            places?.countAsMerged(context.summary)
            return
        }
        try count.finish(merged)
        var rows = PerformanceRows(terms, count, merged, zone: terms.zone, names: places)
        if let sort = options.sort { rows.sort(by: sort) }
        figures.merged = figures.taken
        if rows.count == 0 { try context.nothingToDo("nothing_counted", "the parts have no figures") }
        figures.merged -= try write(rows, options, context)
        places?.countAsMerged(context.summary)
    }

    // MARK: Writing

    /// Writes the report and returns how many records came of it.
    private static func write(
        _ rows: PerformanceRows, _ options: PerformanceReportOptions, _ context: StageContext
    ) throws -> Int {
        switch options.format {
        case .own(.ndjson), .table:
            try PerformanceRecordWriter(context: context).write(rows, options.format.table)
        case .own(.table), .own(.markdown):
            let table = PerformanceTextTable(rows, isMarkdown: options.format == .own(.markdown)).table
            if options.format == .own(.table) {
                try table.writeAligned(context.sink)
            } else {
                try table.writeMarkdown(context.sink)
            }
            context.summary.table(rows.kind.table.name).written += rows.count
        case .own(.html), .own(.svg):
            try PerformanceDrawing.write(rows, options.format, feedID: context.options.feedID, context)
            context.summary.table(rows.kind.table.name).written += rows.count
        }
        return rows.count
    }
}
