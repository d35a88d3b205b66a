import Reports
import StageKit
import TimeZones

/// What `expect` is asked to do.
public struct ExpectOptions: StageOptions {
    public enum OwnFormat: String, OutputFormat {
        case ndjson, occupancies

        public var gloss: String? { self == .occupancies ? "the file occupancies.txt" : nil }
    }

    public typealias Format = StageFormat<OwnFormat>

    /// What records are about.
    public enum Scope: String, OutputFormat {
        /// Trips, and routes and directions by the time of day.
        case trip
        /// Routes and directions by the time of day.
        case route
    }

    public var scope = Scope.trip
    /// The bins of records of routes.
    public var bin = TimeBin(seconds: 1800) ?? .hour
    /// A figure of fewer service dates is not written.
    public var minimumDays = 5
    /// The number of days after the last service date for which records are valid.
    public var validDays = 14
    /// Writes `typical_segments` too.
    public var writesSegments = false
    /// A schedule: only its trips are written.
    public var feed: String?
    public var format = Format.own(.ndjson)
    /// Records; none is standard input.
    public var files: [String] = []

    public init() {}

    public var problem: String? {
        if minimumDays < 1 { return "--min-days takes a number of at least 1, not \(minimumDays)" }
        if validDays < 1 { return "--valid takes days, at least 1d" }
        if format == .own(.occupancies), scope == .route, feed == nil {
            return "--format occupancies with --by route needs --feed, which names the trips of each route"
        }
        if writesSegments, format != .own(.ndjson) {
            return "--segments needs --format ndjson, because it writes a second table"
        }
        if feed == "-", files.isEmpty || files.contains("-") {
            return "--feed - reads the schedule from standard input, so records must come from files"
        }
        return nil
    }

    public func problem(with common: CommonOptions) -> String? {
        guard format != .own(.ndjson) else { return nil }
        if common.passThrough { return "--pass-through needs --format ndjson" }
        if format == .own(.occupancies), common.feedID != nil {
            return "--feed-id has no column in occupancies.txt; it does not work with --format occupancies"
        }
        return nil
    }

    public func addFiles(to named: inout NamedFiles, in world: World) {
        named.readFeed(feed)
        named.read(files.isEmpty ? ["-"] : files)
    }

    // MARK: As it is written

    /// Whole days of a span such as `14d` or `2w`.
    public static func days(_ text: String) throws(UnusableOption) -> Int {
        let day = 86_400
        guard let span = TimeSpan(text), span.seconds >= day, span.nanoseconds % (UInt64(day) * 1_000_000_000) == 0
        else { throw UnusableOption("--valid takes whole days such as 14d or 2w, not '\(text)'") }
        return span.seconds / day
    }
}
