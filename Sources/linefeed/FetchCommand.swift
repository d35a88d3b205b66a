import ArgumentParser
import FetchStage
import StageKit
import TimeZones

extension ExpectedFeed: ArgumentWord {}
extension ArchiveCompression: ArgumentWord {}

/// `linefeed fetch`
struct FetchCommand: StageCommand {
    typealias Work = Fetch
    static let place = StagePlace(.realtime, 10)

    static let manual = Manual(
        brief: "download new feeds",
        abstract: "Download feeds over HTTP, once or repeatedly, and keep each new version.",
        usage: "[OPTION]... [URL]...",
        usual: "URL --feeds --output --archive --expect --every --header-env --max-age",
        groups: [
            "Feeds": "--feeds --expect",
            "Destination": "--output --save --archive --keep --polls --records",
            "Schedule": "--every --count",
            "Watching": "--max-age --alert-after --metrics",
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
            .init(
                "several feeds from a list; their addresses are in the environment",
                """
                echo 'feeds: [{name: buses, url: $BUSES, every: 1s}]' >feeds.yaml
                BUSES='https://transit.example.com/vehicles.pb?key=1234' \\
                    linefeed fetch --feeds feeds.yaml --archive archive --count 1
                """),
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
            that you give with --feeds, with --header-env or on standard input is hidden from other users.

            With --feeds, fetch reads feeds and their settings from a YAML file; if FILE is -, from standard input:

              feeds:
                - name: vehicles
                  url: ${VEHICLES_URL}
                  headers: {Authorization: {file: $CREDENTIALS_DIRECTORY/token}}
                  every: 15s
                - name: alerts
                  url: ${ALERTS_URL:-}
                  every: 1m
                  timeout: 20s
                  archive: /srv/alerts

            A feed must have a name and a url. The keys every, timeout, expect, archive, compress, keep, max_age and
            alert_after replace the option of the same name for this feed, and headers are added to those of the options. A value is
            a text in which variables are expanded as in a pipeline file (see pipelines.md), or the line in a file,
            {file: PATH}. If the url is empty, the feed is skipped; if the name of a header is empty, the header is
            omitted. If the list is wrong, fetch exits with 78. No message quotes a value of the list.
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

            With --compress, each content in the archive is compressed, and its name ends in .pb.gz or .pb.zst. All
            stages read such files. A content that is compressed already, such as a zip, is stored as it is. The hashes and
            sizes in records are those of the content before compression.

            With --polls DIR, the record of each attempt is also appended to DIR/2026-11-21.ndjson, in the file of its
            UTC day. With --metrics FILE, fetch replaces FILE every few seconds with metrics in the text format of
            Prometheus: for each feed the attempts, bytes, rejected responses and new contents, the times of the last
            success and of the newest content, and whether the feed is stale.

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

            Memory and time of a run with --every grow with the number of feeds: 100 feeds at 15 s need less than 64 MB
            and less than a tenth of a core. Each feed has its own schedule, and no feed waits for the server of another
            feed, unless --jobs allows fewer requests than there are feeds.

            With --every, fetches start on a fixed schedule. If a response arrives late, fetch skips the scheduled
            fetches that were due in the meantime. A failed fetch is recorded and does not end the run. If a feed could
            not be fetched even once, the run exits with 69.

            If fetches of a feed fail again and again, fetch reports the first failure, and then, with the number of
            failures, after 1 minute, 10 minutes and each hour. The first success afterwards is reported, too. With
            --alert-after TIME, a feed without a success for TIME, or for two intervals if that is longer, is reported
            as stale, once. If systemd starts fetch
            --every with Type=notify, fetch reports that it has started, and answers systemd's watchdog.

            On SIGINT or SIGTERM, fetch finishes the requests that are under way, which takes at most 20 times as long
            as --timeout. A second signal stops fetch at once.
            """,
        statuses: [.serviceFailed, .configurationWrong])

    @Argument(
        help: ArgumentHelp("Download this address; if URL is -, read addresses from standard input.", valueName: "url"))
    var urls: [String] = []

    @Option(
        help: ArgumentHelp("Read feeds and their settings from this YAML file.", valueName: "file"),
        completion: .file())
    var feeds: String?

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

    @Option(
        help: ArgumentHelp(
            "Compress the contents in the archive: none, gzip or zstd.",
            discussion: "zstd files are smaller. --compress zstd needs libzstd, Debian's package libzstd1.",
            valueName: "method"))
    var compress: ArchiveCompression?

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

    @Option(
        help: ArgumentHelp(
            "Report a feed as stale if no fetch has succeeded for TIME.", valueName: "time"))
    var alertAfter: String?

    @Option(
        help: ArgumentHelp("Keep metrics for Prometheus in FILE.", valueName: "file"), completion: .file())
    var metrics: String?

    @Option(
        help: ArgumentHelp(
            "Append the record of each attempt to a file for its day in the folder DIR.", valueName: "dir"),
        completion: .directory)
    var polls: String?

    @Option(help: ArgumentHelp("Remove archived days and polls that are older than TIME.", valueName: "time"))
    var keep: String?

    @Option(help: .timeout)
    var timeout = TimeSpan(nanoseconds: FetchOptions().timeout).text

    @Option(help: ArgumentHelp("Retry a failed request up to N times in each scheduled fetch.", valueName: "n"))
    var retries = FetchOptions().retries

    @Option(help: ArgumentHelp("Refuse content that is larger than N bytes.", valueName: "n"))
    var maxBytes = FetchOptions().maxBytes

    @Option(
        help: ArgumentHelp(
            """
            Send up to N requests at once, where N is from 1 to 64; the default is \(FetchOptions.usualJobs), or with \
            --every the number of feeds.
            """, valueName: "n"))
    var jobs: Int?

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
        guard !urls.isEmpty || feeds != nil else {
            throw ValidationError("name at least one URL, - for a list on stdin, or a list of feeds with --feeds")
        }
        if feeds == "-", urls.contains("-") {
            throw ValidationError("--feeds and the URLs cannot both be read from standard input")
        }
        _ = try checked(options)
        guard feeds != nil || save != nil || common.output != nil || archive != nil else {
            throw ValidationError(
                "name a place for what is downloaded: -o FILE for a single URL, or --archive DIR (nothing was fetched)")
        }
    }

    /// Without the feeds where some of them stand in a list: it is read in the run, where it has a status of its own.
    func fill(_ options: inout FetchOptions) throws {
        try fill(&options, feeds: urls.contains("-") ? [] : ArgumentRuns.unfold(urls))
    }

    func run(in world: World) throws {
        guard urls.contains("-") || feeds != nil else { return try run(try options(), in: world) }
        let listed = try FetchCommand.read { urls.contains("-") ? try FetchOptions.list(from: "-") : [] }
        let settled = try FetchCommand.read { try feeds.map { try FeedList.read($0, in: world) } ?? [] }
        let all = urls.flatMap { $0 == "-" ? listed : ArgumentRuns.unfold([$0]) }
        let chosen = try checked {
            var whole = FetchOptions()
            try fill(&whole, feeds: all)
            whole.feeds += settled
            whole.awaitsFeeds = false
            return whole
        }
        try run(chosen, in: world)
    }

    private static func read<List>(_ body: () throws -> List) throws -> List {
        do {
            return try body()
        } catch let failure as StageFailure {
            StageRunner.complain("linefeed fetch: error: \(failure.description)")
            throw ExitCode(failure.status.rawValue)
        }
    }

    private func fill(_ options: inout FetchOptions, feeds: [String]) throws {
        options.feeds = try feeds.map(FetchOptions.feed)
        options.feedList = self.feeds
        options.awaitsFeeds = urls.contains("-") || self.feeds != nil
        if let save, let output = common.output, save != output {
            throw UnusableOption(
                "-o and --save are one option, and two values were given: \(Finding.quoted(output)) and "
                    + "\(Finding.quoted(save)) (nothing was done); leave one out")
        }
        options.save = common.output ?? save
        options.compression = compress
        options.archive = archive
        options.expected = expect
        options.headers =
            try header.map { try FetchOptions.header($0) }
            + headerEnv.map { try FetchOptions.header(fromVariable: $0, in: .process) }
        options.interval = try every.map { try FetchOptions.span($0, "--every") }
        options.turns = count
        options.maxAge = try maxAge.map { try FetchOptions.seconds($0, "--max-age") }
        options.alertAfter = try alertAfter.map { try FetchOptions.seconds($0, "--alert-after") }
        options.polls = polls
        options.metrics = metrics
        options.keep = try keep.map { try FetchOptions.seconds($0, "--keep") }
        options.timeout = try FetchOptions.span(timeout, "--timeout")
        options.retries = retries
        options.maxBytes = maxBytes
        options.jobs = jobs
        options.format = format
    }
}
