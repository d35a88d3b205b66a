import ArgumentParser
import RenderTilesStage
import StageKit
import TileFiles

struct RenderTilesCommand: ReadingCommand {
    typealias Work = RenderTiles
    static let place = StagePlace(.maps, 50)

    static let manual = Manual(
        brief: "draw map tiles",
        abstract: "Draw lines, pins and moving vehicles as map tiles.",
        usage: "--into FILE [OPTION]... [FILE]...",
        usual: "--into --zoom --style --over --vector --tile-size",
        examples: [
            .init(
                "a network as an archive for web maps",
                "linefeed build-polylines --feed demo/feed.zip --by route --pins |\n"
                    + "    linefeed render-tiles --into network.mbtiles --zoom 10-12"),
            .init(
                "the same network as vector tiles",
                "linefeed build-polylines --feed demo/feed.zip --by route --pins |\n"
                    + "    linefeed render-tiles --vector --into network.pmtiles --zoom 8-12"),
            .init(
                "moving vehicles, two frames a second",
                "linefeed decode-rt demo/vehicles-17723988*.pb | linefeed track |\n"
                    + "    linefeed animate --speed 60 --fps 2 |\n"
                    + "    linefeed render-tiles --into vehicles.mbtiles --zoom 10-11"),
        ],
        input: """
            render-tiles reads polylines and stop_pins, as build-polylines --pins writes them, or frames, as animate
            writes them. Tiles of frames show only vehicles; draw lines and pins in a separate run.

            --over draws onto existing PNG, JPEG or WebP tiles: an .mbtiles or .pmtiles file, or a folder of z/x/y files.
            Beyond the deepest zoom of these tiles, a part of the tile above is enlarged. --style reads a YAML file with
            colours and sizes by zoom. See tiles.md.
            """,
        output: """
            Nothing is written to standard output. --into FILE.mbtiles writes MBTiles 1.3, and FILE.pmtiles writes
            PMTiles 3. Any other name is an empty folder, for z/x/y.png and metadata.json.

            Tiles are transparent PNGs of 256 pixels. --tile-size 512 draws the same with twice as many pixels. Lines
            have the colours of their routes and a casing, and lines with many trips lie on top. Pins are stations; pins
            and names that would crowd are omitted. Pieces from build-polylines --by way show their routes side by side.
            Tiles join without a seam, and empty tiles are not stored.

            --vector writes MVT tiles, compressed with gzip. They have the layers routes and stops, with GTFS's names.
            The member route_ids is a text with commas. Routes that run side by side have an offset to the right,
            counted in strokes.

            For frames, MBTiles have the tables frames(frame,time,duration),
            tile_frames(frame,zoom_level,tile_column,tile_row,tile_id) and images(tile_id,tile_data). The tiles view
            shows the first frame, and a missing tile is empty. In a folder, tiles are frame/z/x/y.png.
            """,
        cost: """
            - Memory: 33 MB, 16 bytes a position of the lines, and about 40 bytes for each line in a tile of one zoom
            - Memory for frames: two frames at a time
            - Time: 300 to 600 tiles a second on two cores; all cores are used

            Drawing needs Cairo and libpng. --over needs libturbojpeg for JPEG tiles and libwebp for WebP tiles.
            """,
        statuses: [.dataUnusable, .inputMissing, .serviceFailed, .tryLater, .configurationWrong],
        answers: [
            .init(
                "--into tiles.mbtiles", empty: .dataUnusable, otherTables: .dataUnusable, messages: .dataUnusable,
                otherKinds: .dataUnusable)
        ],
        tables: "polylines stop_pins frames",
        values: ["--tile-size": .one { ["256", "512"] }])

    static let configuration = CommandConfiguration(RenderTiles.self, manual)

    @Argument(
        help: ArgumentHelp(
            "Read records from these files; by default, or for -, read standard input.", valueName: "file"))
    var files: [String] = []

    @Option(
        help: ArgumentHelp("Write the tiles to FILE.mbtiles, to FILE.pmtiles or to a folder.", valueName: "file"),
        completion: .file())
    var into: String?

    @Option(help: ArgumentHelp("Draw this zoom, or a range such as 10-12.", valueName: "zooms"))
    var zoom = RenderTilesOptions().zooms.zoomText

    @Option(
        help: ArgumentHelp("Read colours and sizes from this YAML file.", valueName: "file"), completion: .file())
    var style: String?

    @Option(
        help: ArgumentHelp("Draw onto these tiles: an .mbtiles or .pmtiles file, or a folder.", valueName: "tiles"),
        completion: .file())
    var over: String?

    @Flag(help: "Write vector tiles instead of pictures.")
    var vector = false

    @Option(help: ArgumentHelp("Make tiles 256 or 512 pixels wide.", valueName: "pixels"))
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
