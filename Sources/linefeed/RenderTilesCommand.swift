import ArgumentParser
import RenderTilesStage
import StageKit
import TileFiles

struct RenderTilesCommand: ReadingCommand, ThreadedCommand {
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
            render-tiles reads the polylines and stop_pins records that build-polylines --pins writes, or the frames
            records that animate writes. Tiles drawn from frames show only vehicles, so draw lines and pins in a
            separate run.

            With --over, everything is drawn onto existing PNG, JPEG or WebP tiles, from an .mbtiles or .pmtiles file or
            from a folder of z/x/y files. If an --over tile is missing at the zoom to be drawn, render-tiles enlarges a
            part of the --over tile that covers the same place at the nearest lower zoom. With --style, the colours and
            sizes for each zoom are read from a YAML file. See tiles.md.
            """,
        output: """
            Nothing is written to standard output. If the value of --into ends in .mbtiles, render-tiles writes an
            MBTiles 1.3 archive. If the value of --into ends in .pmtiles, render-tiles writes a PMTiles 3 archive. If
            the value of --into has any other ending, it must name a new or empty folder, to which render-tiles writes
            z/x/y.png files and metadata.json.

            By default, tiles are transparent PNG pictures of 256 by 256 pixels. With --tile-size 512, the same content
            is drawn at twice the width and height. Lines have the colours of their routes and a casing (an outline);
            lines with many trips are drawn on top. Pins of the same station are drawn as one pin; a pin or name that
            would be too close to another one is omitted. If the lines come from build-polylines --by way, the routes of
            each segment are drawn side by side. Tiles fit together without a visible seam, and empty tiles are not
            stored.

            With --vector, render-tiles writes MVT tiles that are compressed with gzip. Vector tiles contain the layers
            "routes" and "stops", whose properties have the field names of GTFS. The property route_ids is a
            comma-separated string. Routes that run side by side have the property "offset", the distance to the right
            of the centre line, measured in line widths.

            If tiles are drawn from frames, an MBTiles archive contains the tables frames(frame,time,duration),
            tile_frames(frame,zoom_level,tile_column,tile_row,tile_id) and images(tile_id,tile_data). The view "tiles"
            of the MBTiles archive shows the first frame. If a frame has no entry for a tile, the tile is empty in that
            frame. If --into names a folder, the tiles of each frame are written to frame/z/x/y.png in this folder.
            """,
        cost: """
            - Memory: 33 MB, 16 bytes a position of the lines, and about 40 bytes for each line in a tile of one zoom
            - Memory for frames: two frames at a time
            - Time: 300 to 600 tiles a second on two cores; all cores are used

            To draw tiles, render-tiles needs Cairo and libpng. With --over, render-tiles also needs libturbojpeg for
            JPEG tiles and libwebp for WebP tiles.
            """,
        statuses: [.dataUnusable, .inputMissing, .serviceFailed, .tryLater, .configurationWrong],
        answers: [.unusable("--into tiles.mbtiles")],
        tables: "polylines stop_pins frames",
        values: ["--tile-size": .one { ["256", "512"] }])

    @Argument(help: .records)
    var files: [String] = []

    @Option(
        help: ArgumentHelp("Write the tiles to this .mbtiles file, .pmtiles file or folder.", valueName: "file"),
        completion: .file())
    var into: String?

    @Option(help: ArgumentHelp("Draw tiles at this zoom, or at a range of zooms such as 10-12.", valueName: "zooms"))
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

    @Option(help: ArgumentHelp("Draw tiles that are 256 or 512 pixels wide; the default is 256.", valueName: "pixels"))
    var tileSize: Int?

    @OptionGroup var rows: RowFlags
    @OptionGroup var threads: JobFlags
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
