import Contract
import Reports
import StageKit
import TimeZones
import Visits

/// Figures of what happened: how punctual, even, fast, full and whole the service was, and whether predictions held.
package enum PerformanceReport: Stage {
    package static let name = "performance-report"

    /// Reads visits, performed trips and predictions, or parts of a report, and writes the report.
    /// - Throws: `StageFailure`: 65 for an unknown zone, a file that is not a schedule, visits of a trip that stand apart,
    ///   or parts that do not add up.
    package static func run(_ options: PerformanceReportOptions, _ context: StageContext) throws {
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
            try context.nothingToDo("nothing_counted", nothing(counted, context))
        }
        let written: Int
        if let rows = counted.rows {
            try requireAny(rows.count)
            written = try write(rows, options, context)
        } else {
            written = try counted.terms.writeParts(counted.count, counted.input, context)
            try requireAny(written)
        }
        counted.needed.merged -= written
    }

    /// What came of reading the records for one kind of figures.
    struct Counted {
        let terms: PerformanceTerms
        let count: any VisitCount
        let input: VisitInput
        /// nil for what is to become parts.
        let rows: PerformanceRows?
        /// The table that rows are made of.
        let needed: TableFigures
    }

    static func counted(
        _ kind: PerformanceReportOptions.Kind, _ options: PerformanceReportOptions, _ context: StageContext
    ) throws -> Counted {
        let terms = PerformanceTerms(kind, options)
        let zone = try options.timezone.map { name in
            do throws(ZoneFault) { return try Zone(named: name) } catch { throw StageFailure(error, of: "--timezone") }
        }
        let places = try options.feed.map { try FeedPlaces.read($0, withWays: kind == .segments, context) }
        let input = VisitInput(
            terms, clock: ReportClock(zone, options.window), writesParts: options.writesPartials, context)
        let count = kind.count.init(terms.parameters, input)
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
            ? nil : PerformanceRows(terms, count, input, zone: options.timezone, places: places)
        if let sort = options.sort { rows?.sort(by: sort) }
        return Counted(
            terms: terms, count: count, input: input, rows: rows, needed: figures[kind.count.countsTrips ? 1 : 0])
    }

    /// Why there is no row.
    private static func nothing(_ counted: Counted, _ context: StageContext) -> String {
        let needed = counted.needed
        if let sentence = context.allFiltered(of: [needed.table]) ?? counted.count.lack { return sentence }
        let words =
            "none of the \(grouped(needed.read)) \(needed.table) could be counted for --of "
            + counted.terms.kind.rawValue
        return needed.outsideWindow == 0 ? words : words + " within --days, --from and --to"
    }

    // MARK: Parts

    private static func merge(_ options: PerformanceReportOptions, _ context: StageContext) throws {
        var merged: (terms: PerformanceTerms, count: any VisitCount, input: VisitInput)?
        var stage = PartStage<PerformanceTerms>(
            advice: [
                (Tables.StopVisits.name, "--merge takes partial reports; without it, visits are counted"),
                (Tables.OccupancyPartials.name, "occupancy-report --merge adds them up"),
            ], expected: { $0.conflict(with: options) }
        ) { record, terms, keys in
            if merged == nil {
                let input = VisitInput(
                    terms, clock: ReportClock(nil, ReportWindow()), writesParts: false, context)
                merged = (terms, terms.kind.count.init(terms.parameters, input), input)
            }
            guard let (terms, count, input) = merged else { return }
            try terms.take(record, keys, to: count, input)
        }
        let figures = context.summary.table(Tables.PerformancePartials.name)
        try context.feed(options.files, to: &stage)
        if let terms = stage.terms {
            if let reason = options.conflict(of: terms.kind, terms.report.keys) {
                throw StageFailure(.usage, reason)
            }
            try options.report.checkSort(
                among: terms.kind.columns(terms.rowKeys, zone: terms.report.zone).names)
        }
        let places = try options.feed.map {
            try FeedPlaces.read($0, withWays: stage.terms?.kind == .segments, context)
        }
        guard let (terms, count, input) = merged else {
            // An empty input that --allow-empty takes.
            places?.countAsMerged(context.summary)
            return
        }
        try count.finish(input)
        var rows = PerformanceRows(terms, count, input, zone: terms.report.zone, places: places)
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
        let table = context.summary.table(rows.kind.table.name)
        if let format = options.format.ofRecords {
            try rows.kind.count.write(rows, as: format, context)
        } else if options.format.isPicture {
            try PerformanceDrawing.write(rows, options.format, feedID: context.options.feedID, context)
            table.written += rows.count
        } else {
            try rows.text.table(rows, isMarkdown: options.format == .markdown).write(as: options.format, table, context)
        }
        return rows.count
    }
}
