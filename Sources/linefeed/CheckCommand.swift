import ArgumentParser
import CheckStage
import StageKit

extension CheckOptions.FailOn: ArgumentWord {}

/// `linefeed check`
struct CheckCommand: ReadingCommand {
    typealias Work = Check
    static let place = StagePlace(.timetables, 40)

    static let manual = Manual(
        brief: "find errors in a feed",
        abstract: "Check a feed: list the rules that it breaks, where and how often.",
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
            FEED is a zip, a folder, a store, a URL or a file of records from ingest; - is standard input.

            --realtime takes GTFS-Realtime messages, or the records of decode-rt, and checks them against the timetable.

            --at sets the time at which check judges expiry and the age of realtime data. The time is on the clock of
            the feed's first agency.
            """,
        output: """
            The table notices has one record for each rule and file, errors first.

              {"table":"notices","code":"foreign_key_violation","severity":"ERROR",
               "file":"trips.txt","count":2,"samples":[{"line":5,"route_id":"X9",
               "refers_to":"routes.txt"}, … ]}

            Codes and severities are those of the canonical GTFS validator, if the validator has the rule. The
            document check-rules.md lists all rules. For each rule it describes a feed that breaks the rule and a feed
            that just satisfies it.

            The member line counts lines in the feed's own file. If the feed is a file of records, it counts lines of
            records. Rows of a store have no line.
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
            "Check this zip, folder, store, URL or file of records; none or - is standard input.", valueName: "feed"),
        completion: .file())
    var feed = CheckOptions().feed

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Check these GTFS-Realtime messages too, in the given order.",
            discussion: "The files may also hold the records of decode-rt.", valueName: "file"),
        completion: .file())
    var realtime: [String] = []

    @Option(help: ArgumentHelp("Check only the rules with these codes; may be repeated.", valueName: "a,b"))
    var rules: [String] = []

    @Option(help: ArgumentHelp("Skip the rules with these codes; may be repeated.", valueName: "a,b"))
    var skip: [String] = []

    @Option(
        help: ArgumentHelp(
            "Exit with 1 if there are errors (error), or errors or warnings (warning).",
            discussion: "The output is complete in either case."))
    var failOn: CheckOptions.FailOn?

    @Option(
        help: ArgumentHelp(
            "Judge expiry and the age of realtime data at this time, as in 2026-03-02T08:00; now by default.",
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
