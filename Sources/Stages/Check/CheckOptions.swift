import StageKit
import TimeZones

/// What `check` is asked to look at, and what for.
public struct CheckOptions: StageOptions {
    public enum OwnFormat: String, OutputFormat {
        case ndjson, table, html

        public var gloss: String? {
            switch self {
            case .table: "text"
            case .html: "a page"
            default: nil
            }
        }
    }

    public typealias Format = StageFormat<OwnFormat>

    /// What `--fail-on` takes.
    public enum FailOn: String, CaseIterable, Sendable {
        case error, warning

        var severities: [Severity] { self == .error ? [.error] : [.error, .warning] }
    }

    /// A zip, a folder, a store, a URL or a file of records; `-` for standard input.
    public var feed = "-"
    /// Messages of GTFS-Realtime, or records of decode-rt.
    public var realtime: [String] = []
    /// The codes of the rules that are looked at; all where empty.
    public var rules: [String] = []
    /// The codes of those that are not.
    public var skipped: [String] = []
    public var failOn: FailOn?
    /// The moment for which is checked what has expired and how old realtime is, on the clock of the feed's zone; nil for
    /// now.
    public var at: WrittenTime?
    public var format = Format.own(.ndjson)

    public init() {}

    public var problem: String? {
        for (option, codes) in [("--rules", rules), ("--skip", skipped)] {
            for code in codes where Rule.named(code) == nil {
                let near = NearestNames.near(code, among: Rule.all.map(\.code)).map { "; did you mean '\($0)'?" }
                return
                    "\(option): unknown rule \(Finding.quoted(code))\(near ?? "; docs/check-rules.md lists them")"
            }
        }
        return nil
    }

    public func problem(with common: CommonOptions) -> String? {
        guard common.passThrough, format != .own(.ndjson) else { return nil }
        return "--pass-through does not work with --format \(format.rawValue), which holds one table"
    }

    public func addFiles(to named: inout NamedFiles, in world: World) {
        named.readFeed(feed)
        named.read(realtime, as: "--realtime")
    }

    /// The moment that `--at` names.
    public static func at(_ text: String) throws(UnusableOption) -> WrittenTime {
        if let time = WrittenTime(text) { return time }
        throw UnusableOption(
            "--at: '\(text)' is not a time: write 2026-03-02, 2026-03-02T08:00, RFC 3339 or POSIX seconds")
    }

    /// The codes of all rules.
    public static var allCodes: [String] { Rule.all.map(\.code) }
}
