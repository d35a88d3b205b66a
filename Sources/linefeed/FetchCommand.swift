import ArgumentParser
import FetchStage
import StageKit
import TimeZones

extension ExpectedFeed: ExpressibleByArgument {}

/// `linefeed fetch`
struct FetchCommand: StageCommand {
    typealias Work = Fetch

    static let manual = Manual(
        abstract: "Get feeds over HTTP, once or turn after turn, and keep what is new.",
        examples: [
            .init(
                "Tonight's timetable; the old file stays when it fails",
                "linefeed fetch https://transit.example/feed.zip --save feed.zip \\\n      --expect gtfs"),
            .init(
                "Every distinct snapshot, two turns of what a service does for ever",
                "linefeed fetch buses=https://transit.example/vehicles.pb \\\n"
                    + "      --archive archive --every 1s --count 2 --expect gtfs-rt --keep 30d"),
            .init(
                "With a key that stands in no process list; 69 when the feed is dead",
                "TOKEN='apikey 1234' linefeed fetch https://transit.example/vehicles.pb \\\n"
                    + "      --header-env Authorization=TOKEN --save now.pb --max-age 9999d"),
        ],
        input: """
            http: and https: URLs, or NAME=URL to name a feed; - reads them from
            standard input, one a line. TLS is verified. Proxies come from http_proxy,
            https_proxy, all_proxy and no_proxy (the last three in capitals too),
            certificates from CURL_CA_BUNDLE or SSL_CERT_FILE. libcurl adds the keys of
            TLS to the file that SSLKEYLOGFILE names. docs/environment.md has them all.
            Headers, user and password go to the host that was named and not to one it
            redirects to; that https: redirects to http: is told. A key in a URL or
            --header can be seen in the process list; one from --header-env or - cannot.
            """,
        output: """
            A record an attempt, failed ones too, written as it happens:
            {"table":"fetches","url":"https://transit.example/vehicles.pb",
             "at":1795248015,"attempt":1,"status":200,"bytes":9312,"sha256":"9f86…",
             "elapsed_ms":41,"stored_as":"archive/buses/2026/11/21/buses-20261121T0\\
            80015Z.pb","unchanged":false}
            --archive: DIR/NAME/YYYY/MM/DD/NAME-YYYYMMDDTHHMMSSZ.pb in UTC, a content
            once in two days however often it comes; NAME is made from the URL unless
            given. Beside them fetches.ndjson lists a day's, newest.json has the
            validators (ETag, Last-Modified) for the next request, and rejected/ has
            what --expect refused, 100 a day at most: gtfs-rt looks at the whole
            message, so one that is cut off is refused. --keep removes days of its files.
            Secrets are left out of records, files and messages.
            """,
        cost: """
            Memory: below 35 MB, and 300 bytes for each content of two days; bodies go
            to files as they come. Time: the network's.
            An attempt is given up when nothing, or less than 1,000 bytes a second, came
            for --timeout, and after 20 times that. It is tried again after a random
            time up to 0.5, 1, 2, … 60 s, or after what Retry-After says, up to 5
            minutes. --every keeps its schedule: a late answer passes over turns. SIGINT
            and SIGTERM let what is under way end, at most 20 times --timeout; a second
            one does not. With --every failures are records; 69 at the end when a feed
            never once came.
            """,
        statuses: [.serviceFailed])

    static let configuration = CommandConfiguration(Fetch.self, manual)

    @Argument(help: ArgumentHelp("URL or NAME=URL; - reads them from stdin.", valueName: "url"))
    var urls: [String] = []

    @Option(
        help: ArgumentHelp("The same as -o: save the content of a single URL as FILE.", valueName: "file"),
        completion: .file())
    var save: String?

    @Option(
        help: ArgumentHelp("Write the records to FILE instead of standard output.", valueName: "file"),
        completion: .file())
    var records: String?

    @Option(help: ArgumentHelp("Keep each new content below DIR.", valueName: "dir"), completion: .directory)
    var archive: String?

    @Option(help: "Take only what is gtfs or gtfs-rt.")
    var expect: ExpectedFeed?

    @Option(help: ArgumentHelp("Send a header.", valueName: "name: value"))
    var header: [String] = []

    @Option(help: ArgumentHelp("Send a header from a variable.", valueName: "name=var"))
    var headerEnv: [String] = []

    @Option(help: ArgumentHelp("Turn after turn, as in 15s, 5m, 1h.", valueName: "time"))
    var every: String?

    @Option(help: ArgumentHelp("End after so many turns.", valueName: "n"))
    var count: Int?

    @Option(help: ArgumentHelp("69 when the newest content is older.", valueName: "time"))
    var maxAge: String?

    @Option(help: ArgumentHelp("Remove archived days past this.", valueName: "time"))
    var keep: String?

    @Option(help: ArgumentHelp("Longest time without progress.", valueName: "time"))
    var timeout = TimeSpan(nanoseconds: FetchOptions().timeout).text

    @Option(help: ArgumentHelp("Further tries of a turn.", valueName: "n"))
    var retries = FetchOptions().retries

    @Option(help: ArgumentHelp("The most bytes of a content.", valueName: "n"))
    var maxBytes = FetchOptions().maxBytes

    @Option(help: ArgumentHelp("Requests at once, 1 to 64.", valueName: "n"))
    var jobs = FetchOptions().jobs

    @Option(help: .formats(of: RecordFormat.self))
    var format = FetchOptions().format

    @OptionGroup var common: CommonFlags

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
