import Reports
import ServiceFigures
import StageKit

/// What `diff` compares, and how.
public struct DiffOptions: StageOptions {
    public enum OwnFormat: String, OutputFormat {
        case ndjson, table, html, svg, png

        public var gloss: String? {
            switch self {
            case .table: "text"
            case .html: "a page; needs --by"
            case .svg, .png: "a picture; needs --by"
            default: nil
            }
        }

        /// Whether it is drawn.
        var isPicture: Bool { self == .html || self == .svg || self == .png }
    }

    public typealias Format = StageFormat<OwnFormat>

    /// What `--match-trips` takes: how trips whose ids differ are known for the same.
    public enum TripMatch: String, CaseIterable, Sendable {
        /// By route, direction, service days, stops and times.
        case patternTimes = "pattern-times"
    }

    /// Zips, folders, stores, URLs or files of records; one may be `-` for standard input.
    public var old = ""
    public var new = "-"
    public var tripMatch: TripMatch?
    /// What service is compared by in place of rows; nil for rows.
    package var keys: [ReportKey]?
    /// Service days to compare, days after 1970-01-01; nil for all that both feeds cover.
    public var dates: ClosedRange<Int>?
    /// Monday's bit is the lowest; nil for every day.
    public var weekdays: UInt8?
    public var format = Format.own(.ndjson)

    public init() {}

    public var problem: String? {
        if old == "-", new == "-" { return "OLD and NEW cannot both be standard input" }
        if keys != nil, tripMatch != nil {
            return "--match-trips has no effect with --by, which ignores trip ids"
        }
        guard keys == nil else { return nil }
        if dates != nil { return "--date needs --by" }
        if weekdays != nil { return "--days needs --by" }
        if format == .own(.html) { return "--format html needs --by" }
        if case .own(let format) = format, format.isPicture {
            return "--format \(format.rawValue) needs --by"
        }
        return nil
    }

    /// The keys that `--by` may name.
    private static let knownKeys: [ReportKey] = [.routeID, .directionID, .stopID, .dayType, .hour]

    public static var keyNames: [String] { knownKeys.map(\.name) }

    /// Takes the keys that `--by` names.
    public mutating func setKeys(_ text: String) throws(UnusableOption) {
        keys = try ReportKey.list(text, among: DiffOptions.knownKeys)
    }

    public func problem(with common: CommonOptions) -> String? {
        guard common.passThrough else { return nil }
        return "diff does not support --pass-through"
    }

    public func addFiles(to named: inout NamedFiles, in world: World) {
        named.readFeed(old, as: "OLD")
        named.readFeed(new, as: "NEW")
    }
}
