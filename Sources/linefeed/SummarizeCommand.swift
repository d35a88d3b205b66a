import ArgumentParser
import StageKit
import SummarizeStage

extension SummarizeOptions.OwnFormat: ArgumentWord {}

/// `linefeed summarize`
struct SummarizeCommand: ReadingCommand, MessageReadingCommand, ThreadedCommand {
    typealias Work = Summarize
    static let place = StagePlace(.timetables, 35)

    static let manual = Manual(
        brief: "a feed at a glance",
        abstract: "Summarize a feed or an archive of realtime messages.",
        usage: "[OPTION]... [FILE]...",
        usual: "FILE --format --output",
        examples: [
            .init("a feed at a glance", "linefeed summarize demo/feed.zip --format table"),
            .init("an archive of realtime messages", "linefeed summarize demo/*.pb --format table"),
            .init(
                "whether two versions of a feed have the same content",
                "linefeed summarize demo/feed.zip | jq -r .fingerprint"),
            .init(
                "which fields of vehicle positions ever have a value",
                "linefeed summarize demo/vehicles-*.pb |\n"
                    + "    jq -r 'select(.entity_table == \"vehicle_positions\") | .fields[].field'"),
        ],
        input: """
            FILE is a feed (a zip, a folder, a SQLite database or a URL), a file of GTFS-Realtime messages, or a file of
            records from ingest or decode-rt. summarize recognises the kind of a file by its content. Without FILE,
            summarize reads records from standard input.

            summarize accepts any number of message files, but only one feed.
            """,
        output: """
            For a feed, the table feed_summaries contains one record. The feed_summaries record names the publisher, the
            agencies, the first and the last day with service, the bounding box of the stops, and the GTFS features that
            the feed uses. The feed_summaries record also counts the days with service, the routes and trips of each
            mode, and the rows and columns of each file.

            {"table":"feed_summaries","source":"feed.zip","agency_count":1, … ,
             "service_first_date":"20260301","service_days":14, … ,"fingerprint":"3f0c…"}

            The fingerprint depends only on the values in the feed. The fingerprint does not change if rows or columns
            are reordered, if quotes or empty columns are added, or if the zip is packed again.

            For messages, the table archive_summaries contains one record for each kind of entity. Each
            archive_summaries record gives the time span of the messages, and the gaps of more than 5 minutes between
            the timestamps of message headers. Each archive_summaries record also counts the distinct vehicles, trips,
            routes and stops, and says how often each field has a value.
            """,
        cost: """
            - Memory: 30 MB; for messages also 8 bytes a message and 16 bytes a distinct id
            - Time: 1 million stop_times a second
            """,
        statuses: [.dataUnusable, .inputMissing],
        answers: [
            .init(empty: .dataUnusable, otherTables: .dataUnusable, messages: .done, otherKinds: .dataUnusable)
        ],
        tables: Manual.scheduleTables)

    @Argument(
        help: ArgumentHelp(
            "Summarize this feed, or these GTFS-Realtime messages or records; the default is standard input.",
            valueName: "file"),
        completion: .file())
    var files: [String] = []

    @Option(help: .formats(of: SummarizeOptions.OwnFormat.self))
    var format = SummarizeOptions().format

    @OptionGroup var messages: MessageFlags
    @OptionGroup var rows: RowFlags
    @OptionGroup var threads: JobFlags
    @OptionGroup var common: CommonFlags

    func fill(_ options: inout SummarizeOptions) throws {
        options.files = files
        options.format = format
    }
}
