import StageKit
import TimeZones

/// What `check` is asked to look at, and what for.
public struct CheckOptions: StageOptions {
    public enum Format: String, OutputFormat {
        case ndjson, csv, parquet, table, html

        public var gloss: String? {
            switch self {
            case .table: "text"
            case .html: "a page"
            default: nil
            }
        }
    }

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
    /// The day that is today, in days after 1970-01-01; nil for that of the feed's zone.
    public var day: Int?
    public var format = Format.ndjson

    public init() {}

    public var problem: String? {
        for (option, codes) in [("--rules", rules), ("--skip", skipped)] {
            for code in codes where Rule.named(code) == nil {
                let near = NearestNames.near(code, among: Rule.all.map(\.code)).map { "; did you mean '\($0)'?" }
                return
                    "\(option): no rule is called \(Finding.quoted(code))\(near ?? "; docs/check-rules.md lists them")"
            }
        }
        return nil
    }

    public func problem(with common: CommonOptions) -> String? {
        guard common.passThrough, format != .ndjson else { return nil }
        return "--pass-through has no place here: \(format.rawValue) holds one table"
    }

    public func namedFiles(in world: World) -> NamedFiles {
        var named = NamedFiles()
        named.readFeed(feed)
        named.read(realtime, as: "--realtime")
        return named
    }

    /// The day that `--date` names.
    public static func day(_ text: String) throws(UnusableOption) -> Int {
        if let day = CivilDate(written: text) { return day.daysSinceEpoch }
        throw UnusableOption("--date: '\(text)' is not a date YYYYMMDD")
    }

    /// Codes between commas.
    public static func codes(_ texts: [String]) -> [String] {
        texts.flatMap { $0.split(separator: ",").map { $0.filter { $0 != " " } } }
    }
}
