import RealtimeJoin
import StageKit
import TimeZones

/// What `stop-visits` is asked to do.
public struct StopVisitsOptions: StageOptions {
    /// A schedule: a zip, a folder, a store, or a file of ingest records.
    public var feed = ""
    /// Days after 1970-01-01; empty for all that the archive has.
    public var serviceDates: [Int] = []
    /// A vehicle that stands within so many metres of a stop is at it.
    public var nearMetres = 60.0
    /// Seconds between two fixes over which nothing is concluded.
    public var maximumGap = 180
    /// Seconds of feed time after which a run that has reached its last stop is over.
    public var idle = 3600
    /// What becomes of realtime without a valid trip_id.
    public var match = MatchMode.exact
    /// Writes rows for stops and runs that were not seen.
    public var writesMissing = false
    /// Writes `vehicle_locations`.
    public var writesLocations = false
    /// The folder for TIDES's files.
    public var tides: String?
    /// Of tables that have a file each.
    public var format = RecordFormat.ndjson
    /// The folder in which each table has a file of its own.
    public var split: String?
    /// Records; none is standard input.
    public var files: [String] = []

    public init() {}

    public var problem: String? {
        if feed.isEmpty { return "--feed is required: it names the schedule to match with realtime" }
        if feed == "-", files.isEmpty || files.contains("-") {
            return "--feed - reads the schedule from standard input, so records must come from files"
        }
        if !(nearMetres.isFinite && nearMetres > 0 && nearMetres <= 1000) {
            return "--near takes metres, above 0 and at most 1000"
        }
        if maximumGap < 1 { return "--max-gap takes a time of at least 1s" }
        if idle < 60 { return "--idle takes a time of at least 1m" }
        if split == "" { return "--split takes a folder name" }
        if split == nil, format != .ndjson {
            return "--format \(format.rawValue) writes one file per table; name their folder with --split"
        }
        return nil
    }

    public func problem(with common: CommonOptions) -> String? {
        split != nil && common.output != nil ? SplitFolder.conflictWithOutput : nil
    }

    public func addFiles(to named: inout NamedFiles, in world: World) {
        named.readFeed(feed)
        named.read(files.isEmpty ? ["-"] : files)
        if let tides {
            for name in TIDESFolder.names { named.write(TIDESFolder.path(tides, name), as: "--tides") }
        }
    }

    // MARK: As it is written

    /// Whole seconds of a span such as `180s` or `1h`.
    public static func seconds(_ text: String, _ option: String) throws(UnusableOption) -> Int {
        if let span = TimeSpan(text) { return span.seconds }
        throw UnusableOption("\(option) takes a time such as 30s, 3m or 1h")
    }

    /// A service day, `20260302` or `2026-03-02`.
    public static func serviceDate(_ text: String) throws(UnusableOption) -> Int {
        if case .local(let date, secondOfDay: 0)? = WrittenTime(text) { return date.daysSinceEpoch }
        throw UnusableOption("--service-date takes a date such as 20260302")
    }
}
