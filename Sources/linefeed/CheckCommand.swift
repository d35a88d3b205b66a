import ArgumentParser
import CheckStage
import StageKit

extension CheckOptions.FailOn: ArgumentWord {}

/// `linefeed check`
struct CheckCommand: ReadingCommand, MessageReadingCommand, ThreadedCommand {
    typealias Work = Check
    static let place = StagePlace(.timetables, 40)

    static let manual = Manual(
        brief: "find feed errors",
        abstract: "Check a feed and report which rules it breaks, where and how often.",
        usage: "[OPTION]... [FEED]",
        usual: "FEED --realtime --at --rules --fail-on --format",
        groups: [
            "Input": "--realtime --at",
            "Rules": "--rules --ignore --severity --baseline --fail-on",
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
                "only what an earlier check did not find",
                "linefeed check demo/feed.zip -o known.ndjson\n"
                    + "  linefeed check demo/feed.zip --baseline known.ndjson --fail-on warning"),
            .init(
                "a page to send to the agency", "linefeed check demo/feed.zip --format html -o check.html"),
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
            The table "notices" contains one record for each combination of a broken rule and a file that breaks the
            rule; errors come first.

              {"table":"notices","code":"foreign_key_violation","severity":"ERROR",
               "file":"trips.txt","count":2,"samples":[{"line":5,"route_id":"X9",
               "refers_to":"routes.txt"}, … ]}

            If the canonical GTFS validator has the same rule, check uses the validator's code and severity. With
            --format table or html, check also explains how to fix the breaches of each rule. The document
            check-rules.md lists all rules, each with a remedy, a feed that breaks the rule and a feed that only just
            satisfies the rule.

            With --baseline, the member "new_count" is the number of breaches that are not in the baseline, and the
            formats table and html count only new breaches.

            With --format canonical, check writes the report.json of the canonical GTFS validator: a summary, and for
            each rule the code, the severity, the count and samples.

            The member "line" of a sample is the line number in the GTFS file. If the feed is a file of records, the
            member "line" of a sample is the line number of the record. If the feed is a SQLite database, notices have
            no line number.
            """,
        cost: """
            - Memory: 30 MB, about 120 bytes a stop and a trip, 28 bytes a shape point, and 20 bytes (28 with distances) a
              stop time, but trips with the same stops and the same seconds between them share their stop times
            - Time: 1.5 million stop_times a second
            """,
        statuses: [.found, .dataUnusable, .inputMissing, .serviceFailed],
        answers: [.unusable(unknown: ["--rules": .usage, "--ignore": .usage, "--severity": .usage])],
        tables: Manual.scheduleTables,
        values: [
            "--rules": .several { CheckOptions.allCodes }, "--ignore": .several { CheckOptions.allCodes },
        ])

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

    @Option(
        help: ArgumentHelp(
            "Check only the rules with these codes; the option may be repeated.",
            discussion:
                """
                All options that take rule codes also accept the numbers of the GTFS-Realtime validator, such as E048.
                """,
            valueName: "a,b"))
    var rules: [String] = []

    @Option(
        name: [.customLong("skip"), .customLong("ignore")],
        help: ArgumentHelp(
            "Count breaches of the rules with these codes, but do not report them; the option may be repeated.",
            valueName: "a,b"))
    var ignore: [String] = []

    @Option(
        help: ArgumentHelp(
            "Give the rule with this code another severity: error, warning or info; the option may be repeated.",
            valueName: "code=severity"))
    var severity: [String] = []

    @Option(
        help: ArgumentHelp(
            "Report only breaches that are not in FILE, the output of an earlier run of check.",
            discussion: """
                check decides separately for each rule and each file of the feed which breaches are new. If both runs \
                wrote a sample of every breach, a breach is new if no sample in FILE has the same texts, such as ids. \
                Otherwise, check compares the number of breaches in this run with the number in FILE, and reports any \
                increase as new breaches. Breaches that are in FILE are counted but not reported.
                """, valueName: "file"),
        completion: .file())
    var baseline: String?

    @Option(
        help: ArgumentHelp(
            "Exit with 1 if errors are reported (error), or if errors or warnings are reported (warning).",
            discussion: "Even with exit status 1, the output is complete."))
    var failOn: CheckOptions.FailOn?

    @Option(
        help: ArgumentHelp(
            """
            Check the feed's expiry and the age of realtime data as of this time (for example, 2026-03-02T08:00); the \
            default is the current time.
            """,
            valueName: "time"))
    var at: String?

    @Option(help: .formats(of: CheckOptions.Format.self))
    var format = CheckOptions().format

    @OptionGroup var messages: MessageFlags
    @OptionGroup var rows: RowFlags
    @OptionGroup var threads: JobFlags
    @OptionGroup var common: CommonFlags

    func fill(_ options: inout CheckOptions) throws {
        options.feed = feed
        options.realtime = realtime
        options.at = try at.map(CheckOptions.at)
        options.rules = try ListOption.names(rules, "--rules")
        options.ignored = try ListOption.names(ignore, "--ignore")
        options.severities = try ListOption.names(severity, "--severity").map(CheckOptions.severity)
        options.baseline = baseline
        options.failOn = failOn
        options.format = format
    }
}
