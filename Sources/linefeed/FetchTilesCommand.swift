import ArgumentParser
import FetchTilesStage
import StageKit
import TileFiles
import TimeZones

struct FetchTilesCommand: ReadingCommand {
    typealias Work = FetchTiles
    static let place = 200

    static let manual = Manual(
        abstract: "Bring tiles from a server or a folder into an archive.",
        examples: [
            .init(
                "what a box needs, from a server of one's own",
                "linefeed cover-tiles --bbox 174.7,-36.9,174.9,-36.8 --zoom 10-12 |\n"
                    + "    linefeed fetch-tiles --into base.mbtiles --attribution '© Example' \\\n"
                    + "      --template 'https://tiles.example/{z}/{x}/{y}.png' --max-zoom 11"),
            .init(
                "a folder of tiles as one file, with what came of each",
                "linefeed ingest samples/feed.zip | linefeed build-polylines |\n"
                    + "    tee lines.geojsonl | linefeed render-tiles --zoom 11-13 --into tiles && \\\n"
                    + "    linefeed cover-tiles lines.geojsonl --zoom 11-13 |\n"
                    + "    linefeed fetch-tiles --template 'file:tiles/{z}/{x}/{y}.png' \\\n"
                    + "      --into tiles.pmtiles --attribution 'our own'"),
        ],
        input: """
            tiles records, as cover-tiles writes them, from files or stdin; each tile is
            fetched once. --template is an http:, https: or file: address with {z} {x}
            {y}, {-y} (rows from the south), {quadkey}, {s} (a, b or c) and {frame},
            for which --frames has numbers (0-11) or names (a,b). Tiles are PNG, JPEG,
            WebP or vector tiles (MVT). Past --max-zoom the part of the tile above is
            scaled. Proxies and certificates are those of linefeed fetch.
            """,
        output: """
            tiles, as they come, missing and failed ones too:
            {"table":"tiles","z":11,"x":2017,"y":1250,"quadkey":"31110301210",
             "status":200,"bytes":8312,"source":"server","etag":"\\"9f86\\""}
            source: server, file, cache, stale (an older copy, for the server failed),
            kept (of an earlier run); absent where there is no tile, and error says why
            unless the server has none (404, 410, 204, nothing in the answer).
            overzoom_from: scaled from that zoom. --into FILE.mbtiles, FILE.pmtiles, or
            a folder of z/x/y files: tiles as they came, MVT compressed with gzip, and
            --attribution in the metadata. The same command goes on where it was stopped
            (Ctrl-C) or killed, which loses 2 seconds; until they are whole PMTiles lie
            in FILE.pmtiles.part. What has tiles of another template is refused. With
            frames MBTiles have the tables frames and tile_frames, and tiles shows the
            first. --cache FILE keeps answers between runs and archives; ETag,
            Last-Modified and Cache-Control are honoured.
            69 when a tile failed that may be there; what is good is kept.
            """,
        cost: """
            Memory: 27 MB, 40 bytes a tile asked for, tiles under way; of --cache 64 MiB.
            Time: the server's. At most --jobs requests at once, --jobs-per-host to one
            host that is not this machine. A tile is given up when nothing, or less than
            1,000 bytes a second, came for --timeout, and after 3 times that. It is tried
            again after a random time up to 0.5, 1, 2, … 60 s, or when Retry-After says.
            A host that failed 5 tiles in a row is asked no more, and none after 20
            refusals (401, 403) in a row.
            """,
        statuses: [.dataUnusable, .inputMissing, .serviceFailed, .tryLater],
        answers: [.records("--template 'file:tiles/{z}/{x}/{y}.png'")])

    static let configuration = CommandConfiguration(FetchTiles.self, manual)

    @Argument(help: "Files of records; none or - is stdin.")
    var files: [String] = []

    @Option(help: ArgumentHelp("Where the tiles are.", valueName: "address"))
    var template: String?

    @Option(help: ArgumentHelp("What {frame} stands for, as in 0-11 or a,b.", valueName: "frames"))
    var frames: String?

    @Option(help: ArgumentHelp("The deepest zoom that there is.", valueName: "zoom"))
    var maxZoom: Int?

    @Option(help: ArgumentHelp("Keep the tiles in FILE or folder.", valueName: "file"), completion: .file())
    var into: String?

    @Option(help: ArgumentHelp("Keep answers in FILE between runs.", valueName: "file"), completion: .file())
    var cache: String?

    @Option(help: ArgumentHelp("Requests at once, 1 to 64.", valueName: "n"))
    var jobs = FetchTilesOptions().jobs

    @Option(help: ArgumentHelp("Requests at once to one host.", valueName: "n"))
    var jobsPerHost = FetchTilesOptions().jobsPerHost

    @Option(help: ArgumentHelp("Whom the tiles are owed to.", valueName: "text"))
    var attribution: String?

    @Option(help: ArgumentHelp("Further tries of a tile.", valueName: "n"))
    var retries = FetchTilesOptions().retries

    @Option(help: ArgumentHelp("Longest time without progress.", valueName: "time"))
    var timeout = TimeSpan(nanoseconds: FetchTilesOptions().timeout).text

    @Option(help: ArgumentHelp("More than that are asked for by mistake.", valueName: "n"))
    var maxTiles = FetchTilesOptions().maxTiles

    @Option(help: .formats(of: RecordFormat.self, "of the records, not of the tiles"))
    var format = FetchTilesOptions().format

    @OptionGroup var rows: RowFlags
    @OptionGroup var common: CommonFlags

    func fill(_ options: inout FetchTilesOptions) throws {
        options.template = try template.map { try FetchTilesOptions.template($0) }
        options.frames = try frames.map { try FetchTilesOptions.frames($0) } ?? []
        options.maxZoom = maxZoom
        options.output = into.map { TileOutput($0) }
        options.cache = cache
        options.jobs = jobs
        options.jobsPerHost = jobsPerHost
        options.attribution = attribution
        options.retries = retries
        options.timeout = try FetchTilesOptions.span(timeout, "--timeout")
        options.maxTiles = maxTiles
        options.files = ArgumentRuns.unfold(files)
        options.format = format
    }
}
