import ArgumentParser
import DiffStage
import Reports
import StageKit

extension DiffOptions.TripMatch: ExpressibleByArgument {}

/// `linefeed diff`
struct DiffCommand: ReadingCommand {
    typealias Work = Diff
    static let place = 50

    static let manual = Manual(
        abstract: "What changed between two feeds: rows added, removed and modified.",
        examples: [
            .init(
                "What a cut took away, for people",
                "linefeed select --feed samples/feed.zip --route B-10 \\\n"
                    + "      | linefeed diff samples/feed.zip - --format table"),
            .init(
                "Trips that have new ids are the same",
                "linefeed select --feed samples/feed.zip --date 20260302 \\\n"
                    + "      | linefeed diff samples/feed.zip - --match-trips pattern-times"),
            .init(
                "What riders gain and lose, as a text to send on",
                "linefeed select --feed samples/feed.zip --stop S02 --clip \\\n"
                    + "      --stop S01 | linefeed diff samples/feed.zip - \\\n"
                    + "      --by route_id --format table"),
            .init(
                "The same by stop and type of day, as records",
                "linefeed select --feed samples/feed.zip --stop S02 --clip \\\n"
                    + "      --stop S01 | linefeed diff samples/feed.zip - \\\n"
                    + "      --by stop_id,day_type"),
        ],
        input: """
            Two feeds: zips, folders, stores, URLs or files of records of ingest; one may
            be - for stdin. Rows are compared by what they say, in whatever order: by the
            reference's primary key, by the whole row where a file has none. A column
            that is empty and one that is not there are one, and so are 5 and 5.0.
            --match-trips pattern-times takes trips of one route, direction, service
            days, stops and times for the same, whatever their ids; days are those that
            both feeds cover.
            --by compares what riders have in place of rows: the service that runs on the
            days that both feeds cover, or those of them that --date and --days name.
            Calendars, frequencies, trips, blocks and shapes may be written in any way:
            a run is the same if its route, stops, times and boarding are.
            """,
        output: """
            changes: a record for each row that differs. First what was added, in the
            order of NEW, then what was modified or removed, in the order of OLD.
              {"table":"changes","file":"stops.txt","change":"modified","key":
               {"stop_id":"S01"},"fields":[{"field":"stop_name","old":"Mill Rd",
               "new":"Mill Road"}]}
            old and new are null for nothing. Of rows added or removed fields has all
            but the key. With --match-trips the key of a trip is its id in OLD.
            Rows of one key that stands twice are only added or removed.
            With --by service_changes: a record for each group in which any run differs.
              {"table":"service_changes","route_id":"B-20","day_type":"saturday","days":8,
               "trips_per_day_old":69,"trips_per_day_new":0,…,"runs_added":0,
               "runs_removed":552,…,"stops_removed":["00016","00017"]}
            Figures of old and new are those of service-levels on the same days; runs and
            departures added and removed are over all days. A route or a stop under a new
            id is one removed and one added. --format table is a screen to send on, by
            type of day, the biggest changes first; html is a page, svg and png are its
            picture. png needs libcairo2 and libpng16-16 (without them 69).
            """,
        cost: """
            Memory: 30 MB, 21 bytes a row of OLD, 24 a modified one; with --match-trips
            also a timetable, 60 bytes a trip and 40 a row of each distinct run of times;
            with --by two timetables, 130 bytes a trip, and what service-levels takes for
            groups that differ. Time: NEW is read once, OLD too, and those of its files
            that have changes twice; three quarters of a million rows a second.
            Temporary files: rows that were modified, and what comes by a pipe.
            """,
        statuses: [.found, .dataUnusable, .inputMissing, .serviceFailed],
        answers: [.records()])

    static let configuration = CommandConfiguration(Diff.self, manual)

    @Argument(help: ArgumentHelp("The feed as it was; - is stdin.", valueName: "old"), completion: .file())
    var old: String

    @Argument(help: ArgumentHelp("The feed as it is; none or - is stdin.", valueName: "new"), completion: .file())
    var new = DiffOptions().new

    @Option(help: "Trips that are the same under another id: pattern-times, by their stops and times.")
    var matchTrips: DiffOptions.TripMatch?

    @Option(
        help: ArgumentHelp(
            "Compare what riders have in place of rows, by route_id, direction_id, stop_id, day_type, hour.",
            valueName: "key,…"))
    var by: String?

    @Option(
        help: ArgumentHelp(
            "With --by: these service days of those that both feeds cover, 20260302 or 20260302-20260308.",
            valueName: "d|d1-d2"))
    var date: String?

    @Option(
        help: ArgumentHelp(
            "With --by: weekday, saturday, sunday, weekend, or mon,tue,… alone.", valueName: "day,…"))
    var days: String?

    @Option(help: .formats(of: DiffOptions.Format.self))
    var format = DiffOptions().format

    @OptionGroup var rows: RowFlags
    @OptionGroup var common: CommonFlags

    func fill(_ options: inout DiffOptions) throws {
        options.old = old
        options.new = new
        options.tripMatch = matchTrips
        if let by { try options.setKeys(by) }
        options.dates = try date.map { try ServiceDates.range($0, "--date") }
        options.weekdays = try days.map(ReportWindow.weekdays)
        options.format = format
    }
}
