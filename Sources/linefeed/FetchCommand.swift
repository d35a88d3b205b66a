import ArgumentParser
import FetchStage
import StageKit
import TimeZones

extension ExpectedFeed: ArgumentWord {}

/// `linefeed fetch`
struct FetchCommand: StageCommand {
    typealias Work = Fetch
    static let place = StagePlace(.realtime, 10)

    static let manual = Manual(
        brief: "download new feeds",
        abstract: "Download feeds over HTTP, once or repeatedly, and keep each new version.",
        usage: "[OPTION]... URL...",
        usual: "URL --output --archive --expect --every --header-env --max-age",
        groups: [
            "Destination": "--output --save --archive --keep --records",
            "Schedule": "--every --count --max-age",
            "Request": "--header --header-env --timeout --retries --max-bytes --jobs",
        ],
        examples: [
            .init(
                "tonight's timetable; if the download fails, the old file stays",
                "linefeed fetch https://transit.example.com/feed.zip -o feed.zip \\\n    --expect gtfs"),
            .init(
                "new snapshots, fetched twice; without --count, fetch never stops",
                "linefeed fetch buses=https://transit.example.com/vehicles.pb \\\n"
                    + "    --archive archive --every 1s --count 2 --expect gtfs-rt --keep 30d"),
            .init(
                "a key that the process list does not show",
                "TOKEN='apikey 1234' linefeed fetch https://transit.example.com/vehicles.pb \\\n"
                    + "    --header-env Authorization=TOKEN -o now.pb --max-age 9999d"),
        ],
        input: """
            URL is an http: or https: address. Write NAME=URL to give the feed a name. If URL is -, fetch reads
            addresses from standard input, one on each line.

            Proxies are set by the environment variables http_proxy, https_proxy, all_proxy and no_proxy; all these
            names except http_proxy may also be written in capitals. TLS certificates are verified against the file that
            CURL_CA_BUNDLE or SSL_CERT_FILE names or, if neither variable is set, against the certificates of the
            system. If SSLKEYLOGFILE is set, libcurl appends TLS keys to the file that this variable names. All
            environment variables are listed in linefeed(1).

            Headers, user names and passwords are sent only to the host in the URL; after a redirect to another host,
            fetch does not send them. A redirect from https: to http: is reported.

            If a URL or --header contains a key, other users of the machine can see the key in the process list. A key
            that you give with --header-env or on standard input is hidden from other users.
            """,
        output: """
            The table "fetches" contains one record for each attempt, including failed attempts. The record of an
            attempt is written as soon as the attempt ends.

            {"table":"fetches","url":"https://transit.example.com/vehicles.pb",
             "at":1795248015,"attempt":1,"status":200,"bytes":9312,"sha256":"9f86…",
             "elapsed_ms":41,"stored_as":"archive/buses/2026/11/21/buses-20261121T0\\
            80015Z.pb","unchanged":false}

            With --archive, content is stored as DIR/NAME/YYYY/MM/DD/NAME-YYYYMMDDTHHMMSSZ.pb, with the time in UTC. If
            the same content arrives again within two days, fetch does not store another copy. If you give no NAME, the
            name is derived from the URL.

            The archive also contains these files for each feed:

            - fetches.ndjson lists the attempts of one day
            - newest.json holds the validators (ETag, Last-Modified) for the next request
            - rejected/ contains content that --expect refused, at most 100 files a day

            With --expect gtfs-rt, the whole message is checked, so a truncated message is refused. The option --keep
            removes only files that fetch has written. Secrets never appear in records, files or messages.
            """,
        cost: """
            - Memory: below 35 MB, and 300 bytes for each version of the content in the last two days; bodies are
              written to files as they arrive
            - Time: depends on the network

            An attempt fails if it receives fewer than 1,000 bytes a second, averaged over the --timeout period, or if
            it lasts 20 times as long as --timeout. Before each retry, fetch waits for a random time. The upper limit of
            the random time is 0.5 s for the first retry and doubles with each further retry, up to 60 s. If the server
            sends a Retry-After header, fetch waits for the time that the header gives, but at most 5 minutes.

            With --every, fetches start on a fixed schedule. If a response arrives late, fetch skips the scheduled
            fetches that were due in the meantime. A failed fetch is recorded and does not end the run. If a feed could
            not be fetched even once, the run exits with 69.

            On SIGINT or SIGTERM, fetch finishes the requests that are under way, which takes at most 20 times as long
            as --timeout. A second signal stops fetch at once.
            """,
        statuses: [.serviceFailed])

    @Argument(
        help: ArgumentHelp("Download this address; if URL is -, read addresses from standard input.", valueName: "url"))
    var urls: [String] = []

    @Option(
        help: ArgumentHelp(
            "Save the content of a single URL as FILE; --save is the same as -o.",
            discussion: "If the download fails or the content is not new, FILE is not changed.", valueName: "file"),
        completion: .file())
    var save: String?

