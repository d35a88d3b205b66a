import Reports
import StageKit

/// What `occupancy-report` is asked to do.
public struct OccupancyReportOptions: StageOptions {
    public enum OwnFormat: String, OutputFormat {
        case ndjson, markdown, table, html, svg

        public var gloss: String? {
            switch self {
            case .html: "a page"
            case .svg: "a picture"
            default: nil
            }
        }
    }

    public typealias Format = StageFormat<OwnFormat>

    public enum Deduplication: String, Sendable, CaseIterable {
        /// Each vehicle and time once, whatever the order.
        case exact
        /// Repeats of a vehicle's last time are left out; for archives in the order of time.
        case consecutive
        /// Every record counts.
        case off
    }

    /// The keys asked for; nil for route and hour, or when merging for those of the partial records.
    public var keys: [OccupancyKey]?
    /// How long a `time_bin` is; nil for an hour, or when merging for that of the partial records.
    public var bin: TimeBin?
    /// The part of the time that is looked at, on the clock of the report's zone.
    public var window = ReportWindow()
    /// A schedule that gives the zone, the names and a match report.
    public var feed: String?
    /// An IANA name; nil for the feed's zone, or UTC.
    public var timezone: String?
    public var format = Format.own(.ndjson)
    /// nil for exact, or when merging for that of the partial records.
    public var deduplication: Deduplication?
    /// Groups with fewer observations are left out.
    public var minimumObservations = 0
    public var sort: RowSort?
    /// Writes `occupancy_partials` instead of a report.
    public var writesPartials = false
    /// Reads `occupancy_partials` instead of positions.
    public var mergesPartials = false
    /// Counts carriages instead of vehicles.
    public var countsCarriages = false
    /// Records; none is standard input.
    public var files: [String] = []

    public init() {}

    static let usualKeys: [OccupancyKey] = [.routeID, .hour]

    public var problem: String? {
        if let keys {
            if keys.isEmpty { return "--by names no key" }
            for (place, key) in keys.enumerated() where keys[..<place].contains(key) {
                return "--by names \(key.name) twice"
            }
            if let reason = OccupancyReportOptions.conflict(ofKeys: keys, format) { return reason }
        }
        if bin != nil, !(mergesPartials && keys == nil),
            !(keys ?? OccupancyReportOptions.usualKeys).contains(.timeBin)
        {
            return "--bin is the length of the key time_bin, which --by does not name"
        }
        if let problem = window.problem { return problem }
        if mergesPartials, !window.isEverything {
            return
                "--days, --from and --to belong to the runs with --partial, not to --merge: parts are counted already"
        }
        if minimumObservations < 0 { return "--min-observations takes a number from 0" }
        if writesPartials {
            if mergesPartials { return "--partial and --merge exclude each other" }
            if format != .own(.ndjson) { return "--partial writes records: it needs --format ndjson" }
            if sort != nil || minimumObservations > 0 {
                return "--sort and --min-observations belong to the run with --merge, not to --partial"
            }
        }
        if let sort, !mergesPartials || keys != nil {
            let columns = OccupancyColumns(keys: keys ?? OccupancyReportOptions.usualKeys, hasNames: feed != nil)
            if !columns.names.contains(sort.column) {
                return sort.unknownColumn(columns.names)
            }
        }
        return nil
    }

    public func problem(with common: CommonOptions) -> String? {
        if common.feedID != nil, let keys, keys.contains(.feedID) {
            return "--feed-id would overwrite the key feed_id of --by"
        }
        if common.passThrough, format != .own(.ndjson) {
            return "--pass-through forwards records: it needs --format ndjson"
        }
        return nil
    }

    public func addFiles(to named: inout NamedFiles, in world: World) {
        named.readFeed(feed)
        named.read(files.isEmpty ? ["-"] : files)
    }

    // MARK: As it is written

    /// The keys that `--by` names.
    public static func keys(_ text: String) throws(UnusableOption) -> [OccupancyKey] {
        var keys: [OccupancyKey] = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let key = OccupancyKey(named: String(name)) else {
                let known = NearestNames.words(String(name), among: OccupancyKey.allCases.map(\.name))
                throw UnusableOption("--by: no key '\(name)'; \(known)")
            }
            keys.append(key)
        }
        return keys
    }

    // MARK: What does not go together

    /// Why a format cannot show groups by these keys, or nil.
    static func conflict(ofKeys keys: [OccupancyKey], _ format: Format) -> String? {
        guard format == .own(.html) || format == .own(.svg), keys.count > OccupancyChart.mostKeys else { return nil }
        return "--format \(format.rawValue) draws at most \(OccupancyChart.mostKeys) keys: rows, columns, pictures; "
            + "there are \(keys.count)"
    }
}
