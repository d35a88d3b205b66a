import ArgumentParser
import CoverTilesStage
import StageKit
import TileFiles

struct CoverTilesCommand: ReadingCommand, ThreadedCommand {
    typealias Work = CoverTiles
    static let place = StagePlace(.maps, 30)

    static let manual = Manual(
        brief: "tiles an area needs",
        abstract: "List the map tiles that cover a bounding box or a set of features.",
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
            With --bbox, cover-tiles reads no input. Without --bbox, cover-tiles reads GeoJSON, with one feature on each
            line. The features may be polylines, stop_pins, vehicle_paths and locations records, or features without a
            member "table", such as features written by other programs. A line of the input may also contain a
            FeatureCollection or a bare geometry.

            For a line, every tile that the line touches is listed. For a polygon, every tile that the polygon overlaps
            is listed. For a point, the tile that contains the point is listed. With --buffer N, tiles within N pixels
            of the box or a feature are added; a tile is 256 pixels wide.

            If the western longitude of a box is greater than its eastern longitude, the box crosses the antimeridian.
            If a box ends exactly where a tile begins, that tile is not listed.
            """,
        output: """
            The table "tiles" contains each tile once, sorted by zoom, then from north to south, then from west to east.

            {"table":"tiles","z":12,"x":4036,"y":2509,"quadkey":"311110121301"}

            The numbers x and y count from the north-west corner of the map, as in the tile addresses of web maps. With
            --with-bbox, each record also contains the bounds of the tile:

            {"table":"tiles", … ,"bbox":[174.7265625,-36.9,174.8144531,-36.8]}
            """,
        cost: """
            - Memory: 18 MB; for features 16 bytes more for each row of tiles
            - Time: about 8 million tiles a second, 2 million with --with-bbox
            """,
        statuses: [.dataUnusable, .inputMissing],
        answers: [.unusable()],
        tables: "polylines stop_pins vehicle_paths locations")

    @Argument(
        help: ArgumentHelp(
            "Read features from these files; if FILE is omitted or is -, read standard input.", valueName: "file"))
    var files: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Cover this box, given as west, south, east and north in degrees.", valueName: "w,s,e,n"))
    var bbox: String?

    @Option(help: ArgumentHelp("List tiles at this zoom, or at a range of zooms such as 12-14.", valueName: "zooms"))
    var zoom = CoverTilesOptions().zooms.zoomText

    @Option(
        help: ArgumentHelp(
            "Also list the tiles that are at most PIXELS pixels away from the box or a feature.", valueName: "pixels"
        ))
    var buffer = CoverTilesOptions().buffer

    @Flag(help: "Also write the bounds of each tile.")
    var withBbox = false

    @Option(help: .formats(of: RecordFormat.self))
    var format = CoverTilesOptions().format

    @OptionGroup var rows: RowFlags
    @OptionGroup var threads: JobFlags
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
