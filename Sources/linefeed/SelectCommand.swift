import ArgumentParser
import CoverTilesStage
import SelectStage
import StageKit

/// `linefeed select`
struct SelectCommand: ReadingCommand {
    typealias Work = Select
    static let place = 20

    static let manual = Manual(
        abstract: "Cut a part out of a feed that stands on its own.",
        examples: [
            .init(
                "One route as a feed of its own",
                "linefeed select --feed samples/feed.zip --route B-10 \\\n      | linefeed write-gtfs -o route.zip"),
            .init(
                "A weekend around a place",
                "linefeed select --feed samples/feed.zip --date 20260307-20260308 \\\n"
                    + "      --bbox 150.2,-25.3,150.25,-25.25 | linefeed build-polylines"),
            .init(
                "Trips cut to the stops inside, from a pipe",
                "linefeed ingest samples/feed.zip \\\n"
                    + "      | linefeed select --stop S00 --stop S01 --stop S02 --clip"),
        ],
        input: """
            Records of ingest, or with --feed a zip, a folder, a store or a file of
            records; standard input and URLs are copied to a temporary file, as the
            feed is read twice. Options combine by and, the values of one by or: trips
            of any --route that call at any --stop and run on a day of --date. A
            station stands for its platforms, a group of stops for its stops; a stop
            without coordinates is where its station is. A trip on demand calls in an
            area if its zone and the area have a place in common. --area is a GeoJSON
            file with polygons; anything else, or a position off the earth, ends the run
            (65). A feed without any calendar keeps its trips, unless --date is given.
            """,
        output: """
            The records of whole trips, as they came, and of all that they need: their
            routes, agencies, services, shapes, stops with their stations and the
            entrances of those, fares, areas, booking rules. Transfers, pathways,
            frequencies, attributions stay where both ends do; translations with what
            they translate. Nothing refers to what is not there: of a feed that does,
            such rows are left out, or the id where a row can do without.
            --date cuts calendars and feed_info to the days. How much of each table is
            left is told with -v, and by --summary.
              {"table":"routes","route_id":"B-10","route_short_name":"10","route_type":3}
            """,
        cost: """
            Memory: 20 MB, 8 bytes a stop time, some 150 a trip and a stop, and what the
            tables of fares take. Time: the feed is read twice, half a million
            stop_times a second. Temporary files: the input, if it comes by a pipe.
            """,
        statuses: [.dataUnusable, .inputMissing],
        answers: [.records(unknown: ["--route": .dataUnusable, "--agency": .dataUnusable])])

    static let configuration = CommandConfiguration(Select.self, manual)

    @Argument(help: ArgumentHelp("Files of records; none or - is stdin.", valueName: "file"), completion: .file())
    var files: [String] = []

    @Option(
        help: ArgumentHelp("The feed: a zip, a folder, a store or records.", valueName: "path"), completion: .file())
    var feed: String?

    @Option(help: ArgumentHelp("Trips of this route; may be repeated.", valueName: "id"))
    var route: [String] = []

    @Option(help: ArgumentHelp("Trips of this agency's routes; may be repeated.", valueName: "id"))
    var agency: [String] = []

    @Option(help: ArgumentHelp("This trip; may be repeated.", valueName: "id"))
    var trip: [String] = []

    @Option(help: ArgumentHelp("Trips that call at this stop or station; may be repeated.", valueName: "id"))
    var stop: [String] = []

    @Option(help: ArgumentHelp("Trips that run on a day, as in 20260302 or 20260302-20260308.", valueName: "d|d1-d2"))
    var date: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("Trips that call in a box.", valueName: "w,s,e,n"))
    var bbox: String?

    @Option(help: ArgumentHelp("Trips that call in a polygon of this file.", valueName: "file"), completion: .file())
    var area: String?

    @Flag(help: "Cut trips to the stops of --stop, --bbox and --area.")
    var clip = false

    @Option(
        help: ArgumentHelp("Write a file for each table into this folder.", valueName: "dir"), completion: .directory)
    var split: String?

    @Option(help: .formats(tables: "with --split"))
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
