import StageKit
import TimeZones

/// What `check` is asked to look at, and what for.
public struct CheckOptions: StageOptions {
    public enum OwnFormat: String, OutputFormat {
        case ndjson, table, html, canonical

        public var gloss: String? {
            switch self {
            case .table: "text"
            case .html: "a page"
            case .canonical: "report.json of the canonical validator"
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
    /// The codes, or numbers as `E048`, of the rules that are looked at; all where empty.
    public var rules: [String] = []
    /// Those of rules whose breaches are counted and not reported.
    public var ignored: [String] = []
    /// Those of rules that have another severity in this run, the last of one rule counting.
    public var severities: [(name: String, severity: Severity)] = []
    /// Notices of an earlier run: what they have is counted and not reported.
    public var baseline: String?
    public var failOn: FailOn?
    /// The moment for which is checked what has expired and how old realtime is, on the clock of the feed's zone; nil for
    /// now.
    public var at: WrittenTime?
    public var format = Format.own(.ndjson)

    public init() {}

    public var problem: String? {
        for (option, names) in [("--rules", rules), ("--ignore", ignored), ("--severity", severities.map(\.name))] {
            for name in names where Rule.all(named: name).isEmpty {
                let near = NearestNames.near(name, among: Rule.all.map(\.code)).map { "; did you mean '\($0)'?" }
                return
                    "\(option): unknown rule \(Finding.quoted(name))\(near ?? "; docs/check-rules.md lists them")"
            }
        }
        for (place, one) in severities.enumerated() {
            let rules = Set(Rule.all(named: one.name))
            let other = severities.dropFirst(place + 1).first {
                $0.severity != one.severity && !rules.isDisjoint(with: Rule.all(named: $0.name))
            }
            guard let other else { continue }
            return "--severity gives \(Finding.quoted(other.name)) two severities, \(one.severity.word) and "
                + other.severity.word
        }
        return nil
    }

    /// What one value of `--severity` says: `CODE=error`.
    public static func severity(_ text: String) throws(UnusableOption) -> (name: String, severity: Severity) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let words = Severity.allCases.map(\.word)
        guard parts.count == 2, !parts[0].isEmpty else {
            throw UnusableOption("--severity \(Finding.quoted(text)): write CODE=error, CODE=warning or CODE=info")
        }
        guard let severity = Severity.allCases.first(where: { $0.word == parts[1].lowercased() }) else {
            throw UnusableOption(
                "--severity \(Finding.quoted(text)): unknown severity \(Finding.quoted(parts[1])); "
                    + NearestNames.words(parts[1], among: words))
        }
        return (parts[0], severity)
    }

    public func problem(with common: CommonOptions) -> String? {
        guard common.passThrough, format != .own(.ndjson) else { return nil }
        return "--pass-through does not work with --format \(format.rawValue), which holds one table"
    }

    public func addFiles(to named: inout NamedFiles, in world: World) {
        named.readFeed(feed)
        named.read(realtime, as: "--realtime")
        if let baseline { named.read([baseline], as: "--baseline") }
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
