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
        abstract: "Download feeds over HTTP, once or repeatedly, and keep new content.",
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
                "linefeed fetch https://transit.example/feed.zip -o feed.zip \\\n    --expect gtfs"),
            .init(
                "every new snapshot for two turns; without --count it never stops",
                "linefeed fetch buses=https://transit.example/vehicles.pb \\\n"
                    + "    --archive archive --every 1s --count 2 --expect gtfs-rt --keep 30d"),
            .init(
                "a key that the process list does not show",
                "TOKEN='apikey 1234' linefeed fetch https://transit.example/vehicles.pb \\\n"
                    + "    --header-env Authorization=TOKEN -o now.pb --max-age 9999d"),
        ],
        input: """
            URL is an http: or https: address. NAME=URL gives the feed a name. With - fetch reads addresses from
            standard input, one on each line.

            Proxies come from the environment variables http_proxy, https_proxy, all_proxy and no_proxy; the last three
            may be in capitals. TLS certificates are verified. They come from CURL_CA_BUNDLE or SSL_CERT_FILE, else from
            the system. libcurl appends TLS keys to the file that SSLKEYLOGFILE names. linefeed(1) lists all variables.

            Headers, user and password go only to the host in the URL, never to a host that it redirects to. A redirect
            from https: to http: is reported.

            Other users can see a key in a URL or in --header in the process list. They cannot see a key from
            --header-env or from standard input.
            """,
        output: """
            The table fetches has one record for each attempt, including failed attempts. Each record is written at
            once.

            {"table":"fetches","url":"https://transit.example/vehicles.pb",
             "at":1795248015,"attempt":1,"status":200,"bytes":9312,"sha256":"9f86…",
             "elapsed_ms":41,"stored_as":"archive/buses/2026/11/21/buses-20261121T0\\
            80015Z.pb","unchanged":false}

            --archive writes DIR/NAME/YYYY/MM/DD/NAME-YYYYMMDDTHHMMSSZ.pb; times are UTC. The same content is stored
            once in two days, however often it arrives. If you give no NAME, it is derived from the URL.

            The archive also has these files for each feed:

            - fetches.ndjson lists the fetches of a day
            - newest.json holds the validators (ETag, Last-Modified) for the next request
            - rejected/ holds content that --expect refused, at most 100 files a day

            --expect gtfs-rt checks the whole message, so it refuses a truncated one. --keep removes only files that
            fetch wrote. Secrets never appear in records, files or messages.
            """,
        cost: """
            - Memory: below 35 MB, and 300 bytes for each content of two days; bodies are written to files as they
              arrive
            - Time: that of the network

            An attempt fails if no data, or less than 1,000 bytes a second, arrives for --timeout. It also fails if it
            lasts 20 times as long as --timeout. Then fetch tries again after a random time of up to 0.5, 1, 2, … 60
            s. If the server sends Retry-After, fetch waits that long, up to 5 minutes.

            --every keeps to its schedule: if an answer is late, turns are skipped. With --every a failure is only
            recorded. The run exits with 69 at the end if a feed never arrived at all.

            On SIGINT or SIGTERM fetch finishes the requests under way, which takes at most 20 times --timeout. A second
            signal stops it at once.
            """,
        statuses: [.serviceFailed])

    static let configuration = CommandConfiguration(Fetch.self, manual)

    @Argument(
        help: ArgumentHelp("Download this address; - reads addresses from standard input.", valueName: "url"))
    var urls: [String] = []

    @Option(
        help: ArgumentHelp(
            "Save the content of a single URL as FILE; the same as -o.",
            discussion: "If the download fails or brings nothing new, FILE is not changed.", valueName: "file"),
        completion: .file())
    var save: String?

    @Option(
        help: ArgumentHelp("Write the records to FILE instead of standard output.", valueName: "file"),
        completion: .file())
    var records: String?

    @Option(help: ArgumentHelp("Store each new content below DIR.", valueName: "dir"), completion: .directory)
    var archive: String?

    @Option(help: "Accept only this kind of feed: gtfs or gtfs-rt.")
    var expect: ExpectedFeed?

    @Option(help: ArgumentHelp("Send this header with each request.", valueName: "NAME: VALUE"))
    var header: [String] = []

    @Option(
        help: ArgumentHelp("Send a header whose value is in the environment variable VAR.", valueName: "NAME=VAR"))
    var headerEnv: [String] = []

    @Option(help: ArgumentHelp("Repeat at this interval, such as 15s, 5m or 1h.", valueName: "time"))
    var every: String?

    @Option(help: ArgumentHelp("Stop after N turns.", valueName: "n"))
    var count: Int?

    @Option(help: ArgumentHelp("Exit with 69 if the newest content is older than this.", valueName: "time"))
    var maxAge: String?

    @Option(help: ArgumentHelp("Remove archived days that are older than this.", valueName: "time"))
    var keep: String?

    @Option(help: ArgumentHelp("Give up an attempt after this long without progress.", valueName: "time"))
    var timeout = TimeSpan(nanoseconds: FetchOptions().timeout).text

    @Option(help: ArgumentHelp("Retry a failed request up to N times in a turn.", valueName: "n"))
    var retries = FetchOptions().retries

    @Option(help: ArgumentHelp("Refuse content of more than N bytes.", valueName: "n"))
    var maxBytes = FetchOptions().maxBytes

    @Option(help: ArgumentHelp("Send up to N requests at once, 1 to 64.", valueName: "n"))
    var jobs = FetchOptions().jobs

    @Option(help: .formats(of: RecordFormat.self))
    var format = FetchOptions().format

    @OptionGroup var common: CommonFlags

    static let ownTexts = [
        "--output":
            """
        Save the content of a single URL as FILE. If the download fails or brings nothing new, FILE is not \
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
