import ArgumentParser
import BuildPolylinesStage
import StageKit

extension BuildPolylinesOptions.Grouping: ArgumentWord {}
extension BuildPolylinesOptions.Geometry: ArgumentWord {}

struct BuildPolylinesCommand: ReadingCommand, MessageReadingCommand, ThreadedCommand {
    typealias Work = BuildPolylines
    static let place = StagePlace(.maps, 10)

    static let manual = Manual(
        brief: "routes as map lines",
        abstract: "Draw routes as lines: GeoJSON, encoded polylines, WKT or CSV.",
        usage: "[OPTION]... [FILE]...",
        usual: "--feed --by --geometry --pins --date --format --output",
        groups: [
            "Selection": "--route --trip --date",
            "Realtime": "--realtime",
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
                "which routes share a street, and on how many segments",
                "linefeed build-polylines --feed demo/feed.zip --by way --geometry auto |\n"
                    + "    jq -c '.properties.route_ids' | sort | uniq -c | sort -rn | head"),
            .init(
                "the length of every pattern as CSV, from a pipe",
                "linefeed ingest demo/feed.zip | linefeed build-polylines --format csv"),
        ],
        input: """
            build-polylines reads the following tables from ingest: stops, routes, trips, stop_times and agency. With
            --geometry shapes or --geometry auto, the table "shapes" is also read. With --date, build-polylines also
            reads the tables calendar, calendar_dates and frequencies. Tables and rows may come in any order.

            The input may also contain trip_details records. Each trip_details record is drawn as one line, whatever the
            value of --by. A trip_details record contains the array "stops", whose elements have a stop_id, a lat and a
            lon.

            With --realtime, build-polylines also reads GTFS-Realtime messages, or the records that decode-rt writes. If
            a TripModifications entity detours a trip, the trip is drawn as it runs on the day that --date names or,
            without --date, on the day of the newest message. The stops and shapes in the messages are used in addition
            to the stops and shapes of the feed.

            With --feed, build-polylines reads the tables from the feed, and reads standard input only if FILE is -.
            With --feed -, standard input may be redirected from a zip file; if a zip comes from a pipe, use ingest to
            convert the zip to records first.
            """,
        output: """
            The table "polylines" is written as GeoJSON Features, one on each line. The Features are sorted by route,
            then by direction, and then by trip count, with the largest count first. With --pins, the table stop_pins is
            written after the lines, with a point for each platform; if the platform belongs to a station, the point
            also names the station. In coordinates, the longitude comes before the latitude. A line that crosses the
            antimeridian is cut at the antimeridian.

              {"type":"Feature","table":"polylines","bbox":[151.2,-33.9,151.3,-33.8],
              "properties":{"polyline_id":"T1:0:6c62272e07bb","route_id":"T1",
              "direction_id":0,"route_short_name":"T1",
              "route_long_name":"North Shore","route_type":2,"route_color":"F99D1C",
              "route_text_color":"FFFFFF","agency_name":"Sydney Trains",
              "trip_count":64,"stop_ids":["C1","TH"],"length_m":13943.2,
              "geometry_source":"stops","missing_stop_ids":[]},
              "geometry":{"type":"LineString","coordinates":[[…],[…]]}}

            With --by pattern, there is one line for each stop sequence, and trip_count is the number of trips that
            follow this sequence. If lines are drawn along shapes, the line of a pattern is the shape that most trips of
            the pattern use.

            With --by trip, there is one line for each trip, with its trip_id.

            With --by route, there is one line for each route and direction. The line of a route contains the paths of
            all its trips, but each street or track is drawn only once. If the route branches, the line is a
            MultiLineString. The shape with the most trips is drawn first; in a tie, the shape with the earliest trip in
            the input is drawn first. From each of the remaining shapes, build-polylines adds only the segments that are
            further than the --same-way distance from the lines already drawn. A short piece, at most twice as long as
            the --same-way distance, connects each end of an added segment to the lines already drawn. A shape that only
            crosses a line already drawn is drawn without a gap at the crossing. The shape of every trip lies within the
            --same-way distance of the line of its route.

            With --geometry auto, a trip without a shape follows the path of other trips between each pair of
            consecutive stops, or a straight line if there is no such path. With --same-way 0, only identical segments
            are merged.

            With --by way, the paths of all routes of a feed are drawn together as segments of street or track, and each
            segment is drawn once. A segment ends wherever a route joins or leaves the street or track, and segments
            that meet have a node in common. The member route_ids lists the routes from left to right, as seen from
            "from_node", looking towards "to_node". The member "routes" contains one object for each route, with the
            number of its trips that run along at least half of the segment, in either direction.

            Within a segment, the routes are ordered so that route lines cross as rarely as possible; among equally good
            orders, build-polylines prefers orders that keep neighbouring routes together. If only a few orders are
            possible, build-polylines tries all of them; otherwise, it uses a heuristic search. The same feed always
            gives the same order of routes. Along a street or track, the order of routes changes only where a route
            joins or leaves. With -v, build-polylines reports the number of crossings before and after it orders the
            routes.

            Junctions within four times the --same-way distance of each other become one node. Segments that connect the
            same nodes and lie within twice the --same-way distance of each other become one segment. Trips without a
            route are not drawn; a finding reports these trips. The stages "map" and "render-tiles" draw the routes of a
            segment side by side.

            The member trip_count counts all trips of the timetable, whatever days they run on; a trip with frequencies
            is counted once. With --date, only trips of that service day are drawn and counted, and the member "runs"
            counts every run of a trip with frequencies. If the input contains trip_details records, --date keeps only
            the records with that start_date.

            The member length_m is the length of the line in metres, before --simplify is applied. Simplification is the
            last step, and it keeps the points where segments of a route meet. With --by route, length_m is the length
            of the path, whatever the number and direction of the trips that use the path.

            If a detour changes the trips of a line, the member modifications_id of the line contains the id of the
            TripModifications entity. A detour with a shape follows that shape. If a detour has no shape, its line
            follows the trip's shape between the stops that the trip still serves, and is straight to and from the
            replacement stops. A detour with start_times changes only some runs of a trip, so the detour is reported but
            not drawn.

            The member stop_ids does not contain the stops in missing_stop_ids. With --geometry stops, a line has
            exactly one position for each stop in stop_ids, unless you give --by route.

            With --format geojson, one FeatureCollection is written. With --format encoded or wkt, the records are flat,
            and the line is in the member "encoded" or "wkt". If a line has several parts, the member "encoded" is an
            array. With --format csv, the line is in the column "wkt".
            """,
        cost: """
            - Memory: 8 bytes for each stop time (16 if the rows of different trips are mixed), 20 to 28 for each
              shape point if shapes are read, and about 150 for each trip and each stop
            - Memory for 10 million stop times of 300,000 trips: 140 MB (210 MB if mixed)
            - Memory for paths of routes: 100 bytes a drawn position of the current route
            - Memory with --date: also 60 bytes a row of calendars and frequencies
            - Time: 1.5 s for 1 GB of records, 20 s for a million lines, 2 s for a million shape positions

            Records of trip_details are not kept in memory. With --by way, the positions of all shapes are kept in
            memory, with additional points so that neighbouring points are at most 20 m apart. Ordering the routes of a
            city takes seconds: for each connected network, build-polylines performs at most 60 million additions if it
            tries all orders, or at most 300 million comparisons in the heuristic search.

            To merge lines, build-polylines compares each point of a shape with the lines already drawn within the
            --same-way distance. For each route, build-polylines makes at most 20 million comparisons, plus 2,000 for
            each point of the route's shapes. If a route exceeds this limit, build-polylines reports the route and
            merges only identical segments in its remaining lines.
            """,
        statuses: [.dataUnusable, .inputMissing, .serviceFailed],
        answers: [.unusable(unknown: ["--route": .dataUnusable, "--trip": .dataUnusable])],
        tables: "routes trips stops stop_times agency trip_details")

    @Argument(help: .scheduleRecords, completion: .file())
    var files: [String] = []

    @Option(help: .schedule, completion: .file())
    var feed: String?

    @Option(help: "Write a line for each pattern, trip, route or way (a street or track with all its routes).")
    var by = BuildPolylinesOptions().grouping

    @Option(
        help:
            """
            Draw lines straight from stop to stop (stops), along shapes (shapes), or from stop to stop only if there \
            is no shape (auto).
            """
    )
    var geometry = BuildPolylinesOptions().geometry

    @Option(help: .formats(of: BuildPolylinesOptions.Format.self))
    var format = BuildPolylinesOptions().format

    @Option(
        help: ArgumentHelp("Write a file of lines and a file of pins to this folder.", valueName: "dir"),
        completion: .directory)
    var split: String?

    @Option(help: ArgumentHelp("Write encoded polylines with N decimal places, where N is 5 or 6.", valueName: "n"))
    var precision = BuildPolylinesOptions().precision

    @Option(help: ArgumentHelp("Write coordinates with N decimal places.", valueName: "n"))
    var digits = BuildPolylinesOptions().digits

    @Option(
        help: ArgumentHelp(
            "With --by route or --by way, merge lines that are within METRES of each other.", valueName: "metres"))
    var sameWay: Double?

    @Option(help: ArgumentHelp("Draw and count only trips of this service day.", valueName: "yyyymmdd"))
    var date: String?

    @Option(
        help: ArgumentHelp(
            "Draw trips with the detours in this file of messages or records; repeat the option for more files.",
            valueName: "file"),
        completion: .file())
    var realtime: [String] = []

    @Option(help: ArgumentHelp("Drop points that lie within METRES of the simplified line.", valueName: "metres"))
    var simplify: Double?

    @Flag(help: "Also write a point for each stop.")
    var pins = false

    @Option(help: ArgumentHelp("Draw only this route; repeat the option for more routes.", valueName: "id"))
    var route: [String] = []

    @Option(help: ArgumentHelp("Draw only this trip; repeat the option for more trips.", valueName: "id"))
    var trip: [String] = []

    @OptionGroup var messages: MessageFlags
    @OptionGroup var rows: RowFlags
    @OptionGroup var threads: JobFlags
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
        options.realtime = realtime
        options.feed = feed
        options.files = ArgumentRuns.unfold(files)
    }
}
