import ArgumentParser
import CoverTilesStage
import StageKit
import TileFiles

struct CoverTilesCommand: ReadingCommand {
    typealias Work = CoverTiles
    static let place = StagePlace(.maps, 30)

    static let manual = Manual(
        brief: "tiles an area needs",
        abstract: "List the map tiles that cover a box or features.",
        usage: "[OPTION]... [FILE]...",
        usual: "FILE --bbox --zoom --buffer --with-bbox --format --output",
        examples: [
            .init("the tiles of a box", "linefeed cover-tiles --bbox 174.7,-36.9,174.9,-36.8 --zoom 12-14"),
            .init(
                "the tiles along a network, with a margin of 16 pixels",
                "linefeed build-polylines --feed demo/feed.zip |\n"
                    + "    linefeed cover-tiles --zoom 13 --buffer 16"),
            .init("how many tiles a box needs", "linefeed cover-tiles --bbox 8.4,47.3,8.7,47.5 --zoom 0-14 | wc -l"),
        ],
        input: """
            With --bbox cover-tiles reads nothing. Otherwise it reads GeoJSON, one feature on each line. It accepts
            polylines, stop_pins, vehicle_paths and locations, and features of other programs that have no "table". A
            line may also be a FeatureCollection or a bare geometry.

            A line needs every tile that it touches, and a polygon needs every tile that it overlaps. A point needs the
            tile in which it lies. --buffer N adds the tiles within N pixels; a tile has 256 pixels.

            If the west of a box is greater than its east, the box crosses the antimeridian. A box that ends where a
            tile begins does not need that tile.
            """,
        output: """
            The table tiles has each tile once, sorted by zoom, then from north to south, then from west to east.

            {"table":"tiles","z":12,"x":4036,"y":2509,"quadkey":"311110121301"}

            The numbers x and y count from the north-west, as in the addresses of web maps. With --with-bbox each
            record has its bounds:

            {"table":"tiles", … ,"bbox":[174.7265625,-36.9,174.8144531,-36.8]}
            """,
        cost: """
            - Memory: 15 MB; for features 16 bytes more for each row of tiles
            - Time: about 8 million tiles a second, 2 million with --with-bbox
            """,
        statuses: [.dataUnusable, .inputMissing],
        answers: [
            .init(
                empty: .dataUnusable, otherTables: .dataUnusable, messages: .dataUnusable, otherKinds: .dataUnusable)
        ],
        tables: "polylines stop_pins vehicle_paths locations")

    static let configuration = CommandConfiguration(CoverTiles.self, manual)

    @Argument(
        help: ArgumentHelp(
            "Read features from these files; by default, or for -, read standard input.", valueName: "file"))
    var files: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Cover this box: west, south, east, north in degrees.", valueName: "w,s,e,n"))
    var bbox: String?

    @Option(help: ArgumentHelp("List tiles of this zoom, or of a range such as 12-14.", valueName: "zooms"))
    var zoom = CoverTilesOptions().zooms.zoomText

    @Option(help: ArgumentHelp("Add the tiles within this many pixels.", valueName: "pixels"))
    var buffer = CoverTilesOptions().buffer

    @Flag(help: "Write the bounds of each tile too.")
    var withBbox = false

    @Option(help: .formats(of: RecordFormat.self))
    var format = CoverTilesOptions().format

    @OptionGroup var rows: RowFlags
    @OptionGroup var common: CommonFlags

    func fill(_ options: inout CoverTilesOptions) throws {
        options.bounds = try bbox.map { try CoverTilesOptions.box($0, "--bbox") }
        options.zooms = try .zooms(zoom, "--zoom")
        options.buffer = buffer
        options.writesBounds = withBbox
        options.files = ArgumentRuns.unfold(files)
        options.format = format
    }
}
