import ArgumentParser
import CoverTilesStage
import SelectStage
import StageKit

/// `linefeed select`
struct SelectCommand: ReadingCommand {
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
            select reads the records of ingest, or with --feed a zip, a folder, a store or a file of records. It reads
            the feed twice; therefore it copies standard input and URLs to a temporary file.

            A trip must satisfy every option that you give, and one of the values of each option. For example, --route
            A --route B --stop S keeps trips of route A or B that call at stop S.

            A station stands for its platforms, and a group of stops for its stops. A stop without coordinates lies
            where its station lies. A demand-responsive trip calls in an area if its zone and the area overlap.

            --area reads polygons from a GeoJSON file. Any other file, or a position off the earth, ends the run with
            65. If the feed has no calendar at all, its trips are kept unless you give --date.
            """,
        output: """
            select writes the records of whole trips unchanged, and everything these trips need: routes, agencies,
            services, shapes, stops, stations, station entrances, fares, areas and booking rules. Transfers, pathways,
            frequencies and attributions are kept if both of their ends are kept. Translations are kept with the text
            that they translate.

              {"table":"routes","route_id":"B-10","route_short_name":"10","route_type":3}

            No record refers to a missing record. If the feed itself has such a broken reference, select drops the row,
            or only the id if the row is valid without it.

            --date shortens calendars and feed_info to the chosen days. With -v, and in --summary, select reports how
            much of each table it kept.
            """,
        cost: """
            - Memory: 20 MB, 8 bytes a stop time, about 150 a trip and a stop, and the tables of fares
            - Time: two passes over the feed, half a million stop_times a second
            - Temporary files: the input, if it comes from a pipe
            """,
        statuses: [.dataUnusable, .inputMissing],
        answers: [
            .init(
                empty: .dataUnusable, otherTables: .dataUnusable, messages: .dataUnusable, otherKinds: .dataUnusable,
                unknown: ["--route": .dataUnusable, "--agency": .dataUnusable])
        ],
        tables: Manual.scheduleTables)

    static let configuration = CommandConfiguration(Select.self, manual)

    @Argument(
        help: ArgumentHelp(
            "Read records from these files; by default, or for -, read standard input.", valueName: "file"),
        completion: .file())
    var files: [String] = []

    @Option(
        help: ArgumentHelp(
            "Read the feed from a zip, a folder, a SQLite database or a file of records.", valueName: "path"),
        completion: .file())
    var feed: String?

    @Option(help: ArgumentHelp("Keep trips of this route; repeat the option for more.", valueName: "id"))
    var route: [String] = []

    @Option(help: ArgumentHelp("Keep trips of this agency's routes; repeat the option for more.", valueName: "id"))
    var agency: [String] = []

    @Option(help: ArgumentHelp("Keep this trip; repeat the option for more.", valueName: "id"))
    var trip: [String] = []

    @Option(
        help: ArgumentHelp("Keep trips that call at this stop or station; repeat the option for more.", valueName: "id")
    )
    var stop: [String] = []

    @Option(
        help: ArgumentHelp(
            "Keep trips that run on these days, as in 20260302 or 20260302-20260308.", valueName: "d|d1-d2"))
    var date: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Keep trips that call in this box (west, south, east, north).", valueName: "w,s,e,n"))
    var bbox: String?

    @Option(
        help: ArgumentHelp("Keep trips that call in a polygon of this GeoJSON file.", valueName: "file"),
        completion: .file())
    var area: String?

    @Flag(help: "Shorten trips to the stops chosen by --stop, --bbox and --area.")
    var clip = false

    @Option(
        help: ArgumentHelp("Write one file for each table into this folder.", valueName: "dir"), completion: .directory)
    var split: String?

    @Option(help: .formats(tables: "need --split"))
    var format = SelectOptions().format

    @OptionGroup var rows: RowFlags
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
