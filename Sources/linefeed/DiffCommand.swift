import ArgumentParser
import DiffStage
import Reports
import StageKit

extension DiffOptions.TripMatch: ArgumentWord {}

/// `linefeed diff`
struct DiffCommand: ReadingCommand, ThreadedCommand {
    typealias Work = Diff
    static let place = StagePlace(.timetables, 50)

    static let manual = Manual(
        brief: "compare two feeds",
        abstract: "Compare two feeds: list rows or services that were added, removed or changed.",
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
            OLD and NEW are zips, folders, SQLite databases, URLs or files of records from ingest. One of OLD and NEW
            may be -, which stands for standard input.

            diff compares the content of rows and ignores their order. Rows are matched by the primary key that the GTFS
            reference defines, or by the whole row if the file has no primary key. An empty column is treated as equal
            to a missing column, and the value 5 as equal to 5.0.

            With --match-trips pattern-times, two trips with different ids are treated as the same trip if they have the
            same route, direction, service days, stops and times. Only the days that both feeds cover are compared.

            With --by, diff compares the service that riders receive, not the rows of the tables. Only the days that
            both feeds cover are compared; --date and --days restrict the comparison to some of these days. Two runs are
            treated as the same if they have the same route, stops, times and boarding rules. Differences in how the
            feeds describe calendars, frequencies, trips, blocks and shapes are ignored.
            """,
        output: """
            The table "changes" contains one record for each row that differs. Added rows come first, in the order of
            NEW. Modified and removed rows follow, in the order of OLD.

              {"table":"changes","file":"stops.txt","change":"modified","key":
               {"stop_id":"S01"},"fields":[{"field":"stop_name","old":"Mill Rd",
               "new":"Mill Road"}]}

            If a value is missing in OLD, the member "old" is null; if a value is missing in NEW, the member "new" is
            null. For added and removed rows, the member "fields" lists every column that is not part of the key. With
            --match-trips, the key of a trip is the trip's id in OLD. If a feed contains several rows with the same key,
            these rows are never reported as modified, only as added or removed.

            With --by, the table service_changes contains one record for each group in which at least one run differs.

              {"table":"service_changes","route_id":"B-20","day_type":"saturday","days":8,
               "trips_per_day_old":69,"trips_per_day_new":0,…,"runs_added":0,
               "runs_removed":552,…,"stops_removed":["00016","00017"]}

            For OLD and for NEW, each service_changes record contains the figures that service-levels reports for the
            compared days. Added and removed runs and departures are counted over all compared days. If a route or stop
            has a new id, the old id is reported as removed and the new id as added.

            With --by, the option --format table prints a summary for each type of day, with the biggest changes first.
            With --by, the format html writes a page with a picture; the formats svg and png write only the picture. The
            format png needs libcairo2 and libpng16-16; if one of these libraries is missing, the run exits with 69.
            """,
        cost: """
            - Memory: 30 MB, 34 bytes for each row of OLD and 24 for each modified row
            - Memory with --match-trips: also a timetable, with 60 bytes for each trip and 40 for each stop time (trips
              with the same times share their stop times)
            - Memory with --by: two timetables, 130 bytes for each trip, and the memory of service-levels for the
              groups that differ
            - Time: 750,000 rows a second; OLD and NEW are read once, but the files of OLD that have changes are read
              twice
            - Temporary files: modified rows, and input from a pipe
            """,
        statuses: [.found, .dataUnusable, .inputMissing, .serviceFailed],
        answers: [.unusable()],
        tables: Manual.scheduleTables,
        values: ["--by": .several { DiffOptions.keyNames }, "--days": .several { ReportWindow.dayWords }])

    @Argument(
        help: ArgumentHelp(
            "Read the old feed from this file, folder or URL; if OLD is -, read standard input.", valueName: "old"),
        completion: .file())
    var old: String

    @Argument(
        help: ArgumentHelp(
            "Read the new feed from this file, folder or URL; if NEW is omitted or is -, read standard input.",
            valueName: "new"), completion: .file())
    var new = DiffOptions().new

    @Option(
        help: ArgumentHelp(
            "Match trips by stops and times (pattern-times), not by their ids."))
    var matchTrips: DiffOptions.TripMatch?

    @Option(
        help: ArgumentHelp(
            """
            Instead of rows, compare service, grouped by one or more of route_id, direction_id, stop_id, day_type and \
            hour.
            """,
            valueName: "key,…"))
    var by: [String] = []

    @Option(
        help: ArgumentHelp(
            "With --by, compare only these service days, such as 20260302 or 20260302-20260308.",
            valueName: "d|d1-d2"))
    var date: String?

    @Option(
        help: ArgumentHelp(
            "With --by, compare only these days: weekday, saturday, sunday, weekend, or names such as mon,tue.",
            valueName: "day,…"))
    var days: [String] = []

    @Option(help: .formats(of: DiffOptions.Format.self))
    var format = DiffOptions().format

    @OptionGroup var rows: RowFlags
    @OptionGroup var threads: JobFlags
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
