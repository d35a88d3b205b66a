import ArgumentParser
import FetchTilesStage
import StageKit
import TileFiles
import TimeZones

struct FetchTilesCommand: ReadingCommand {
    typealias Work = FetchTiles
    static let place = StagePlace(.maps, 40)

    static let manual = Manual(
        brief: "download map tiles",
        abstract: "Download map tiles from a server or a folder into an archive.",
        usage: "--template ADDRESS [OPTION]... [FILE]...",
        usual: "FILE --template --into --attribution --max-zoom --cache",
        groups: [
            "Source": "--template --frames --max-zoom",
            "Destination": "--into --attribution --cache",
            "Request": "--jobs --jobs-per-host --retries --timeout --max-tiles",
        ],
        examples: [
            .init(
                "the tiles of a box from your own server",
                "linefeed cover-tiles --bbox 174.7,-36.9,174.9,-36.8 --zoom 10-12 |\n"
                    + "    linefeed fetch-tiles --into base.mbtiles --attribution '© Example' \\\n"
                    + "    --template 'https://tiles.example/{z}/{x}/{y}.png' --max-zoom 11"),
            .init(
                "a folder of tiles in one file",
                "linefeed build-polylines --feed demo/feed.zip -o lines.geojsonl &&\n"
                    + "    linefeed render-tiles lines.geojsonl --zoom 10-12 --into tiles &&\n"
                    + "    linefeed cover-tiles lines.geojsonl --zoom 10-12 |\n"
                    + "    linefeed fetch-tiles --template 'file:tiles/{z}/{x}/{y}.png' \\\n"
                    + "    --into tiles.pmtiles --attribution 'our own'"),
        ],
        input: """
            fetch-tiles reads tiles records, as cover-tiles writes them, and fetches each tile once.

            --template is an http:, https: or file: address. It may contain {z}, {x}, {y}, {-y} (rows from the south),
            {quadkey}, {s} (a, b or c) and {frame}. The option --frames gives {frame} its numbers (0-11) or names
            (a,b).

            Tiles are PNG, JPEG, WebP or vector tiles (MVT). Beyond --max-zoom, fetch-tiles enlarges a part of the tile
            above. Proxies and certificates are those of linefeed fetch.
            """,
        output: """
            The table tiles has one record for each tile as it arrives, including missing and failed tiles.

            {"table":"tiles","z":11,"x":2017,"y":1250,"quadkey":"31110301210",
             "status":200,"bytes":8312,"source":"server","etag":"\\"9f86\\""}

            The member source is server, file, cache, stale (an older copy, because the server failed) or kept (from
            an earlier run). If there is no tile, it is missing. The member error gives the reason, unless the server
            has no such tile (404, 410, 204 or an empty answer). The member overzoom_from is the zoom from which the
            tile was enlarged.

            --into writes FILE.mbtiles, FILE.pmtiles, or a folder of z/x/y files. Tiles are stored as they came,
            except that MVT is compressed with gzip. The text of --attribution goes into the metadata. With --cache
            FILE answers are kept between runs and archives. The cache honours ETag, Last-Modified and Cache-Control.

            If a run is stopped with Ctrl-C, the same command resumes it. A run that is killed loses 2 seconds of work.
            An unfinished PMTiles archive is in FILE.pmtiles.part. fetch-tiles refuses an archive that has tiles of
            another template.

            With frames, MBTiles have the tables frames and tile_frames, and their tiles view shows the first frame. If
            a tile failed that may exist, the run exits with 69 and keeps the good tiles.
            """,
        cost: """
            - Memory: 27 MB, 40 bytes for each requested tile, and the tiles under way; 64 MiB with --cache
            - Time: that of the server

            fetch-tiles sends at most --jobs requests at once, and --jobs-per-host to one host other than this machine.

            An attempt fails if no data, or less than 1,000 bytes a second, arrives for --timeout. It also fails if it
            lasts 3 times as long as --timeout. Then fetch-tiles tries again after a random time of up to 0.5, 1, 2, …
            60 s, or when Retry-After says. It stops asking a host after 5 failed tiles in a row, and every host after
            20 refusals (401, 403) in a row.
            """,
        statuses: [.dataUnusable, .inputMissing, .serviceFailed, .tryLater],
        answers: [
            .init(
                "--template 'file:tiles/{z}/{x}/{y}.png'", empty: .dataUnusable, otherTables: .dataUnusable,
                messages: .dataUnusable, otherKinds: .dataUnusable)
        ],
        tables: "tiles")

    static let configuration = CommandConfiguration(FetchTiles.self, manual)

    @Argument(
        help: ArgumentHelp(
            "Read records from these files; by default, or for -, read standard input.", valueName: "file"))
    var files: [String] = []

    @Option(help: ArgumentHelp("Fetch tiles from addresses of this form.", valueName: "address"))
    var template: String?

    @Option(help: ArgumentHelp("Put these values in place of {frame}, as in 0-11 or a,b.", valueName: "frames"))
    var frames: [String] = []

    @Option(help: ArgumentHelp("Enlarge tiles of this zoom for deeper zooms.", valueName: "zoom"))
    var maxZoom: Int?

    @Option(
        help: ArgumentHelp("Store the tiles in FILE.mbtiles, in FILE.pmtiles or in a folder.", valueName: "file"),
        completion: .file())
    var into: String?

    @Option(help: ArgumentHelp("Keep answers in FILE between runs.", valueName: "file"), completion: .file())
    var cache: String?

    @Option(help: ArgumentHelp("Send up to N requests at once, 1 to 64.", valueName: "n"))
    var jobs = FetchTilesOptions().jobs

    @Option(help: ArgumentHelp("Send up to N requests to one host at once.", valueName: "n"))
    var jobsPerHost = FetchTilesOptions().jobsPerHost

    @Option(help: ArgumentHelp("Credit this source in the archive.", valueName: "text"))
    var attribution: String?

    @Option(help: ArgumentHelp("Retry a failed tile up to N times.", valueName: "n"))
    var retries = FetchTilesOptions().retries

    @Option(help: ArgumentHelp("Give up an attempt after this long without progress.", valueName: "time"))
    var timeout = TimeSpan(nanoseconds: FetchTilesOptions().timeout).text

    @Option(help: ArgumentHelp("Refuse to fetch more than N tiles.", valueName: "n"))
    var maxTiles = FetchTilesOptions().maxTiles

    @Option(help: .formats(of: RecordFormat.self, "This is the format of the records, not of the tiles"))
    var format = FetchTilesOptions().format

    @OptionGroup var rows: RowFlags
    @OptionGroup var common: CommonFlags

    func fill(_ options: inout FetchTilesOptions) throws {
        options.template = try template.map { try FetchTilesOptions.template($0) }
        options.frames = try ListOption.text(frames, "--frames").map { try FetchTilesOptions.frames($0) } ?? []
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
