import ArgumentParser
import CheckStage
import StageKit

extension CheckOptions.FailOn: ExpressibleByArgument {}

/// `linefeed check`
struct CheckCommand: ReadingCommand {
    typealias Work = Check
    static let place = 40

    static let manual = Manual(
        abstract: "See whether a feed is sound: the rules it breaks, where and how often.",
        examples: [
            .init("What is wrong with a feed", "linefeed check samples/feed.zip --format table"),
            .init(
                "Stop a pipeline at errors", "linefeed check samples/feed.zip --fail-on error -o notices.ndjson"),
            .init(
                "Realtime against its timetable",
                "linefeed check samples/feed.zip --at 2026-03-02T08:10 --format table \\\n"
                    + "      --realtime samples/vehicles-*.pb"),
            .init(
                "References of a part that was cut out",
                "linefeed select --feed samples/feed.zip --route B-10 \\\n"
                    + "      | linefeed check --rules foreign_key_violation \\\n      --format table"),
        ],
        input: """
            A zip, a folder, a store, a URL or a file of records of ingest; - is stdin.
            --realtime takes messages, or records of decode-rt, which are checked against
            the timetable. --at is the moment for what has expired and for how old
            realtime is, on the clock of the feed's first agency.
            """,
        output: """
            notices: a record for each rule and file, errors first.
              {"table":"notices","code":"foreign_key_violation","severity":"ERROR",
               "file":"trips.txt","count":2,"samples":[{"line":5,"route_id":"X9",
               "refers_to":"routes.txt"}, … ]}
            Codes and severities are those of the canonical GTFS validator where it has
            the rule; docs/check-rules.md lists them, with a feed that breaks each and
            one that just does not. line is that of the feed's own file; of records
            that of the record; rows of a store have none.
            """,
        cost: """
            Memory: 30 MB, some 100 bytes a stop and a trip, 24 bytes a stop time (32 with
            distances), 24 a shape point. Time: 1.5 million stop_times a second.
            """,
        statuses: [.found, .dataUnusable, .inputMissing, .serviceFailed],
        answers: [.records(unknown: ["--rules": .usage, "--skip": .usage])])

    static let configuration = CommandConfiguration(Check.self, manual)

    @Argument(
        help: ArgumentHelp("The feed: a zip, a folder, a store or records; - is stdin.", valueName: "feed"),
        completion: .file())
    var feed = CheckOptions().feed

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Messages of GTFS-Realtime, or records of decode-rt, in their order.", valueName: "file"),
        completion: .file())
    var realtime: [String] = []

    @Option(help: ArgumentHelp("Only rules of these codes; may be repeated.", valueName: "a,b"))
    var rules: [String] = []

    @Option(help: ArgumentHelp("No rules of these codes; may be repeated.", valueName: "a,b"))
    var skip: [String] = []

    @Option(help: "End with status 1 where there is a notice that grave: error, or warning for both.")
    var failOn: CheckOptions.FailOn?

    @Option(
        help: ArgumentHelp(
            "The moment for what has expired and how old realtime is, as in 2026-03-02T08:00; now unless said.",
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
        options.rules = CheckOptions.codes(rules)
        options.skipped = CheckOptions.codes(skip)
        options.failOn = failOn
        options.format = format
    }
}
