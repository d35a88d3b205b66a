import Expectations
import RealtimeJoin
import StageKit
import TimeZones

/// What `trip-details` is asked to show.
public struct TripDetailsOptions: StageOptions {
    /// A zip, a folder, a store or a file of records.
    public var feed = ""
    /// The trip that is asked for; nil takes each departures record for a request.
    public var trip: String?
    /// The service day in days after 1970-01-01; nil for the nearest.
    public var day: Int?
    /// What becomes of realtime without a valid trip_id.
    public var match = MatchMode.exact
    /// Departures and realtime.
    public var records = RealtimeInput.nothing
    /// The preferred languages of alerts, as BCP 47 tags, the best first.
    public var languages: [String] = []
    /// A file of typical records.
    public var typical: String?
    public var format = RecordFormat.ndjson

    public init() {}

    public var problem: String? {
        if trip == nil, day != nil { return "--date needs --trip, because departures have their own day" }
        if let problem = TypicalFile.problem(of: typical) { return problem }
        if let problem = records.problem(besides: feed) { return problem }
        guard trip == nil else { return nil }
        if records == .nothing { return "-n reads no input; name a trip with --trip" }
        if records == .pipe, feed == "-" {
            return
                "--feed - reads the schedule from standard input; name a trip with --trip, or give departures as files"
        }
        return nil
    }

    public func problem(with common: CommonOptions) -> String? { format.problem(with: common) }

    public func addFiles(to named: inout NamedFiles, in world: World) {
        named.readFeed(feed)
        if let typical { named.read([typical], as: "--typical") }
        named.read(records.files(besides: feed, in: world) ?? [])
    }

    // MARK: As it is written

    /// The day that `--date` names.
    public static func day(_ text: String) throws(UnusableOption) -> Int {
        if let day = CivilDate(written: text) { return day.daysSinceEpoch }
        throw UnusableOption("--date: '\(text)' is not a date in the form YYYYMMDD")
    }
}
