import ArgumentParser
import BuildPolylinesStage
import StageKit

extension BuildPolylinesOptions.Grouping: ArgumentWord {}
extension BuildPolylinesOptions.Geometry: ArgumentWord {}

struct BuildPolylinesCommand: ReadingCommand {
    typealias Work = BuildPolylines
    static let place = StagePlace(.maps, 10)

    static let manual = Manual(
        brief: "routes as map lines",
        abstract: "Draw routes as lines: GeoJSON, encoded polylines, WKT or CSV.",
        usage: "[OPTION]... [FILE]...",
        usual: "--feed --by --geometry --pins --date --format --output",
        groups: [
            "Selection": "--route --trip --date",
            "Line": "--by --geometry --same-way --simplify --digits --precision --pins",
            "Output": "--format --split",
        ],
        examples: [
            .init(
                "a line for each stop sequence of each route, for QGIS",
                "linefeed build-polylines --feed demo/feed.zip -o lines.geojsonl"),
            .init(
                "one line a route along its shapes, simplified to 5 m, with pins",
                "linefeed build-polylines --feed demo/feed.zip --by route \\\n"
                    + "    --geometry auto --simplify 5 --pins"),
            .init(
                "the runs and the length of each route on a Monday",
                "linefeed build-polylines --feed demo/feed.zip --by route --date 20260302 |\n"
                    + "    jq -r '.properties | [.polyline_id, .runs, .length_m] | @tsv'"),
            .init(
                "which routes share a street, and on how many pieces",
                "linefeed build-polylines --feed demo/feed.zip --by way --geometry auto |\n"
                    + "    jq -c '.properties.route_ids' | sort | uniq -c | sort -rn | head"),
            .init(
                "the length of every pattern as CSV, from a pipe",
                "linefeed ingest demo/feed.zip | linefeed build-polylines --format csv"),
        ],
        input: """
            build-polylines reads the records of ingest: stops, routes, trips, stop_times and agency. It needs shapes
            if --geometry asks for them, and calendar, calendar_dates and frequencies with --date. Tables and rows may
            come in any order.

            It also reads trip_details records, and writes one line for each of them, whatever --by says. A trip has
            stops[], each with stop_id, lat and lon.

            With --feed the tables come from that feed, and standard input is read only if you name it with -. A zip
            from a pipe must go through ingest first, because --feed - takes records, or a zip if standard input is a
            file.
            """,
        output: """
            The table polylines has one GeoJSON Feature on each line. Lines follow the order of routes, then
            direction, then falling trip count. With --pins the table stop_pins follows. It has a point for each
            platform, with its station if it has one. Coordinates are longitude, latitude. Lines across the
            antimeridian are cut there.

              {"type":"Feature","table":"polylines","bbox":[151.2,-33.9,151.3,-33.8],
              "properties":{"polyline_id":"T1:0:6c62272e07bb","route_id":"T1",
              "direction_id":0,"route_short_name":"T1",
              "route_long_name":"North Shore","route_type":2,"route_color":"F99D1C",
              "route_text_color":"FFFFFF","agency_name":"Sydney Trains",
              "trip_count":64,"stop_ids":["C1","TH"],"length_m":13943.2,
              "geometry_source":"stops","missing_stop_ids":[]},
              "geometry":{"type":"LineString","coordinates":[[…],[…]]}}

            --by pattern: one line for each stop sequence, with the number of its trips in trip_count. Along shapes, the
            line is the shape that most of these trips have.

            --by trip: one line for each trip, with trip_id.

            --by route: the paths of all trips of a route and direction, each piece drawn once. If the route branches,
            the line is a MultiLineString. The shape with the most trips is drawn first; among equals, the shape whose
            trip comes first. Every other shape adds only pieces that lie further than --same-way from the drawn
            lines. A joint of at most two such distances connects each end. A shape that only crosses the others is
            added whole. Therefore the shape of every trip lies within that distance of the line.

            With --geometry auto, a trip without a shape follows other trips between the same two stops, or else a
            straight line. With --same-way 0 only identical pieces are dropped.

            --by way: the paths of all routes of a feed together, each piece drawn once. Pieces are cut where their
            routes change, and pieces that meet share a node. The member route_ids lists the routes from left to
            right, as seen from from_node to to_node. The member routes describes each route. It counts the trips that
            run along at least half of the piece, in both directions.

            The order of routes has as few crossings as possible, and then separates as few neighbours as possible. The
            result is exact if all orders can be tried; otherwise a search finds it. The same feed always gives the same
            order, and the order changes only where routes do. With -v the number of crossings is reported, and the
            number in the original order of routes.

            Junctions within four times --same-way of each other are one node. Pieces between the same nodes that run
            within twice --same-way of each other are one piece. Trips without a route are on no piece and are reported.
            map and render-tiles draw the routes side by side.

            The member trip_count counts rows of trips over all calendars; a trip with frequencies counts once. With
            --date only trips of that service day are drawn and counted. The member runs then counts each run of a
            frequency. Of trip_details, --date keeps those with that start_date.

            The length length_m is measured before --simplify. Simplification comes last and keeps the points where
            pieces of a route meet. For a route, length_m is the length of the path, whatever the direction and number
            of runs.

            The member stop_ids omits the stops in missing_stop_ids. Therefore it matches the coordinates with
            --geometry stops, except with --by route.

            --format geojson writes one FeatureCollection. The formats encoded and wkt write flat records with a
            member of that name. If the line has several parts, the member encoded is an array. The format csv has a
            column wkt.
            """,
        cost: """
            - Memory: 8 bytes a stop time (16 if the rows of trips are mixed), 20 to 28 a shape point if shapes are read,
              about 140 a trip or stop
            - Memory for 10 million stop times of 300,000 trips: 140 MB (210 MB if mixed)
            - Memory for paths of routes: 100 bytes a drawn position of the current route
            - Memory with --date: also 60 bytes a row of calendars and frequencies
            - Time: 1.5 s for 1 GB of records, 20 s for a million lines, 2 s for a million shape positions

            Records of trip_details take no memory. With --by way the positions of all shapes are kept, with a point
            every 20 m between them. For connected routes it weighs at most 60 million sums, or else 300 million pairs
            of routes, which takes seconds for a city.

            Each position is compared with the drawn lines within --same-way. If a route needs more than 2,000
            comparisons a position and 20 million in all, build-polylines merges only identical pieces from then on, and
            reports it.
            """,
        statuses: [.dataUnusable, .inputMissing, .serviceFailed],
        answers: [
            .init(
                empty: .dataUnusable, otherTables: .dataUnusable, messages: .dataUnusable, otherKinds: .dataUnusable,
                unknown: ["--route": .dataUnusable, "--trip": .dataUnusable])
        ],
        tables: "routes trips stops stop_times agency trip_details")

