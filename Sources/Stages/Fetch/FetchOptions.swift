import Addresses
import HTTP
import NDJSON
import StageKit
import TimeZones

/// A feed to fetch: where it is and what its files are called.
public struct NamedFeed: Sendable {
    public let name: String
    public let address: WebAddress
    /// What a list of feeds says of it, in place of the options.
    public var own = FeedSettings()

    /// A feed of a list; nil if the name cannot be one.
    init?(name: String, address: WebAddress) {
        guard NamedFeed.isName(name[...]) else { return nil }
        self.name = name
        self.address = address
    }

    /// `URL`, whose name is made from it, or `NAME=URL`.
    public init?(_ text: String) {
        // A name has no colon and no slash, so an equals sign in a query is not taken for this one.
        if let mark = text.firstIndex(of: "="), NamedFeed.isName(text[..<mark]) {
            guard let address = WebAddress(String(text[text.index(after: mark)...])) else { return nil }
            name = String(text[..<mark])
            self.address = address
        } else {
            guard let address = WebAddress(text) else { return nil }
            name = address.feedName
            self.address = address
        }
    }

    private static func isName(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, first != UInt8(ascii: "."), first != UInt8(ascii: "-"),
            text.utf8.count <= 100
        else { return false }
        return text.utf8.allSatisfy { byte in
            0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || "._-".utf8.contains(byte)
        }
    }
}

extension FetchOptions {
    /// The lines of a list of feeds, blank ones and those that begin with `#` left out.
    /// - Parameter path: `-` for standard input.
    public static func list(from path: String) throws -> [String] {
        let lines = LineReader(try InputFile(path), limit: 1 << 16)
        var found: [String] = []
        while let line = try lines.next() {
            guard case .line(let bytes) = line else {
                throw StageFailure(.dataUnusable, "line \(lines.number) of the list of URLs is too long")
            }
            let text = String(decoding: bytes, as: UTF8.self)
            let trimmed = text.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
            if !trimmed.isEmpty, trimmed.first != "#" { found.append(String(trimmed)) }
        }
        return found
    }

    /// Why a text is not a feed, without what of it may be a secret.
    public static func refusal(of text: String) -> String {
        let near = shown(text) == text ? MissingInput.address(for: text) : nil
        return
            "\(Finding.quoted(shown(text))) is neither an http: or https: URL nor NAME=URL with a name of letters, digits, "
            + "'.', '-' and '_'" + (near.map { "; did you mean '\($0)'?" } ?? "")
    }
}

extension FetchOptions {
    /// Of what is not an address nobody knows where a password in it would end, or a query begin.
    private static func shown(_ text: String) -> String {
        let start = text.prefix { $0 != "?" && $0 != "#" }
        if let at = start.lastIndex(of: "@") { return String(start[start.index(after: at)...]) }
        guard text.contains("@"), let mark = start.firstRange(of: "://") else { return String(start) }
        return start[..<mark.upperBound] + "…"
    }
}

/// What an answer must be to count as the feed.
public enum ExpectedFeed: String, Sendable, CaseIterable {
    /// A zip with at least one GTFS table.
    case gtfs
    /// A GTFS-Realtime message.
    case gtfsRealtime = "gtfs-rt"
}

/// How contents are compressed in an archive.
public enum ArchiveCompression: String, Sendable, CaseIterable {
    case none, gzip, zstd

    var input: InputCompression? {
        switch self {
        case .none: nil
        case .gzip: .gzip
        case .zstd: .zstd
        }
    }
}

/// What may differ from feed to feed; nil for what nothing is said about.
public struct FeedSettings: Sendable {
    /// The folder under which every content is kept.
    public var archive: String?
    /// How contents are compressed in the archive.
    public var compression: ArchiveCompression?
    public var expected: ExpectedFeed?
    public var headers: [RequestHeader] = []
    /// Nanoseconds from turn to turn.
    public var interval: UInt64?
    /// Seconds after which the newest content counts as dead.
    public var maxAge: Int?
    /// Seconds without a success after which the feed is stale.
    public var alertAfter: Int?
    /// Seconds after which a day of the archive is removed.
    public var keep: Int?
    /// Nanoseconds without progress.
    public var timeout: UInt64?

    public init() {}
}

/// The options of `fetch`.
public struct FetchOptions: StageOptions {
    public var feeds: [NamedFeed] = []
    /// The file with a list of feeds and their settings, which whoever sets `feeds` has read.
    public var feedList: String?
    /// Whether more feeds are to be read from a list, so that it is too early to judge them.
    public var awaitsFeeds = false
    /// The file that is to be the newest content.
    public var save: String?
    /// The folder under which every content is kept.
    public var archive: String?
    /// How contents are compressed in the archive.
    public var compression: ArchiveCompression?
    public var expected: ExpectedFeed?
    public var headers: [RequestHeader] = []
    /// Nanoseconds from turn to turn; nil for one turn.
    public var interval: UInt64?
    /// How many turns; nil for no end.
    public var turns: Int?
    /// Seconds after which the newest content counts as dead.
    public var maxAge: Int?
    /// Seconds without a success after which a feed is stale; nil for never.
    public var alertAfter: Int?
    /// Seconds after which a day of the archive and of the polls is removed.
    public var keep: Int?
    /// The folder with a file a day of the records of all attempts.
    public var polls: String?
    /// The file with metrics for Prometheus.
    public var metrics: String?
    /// Nanoseconds without progress.
    public var timeout = TimeSpan(seconds: 30).nanoseconds
    /// Tries after the first that failed.
    public var retries = 5
    public var maxBytes = 1 << 30
    /// Requests at once; nil for as many as `parallel` says.
    public var jobs: Int?
    public var format = RecordFormat.ndjson

