import Contract
import GTFSSchedule
import RealtimeJoin
import Schedule
import StageKit
import TimeZones

/// The stage `retime`: writes a feed with the times at which its trips were driven.
///
/// The feed is read twice, for its timetable and to write its rows; standard input is copied to a temporary file for
/// that.
public enum Retime: Stage {
    public static let name = "retime"

    /// - Throws: `StageFailure`: 65 for a file that is not a schedule, 66 for one that is missing.
    public static func run(_ options: RetimeOptions, _ context: StageContext) throws {
        try context.check(options)
        let feed = try RereadableFeed(options.feed, isOption: true, context)
        let references = FeedReferences()
        let timetable = try WholeTimetable.read(feed.path ?? options.feed, beside: references, context)
        let zone = try ScheduleZone.zone(
            ofAgencies: timetable.frame.agencies.compactMap(\.timezone), context, advice: "")
        let finder = RunFinder(timetable.frame.calendar, zone)
        var visits = DrivenVisits(options, finder, context)
        try context.feed(options.files, to: &visits)
        count(visits, context)
        let days = visits.observedDays
        guard !days.isEmpty else { return try nothing(options, context) }
        let retiming = RunRetiming(timetable, stops: visits.stopNumbers(in: timetable.frame))
        let plan = try plan(visits.runs, days, timetable, references, finder, retiming, options, context)
        guard plan.hasTrips(of: timetable) else {
            retiming.counts.report(context.diagnostics, minimumDays: options.minimumDays)
            return try context.nothingToDo("no_usable_run", "no observed run is of a trip of the feed")
        }
        let quiet = try RereadableFeed.quietContext(like: context) { _ in false }
        var rows = RetimedRows(plan, timetable, writing: context)
        try feed.read(quiet, into: &rows)
        try rows.finish()
        retiming.count { $0.references = rows.references }
        retiming.counts.report(context.diagnostics, minimumDays: options.minimumDays)
        settle(rows.names, context)
    }

    private static func plan(
        _ runs: [DrivenRun], _ days: [Int], _ timetable: WholeTimetable, _ references: FeedReferences,
        _ finder: RunFinder, _ retiming: RunRetiming, _ options: RetimeOptions, _ context: StageContext
    ) throws -> FeedPlan {
        if options.percentile == nil, let day = days.first, days.count == 1 {
            return DayPlan(
                timetable: timetable, references: references, finder: finder, retiming: retiming, day: day,
                keepsUnseen: options.keepsUnseen
            ).make(runs.filter { $0.day == day })
        }
        if options.percentile == nil {
            guard !options.keepsUnseen else {
                throw StageFailure(
                    .usage,
                    "--keep-unseen applies to one day, but the visits are of \(grouped(days.count)) days; "
                        + "choose one with --service-date")
            }
            context.diagnostics.report(
                .note, "several_days",
                message: "the visits are of \(grouped(days.count)) days, so the times are their median; choose one day "
                    + "with --service-date, or another percentile with --percentile")
        }
        return PercentilePlan(
            timetable: timetable, references: references, retiming: retiming,
            percentile: options.percentile ?? RetimeOptions.percentiles[0], minimumDays: options.minimumDays
        ).make(runs)
    }

    /// Counts the visits that became part of the feed.
    private static func count(_ visits: DrivenVisits, _ context: StageContext) {
        let calls = context.summary.table(Tables.StopVisits.name)
        let trips = context.summary.table(Tables.TripsPerformed.name)
        calls.filtered += visits.filtered.visits
        trips.filtered += visits.filtered.trips
        calls.merged = calls.taken - visits.rejected.visits
        trips.merged = trips.taken - visits.rejected.trips
    }

    private static func nothing(_ options: RetimeOptions, _ context: StageContext) throws {
        let chosen = options.serviceDates.isEmpty && options.weekdays == nil ? "" : " of the chosen days"
        try context.nothingToDo("no_observed_times", "no visit\(chosen) has an actual arrival or departure time")
    }

    /// What was not written of the feed's rows lives on in others; a row that became several counts as made.
    private static func settle(_ tables: [String], _ context: StageContext) {
        for figures in (tables + [Tables.CalendarDates.name, Tables.Trips.name, Tables.StopTimes.name])
            .map(context.summary.table)
        { figures.merged = figures.taken - figures.written }
    }
}

extension FeedPlan {
    /// Whether any trip is written.
    func hasTrips(of timetable: WholeTimetable) -> Bool {
        !added.isEmpty || timetable.listedTrips.contains { !self[$0].written.isEmpty }
    }
}
