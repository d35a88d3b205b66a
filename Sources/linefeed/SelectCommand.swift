import ArgumentParser
import CoverTilesStage
import SelectStage
import StageKit

/// `linefeed select`
struct SelectCommand: ReadingCommand, ThreadedCommand {
    typealias Work = Select
    static let place = StagePlace(.timetables, 20)

    static let manual = Manual(
        brief: "keep part of a feed",
        abstract: "Extract part of a feed as a valid feed.",
        usage: "[OPTION]... [FILE]...",
        usual: "--feed --route --stop --date --bbox --clip --output",
        groups: [
            "Selection": "--route --agency --trip --stop --date --bbox --area --clip",
            "Output": "--split --format",
        ],
        examples: [
            .init(
                "one route as a feed",
                "linefeed select --feed demo/feed.zip --route B-10 |\n    linefeed write-gtfs -o route.zip"),
            .init(
                "a weekend around a place, as lines",
                "linefeed select --feed demo/feed.zip --date 20260307-20260308 \\\n"
                    + "    --bbox 150.2,-25.3,150.25,-25.25 | linefeed build-polylines"),
            .init(
                "trips shortened to three stops, from a pipe",
                "linefeed ingest demo/feed.zip |\n"
                    + "    linefeed select --stop S00 --stop S01 --stop S02 --clip"),
        ],
        input: """
            select reads the records that ingest writes. With --feed, select reads the feed from a zip, a folder, a
            SQLite database or a file of records. The feed is read twice, so standard input and URLs are first copied to
            a temporary file.

            A trip is kept if it satisfies every option that you give. If you repeat an option, a trip must match one of
            the values of that option. For example, --route A --route B --stop S keeps trips of route A or B that call
            at stop S.

            The id of a station selects all its platforms, and the id of a location group selects all its stops. A stop
            without coordinates is placed at its station. A demand-responsive trip calls in an area if the trip's zone
            overlaps the area.

            The --area file must contain GeoJSON polygons. If the --area file contains anything except polygons, or a
            position with an impossible latitude or longitude, the run exits with 65. If the feed has no calendar at
            all, trips are kept unless you give --date.
            """,
        output: """
            select writes the records of whole trips unchanged, together with everything that these trips need: routes,
            agencies, services, shapes, stops, stations, station entrances, fares, areas and booking rules. Transfers,
            pathways, frequencies and attributions are kept if everything they refer to is kept. A translation is kept
            if the text that it translates is kept.

              {"table":"routes","route_id":"B-10","route_short_name":"10","route_type":3}

            In the output, no record refers to a missing record. If a row of the feed contains a broken reference,
            select drops the row, or only the broken reference if the row is valid without it.

            With --date, calendars and feed_info are shortened to the chosen days. With -v or --summary, select reports
            the number of rows that it kept in each table.
            """,
        cost: """
            - Memory: 20 MB, 8 bytes for each stop time, about 150 bytes for each trip and each stop, and the fare
              tables
            - Time: two passes over the feed, half a million stop_times a second
            - Temporary files: the input, if it comes from a pipe
            """,
        statuses: [.dataUnusable, .inputMissing],
        answers: [.unusable(unknown: ["--route": .dataUnusable, "--agency": .dataUnusable])],
        tables: Manual.scheduleTables)

    @Argument(help: .scheduleRecords, completion: .file())
    var files: [String] = []

    @Option(help: .feed, completion: .file())
    var feed: String?

    @Option(help: ArgumentHelp("Keep trips of this route; repeat the option for more routes.", valueName: "id"))
    var route: [String] = []

    @Option(
        help: ArgumentHelp("Keep trips of this agency's routes; repeat the option for more agencies.", valueName: "id"))
    var agency: [String] = []

    @Option(help: ArgumentHelp("Keep this trip; repeat the option for more trips.", valueName: "id"))
    var trip: [String] = []

    @Option(
        help: ArgumentHelp(
            "Keep trips that call at this stop or station; repeat the option for more stops.", valueName: "id")
    )
    var stop: [String] = []

    @Option(
        help: ArgumentHelp(
            "Keep trips that run on these days, such as 20260302 or 20260302-20260308.", valueName: "d|d1-d2"))
    var date: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Keep trips that call inside this box (west, south, east, north).", valueName: "w,s,e,n"))
    var bbox: String?

    @Option(
        help: ArgumentHelp("Keep trips that call inside a polygon of this GeoJSON file.", valueName: "file"),
        completion: .file())
    var area: String?

    @Flag(help: "Shorten trips to the stops that --stop, --bbox and --area select.")
    var clip = false

    @Option(help: .split, completion: .directory)
    var split: String?

    @Option(help: .formats(tables: "need --split"))
    var format = SelectOptions().format

    @OptionGroup var rows: RowFlags
    @OptionGroup var threads: JobFlags
    @OptionGroup var common: CommonFlags

    func fill(_ options: inout SelectOptions) throws {
        options.feed = feed
        options.routes = route
        options.agencies = agency
        options.trips = trip
        options.stops = stop
        options.dates = try date.map { try ServiceDates.range($0, "--date") }
        options.box = try bbox.map { try CoverTilesOptions.box($0, "--bbox") }
        options.area = area
        options.clips = clip
        options.split = split
        options.format = format
        options.files = ArgumentRuns.unfold(files)
    }
}
