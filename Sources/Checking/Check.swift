import Contract
import Feeds
import StageKit
import TimeZones

/// The stage `check`: whether a feed is sound, as notices of the rules it breaks.
public enum Check: Stage {
    public static let name = "check"

    /// - Throws: `StageFailure` with status 65 or 66 where there is no feed to read.
    public static func run(_ options: CheckOptions, _ context: StageContext) throws {
        try context.check(options)
        try context.checkConditions(on: TableDefinition.all.map(\.name))
        let book = NoticeBook(
            codes: options.rules.isEmpty ? nil : Set(options.rules), skipped: Set(options.skipped))
        var checker = FeedChecker(book)
        if case .records = try FeedKind(of: options.feed, refusing: false) {
            try context.read(context.namedOrStandardInput(options.feed == "-" ? [] : [options.feed]), to: &checker)
        } else {
            try context.readFeed(options.feed, to: &checker)
        }
        try context.require(RecordNeeds(anyOf: TableDefinition.all.map(\.name)))
        for check in checker.checks where check.rowCount > 0 {
            context.summary.table(check.name).merged += check.rowCount
        }
        // With --allow-empty nothing may have been there.
        if !checker.seen.isEmpty {
            FeedConclusion(checker, today: today(options, checker, context)).run()
            try NoticeOutput(book.sorted, options, context).write()
        }
        if let failOn = options.failOn, book.has(failOn.severities) {
            context.statusOfItsOwn = ExitStatus.found.rawValue
        }
    }

    /// The day of the feed's zone, UTC where it has none.
    private static func today(_ options: CheckOptions, _ checker: FeedChecker, _ context: StageContext) -> Int {
        if let day = options.day { return day }
        let zone = checker.side.agencies.lazy.compactMap { try? Zone(named: $0.zone) }.first ?? .utc
        return zone.date(at: context.clock.posix).daysSinceEpoch
    }
}
