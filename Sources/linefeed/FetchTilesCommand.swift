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
                    + "    --template 'https://tiles.example.com/{z}/{x}/{y}.png' --max-zoom 11"),
            .init(
                "a folder of tiles in one file",
                "linefeed build-polylines --feed demo/feed.zip -o lines.geojsonl &&\n"
                    + "    linefeed render-tiles lines.geojsonl --zoom 10-12 --into tiles &&\n"
                    + "    linefeed cover-tiles lines.geojsonl --zoom 10-12 |\n"
                    + "    linefeed fetch-tiles --template 'file:tiles/{z}/{x}/{y}.png' \\\n"
                    + "    --into tiles.pmtiles --attribution 'our own'"),
        ],
        input: """
            fetch-tiles reads the "tiles" records that cover-tiles writes, and fetches each tile once.

            The value of --template is an http:, https: or file: address. The address may contain the placeholders {z},
            {x}, {y}, {-y} (rows counted from the south), {quadkey}, {s} (a, b or c) and {frame}. The option --frames
            lists the numbers (0-11) or names (a,b) that replace {frame}.

            Tiles may be PNG, JPEG, WebP or vector tiles (MVT). At zooms deeper than --max-zoom, fetch-tiles enlarges a
            part of the tile at --max-zoom. Proxies and certificates are set by the same environment variables as for
            the stage "fetch".
            """,
        output: """
            The table "tiles" contains one record for each tile, written as soon as the tile arrives; missing and failed
            tiles also have a record.

            {"table":"tiles","z":11,"x":2017,"y":1250,"quadkey":"31110301210",
             "status":200,"bytes":8312,"source":"server","etag":"\\"9f86\\""}

            The member "source" is server, file, cache, stale (an older copy, because the server failed) or kept (from
            an earlier run). If there is no tile, the record has no member "source". If fetching a tile failed, the
            member "error" gives the reason; a tile that the server does not have (404, 410, 204 or an empty response)
            is not an error. If a tile was enlarged, the member overzoom_from is the zoom of the original tile.

            With --into, the tiles are written to an .mbtiles file, a .pmtiles file or a folder of z/x/y files. Tiles
            are stored unchanged, except that MVT tiles are compressed with gzip. The text of --attribution is written
            to the metadata of the archive. With --cache FILE, the server's responses are kept for later runs and for
            other archives. The cache honours ETag, Last-Modified and Cache-Control.

            If you stop fetch-tiles with Ctrl-C, running the same command again continues where it stopped. If a run is
            killed, at most the last 2 seconds of work are lost. Until a PMTiles archive is complete, it is stored in
            FILE.pmtiles.part. If an archive already contains tiles from a different template, fetch-tiles refuses to
            write to the archive.

            If the tiles have frames, an MBTiles archive also contains the tables "frames" and "tile_frames", and the
            view "tiles" shows the first frame. If a tile could not be fetched although it may exist, the run exits with
            69 and keeps the tiles that arrived.
            """,
        cost: """
            - Memory: 27 MB, 40 bytes for each requested tile, and the tiles that are being fetched; with --cache, also
              up to 64 MiB
            - Time: depends on the server

            At most --jobs requests are sent at once. At most --jobs-per-host requests are sent at once to any host
            other than the local machine.

            An attempt fails if it receives fewer than 1,000 bytes a second on average over a period as long as
            --timeout, or if it lasts 3 times as long as --timeout. Before each retry, fetch-tiles waits for a random
            time (at most 0.5 s before the first retry, and at most 1, 2, … 60 s before later retries), or for the time
            that a Retry-After header gives. If 5 tiles of a host fail in a row, fetch-tiles sends no more requests to
            that host. After 20 refusals (401, 403) in a row, fetch-tiles sends no more requests to any host.
            """,
        statuses: [.dataUnusable, .inputMissing, .serviceFailed, .tryLater],
        answers: [.unusable("--template 'file:tiles/{z}/{x}/{y}.png'")],
        tables: "tiles")

    @Argument(help: .records)
    var files: [String] = []

    @Option(help: ArgumentHelp("Fetch each tile from the address that this template gives.", valueName: "address"))
    var template: String?

    @Option(help: .frames)
    var frames: [String] = []

    @Option(
        help: ArgumentHelp(
            "Fetch no tiles deeper than this zoom; enlarge tiles of this zoom instead.", valueName: "zoom"))
    var maxZoom: Int?

    @Option(
        help: ArgumentHelp("Store the tiles in this .mbtiles file, .pmtiles file or folder.", valueName: "file"),
        completion: .file())
    var into: String?

    @Option(
        help: ArgumentHelp("Keep responses of the server in FILE for later runs.", valueName: "file"),
        completion: .file())
    var cache: String?

    @Option(help: .parallel)
    var jobs = FetchTilesOptions().jobs

    @Option(help: ArgumentHelp("Send up to N requests to one host at once.", valueName: "n"))
    var jobsPerHost = FetchTilesOptions().jobsPerHost

    @Option(help: ArgumentHelp("Write this text to the archive as the attribution of the tiles.", valueName: "text"))
    var attribution: String?

    @Option(help: ArgumentHelp("Retry a failed tile up to N times.", valueName: "n"))
    var retries = FetchTilesOptions().retries

    @Option(help: .timeout)
    var timeout = TimeSpan(nanoseconds: FetchTilesOptions().timeout).text

    @Option(help: ArgumentHelp("Refuse to fetch more than N tiles.", valueName: "n"))
    var maxTiles = FetchTilesOptions().maxTiles

    @Option(help: .formats(of: RecordFormat.self, "--format sets the format of the records, not of the tiles"))
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
