import ArgumentParser
import MapStage
import StageKit

extension MapOptions.Format: ArgumentWord {}

/// `linefeed map`
struct MapCommand: ReadingCommand {
    typealias Work = MapStage
    static let place = StagePlace(.maps, 20)

    static let manual = Manual(
        brief: "interactive web page",
        abstract: "Make a self-contained web page with boards, trips and maps.",
        usage: "[OPTION]... [FILE]...",
        usual: "FILE --title --basemap --overlay --format --output",
        groups: [
            "Tile": "--basemap --overlay --frames --inline-tiles",
            "Output": "--title --timezone --assets --format --size",
        ],
        examples: [
            .init(
                "a network with its stops, to open in a browser",
                "linefeed build-polylines --feed demo/feed.zip --pins |\n"
                    + "    linefeed map --title Larkmere -o network.html"),
            .init(
                "a picture of the network and its vehicles",
                "linefeed build-polylines --feed demo/feed.zip -o lines.ndjson &&\n"
                    + "    linefeed decode-rt demo/vehicles-*.pb |\n"
                    + "    linefeed map lines.ndjson - --format svg -o network.svg"),
            .init(
                "vehicles that move along their lines",
                "linefeed build-polylines --feed demo/feed.zip -o lines.ndjson &&\n"
                    + "    linefeed decode-rt demo/vehicles-*.pb | linefeed track |\n"
                    + "    linefeed map lines.ndjson - -o play.html"),
            .init(
                "a board whose departures open their trips",
                "linefeed departures --feed demo/feed.zip --stop S00 -n \\\n"
                    + "    --at 2026-03-02T08:00 -o board.ndjson &&\n"
                    + "    linefeed trip-details board.ndjson --feed demo/feed.zip |\n"
                    + "    linefeed map board.ndjson - -o board.html"),
            .init(
                "vehicles in frames of tiles over their lines",
                "linefeed build-polylines --feed demo/feed.zip -o lines.ndjson &&\n"
                    + "    linefeed decode-rt demo/vehicles-17723988*.pb | linefeed track |\n"
                    + "    linefeed animate --speed 60 --fps 2 |\n"
                    + "    linefeed render-tiles --zoom 10-11 --into frames.mbtiles &&\n"
                    + "    linefeed map lines.ndjson --overlay frames.mbtiles -o page.html"),
        ],
        input: """
            map reads records of these tables in any mix and order, and ignores other tables:

            - polylines and stop_pins of build-polylines
            - departures and trip_details
            - vehicle_positions; the newest position of each vehicle is shown
            - vehicle_events, or else frames; they are played if they have more than one time, and a still shows the last
            - occupancy; its shares by route_id are shown beside the routes

            --basemap also takes a PMTiles or MBTiles file. It may hold PNG, JPEG, WebP, or vector tiles in the schemas
            OpenMapTiles, Protomaps 4 and Shortbread. For another schema the run exits with 65.
            """,
        output: """
            The output is an HTML page. It contains all data, style and script; therefore it works from a file without a
            network. A departure opens the trip with the same trip_id, start_date and start_time. Without coordinates
            the page has lists and no map.

            The page animates vehicle_events by the rules of animate, at any speed. You can play, step and scrub, follow
            or inspect a vehicle, and switch routes on and off. A followed vehicle shows its path of ten minutes, and
            its headsign and delay if trip_details or departures give them. Motion trails the feed by one interval.

            Times are on the records' own clock, and minutes count from the time of the board. The page never uses the
            clock of the machine that shows it. The time zone is --timezone, else the agency_timezone of most lines, else
            that of trips, else UTC.

            Pins with the same parent_station become one pin in the middle of its platforms, with their routes, and
            count as one stop. Pieces from build-polylines --by way --pins show their routes side by side, with curves
            where routes part and stations across all routes. If you switch a route off, the others close the gap. A
            still omits stops that would cover other stops, and -v reports them.

            The page's security policy forbids all connections. The only exceptions are the server of a --basemap
            template such as 'https://host/{z}/{x}/{y}.png', and the server of --overlay.

            From a --basemap file the page includes the tiles around the data (the bounding box and a fifth more) with
            their attribution. The zooms start one below the zoom that fits 1280x800, or that of the smallest map of the
            page, and go four deeper. The view cannot leave these tiles. If the tiles exceed 20 MB, the run exits with
            65 and prints their size.

            --overlay FILE.mbtiles puts the frames of FILE into the page, over the lines. If FILE has no frames, its
            tiles are used. With an address template, the page asks the server for tiles. If the template contains
            {frame}, --frames gives its numbers (0-11) or names (a,b). With --inline-tiles, map fetches the tiles
            around the data now, as fetch-tiles does, or reads them from a file: address. The page plays frames once
            all tiles of the view are loaded.

            If a tile fails, map reports it and omits it. If all tiles fail, the run exits with 69. A page holds up to
            50 MB of overlay tiles; with more the run exits with 65.

            --format svg and png write a still of the same map: lines, pins, trips, vehicles with the colour of their
            occupancy, names, legend and scale. If nothing has coordinates, the run exits with 65. The format svg needs
            no library. The format png needs libcairo2 and libpng16-16; if a library is missing, the run exits with 69.
            Scripts that join letters or run from right to left also need libpangocairo-1.0-0; without it their letters
            are drawn apart.

            Pages with a map contain MapLibre GL JS. map looks for it in --assets, $LINEFEED_ASSETS,
            ../share/linefeed/maplibre beside the program, /usr/local/share and /usr/share. Packages install it.
            """,
        cost: """
            - Memory: what is drawn, about six times the size of the page
            - Memory for vehicle_positions: only the newest state of each vehicle; an archive of 1 GB takes 18 MB
            - Memory for vehicle_events: 50 bytes each, twice that while the page is written
            - Memory for included tiles: seven times their bytes
            - Memory for png: also 7 bytes a pixel, at most 268 million pixels
            - Time: 2 s for 100 MB of lines or 1 GB of positions, 4 s for 480,000 events
            - Size of the page: 1.2 MB with a map, 0.1 MB without, 4 to 8 bytes a point of a line, 15 an event, and 4/3
              of the bytes of included tiles
            """,
        statuses: [.dataUnusable, .inputMissing, .serviceFailed],
        answers: [
            .init(empty: .dataUnusable, otherTables: .dataUnusable, messages: .done, otherKinds: .dataUnusable)
        ],
        tables: "polylines stop_pins trip_details departures vehicle_positions vehicle_events frames occupancy")