    static let configuration = CommandConfiguration(BuildPolylines.self, manual)

    @Argument(
        help: ArgumentHelp(
            "Read records from these files; by default, or for -, read standard input.", valueName: "file"),
        completion: .file())
    var files: [String] = []

    @Option(
        help: ArgumentHelp(
            "Read the schedule from a zip, a folder, a SQLite database or a file of records.", valueName: "path"),
        completion: .file())
    var feed: String?

    @Option(help: "Write a line for each pattern, trip, route or way (a street with all its routes).")
    var by = BuildPolylinesOptions().grouping

    @Option(help: "Draw lines between stops, along shapes, or auto: along shapes if there are any.")
    var geometry = BuildPolylinesOptions().geometry

    @Option(help: .formats(of: BuildPolylinesOptions.Format.self))
    var format = BuildPolylinesOptions().format

    @Option(
        help: ArgumentHelp("Write a file of lines and a file of pins into this folder.", valueName: "dir"),
        completion: .directory)
    var split: String?

    @Option(help: ArgumentHelp("Write encoded polylines with N decimals, 5 or 6.", valueName: "n"))
    var precision = BuildPolylinesOptions().precision

    @Option(help: ArgumentHelp("Write coordinates with N decimals.", valueName: "n"))
    var digits = BuildPolylinesOptions().digits

    @Option(
        help: ArgumentHelp(
            "With --by route or way: treat lines that run this near to each other as one.", valueName: "metres"))
    var sameWay: Double?

    @Option(help: ArgumentHelp("Draw and count only trips of this service day.", valueName: "yyyymmdd"))
    var date: String?

    @Option(help: ArgumentHelp("Drop points that lie this near to the line.", valueName: "metres"))
    var simplify: Double?

    @Flag(help: "Write a point for each stop too.")
    var pins = false

    @Option(help: ArgumentHelp("Draw only this route; repeat the option for more.", valueName: "id"))
    var route: [String] = []

    @Option(help: ArgumentHelp("Draw only this trip; repeat the option for more.", valueName: "id"))
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
