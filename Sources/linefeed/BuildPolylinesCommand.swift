import ArgumentParser
import BuildPolylinesStage
import StageKit

extension BuildPolylinesOptions.Grouping: ExpressibleByArgument {}
extension BuildPolylinesOptions.Geometry: ExpressibleByArgument {}

struct BuildPolylinesCommand: ReadingCommand {
    typealias Work = BuildPolylines
    static let place = 80

    static let manual = Manual(
        abstract: "Draw routes as lines: GeoJSON, encoded polylines, WKT or CSV.",
        examples: [
            .init(
                "a line for each stop sequence of each route, ready for QGIS",
                "linefeed ingest samples/feed.zip | linefeed build-polylines"),
            .init(
                "one line a route along its shapes, thinned to 5 m, and a pin a stop",
                "linefeed ingest samples/feed.zip |\n"
                    + "    linefeed build-polylines --by route --geometry auto --simplify 5 --pins"),
            .init(
                "what runs on a Monday, how often, and how long its way is",
                "linefeed ingest samples/feed.zip |\n"
                    + "    linefeed build-polylines --by route --date 20260302 |\n"
                    + "    jq -r '.properties | [.polyline_id, .runs, .length_m] | @tsv'"),
            .init(
                "which routes run side by side, and on how many pieces of way",
                "linefeed ingest samples/feed.zip |\n"
                    + "    linefeed build-polylines --by way --geometry auto |\n"
                    + "    jq -c '.properties.route_ids' | sort | uniq -c | sort -rn | head"),
            .init(
                "the length of every pattern as CSV",
                "linefeed ingest samples/feed.zip | linefeed build-polylines --format csv"),
        ],
        input: """
            The tables stops, routes, trips, stop_times and agency of ingest, shapes where
            --geometry asks for them, and calendar, calendar_dates and frequencies with
            --date, in any order of tables and rows; or trip_details
            (a trip with stops[], each with stop_id, lat and lon), each of which becomes
            one line, whatever --by says. With --feed the tables
            come from there, and stdin is read only when it is named by -. A zip from a
            pipe goes through ingest: --feed - takes records, or a zip if stdin is a file.
            """,
        output: """
            polylines, one Feature a line, by route in the order of routes, direction,
            and falling trip count; with --pins stop_pins after them, one a platform,
            with the station where it has one. Coordinates are longitude, latitude.
            Lines across the antimeridian are cut there.
              {"type":"Feature","table":"polylines","bbox":[151.2,-33.9,151.3,-33.8],
              "properties":{"polyline_id":"T1:0:6c62272e07bb","route_id":"T1",
              "direction_id":0,"route_short_name":"T1",
              "route_long_name":"North Shore","route_type":2,"route_color":"F99D1C",
              "route_text_color":"FFFFFF","agency_name":"Sydney Trains",
              "trip_count":64,"stop_ids":["C1","TH"],"length_m":13943.2,
              "geometry_source":"stops","missing_stop_ids":[]},
              "geometry":{"type":"LineString","coordinates":[[…],[…]]}}
            --by pattern: trip_count trips share the stop sequence; along shapes the line
            is the shape that most of them have. --by trip adds trip_id. --by route: the
            ways of all trips of a route and direction, each piece drawn once, so a
            MultiLineString where it branches. First comes the shape of the most trips,
            of equals the one whose trip comes first; of each other what lies further
            than --same-way from all that is drawn, with a joint of at most two such
            distances at either end, and whole where it only crosses. So the shape of
            every trip lies within that distance of the line. Trips without a shape run
            under auto where others between the same two stops do, else straight.
            --same-way 0 leaves out identical pieces only.
            --by way: the ways of all routes of a feed together, each piece once, cut
            where the routes on it change. route_ids are in order from left to right as
            the piece runs from from_node to to_node, routes tells more of each, with
            the trips that run along half of the piece at least; both directions count.
            Pieces that meet have the same node. The order has as few crossings as can
            be, then as few neighbours parted: exactly where all orders can be weighed,
            else by search, always the same for the same feed. It never changes where
            the routes do not. How many crossings there are is told with -v, and how
            many there would be in the order of routes. Junctions that lie within four
            --same-way of each other are one node, and pieces between the same nodes
            that run within two of each other are one. Trips without a route are on no
            piece, and are told. map and render-tiles draw the routes side by side.
            trip_count counts rows of trips: of all calendars together, weekdays,
            Sundays and holidays alike, and one with frequencies as one. --date counts
            the trips of that service day, leaves out all others, and adds runs: how
            often they run, each run of a frequency counted. Of trip_details it takes
            those of that start_date.
            length_m is measured before --simplify, which comes last and keeps the
            places where pieces of a route meet; of a route it is the way, whichever
            direction and how often it is run.
            stop_ids leaves out the stops in missing_stop_ids, so under stops it matches
            the coordinates, but for --by route.
            --format geojson is one FeatureCollection; encoded and wkt are flat records
            with the member encoded or wkt (of several parts encoded is an array); csv
            has a column wkt.
            """,
        cost: """
            Memory: 8 bytes a stop time (16 where the rows of trips are mixed), 20 to 28
            a point of a shape if shapes are read, about 140 a trip or stop; 10 million
            stop times of 300,000 trips take 140 MB (210 MB mixed). trip_details pass
            through. Time: 1.5 s for 1 GB of records, and 20 s for a million lines. The
            ways of routes take 2 s a million positions of their shapes, and 100 bytes a
            position of the route at hand that is drawn. A position is compared with what
            is drawn within --same-way of it; where lines lie across each other so often
            that a route takes more than 2,000 looks a position, and 20 million, the rest
            is merged only where pieces are identical, and that is told.
            --by way holds the positions of all shapes, looks at each and at one every
            20 m between, and weighs at most 60 million sums for what hangs together,
            else 300 million pairs of routes: seconds for a city.
            --date adds 60 bytes a row of calendars and frequencies.
            """,
        statuses: [.dataUnusable, .inputMissing, .serviceFailed],
        answers: [.records(unknown: ["--route": .dataUnusable, "--trip": .dataUnusable])])

