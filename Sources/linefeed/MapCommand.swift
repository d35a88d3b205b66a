import ArgumentParser
import MapStage
import StageKit

extension MapOptions.Format: ExpressibleByArgument {}

/// `linefeed map`
struct MapCommand: ReadingCommand {
    typealias Work = MapStage
    static let place = 180

    static let manual = Manual(
        abstract: "Look at it: one self-contained page with boards, trips and maps.",
        examples: [
            .init(
                "a network with its stops, to open in a browser",
                "linefeed ingest samples/feed.zip | linefeed build-polylines --pins |\n"
                    + "    linefeed map --title Larkmere > network.html"),
            .init(
                "a board whose departures open their trips",
                "linefeed departures --feed samples/feed.zip --stop S00 -n \\\n"
                    + "    --at 2026-03-02T08:00 -o board.ndjson && \\\n"
                    + "  linefeed trip-details board.ndjson --feed samples/feed.zip |\n"
                    + "    linefeed map board.ndjson - -o board.html"),
            .init(
                "vehicles on their lines, to be played",
                "linefeed ingest samples/feed.zip |\n"
                    + "    linefeed build-polylines --pins -o network.ndjson && \\\n"
                    + "  linefeed decode-rt samples/vehicles-*.pb | linefeed track |\n"
                    + "    linefeed map network.ndjson - -o play.html"),
            .init(
                "a picture of the network and its vehicles",
                "linefeed ingest samples/feed.zip | linefeed build-polylines --pins |\n"
                    + "    linefeed map - samples/positions.ndjson --format png -o network.png"),
            .init(
                "vehicles in frames of tiles over their lines",
                "linefeed decode-rt samples/vehicles-*.pb | linefeed track |\n"
                    + "    linefeed animate --speed 60 --fps 2 |\n"
                    + "    linefeed render-tiles --zoom 10-12 --into frames.mbtiles && \\\n"
                    + "  linefeed map samples/polylines.geojsonl --overlay frames.mbtiles -o page.html"),
        ],
        input: """
            Records of any mix, in any order: polylines and stop_pins (build-polylines),
            departures, trip_details, vehicle_positions (of each vehicle the newest is
            shown), vehicle_events or else frames (played, where there is more than one
            time; a still has the last), occupancy (shares by route_id beside the
            routes). Other tables are ignored.
            --basemap also takes a PMTiles or MBTiles file: PNG, JPEG, WebP, or vector
            tiles of the schemas OpenMapTiles, Protomaps 4 and Shortbread (another: 65).
            """,
        output: """
            An HTML page: all data, style and script are in it, so it works from a file
            without a network. Departures open their trips by value: trip_id, start_date
            and start_time. Without coordinates there are lists and no map.
            vehicle_events are animated in the page by the rules of animate, at any
            speed: played, stepped, scrubbed, with a vehicle followed or inspected, its
            way of ten minutes, and its headsign and delay where trip_details or
            departures tell them. Motion trails the feed by one interval. Routes are
            switched off and on. The clock's zone is --timezone, else the
            agency_timezone of most lines, else that of trips, else UTC.
            Pins that have the same parent_station are one, in the middle of these
            platforms and with their routes, and count as one stop.
            Pieces of way (build-polylines --by way --pins) show their routes side by
            side, with curves where they part and stations across all of them; a route
            that is switched off makes room for the others. Stops that would cover
            others at the size of a still are left out of it and told with -v.
            Times are on the records' own clock, and minutes count from the time of the
            board; the page never follows the clock of the machine that shows it.
            The page's policy forbids every connection, but for the server of a basemap
            that was asked for with --basemap 'https://host/{z}/{x}/{y}.png', and of
            --overlay.
            Of a file's tiles the page carries those around the data (their box and a
            fifth more), from the zoom that fits 1280x800 less one, or that of the
            smallest map of the page, to plus four, with their attribution, and its view
            is held to them. More than 20 MB of tiles are 65, with their size.
            --overlay FILE.mbtiles lays its frames (or its tiles, where it has none) over
            the lines; they are put into the page. Of a template with {frame}, for which
            --frames has numbers (0-11) or names (a,b), the page asks the server; with
            --inline-tiles the tiles around the data are fetched now, as fetch-tiles
            does, or read (file:). Frames are played once all tiles of the view are
            loaded. A tile that fails is told and left out; where all do it is 69. A
            page carries 50 MB of tiles; more is 65.
            With --format svg or png a still of the same map: lines, pins, trips, vehicles
            by shape and colour of their occupancy, names, legend, scale; nothing with
            coordinates is 65. png needs libcairo2 and libpng16-16, found when they
            are needed (without them 69); letters that join or run from right to left
            also libpangocairo-1.0-0, and are set apart without it. svg needs none.
            MapLibre GL JS is put into pages with a map. It is looked for in --assets,
            $LINEFEED_ASSETS, ../share/linefeed/maplibre beside the program,
            /usr/local/share and /usr/share; scripts/setup puts it in place.
            """,
        cost: """
            Memory: what is drawn, some six times the size of the page; of vehicles the
            newest state of each, so an archive of 1 GB of positions takes 18 MB; of events
            each, in 50 bytes, and twice that while the page is written. Time: 2 s for
            100 MB of lines, or for 1 GB of positions; 4 s for 480,000 events. A page is
            1.2 MB with a map, 0.1 without, and 4 to 8 bytes a point of a line and 15 an
            event; carried tiles take 4/3 of their bytes, and seven times these bytes in
            memory.
            png: also 7 bytes a pixel, of which there are at most 268 million.
            """,
        statuses: [.dataUnusable, .inputMissing, .serviceFailed],
        answers: [.records(messages: .done)])

    static let configuration = CommandConfiguration(MapStage.self, manual)

    @Argument(help: ArgumentHelp("Records; none or - is stdin.", valueName: "file"), completion: .file())
    var files: [String] = []

    @Option(help: ArgumentHelp("The title; else one that says what is shown.", valueName: "text"))
    var title: String?

    @Option(
        help: ArgumentHelp(
            "What lies under the lines: a template of addresses, a .pmtiles or .mbtiles file, or none.",
            valueName: "template|file"),
        completion: .file(extensions: ["pmtiles", "mbtiles"]))
    var basemap = MapOptions.noBasemap

    @Option(help: ArgumentHelp("The page's clock; else the records' own zone.", valueName: "zone"))
    var timezone: String?

    @Option(
        help: ArgumentHelp("Tiles over the lines, by template or of an MBTiles.", valueName: "tiles"),
        completion: .file())
    var overlay: String?

    @Option(help: ArgumentHelp("What {frame} stands for, as in 0-11 or a,b.", valueName: "frames"))
    var frames: String?

    @Flag(help: "Put the tiles of the overlay's template into the page.")
    var inlineTiles = false

    @Option(help: ArgumentHelp("Take maplibre-gl.js and .css from DIR.", valueName: "dir"), completion: .directory)
    var assets: String?

    @Option(help: .formats(of: MapOptions.Format.self))
    var format = MapOptions().format

    @Option(help: ArgumentHelp("The size of a still in pixels; 1024x768 unless given.", valueName: "wxh"))
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
        options.frames = try frames.map(PageOverlay.frames) ?? []
        options.inlinesTiles = inlineTiles
        options.files = ArgumentRuns.unfold(files)
    }
}