    static let configuration = CommandConfiguration(MapStage.self, manual)

    @Argument(
        help: ArgumentHelp(
            "Read records from these files; by default, or for -, read standard input.", valueName: "file"),
        completion: .file())
    var files: [String] = []

    @Option(help: ArgumentHelp("Give the page this title; by default it describes the content.", valueName: "text"))
    var title: String?

    @Option(
        help: ArgumentHelp(
            "Show these tiles under the lines: an address template, a .pmtiles or .mbtiles file, or none.",
            valueName: "TEMPLATE|FILE"),
        completion: .file(extensions: ["pmtiles", "mbtiles"]))
    var basemap = MapOptions.noBasemap

    @Option(
        help: ArgumentHelp("Show times in this time zone; by default that of the records.", valueName: "zone"))
    var timezone: String?

    @Option(
        help: ArgumentHelp(
            "Show these tiles over the lines: an address template or an MBTiles file.", valueName: "TEMPLATE|FILE"),
        completion: .file())
    var overlay: String?

    @Option(help: ArgumentHelp("Put these values in place of {frame}, as in 0-11 or a,b.", valueName: "frames"))
    var frames: [String] = []

    @Flag(help: "Include the tiles of the --overlay template in the page.")
    var inlineTiles = false

    @Option(
        help: ArgumentHelp("Take maplibre-gl.js and maplibre-gl.css from DIR.", valueName: "dir"),
        completion: .directory)
    var assets: String?

    @Option(help: .formats(of: MapOptions.Format.self))
    var format = MapOptions().format

    @Option(
        help: ArgumentHelp("Make a still this many pixels wide and high; 1024x768 by default.", valueName: "WxH"))
    var size: String?

    @OptionGroup var rows: RowFlags
    @OptionGroup var common: CommonFlags

    func fill(_ options: inout MapOptions) throws {
        options.format = format
        options.title = title
        options.assets = assets
        options.timezone = timezone
        options.size = try size.map(MapOptions.size)
        options.basemap = try MapOptions.basemap(basemap)
        options.overlay = try overlay.map(PageOverlay.init)
        options.frames = try ListOption.text(frames, "--frames").map(PageOverlay.frames) ?? []
        options.inlinesTiles = inlineTiles
        options.files = ArgumentRuns.unfold(files)
    }

    func run(in world: World) throws {
        if common.output == nil, ProcessState.outputIsTerminal {
            throw ValidationError("a map is for a file, not for a terminal: name one with -o, or pipe it on")
        }
        try run(try options(), in: world)
    }
}
