import Addresses
import HTTP
import NDJSON
import StageKit

/// A feed to fetch: where it is and what its files are called.
public struct NamedFeed: Sendable {
    public let name: String
    public let address: WebAddress

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

    /// Why a text is no feed, without what of it may be a secret.
    public static func refusal(of text: String) -> String {
        return
            "\(Finding.quoted(shown(text))) is not an http: or https: URL, nor NAME=URL with a name of letters, digits, "
            + "'.', '-' and '_'"
    }
}

extension FetchOptions {
    /// Of what is no address nobody knows where a password in it would end, or a query begin.
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

/// The options of `fetch`.
public struct FetchOptions: Sendable {
    public var feeds: [NamedFeed] = []
    /// The file that is to be the newest content.
    public var save: String?
    /// The folder under which every content is kept.
    public var archive: String?
    public var expected: ExpectedFeed?
    public var headers: [RequestHeader] = []
    /// Nanoseconds from turn to turn; nil for one turn.
    public var interval: UInt64?
    /// How many turns; nil for no end.
    public var turns: Int?
    /// Seconds after which the newest content counts as dead.
    public var maxAge: Int?
    /// Seconds after which a day of the archive is removed.
    public var keep: Int?
    /// Nanoseconds without progress.
    public var timeout: UInt64 = 30_000_000_000
    /// Tries after the first that failed.
    public var retries = 5
    public var maxBytes = 1 << 30
    public var jobs = 8
    public var writesCSV = false

    public init() {}

    /// The whole of an answer may take that many times as long as it may stand still.
    public static let totalToStall: UInt64 = 20

    /// What is wrong with the options, as a sentence for people; nil when nothing is.
    public var complaint: String? {
        if feeds.isEmpty { return "name at least one URL" }
        if save != nil, feeds.count > 1 { return "--save takes one URL: its file cannot be several feeds" }
        if save == "-" { return "--save takes a file: standard output is for the records" }
        if turns != nil, interval == nil { return "--count goes with --every" }
        if keep != nil, archive == nil { return "--keep goes with --archive" }
        for (index, feed) in feeds.enumerated() {
            if let other = feeds[..<index].first(where: { $0.name == feed.name }) {
                return "\(other.address.withoutSecrets) and \(feed.address.withoutSecrets) are both called "
                    + "\(feed.name): name them, as in buses=https://…"
            }
        }
        return nil
    }
}
