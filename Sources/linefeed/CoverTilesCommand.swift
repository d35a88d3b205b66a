import ArgumentParser
import CoverTilesStage
import StageKit
import TileFiles

struct CoverTilesCommand: ReadingCommand {
    typealias Work = CoverTiles
    static let place = 190

    static let manual = Manual(
        abstract: "Say which tiles of a map a box, or features, need.",
        examples: [
            .init("a box", "linefeed cover-tiles --bbox 174.7,-36.9,174.9,-36.8 --zoom 12-14"),
            .init(
                "what the lines of a feed run through, with 16 pixels beside them",
                "linefeed ingest samples/feed.zip | linefeed build-polylines |\n"
                    + "    linefeed cover-tiles --zoom 13 --buffer 16"),
            .init(
                "how many that would be",
                "linefeed cover-tiles --bbox 8.4,47.3,8.7,47.5 --zoom 0-14 | wc -l"),
        ],
        input: """
            With --bbox none. Else GeoJSON, a feature a line, from files or stdin: the
            polylines and stop_pins of build-polylines, the vehicle_paths of animate,
            locations, and features without "table" that others made; also a
            FeatureCollection or a bare geometry in one line. Of a line every tile that
            it touches, of a polygon every tile that has a part of it, of a point the
            tile in which it lies; --buffer N adds those within N pixels, of which a
            tile has 256. A box whose west is greater than its east crosses the
            antimeridian; one that ends where a tile begins does not need that tile.
            """,
        output: """
            tiles, each once, by zoom, from north to south, then from west to east:
            {"table":"tiles","z":12,"x":4036,"y":2509,"quadkey":"311110121301"}
            x and y count from the north-west, as in the addresses of web maps.
            With --with-bbox also "bbox":[174.7265625,-36.9,174.8144531,-36.8].
            """,
        cost: """
            Memory: 15 MB; of features 16 bytes more for each row of tiles.
            Time: some 8 million tiles a second, 2 million with --with-bbox.
            """,
        statuses: [.dataUnusable, .inputMissing],
        answers: [.records()])

    static let configuration = CommandConfiguration(CoverTiles.self, manual)

    @Argument(help: "Files of features; none or - is stdin.")
    var files: [String] = []

    @Option(parsing: .unconditional, help: ArgumentHelp("Cover this box, in degrees.", valueName: "w,s,e,n"))
    var bbox: String?

    @Option(help: ArgumentHelp("A zoom, or the first and the last.", valueName: "zooms"))
    var zoom = CoverTilesOptions().zooms.zoomText

    @Option(help: ArgumentHelp("Add tiles within so many pixels.", valueName: "pixels"))
    var buffer = CoverTilesOptions().buffer

    @Flag(help: "Write the tiles' bounds too.")
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
