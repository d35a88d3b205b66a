import Expectations
import RealtimeJoin
import StageKit
import TimeZones

/// What `departures` is asked to show.
public struct DeparturesOptions: StageOptions {
    public enum OwnFormat: String, OutputFormat {
        case ndjson, table
    }

    public typealias Format = StageFormat<OwnFormat>

    /// Whose clock a board for people shows, and a time without an offset is read on.
    public enum Clock: String, OutputFormat {
        case agency, stop
    }

    /// A zip, a folder, a store or a file of records.
    public var feed = ""
    /// Stops and stations; a station stands for its platforms.
    public var stops: [String] = []
    /// The board's time; nil for now.
    public var at: WrittenTime?
    public var clock = Clock.agency
    /// Seconds that the board looks ahead.
    public var horizon = 7200
    public var limit: Int?
    /// Only these routes; all where empty.
    public var routes: [String] = []
    public var includesCanceled = false
    /// What becomes of realtime without a valid trip_id.
    public var match = MatchMode.exact
    /// The share of realtime's trips that must match.
    public var minimumMatch: Double?
    /// Whether what alerts match in the whole schedule is written, instead of boards.
    public var matchesAlerts = false
    /// The preferred languages of alerts, as BCP 47 tags, the best first.
    public var languages: [String] = []
    /// A file of typical records.
    public var typical: String?
    public var format = Format.own(.ndjson)
    public var realtime = RealtimeInput.nothing

    public init() {}

    public var problem: String? {
        if let problem = problemOfAlerts { return problem }
        if horizon <= 0 { return DeparturesOptions.noHorizon("\(horizon)s") }
        if let limit, limit < 0 { return "--limit takes a number of 0 or more, not \(limit)" }
        if let problem = TypicalFile.problem(of: typical) { return problem }
        if let minimumMatch, !(0...1).contains(minimumMatch) { return "--min-match takes a share from 0 to 1" }
        return realtime.problem(besides: feed)
    }

    private var problemOfAlerts: String? {
        guard matchesAlerts else {
            return stops.isEmpty ? "name a stop with --stop, or write what alerts match with --alerts" : nil
        }
        let other: (Bool, String)? = [
            (!stops.isEmpty, "--stop"), (!routes.isEmpty, "--route"), (limit != nil, "--limit"),
            (includesCanceled, "--include-cancelled"), (minimumMatch != nil, "--min-match"),
            (format == .own(.table), "--format table"), (typical != nil, "--typical"),
        ].first { $0.0 }
        if let other { return "--alerts writes no boards; remove \(other.1)" }
        return realtime == .nothing ? "--alerts reads alerts; remove -n" : nil
    }

    public func problem(with common: CommonOptions) -> String? {
        format != .own(.ndjson) && common.passThrough ? "--pass-through needs --format ndjson" : nil
    }

    public func addFiles(to named: inout NamedFiles, in world: World) {
        named.readFeed(feed)
        if let typical { named.read([typical], as: "--typical") }
        named.read(realtime.files(besides: feed, in: world) ?? [])
    }

    // MARK: As it is written

    /// The time that `--at` names; nil for now.
    public static func at(_ text: String) throws(UnusableOption) -> WrittenTime? {
        if text == "now" { return nil }
        if let time = WrittenTime(text) { return time }
        throw UnusableOption(
            "--at: '\(text)' is not a time; write POSIX seconds, 2026-04-05T01:30:00+10:00, 2026-04-05T01:30 or 14:05")
    }

    /// The seconds that `--horizon` names.
    public static func horizon(_ text: String) throws(UnusableOption) -> Int {
        guard let span = TimeSpan(text), span.seconds > 0 else { throw UnusableOption(noHorizon(text)) }
        return span.seconds
    }

    private static func noHorizon(_ text: String) -> String {
        "--horizon: '\(text)' is not a duration above 0 such as 90m or 2h"
    }
}
