import Contract
import Feeds
import GTFSSchedule
import Journeys
import StageKit
import TimeZones

/// The stage `service-levels`: how much service a timetable has, by route, direction, stop, hour and day.
public enum ServiceLevels: Stage {
    public static let name = "service-levels"

    /// The longest stretch of days that is gone through: a hundred years.
    private static let mostDays = 36_525

    /// - Throws: `StageFailure` with status 65 where no trip runs on the days asked for.
    public static func run(_ options: ServiceLevelsOptions, _ context: StageContext) throws {
        try context.check(options)
        try context.checkConditions(on: TableDefinition.all.map(\.name))
        guard let timetable = try timetable(options, context) else { return }
        AgencyZones.reportSeveral(timetable.frame.agencies.compactMap(\.timezone), context.diagnostics) { _ in
            "times and hours are those of each trip's own agency, and what is counted over several agencies mixes them"
        }
        guard let range = try days(options, timetable, context) else { return }
        let keys = options.usedKeys
        let count = LevelCount(timetable, by: keys, on: range)
        if count.rows.isEmpty {
            let reason = timetable.gaps.first ?? "no trip runs on \(words(range))\(span(timetable))"
            return try context.nothingToDo("no_service", reason)
        }
        tell(count, timetable, context)
        try write(count.rows, timetable, range, options, context)
        context.summary.table(Tables.Trips.name).merged -= count.rows.count
    }

    /// nil where there is none and `--allow-empty` takes that.
    private static func timetable(
        _ options: ServiceLevelsOptions, _ context: StageContext
    ) throws -> WholeTimetable? {
        if let feed = options.feed {
            return try WholeTimetable.read(RereadableFeed(feed, isOption: true, context), context)
        }
        return try WholeTimetable.read(records: options.files, context)
    }

    /// The days that are looked at; nil where there are none and `--allow-empty` takes that.
    private static func days(
        _ options: ServiceLevelsOptions, _ timetable: WholeTimetable, _ context: StageContext
    ) throws -> ClosedRange<Int>? {
        guard let span = serviceSpan(timetable) else {
            try context.nothingToDo("no_service", "no service of the timetable runs on any day")
            return nil
        }
        let range = options.dates ?? span
        guard range.overlaps(span) else {
            try context.nothingToDo("no_service", "no trip runs on \(words(range))\(self.span(timetable))")
            return nil
        }
        let days = range.clamped(to: span)
        guard days.count <= mostDays else {
            throw StageFailure(
                .usage, "the timetable is said to last \(words(days)), more than a hundred years: name days with --date"
            )
        }
        return days
    }

    private static func words(_ days: ClosedRange<Int>) -> String {
        let first = CivilDate(daysSinceEpoch: days.lowerBound).compactText
        guard days.count > 1 else { return first }
        return "\(first) to \(CivilDate(daysSinceEpoch: days.upperBound).compactText)"
    }

    /// The first and the last day on which any service runs.
    private static func serviceSpan(_ timetable: WholeTimetable) -> ClosedRange<Int>? {
        let calendar = timetable.frame.calendar
        guard let span = calendar.span, let first = calendar.firstDay(from: span.lowerBound),
            let last = calendar.lastDay(upTo: span.upperBound)
        else { return nil }
        return first...last
    }

    private static func span(_ timetable: WholeTimetable) -> String {
        serviceSpan(timetable).map { "; its services run on days from \(words($0))" } ?? ""
    }

    private static func tell(_ count: LevelCount, _ timetable: WholeTimetable, _ context: StageContext) {
        if count.tripsWithoutWay > 0 {
            context.diagnostics.report(
                Finding(
                    .warning, "trips_without_way",
                    message:
                        "trips with fewer than two stops with a place: \(grouped(count.tripsWithoutWay)); their way is "
                        + "in no sum of kilometres"))
        }
        let without = timetable.listedTrips.reduce(0) {
            $0 + (timetable.runningTimes(of: $1)?.times.first == nil ? 1 : 0)
        }
        if without > 0 {
            context.diagnostics.report(
                Finding(
                    .warning, "trips_without_times",
                    message: "trips without a stop time that has a time: \(grouped(without)); they are not counted"))
        }
    }

    private static func write(
        _ rows: [LevelRow], _ timetable: WholeTimetable, _ range: ClosedRange<Int>, _ options: ServiceLevelsOptions,
        _ context: StageContext
    ) throws {
        let output = LevelOutput(timetable, by: options.usedKeys, context)
        switch options.format {
        case .ndjson, .csv, .parquet:
            return try output.writeRecords(rows, as: RecordFormat(rawValue: options.format.rawValue) ?? .ndjson)
        case .table: try output.table(rows, isMarkdown: false).writeAligned(context.sink)
        case .markdown: try output.table(rows, isMarkdown: true).writeMarkdown(context.sink)
        case .html, .svg:
            let calendar = ServiceCalendarPicture(rows, output, by: options.usedKeys, on: range)
            if options.format == .svg {
                try calendar.write(to: context.sink, isDocument: true)
            } else {
                try calendar.writePage(rows, output, to: context.sink)
            }
        }
        context.summary.table(Tables.ServiceLevels.name).written += rows.count
    }
}