    static let configuration = CommandConfiguration(BuildPolylines.self, manual)

    @Argument(help: ArgumentHelp("Records; none or - is stdin.", valueName: "file"), completion: .file())
    var files: [String] = []

    @Option(
        help: ArgumentHelp("Take the schedule from a zip, folder or records.", valueName: "path"),
        completion: .file())
    var feed: String?

    @Option(help: "What a line stands for: pattern, trip, route or way.")
    var by = BuildPolylinesOptions().grouping

    @Option(help: "Draw from stops, shapes, or auto: shapes where there are.")
    var geometry = BuildPolylinesOptions().geometry

    @Option(help: .formats(of: BuildPolylinesOptions.Format.self))
    var format = BuildPolylinesOptions().format

    @Option(
        help: ArgumentHelp("Write a file of lines and one of pins into this folder.", valueName: "dir"),
        completion: .directory)
    var split: String?

    @Option(help: ArgumentHelp("Decimals of encoded polylines, 5 or 6.", valueName: "n"))
    var precision = BuildPolylinesOptions().precision

    @Option(help: ArgumentHelp("Decimals of coordinates.", valueName: "n"))
    var digits = BuildPolylinesOptions().digits

    @Option(help: ArgumentHelp("With --by route or way: what runs this near is on one way.", valueName: "metres"))
    var sameWay: Double?

    @Option(help: ArgumentHelp("Draw and count what runs on this day only.", valueName: "yyyymmdd"))
    var date: String?

    @Option(help: ArgumentHelp("Leave out points this near to the line.", valueName: "metres"))
    var simplify: Double?

    @Flag(help: "Write a point for each stop too.")
    var pins = false

    @Option(help: ArgumentHelp("Draw this route only; repeat for more.", valueName: "id"))
    var route: [String] = []

    @Option(help: ArgumentHelp("Draw this trip only; repeat for more.", valueName: "id"))
    var trip: [String] = []

    @OptionGroup var rows: RowFlags
    @OptionGroup var common: CommonFlags

    func fill(_ options: inout BuildPolylinesOptions) throws {
        options.grouping = by
        options.geometry = geometry
        options.format = format
        options.split = split
        options.precision = precision
        options.digits = digits
        options.simplification = simplify
        options.sameWay = sameWay
        options.date = try date.map(BuildPolylinesOptions.date)
        options.pins = pins
        options.routes = route
        options.trips = trip
        options.feed = feed
        options.files = ArgumentRuns.unfold(files)
    }
}
