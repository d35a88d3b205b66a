import Contract
import Platform
import Schedule
import StageKit

/// The stage `summarize`: what a feed or an archive of realtime messages contains, at a glance.
public enum Summarize: Stage {
    public static let name = "summarize"

    /// - Throws: `StageFailure` with status 64 for two feeds, 65 or 66 for input that cannot be read.
    public static func run(_ options: SummarizeOptions, _ context: StageContext) throws {
        try context.check(options)
        try context.checkConditions(on: SummaryReader.allTables)
        var reader = SummaryReader(context)
        let files = try context.namedOrStandardInput(options.files)
        var feeds: [String] = []
        for file in files {
            switch try kind(of: file) {
            case .feed: feeds.append(file)
            case .messages, .records: continue
            }
        }
        guard feeds.count < 2 else {
            throw StageFailure(
                .usage,
                "summarize takes one feed at a time, and \(Finding.quoted(feeds[0])) and \(Finding.quoted(feeds[1])) are "
                    + "two (nothing was done); run it once for each")
        }
        for file in files { try read(file, to: &reader, context) }
        try context.require(RecordNeeds(anyOf: SummaryReader.allTables))
        let source = feeds.first ?? files.first ?? "-"
        let feed = reader.feed.isEmpty ? nil : reader.feed.summary(of: source, bytes: size(of: source))
        let archive = reader.archive.summaries()
        try SummaryOutput(feed, archive, options.format, context).write()
        settle(reader, context)
    }

    private enum Kind {
        case feed, messages, records
    }

    /// What a file holds, known by its content.
    private static func kind(of file: String) throws -> Kind {
        guard try FeedKind(of: file, refusing: false) == .records else { return .feed }
        guard file != "-" else { return .records }
        switch ForeignContent(ofFile: file) {
        case .realtimeMessage, .base64Messages: return .messages
        default: return .records
        }
    }

    private static func read(_ file: String, to reader: inout SummaryReader, _ context: StageContext) throws {
        switch try kind(of: file) {
        case .feed: try context.readFeed(file, to: &reader)
        case .records: try context.read([file], to: &reader)
        case .messages:
            guard let messages = context.world.messages else {
                throw StageFailure(.dataUnusable, "\(file): summarize takes records of 'linefeed decode-rt' here")
            }
            try context.read(rowsFrom: file, to: &reader) { try messages.read([file], areWhole: false, context, $0) }
        }
    }

    /// The size of a regular file in bytes.
    private static func size(of path: String) -> Int? {
        guard path != "-", let status = FileStatus(path), status.isRegular else { return nil }
        return status.size
    }

    /// Counts every row that was read as merged into the summaries.
    private static func settle(_ reader: SummaryReader, _ context: StageContext) {
        for fill in reader.fills {
            context.summary.table(fill.table).merged += fill.rows
            guard fill.unlisted > 0 else { continue }
            context.diagnostics.report(
                .surprise, "too_many_columns",
                message: "\(fill.table): columns beyond the first \(grouped(TableFill.columnLimit)) are not listed, "
                    + "values there: \(grouped(fill.unlisted)); the fingerprint includes them")
        }
        for table in [Tables.FeedSummaries.name, Tables.ArchiveSummaries.name] {
            context.summary.table(table).merged -= context.summary.table(table).written
        }
    }
}
