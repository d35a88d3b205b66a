import ArgumentParser
import CheckStage
import StageKit

extension CheckOptions.FailOn: ArgumentWord {}

/// `linefeed check`
struct CheckCommand: ReadingCommand {
    typealias Work = Check
    static let place = StagePlace(.timetables, 40)

    static let manual = Manual(
        brief: "find feed errors",
        abstract: "Check a feed and report which rules it breaks, where and how often.",
        usage: "[OPTION]... [FEED]",
        usual: "FEED --realtime --at --rules --fail-on --format",
        groups: [
            "Input": "--realtime --at",
            "Rules": "--rules --skip --fail-on",
        ],
        examples: [
            .init("the errors of a feed as a table", "linefeed check demo/feed.zip --format table"),
            .init(
                "a pipeline that stops at errors",
                "linefeed check demo/feed.zip --fail-on error -o notices.ndjson"),
            .init(
                "realtime messages against their timetable",
                "linefeed check demo/feed.zip --at 2026-03-02T07:30 --format table \\\n"
                    + "    --realtime demo/vehicles-*.pb"),
            .init(
                "broken references in a part of a feed",
                "linefeed select --feed demo/feed.zip --route B-10 |\n"
                    + "    linefeed check --rules foreign_key_violation --format table"),
        ],
        input: """
            FEED is a zip, a folder, a SQLite database, a URL or a file of records from ingest. If FEED is -, check
            reads standard input.

            With --realtime, check also reads GTFS-Realtime messages, or the records that decode-rt writes, and compares
            them with the timetable.

            To decide whether the feed has expired and how old realtime data is, check uses the time that --at gives.
            The time of --at is in the time zone of the feed's first agency.
            """,
        output: """
            The table "notices" contains one record for each broken rule and file; errors come first.

              {"table":"notices","code":"foreign_key_violation","severity":"ERROR",
               "file":"trips.txt","count":2,"samples":[{"line":5,"route_id":"X9",
               "refers_to":"routes.txt"}, … ]}

            If the canonical GTFS validator has the same rule, check uses the validator's code and severity. The
            document check-rules.md lists all rules, each with a feed that breaks the rule and a feed that only just
            satisfies the rule.

            The member "line" is the line number in the file of the feed. If the feed is a file of records, the member
            "line" is the line number of the record. If the feed is a SQLite database, notices have no line number.
            """,
        cost: """
            - Memory: 30 MB, about 100 bytes a stop and a trip, 24 bytes a stop time (32 with distances) and 24 a shape
              point
            - Time: 1.5 million stop_times a second
            """,
        statuses: [.found, .dataUnusable, .inputMissing, .serviceFailed],
        answers: [
            .init(
                empty: .dataUnusable, otherTables: .dataUnusable, messages: .dataUnusable, otherKinds: .dataUnusable,
                unknown: ["--rules": .usage, "--skip": .usage])
        ],
        tables: Manual.scheduleTables,
        values: [
            "--rules": .several { CheckOptions.allCodes }, "--skip": .several { CheckOptions.allCodes },
        ])

    static let configuration = CommandConfiguration(Check.self, manual)

    @Argument(
        help: ArgumentHelp(
            """
            Check this zip, folder, SQLite database, URL or file of records; if FEED is omitted or is -, check standard \
            input.
            """,
            valueName: "feed"),
        completion: .file())
    var feed = CheckOptions().feed

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Also check these GTFS-Realtime messages, in the given order.",
            discussion: "The --realtime files may also contain the records that decode-rt writes.", valueName: "file"),
        completion: .file())
    var realtime: [String] = []

    @Option(help: ArgumentHelp("Check only the rules with these codes; the option may be repeated.", valueName: "a,b"))
    var rules: [String] = []

    @Option(help: ArgumentHelp("Skip the rules with these codes; the option may be repeated.", valueName: "a,b"))
    var skip: [String] = []

    @Option(
        help: ArgumentHelp(
            "Exit with 1 if there are errors (error), or if there are errors or warnings (warning).",
            discussion: "Even with exit status 1, the output is complete."))
    var failOn: CheckOptions.FailOn?

    @Option(
        help: ArgumentHelp(
            """
            Use this time to judge the feed's expiry and the age of realtime data, as in 2026-03-02T08:00; the default \
            is the current time.
            """,
            valueName: "time"))
    var at: String?

    @Option(help: .formats(of: CheckOptions.Format.self))
    var format = CheckOptions().format

    @OptionGroup var rows: RowFlags
    @OptionGroup var common: CommonFlags

    func fill(_ options: inout CheckOptions) throws {
        options.feed = feed
        options.realtime = realtime
        options.at = try at.map(CheckOptions.at)
        options.rules = try ListOption.names(rules, "--rules")
        options.skipped = try ListOption.names(skip, "--skip")
        options.failOn = failOn
        options.format = format
    }
}