    public init() {}

    /// The whole of an answer may take that many times as long as it may stand still.
    public static let totalToStall: UInt64 = 20

    /// What holds for a feed: its own settings, and the options for the others.
    func settings(of feed: NamedFeed) -> FeedSettings {
        var settings = feed.own
        settings.archive = settings.archive ?? archive
        settings.compression = settings.compression ?? compression
        settings.expected = settings.expected ?? expected
        settings.headers += headers.filter { header in
            !feed.own.headers.contains { $0.name.lowercased() == header.name.lowercased() }
        }
        settings.interval = settings.interval ?? interval
        settings.maxAge = settings.maxAge ?? maxAge
        // What is fetched every hour is not dead after a quarter of one.
        let least = settings.interval.map { Int(min($0, 1 << 60) / 500_000_000) } ?? 0
        settings.alertAfter = (settings.alertAfter ?? alertAfter).map { max($0, least) }
        settings.keep = settings.keep ?? keep
        settings.timeout = settings.timeout ?? timeout
        return settings
    }

    /// Whether some feed is fetched again and again.
    var lasts: Bool { interval != nil || feeds.contains { $0.own.interval != nil } }

    /// Requests at once. Those of a run that lasts wait for no other feed's server.
    var parallel: Int { jobs ?? (lasts ? min(max(feeds.count, FetchOptions.usualJobs), 200) : FetchOptions.usualJobs) }
    public static let usualJobs = 8

    public var problem: String? {
        for interval in [interval] + feeds.map(\.own.interval) {
            if let interval, interval < 100_000_000 { return "--every takes 100ms or more" }
        }
        for (name, value, range) in [
            ("--count", turns ?? 1, 1...1 << 40), ("--retries", retries, 0...1000),
            ("--max-bytes", maxBytes, 1...1 << 50), ("--jobs", jobs ?? 1, 1...64),
        ] where !range.contains(value) {
            return "\(name) takes a number from \(range.lowerBound) to \(range.upperBound)"
        }
        if awaitsFeeds { return nil }
        if feeds.isEmpty { return "name at least one URL" }
        if save != nil, feeds.count > 1 {
            return "-o works with a single URL; use --archive DIR for several"
        }
        if save == "-" { return "-o takes a file name; standard output is for records" }
        if turns != nil, !lasts { return "--count needs --every" }
        let archives = feeds.map { settings(of: $0).archive }
        if keep != nil, polls == nil, !archives.contains(where: { $0 != nil }) {
            return "--keep needs --archive or --polls"
        }
        if compression != nil, !archives.contains(where: { $0 != nil }) { return "--compress needs --archive" }
        if feedList != nil, save == nil, let place = archives.firstIndex(where: { $0 == nil }) {
            return "name a place for \(feeds[place].name): --archive DIR for all feeds, or archive: DIR in the list"
        }
        for (index, feed) in feeds.enumerated() {
            if let other = feeds[..<index].first(where: { $0.name == feed.name }) {
                return "\(other.address.withoutSecrets) and \(feed.address.withoutSecrets) would both be called "
                    + "\(feed.name); give them names, as in buses=https://…"
            }
        }
        return nil
    }

    public func addFiles(to named: inout NamedFiles, in world: World) {
        named.write(save, as: "-o")
        named.write(metrics, as: "--metrics")
        if let feedList { named.read([feedList], as: "--feeds") }
    }
}

// MARK: As it is written

extension FetchOptions {
    /// The nanoseconds that an option names.
    public static func span(_ text: String, _ option: String) throws(UnusableOption) -> UInt64 {
        guard let span = TimeSpan(text), span > .zero else {
            throw UnusableOption("\(option) takes a time such as 250ms, 15s, 5m, 2h or 30d; not '\(text)'")
        }
        return span.nanoseconds
    }

    /// The seconds that an option names.
    public static func seconds(_ text: String, _ option: String) throws(UnusableOption) -> Int {
        Int(try span(text, option) / 1_000_000_000)
    }

    /// The feed that a URL or NAME=URL names.
    public static func feed(_ text: String) throws(UnusableOption) -> NamedFeed {
        guard let feed = NamedFeed(text) else { throw UnusableOption(refusal(of: text)) }
        return feed
    }

    /// The header that `--header` names.
    public static func header(_ text: String) throws(UnusableOption) -> RequestHeader {
        // What is wrong is not quoted: it may be a secret.
        guard let colon = text.firstIndex(of: ":"),
            let header = RequestHeader(
                name: String(text[..<colon]), value: String(text[text.index(after: colon)...].drop { $0 == " " }))
        else { throw UnusableOption("--header takes 'Name: value' without line breaks") }
        return header
    }

    /// The header that `--header-env` names, its value from a variable of the environment.
    public static func header(fromVariable text: String, in world: World) throws(UnusableOption) -> RequestHeader {
        guard let mark = text.firstIndex(of: "=") else {
            throw UnusableOption("--header-env takes NAME=VARIABLE, as in Authorization=TFNSW_AUTH")
        }
        let variable = String(text[text.index(after: mark)...])
        guard let value = world.environment(variable), !value.isEmpty else {
            throw UnusableOption("--header-env \(text[..<mark]): the environment has no variable \(variable)")
        }
        guard let header = RequestHeader(name: String(text[..<mark]), value: value, isSecret: true) else {
            throw UnusableOption(
                "--header-env \(text[..<mark]): the name is not a valid header name, or the value of \(variable) contains line breaks"
            )
        }
        return header
    }
}
