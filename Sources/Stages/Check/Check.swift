import Contract
import Schedule
import StageKit
import TimeZones

/// The stage `check`: whether a feed is sound, as notices of the rules it breaks.
public enum Check: Stage {
    public static let name = "check"

    /// - Throws: `StageFailure` with status 65 or 66 where there is no feed to read.
    public static func run(_ options: CheckOptions, _ context: StageContext) throws {
        try context.check(options)
        try context.checkConditions(on: TableDefinition.all.map(\.name))
        let baseline = try options.baseline.map { try Baseline.read($0, context) }
        let book = NoticeBook(RuleChoice(options))
        var checker = try FeedChecker(book, context)
        if case .records = try FeedKind(of: options.feed, refusing: false) {
            try context.read(context.namedOrStandardInput(options.feed == "-" ? [] : [options.feed]), to: &checker)
        } else {
            try context.readFeed(options.feed, to: &checker)
        }
        try context.require(RecordNeeds(anyOf: TableDefinition.all.map(\.name)))
        // With --allow-empty nothing may have been there.
        if !checker.seen.isEmpty {
            let (now, day, zone) = try moment(options, checker, context)
            FeedConclusion(checker, today: day).run()
            try checkRealtime(options, checker, now, context)
            let report = NoticeReport(book, baseline)
            try NoticeOutput(report, checker, at: now, in: zone, options, context).write()
            report.tell(context)
            tellLimits(checker, context)
            settle(checker, context)
            if let failOn = options.failOn, report.has(failOn.severities) {
                context.statusOfItsOwn = ExitStatus.found.rawValue
            }
        }
    }

    /// Reports comparisons that exceeded a limit.
    private static func tellLimits(_ checker: FeedChecker, _ context: StageContext) {
        let (calls, zones) = (checker.side.uncomparedCalls, checker.side.unsettledZones)
        if calls > 0 {
            context.diagnostics.report(
                .surprise, "stop_times_not_compared", file: checker.file(Tables.StopTimes.name),
                message: counted(calls, "stop time at a zone was", plural: "stop times at zones were")
                    + " not compared with others of the trip; check "
                    + "compares only the first \(LocationChecks.callLimit) of each trip", count: calls)
        }
        if zones > 0 {
            context.diagnostics.report(
                .surprise, "zones_not_compared", file: checker.file(Tables.Locations.name),
                message: counted(zones, "comparison of zones was", plural: "comparisons of zones were")
                    + " abandoned after \(grouped(ZoneArea.stepLimit)) pairs of edges, without a result", count: zones)
        }
    }

    /// Counts as merged each row for which no notice was written.
    private static func settle(_ checker: FeedChecker, _ context: StageContext) {
        let notices = context.summary.table(Tables.Notices.name)
        var written = notices.written + notices.filtered
        for check in checker.checks.sorted(by: { $0.rowCount > $1.rowCount }) where check.rowCount > 0 {
            let share = min(written, check.rowCount)
            context.summary.table(check.name).merged += check.rowCount - share
            written -= share
        }
        // More notices than rows: of files that are not there, say.
        notices.read += written
    }

    private static func checkRealtime(
        _ options: CheckOptions, _ feed: FeedChecker, _ now: Int, _ context: StageContext
    ) throws {
        guard !options.realtime.isEmpty else { return }
        var checker = RealtimeChecker(feed, now: now)
        try context.readRealtime(options.realtime, to: &checker)
        checker.finish()
        for table in checker.tables {
            let figures = context.summary.table(table)
            figures.merged += figures.taken - figures.merged
        }
        guard checker.messages == 0 else { return }
        throw StageFailure(.dataUnusable, "--realtime: the files contain no GTFS-Realtime message")
    }

    /// The moment that is now, in POSIX seconds, and its day in the feed's zone, or in UTC where it has none.
    private static func moment(
        _ options: CheckOptions, _ checker: FeedChecker, _ context: StageContext
    ) throws -> (now: Int, day: Int, zone: Zone) {
        let zone = try zone(of: checker)
        let now = context.clock.posix
        let moment = options.at?.instant(in: zone, now: now) ?? now
        return (moment, zone.date(at: moment).daysSinceEpoch, zone)
    }

    /// The first agency's zone that is one; what is none was told as a breach.
    private static func zone(of checker: FeedChecker) throws -> Zone {
        for agency in checker.side.agencies {
            do throws(ZoneFault) {
                return try Zone(named: agency.zone)
            } catch {
                if error.isOfSystem { throw StageFailure(error, of: "agency_timezone") }
            }
        }
        return .utc
    }
}
