import ArgumentParser
import DiffStage
import Reports
import StageKit

extension DiffOptions.TripMatch: ArgumentWord {}

/// `linefeed diff`
struct DiffCommand: ReadingCommand {
    typealias Work = Diff
    static let place = StagePlace(.timetables, 50)

    static let manual = Manual(
        brief: "compare two feeds",
        abstract: "Compare two feeds: list rows or service that were added, removed or changed.",
        usage: "[OPTION]... OLD [NEW]",
        usual: "OLD NEW --by --date --match-trips --format",
        groups: ["Service": "--by --date --days"],
        examples: [
            .init(
                "what a cut removed, as a table",
                "linefeed select --feed demo/feed.zip --route B-10 |\n"
                    + "    linefeed diff demo/feed.zip - --format table"),
            .init(
                "the same trips under new ids",
                "linefeed select --feed demo/feed.zip --date 20260302 |\n"
                    + "    linefeed diff demo/feed.zip - --match-trips pattern-times"),
            .init(
                "what riders gain and lose on each route, as text to send on",
                "linefeed select --feed demo/feed.zip --stop S02 --stop S01 --clip |\n"
                    + "    linefeed diff demo/feed.zip - --by route_id --format table"),
            .init(
                "the same by stop and type of day, as records",
                "linefeed select --feed demo/feed.zip --stop S02 --stop S01 --clip |\n"
                    + "    linefeed diff demo/feed.zip - --by stop_id,day_type"),
        ],
        input: """
            OLD and NEW are zips, folders, stores, URLs or files of records from ingest. One of them may be - for
            standard input.

            diff compares the content of rows and ignores their order. Rows are matched by the primary key of the GTFS
            reference, or by the whole row if the file has no key. An empty column equals a missing column, and 5 equals
            5.0.

            --match-trips pattern-times treats two trips as the same, whatever their ids, if they agree in route,
            direction, service days, stops and times. It looks only at the days that both feeds cover.

            --by compares the service that riders get instead of rows. It looks at the days that both feeds cover, or at
            those of them that --date and --days choose. Two runs are the same if their route, stops, times and boarding
            rules agree. It does not matter how the feed writes calendars, frequencies, trips, blocks and shapes.
            """,
        output: """
            The table changes has one record for each row that differs. Added rows come first, in the order of NEW.
            Modified and removed rows follow, in the order of OLD.

              {"table":"changes","file":"stops.txt","change":"modified","key":
               {"stop_id":"S01"},"fields":[{"field":"stop_name","old":"Mill Rd",
               "new":"Mill Road"}]}

            If a value is missing, old or new is null. For added and removed rows, fields lists every column except
            the key. With --match-trips the key of a trip is its id in OLD. If a feed has several rows with the same
            key, these rows are only reported as added or removed.

            With --by the table is service_changes. It has one record for each group in which any run differs.

              {"table":"service_changes","route_id":"B-20","day_type":"saturday","days":8,
               "trips_per_day_old":69,"trips_per_day_new":0,…,"runs_added":0,
               "runs_removed":552,…,"stops_removed":["00016","00017"]}

            The old and new figures are those of service-levels on the same days. Added and removed runs and departures
            are counted over all days. A route or stop with a new id counts as one removed and one added.

            With --by, --format table prints a summary by type of day with the biggest changes first. The format html
            writes a page, and svg and png write its picture. The format png needs libcairo2 and libpng16-16; if a
            library is missing, the run exits with 69.
            """,
        cost: """
            - Memory: 30 MB, 21 bytes for each row of OLD and 24 for each modified row
            - Memory with --match-trips: also a timetable, 60 bytes a trip and 40 a row of each distinct run of times
            - Memory with --by: two timetables, 130 bytes a trip, and that of service-levels for groups that differ
            - Time: 750,000 rows a second; NEW and OLD are read once, files of OLD that have changes twice
            - Temporary files: modified rows, and input from a pipe
            """,
        statuses: [.found, .dataUnusable, .inputMissing, .serviceFailed],
        answers: [
            .init(
                empty: .dataUnusable, otherTables: .dataUnusable, messages: .dataUnusable, otherKinds: .dataUnusable)
        ],
        tables: Manual.scheduleTables,
        values: ["--by": .several { DiffOptions.keyNames }, "--days": .several { ReportWindow.dayWords }])

    static let configuration = CommandConfiguration(Diff.self, manual)

    @Argument(help: ArgumentHelp("The old feed; - is standard input.", valueName: "old"), completion: .file())
    var old: String

    @Argument(help: ArgumentHelp("The new feed; none or - is standard input.", valueName: "new"), completion: .file())
    var new = DiffOptions().new

    @Option(
        help: ArgumentHelp(
            "Match trips by something other than their ids: pattern-times matches stops and times."))
    var matchTrips: DiffOptions.TripMatch?

    @Option(
        help: ArgumentHelp(
            "Compare service instead of rows, grouped by route_id, direction_id, stop_id, day_type or hour.",
            valueName: "key,…"))
    var by: [String] = []

    @Option(
        help: ArgumentHelp(
            "With --by: compare only these service days, as in 20260302 or 20260302-20260308.",
            valueName: "d|d1-d2"))
    var date: String?

    @Option(
        help: ArgumentHelp(
            "With --by: compare only weekday, saturday, sunday, weekend, or days such as mon,tue.", valueName: "day,…"))
    var days: [String] = []

    @Option(help: .formats(of: DiffOptions.Format.self))
    var format = DiffOptions().format

    @OptionGroup var rows: RowFlags
    @OptionGroup var common: CommonFlags

    func fill(_ options: inout DiffOptions) throws {
        options.old = old
        options.new = new
        options.tripMatch = matchTrips
        if let keys = try ListOption.text(by, "--by") { try options.setKeys(keys) }
        options.dates = try date.map { try ServiceDates.range($0, "--date") }
        options.weekdays = try ListOption.text(days, "--days").map(ReportWindow.weekdays)
        options.format = format
    }
}
