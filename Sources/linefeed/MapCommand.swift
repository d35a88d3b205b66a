import ArgumentParser
import MapStage
import StageKit

extension MapOptions.Format: ArgumentWord {}

/// `linefeed map`
struct MapCommand: ReadingCommand, MessageReadingCommand, ThreadedCommand {
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
            The input may contain records of these tables in any order; other tables are ignored:

            - polylines and stop_pins, as build-polylines writes them
            - departures and trip_details
            - boards; the page shows stops from which nothing departs, and the alerts of stops and departures
            - alerts_matched; the page marks the routes and stops of alerts, and lists the alerts
            - vehicle_positions; the newest position of each vehicle is shown
            - vehicle_events or, if there are none, frames; the page plays them if they cover more than one time, and a
              still image shows the last time
            - occupancy; its shares by route_id are shown beside the routes

            The value of --basemap may also be a PMTiles or MBTiles file. A --basemap file may contain PNG, JPEG or WebP
            tiles, or vector tiles in the schema OpenMapTiles, Protomaps 4 or Shortbread, or those that render-tiles
            --vector writes. If vector tiles use another schema, the run exits with 65.
            """,
        output: """
            The output is an HTML page. The page contains all its data, styles and scripts, so you can open it from a
            file without a network connection. A click on a departure opens the trip with the same trip_id, start_date
            and start_time. If no record has coordinates, the page contains lists but no map.

            The page animates vehicle_events at any speed, by the same rules as the stage "animate". You can play, step
            and scrub the animation, follow or inspect a vehicle, and switch routes on and off. If you follow a vehicle,
            the page shows the vehicle's path over the last ten minutes, and its headsign and delay if trip_details or
            departures records contain them. Vehicles are shown where they were at each time.

            Times are taken from the records, and minutes until departure are counted from the time of the board. The
            page never uses the clock of the computer that displays the page. The time zone of a page or
            picture is the first of these that is known: the value of --timezone, the agency_timezone that most lines have, the time zone of the
            trips, UTC.

            Pins with the same parent_station are merged into one pin in the middle of the platforms. The merged pin has
            the routes of all platforms and is counted as one stop. If the lines come from build-polylines --by way
            --pins, the routes of each segment are drawn side by side, with curves where routes part and with station
            symbols across all routes. If you switch a route off, the other routes close the gap. A still image omits
            stops that would cover other stops, and -v reports the omitted stops.

            The security policy of the page forbids all connections, except to the server of a --basemap template such
            as 'https://host/{z}/{x}/{y}.png' and to the server of --overlay.

            If --basemap is a file, the page includes the tiles around the data (the bounding box of the data, enlarged
            by a fifth) with their attribution. The highest zoom of the included tiles is four levels above the zoom at
            which the data fits into 1280x800 pixels. The lowest zoom of the included tiles is one level below the zoom
            at which the data fits into 1280x800 pixels, or the zoom at which the data fits into the smallest map of the
            page, whichever is lower. The view of the page cannot be moved outside the included tiles. If the included
            tiles of the basemap exceed 20 MB, the run exits with 65 and prints their size.

            With --overlay FILE.mbtiles, the frames in this file are included in the page and drawn over the lines. If
            the --overlay file contains no frames, its tiles are drawn over the lines. If the value of --overlay is an
            address template, the page requests tiles from the server. If the template contains {frame}, the option
            --frames gives the numbers (0-11) or names (a,b) of the frames. With --inline-tiles, map fetches the tiles
            around the data during the run, as fetch-tiles does, or reads them from a file: address. The page starts to
            play frames when all tiles of the view are loaded.

            If a tile cannot be fetched, map reports the tile and omits it from the page. If no tile can be fetched, the
            run exits with 69. If a page would contain more than 50 MB of overlay tiles, the run exits with 65.

            The formats svg and png write a still image of the same map, with lines, pins, trips, vehicles in the colour
            of their occupancy, names, a legend and a scale. With --format svg or png, the run exits with 65 if no
            record has coordinates. The format svg needs no library. The format png needs libcairo2 and libpng16-16; if
            one of these libraries is missing, the run exits with 69. For writing systems that join letters or run from
            right to left, the format png also needs libpangocairo-1.0-0; without this library, the letters of these
            writing systems are drawn separately.

            Pages with a map contain MapLibre GL JS. With --assets, map searches only the --assets folder for MapLibre
            GL JS. Without --assets, map searches these folders for MapLibre GL JS, in this order: $LINEFEED_ASSETS,
            ../share/linefeed/maplibre relative to the program's folder, /usr/local/share/linefeed/maplibre and
            /usr/share/linefeed/maplibre. The linefeed packages install MapLibre GL JS.
            """,
        cost: """
            - Memory: the drawn records, which take about six times the size of the page
            - Memory for vehicle_positions: only the newest state of each vehicle; an archive of 1 GB takes 18 MB
            - Memory for vehicle_events: 50 bytes an event, and 100 bytes an event while the page is written
            - Memory for included tiles: seven times the size of the tiles
            - Memory for png: also 7 bytes a pixel, at most 268 million pixels
            - Time: 2 s for 100 MB of lines or 1 GB of positions, 4 s for 480,000 events
            - Size of the page: 1.2 MB with a map or 0.1 MB without a map, plus 4 to 8 bytes a point of a line, 15 bytes
              an event, and 4/3 of the size of the included tiles
            """,
        statuses: [.dataUnusable, .inputMissing, .serviceFailed],
        answers: [
            .init(empty: .dataUnusable, otherTables: .dataUnusable, messages: .done, otherKinds: .dataUnusable)
        ],
        tables: "polylines stop_pins trip_details departures alerts_matched vehicle_positions vehicle_events frames "
            + "occupancy")

    @Argument(
        help: ArgumentHelp(
            """
            Read records or realtime messages from these files; if FILE is omitted or is -, read standard input.
            """, valueName: "file"), completion: .file())
    var files: [String] = []

    @Option(help: ArgumentHelp("Give the page this title; the default title describes the content.", valueName: "text"))
    var title: String?

    @Option(
        help: ArgumentHelp(
            "Show these tiles under the lines: an address template, a .pmtiles or .mbtiles file, or none.",
            valueName: "TEMPLATE|FILE"),
        completion: .file(extensions: ["pmtiles", "mbtiles"]))
    var basemap = MapOptions.noBasemap

    @Option(
        help: ArgumentHelp(
            "Show times in this time zone; the default is the time zone of the records.", valueName: "zone"))
    var timezone: String?

    @Option(
        help: ArgumentHelp(
            "Show these tiles over the lines: an address template or an MBTiles file.", valueName: "TEMPLATE|FILE"),
        completion: .file())
    var overlay: String?

    @Option(help: .frames)
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
        help: ArgumentHelp(
            "Make a still image of this width and height in pixels; the default is 1024x768.", valueName: "WxH"))
    var size: String?

    @OptionGroup var messages: MessageFlags
    @OptionGroup var rows: RowFlags
    @OptionGroup var threads: JobFlags
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
