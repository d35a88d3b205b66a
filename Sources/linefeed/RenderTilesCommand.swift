import ArgumentParser
import RenderTilesStage
import StageKit
import TileFiles

struct RenderTilesCommand: ReadingCommand {
    typealias Work = RenderTiles
    static let place = 210

    static let manual = Manual(
        abstract: "Draw lines, pins and moving vehicles into tiles of a map.",
        examples: [
            .init(
                "a network as an archive that every web map reads",
                "linefeed ingest samples/feed.zip |\n"
                    + "    linefeed build-polylines --by route --pins |\n"
                    + "    linefeed render-tiles --into network.mbtiles --zoom 11-14"),
            .init(
                "the same as vector tiles",
                "linefeed ingest samples/feed.zip |\n"
                    + "    linefeed build-polylines --by route --pins |\n"
                    + "    linefeed render-tiles --vector --into network.pmtiles --zoom 8-14"),
            .init(
                "half an hour of vehicles, two frames a second",
                "linefeed decode-rt samples/vehicles-*.pb | linefeed track |\n"
                    + "    linefeed animate --speed 60 --fps 2 |\n"
                    + "    linefeed render-tiles --into vehicles.mbtiles --zoom 12-13"),
        ],
        input: """
            polylines and stop_pins, as build-polylines --pins writes them, or frames,
            as animate writes them, from files or stdin. Frames make tiles that hold
            vehicles alone; lines and pins are a run of their own. --over: tiles to draw
            onto, an .mbtiles, a .pmtiles or a folder of z/x/y files, of PNG, JPEG or
            WebP; past its deepest zoom the part of the tile above is scaled. --style:
            YAML with colours and sizes by zoom (docs/tiles.md).
            """,
        output: """
            Nothing on stdout. --into FILE.mbtiles (MBTiles 1.3), FILE.pmtiles (PMTiles
            3), or an empty folder, for z/x/y.png and metadata.json. Transparent PNG
            of 256 pixels; --tile-size 512 has the same in twice the pixels. Lines in
            the colours of their routes with a casing, those of many trips on top; pins
            are stations, and those that would crowd are left out, as are names. Pieces
            of way (build-polylines --by way) show their routes side by side. A tile
            on which nothing is to be seen is not stored. Tiles fit without a seam.
            --vector: MVT, compressed with gzip, with the layers routes and stops and
            GTFS's names; route_ids is a text with commas, and routes side by side have
            an offset to the right in strokes.
            Frames: tables frames(frame,time,duration) and tile_frames(frame,zoom_level,
            tile_column,tile_row,tile_id) beside images(tile_id,tile_data); tiles shows
            the first frame, an absent tile is an empty one. In a folder frame/z/x/y.png.
            """,
        cost: """
            Memory: 33 MB, 16 bytes a position of the lines, and of one zoom some 40
            bytes for each line in a tile. Of frames two at a time.
            Time: 300 to 600 tiles a second on two cores, all cores at work. Needs Cairo
            and libpng; --over with JPEG libturbojpeg, with WebP libwebp.
            """,
        statuses: [.dataUnusable, .inputMissing, .serviceFailed, .tryLater, .configurationWrong],
        answers: [.records("--into tiles.mbtiles")])

    static let configuration = CommandConfiguration(RenderTiles.self, manual)

    @Argument(help: "Files of records; none or - is stdin.")
    var files: [String] = []

    @Option(help: ArgumentHelp("Draw into FILE or a folder.", valueName: "file"), completion: .file())
    var into: String?

    @Option(help: ArgumentHelp("A zoom, or the first and the last.", valueName: "zooms"))
    var zoom = RenderTilesOptions().zooms.zoomText

    @Option(help: ArgumentHelp("Colours and sizes.", valueName: "file"), completion: .file())
    var style: String?

    @Option(help: ArgumentHelp("Draw onto these tiles.", valueName: "tiles"), completion: .file())
    var over: String?

    @Flag(help: "Write vector tiles.")
    var vector = false

    @Option(help: ArgumentHelp("Pixels of a tile, 256 or 512.", valueName: "pixels"))
    var tileSize: Int?

    @OptionGroup var rows: RowFlags
    @OptionGroup var common: CommonFlags

    func fill(_ options: inout RenderTilesOptions) throws {
        options.output = into.map { TileOutput($0) }
        options.zooms = try .zooms(zoom, "--zoom")
        options.style = style
        options.base = over
        options.isVector = vector
        options.tileSize = tileSize
        options.files = ArgumentRuns.unfold(files)
    }
}