    @Option(
        help: ArgumentHelp("Write the records to FILE instead of standard output.", valueName: "file"),
        completion: .file())
    var records: String?

    @Option(
        help: ArgumentHelp("Store each new version of the content in the folder DIR.", valueName: "dir"),
        completion: .directory)
    var archive: String?

    @Option(help: "Accept only this kind of feed: gtfs or gtfs-rt.")
    var expect: ExpectedFeed?

    @Option(help: ArgumentHelp("Send this header with each request.", valueName: "NAME: VALUE"))
    var header: [String] = []

    @Option(
        help: ArgumentHelp(
            "Send the header NAME with the value of the environment variable VAR.", valueName: "NAME=VAR"))
    var headerEnv: [String] = []

    @Option(help: ArgumentHelp("Repeat the fetch at this interval, such as 15s, 5m or 1h.", valueName: "time"))
    var every: String?

    @Option(help: ArgumentHelp("Stop after N fetches of each feed.", valueName: "n"))
    var count: Int?

    @Option(help: ArgumentHelp("Exit with 69 if the newest content of a feed is older than TIME.", valueName: "time"))
    var maxAge: String?

    @Option(help: ArgumentHelp("Remove archived days that are older than TIME.", valueName: "time"))
    var keep: String?

    @Option(help: .timeout)
    var timeout = TimeSpan(nanoseconds: FetchOptions().timeout).text

    @Option(help: ArgumentHelp("Retry a failed request up to N times in each scheduled fetch.", valueName: "n"))
    var retries = FetchOptions().retries

    @Option(help: ArgumentHelp("Refuse content that is larger than N bytes.", valueName: "n"))
    var maxBytes = FetchOptions().maxBytes

    @Option(help: .parallel)
    var jobs = FetchOptions().jobs

    @Option(help: .formats(of: RecordFormat.self))
    var format = FetchOptions().format

    @OptionGroup var common: CommonFlags

    static let ownTexts = [
        "--output":
            """
        Save the content of a single URL as FILE. If the download fails or the content is not new, FILE is not \
        changed.
        """
    ]

    /// Here -o is for what is downloaded, and records have an option of their own.
    var commonOptions: CommonOptions {
        var options = common.options
        options.output = records
        return options
    }

    func validate() throws {
        guard !urls.isEmpty else { throw ValidationError("name at least one URL, or - for a list on stdin") }
        _ = try checked(options)
        guard save != nil || common.output != nil || archive != nil else {
            throw ValidationError(
                "name a place for what is downloaded: -o FILE for a single URL, or --archive DIR (nothing was fetched)")
        }
    }

    /// Without the feeds where some of them stand in a list: it is read in the run, where it has a status of its own.
    func fill(_ options: inout FetchOptions) throws {
        try fill(&options, feeds: urls.contains("-") ? [] : ArgumentRuns.unfold(urls))
    }

    func run(in world: World) throws {
        guard urls.contains("-") else { return try run(try options(), in: world) }
        let listed = try FetchCommand.list()
        let all = urls.flatMap { $0 == "-" ? listed : ArgumentRuns.unfold([$0]) }
        let chosen = try checked {
            var whole = FetchOptions()
            try fill(&whole, feeds: all)
            whole.awaitsFeeds = false
            return whole
        }
        try run(chosen, in: world)
    }

    private static func list() throws -> [String] {
        do {
            return try FetchOptions.list(from: "-")
        } catch let failure as StageFailure {
            StageRunner.complain("linefeed fetch: error: \(failure.description)")
            throw ExitCode(failure.status.rawValue)
        }
    }

    private func fill(_ options: inout FetchOptions, feeds: [String]) throws {
        options.feeds = try feeds.map(FetchOptions.feed)
        options.awaitsFeeds = urls.contains("-")
        if let save, let output = common.output, save != output {
            throw UnusableOption(
                "-o and --save are one option, and two values were given: \(Finding.quoted(output)) and "
                    + "\(Finding.quoted(save)) (nothing was done); leave one out")
        }
        options.save = common.output ?? save
        options.archive = archive
        options.expected = expect
        options.headers =
            try header.map { try FetchOptions.header($0) }
            + headerEnv.map { try FetchOptions.header(fromVariable: $0, in: .process) }
        options.interval = try every.map { try FetchOptions.span($0, "--every") }
        options.turns = count
        options.maxAge = try maxAge.map { try FetchOptions.seconds($0, "--max-age") }
        options.keep = try keep.map { try FetchOptions.seconds($0, "--keep") }
        options.timeout = try FetchOptions.span(timeout, "--timeout")
        options.retries = retries
        options.maxBytes = maxBytes
        options.jobs = jobs
        options.format = format
    }
}
