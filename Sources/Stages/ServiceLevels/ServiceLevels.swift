import Charts
import Contract
import RealtimeJoin
import Reports
import Schedule
import ServiceFigures
import StageKit

/// The stage `service-levels`: how much service a timetable has, by route, direction, stop, hour and day.
package enum ServiceLevels: Stage {
    package static let name = "service-levels"

    /// - Throws: `StageFailure` with status 65 where no trip runs on the days asked for.
    package static func run(_ options: ServiceLevelsOptions, _ context: StageContext) throws {
        try context.check(options)
        try context.checkConditions(on: TableDefinition.all.map(\.name), keepsTripsWhole: true)
        guard let timetable = try timetable(options, context) else { return }
        let visits = try options.observed.map { try self.visits($0, timetable, context) }
        if visits == nil {
            AgencyZones.reportSeveral(timetable.frame.agencies.compactMap(\.timezone), context.diagnostics) { _ in
                "times and hours are in the time zone of each trip's agency; counts over several agencies mix them"
            }
        }
        let name = options.feed.map(InputFile.displayName) ?? options.files.first.map(InputFile.displayName) ?? "-"
        guard let days = try days(options, timetable, name, context) else { return }
        let keys = options.usedKeys
        let scope = ServiceScope(days, window: options.window.seconds, places: timetable.places)
        let trips = try timetable.levelTrips(name)
        var count = LevelCount(trips, of: timetable, by: keys, in: scope)
        let reason = "no trip runs " + words(days, options)
        guard count.hasRuns else {
            return try context.nothingToDo("no_service", timetable.gaps.first ?? reason + span(timetable))
        }
        if !options.servedOnly { try count.addUnservedStops(trips) }
        guard !count.rows.isEmpty else { return try context.nothingToDo("no_service", reason) }
        ServiceFindings(context).tell(of: timetable, trips, name)
        let observed = visits.map { ObservedCount($0, trips, of: timetable, by: keys, in: scope) }
        let rows = observed.map { $0.rows(count.rows, of: count) } ?? count.rows
        observed?.report(context.diagnostics)
        try write(rows, observed, timetable, days, options, context)
        // A row comes of many trips, and a trip lives on in many rows.
        context.summary.table(Tables.ServiceLevels.name).read += rows.count
    }

    /// Reads the visits of `--observed`.
    /// - Throws: `StageFailure` with status 66 if the file is missing; the error of an unusable input with status 65 if it
    ///   has no visits.
    private static func visits(
        _ path: String, _ timetable: WholeTimetable, _ context: StageContext
    ) throws -> ObservedVisits {
        let zone = try ScheduleZone.zone(
            ofAgencies: timetable.frame.agencies.compactMap(\.timezone), context, advice: "")
        var visits = ObservedVisits(timetable, RunFinder(timetable.frame.calendar, zone), context.diagnostics)
        try context.read([path], to: &visits, forwarding: false)
        guard visits.taken[0] > 0 else {
            throw context.unusable(
                "no_visits",
                "--observed: \(InputFile.displayName(path)) has no stop_visits records; make them with linefeed "
                    + "stop-visits")
        }
        for (place, table) in visits.tables.enumerated() {
            context.summary.table(table).merged += visits.taken[place] - visits.rejected[place]
        }
        return visits
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
        _ options: ServiceLevelsOptions, _ timetable: WholeTimetable, _ name: String, _ context: StageContext
    ) throws -> ScopeDays? {
        guard let covered = ServiceScope.coveredDays(timetable) else {
            try context.nothingToDo("no_service", "no service of the timetable is active on any day")
            return nil
        }
        let absent = timetable.frame.calendar.absentDays
        let asked = ScopeDays(options.dates ?? covered, weekdays: options.weekdays, absent: absent)
        guard asked.range.overlaps(covered) else {
            try context.nothingToDo("no_service", "no trip runs \(words(asked, options))\(span(timetable))")
            return nil
        }
        let days = ScopeDays(asked.range.clamped(to: covered), weekdays: options.weekdays, absent: absent)
        let lost = asked.count - days.count
        if lost > 0 {
            context.diagnostics.report(
                Finding(
                    .surprise, "days_not_covered",
                    message: "\(name) covers \(ServiceDates.words(covered)); \(grouped(lost)) of the requested days "
                        + "\(lost == 1 ? "is" : "are") outside and not counted in days"))
        }
        guard days.count > 0 else {
            try context.nothingToDo("no_service", "none of the requested days is in \(ServiceDates.words(days.range))")
            return nil
        }
        guard days.range.count <= ServiceDates.mostDays else {
            throw StageFailure(
                .usage,
                "the timetable covers \(ServiceDates.words(days.range)), more than a hundred years; choose days "
                    + "with --date")
        }
        return days
    }

    /// `on 20260302`, `from 20260302 to 20260308 on saturday, from 07:00 to 09:00`
    private static func words(_ days: ScopeDays, _ options: ServiceLevelsOptions) -> String {
        let weekdays = options.weekdays.map { mask in
            " ("
                + ReportKey.weekdays.indices.filter { mask & (1 << UInt8($0)) != 0 }
                .map { ReportKey.weekdays[$0] }.joined(separator: ", ") + ")"
        }
        return "on \(ServiceDates.words(days.range))" + (weekdays ?? "")
            + (options.window.words.map { ", \($0)" } ?? "")
    }

    private static func span(_ timetable: WholeTimetable) -> String {
        let calendar = timetable.frame.calendar
        guard let span = calendar.span, let first = calendar.firstDay(from: span.lowerBound),
            let last = calendar.lastDay(upTo: span.upperBound)
        else { return "" }
        return "; its services are active on days from \(ServiceDates.words(first...last))"
    }

    private static func write(
        _ rows: [LevelRow], _ observed: ObservedCount?, _ timetable: WholeTimetable, _ days: ScopeDays,
        _ options: ServiceLevelsOptions, _ context: StageContext
    ) throws {
        let output = LevelOutput(timetable, observed, by: options.usedKeys, context)
        if let format = options.format.ofRecords { return try output.writeRecords(rows, as: format) }
        let table = context.summary.table(Tables.ServiceLevels.name)
        guard options.format.isPicture else {
            return try output.table(rows, isMarkdown: options.format == .markdown)
                .write(as: options.format, table, context)
        }
        let calendar = ServiceCalendarPicture(rows, output, by: options.usedKeys, on: days.range)
        if options.format == .html {
            try calendar.writePage(rows, output, to: context.sink)
        } else {
            try calendar.write(as: options.format == .png ? .png : .svg, to: context.sink)
        }
        table.written += rows.count
    }
}
