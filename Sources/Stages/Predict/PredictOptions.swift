import StageKit
import TimeZones

/// What `predict` is asked to do.
public struct PredictOptions: StageOptions {
    /// A schedule: a zip, a folder, a store, or a file of ingest records.
    public var feed = ""
    /// A file of `typical_segments`.
    public var typical: String?
    /// Seconds after which a position is too old to predict from.
    public var staleAfter = 300
    /// The least seconds between the end of a trip and the next trip of its block, unless the timetable plans fewer.
    public var layover = 60
    /// The file that keeps vehicles and errors between runs.
    public var state: String?
    /// Records; none is standard input.
    public var files: [String] = []

    public init() {}

    public var problem: String? {
        if feed.isEmpty { return "--feed is required: it names the schedule to match with realtime" }
        if feed == "-", files.isEmpty || files.contains("-") {
            return "--feed - reads the schedule from standard input, so records must come from files"
        }
        if typical == "-" { return "--typical takes a file: standard input is for other records" }
        if staleAfter < 1 { return "--stale-after takes a duration of at least 1s" }
        if layover < 0 { return "--layover takes a duration, 0 or more" }
        if state == "-" || state == "" { return "--state takes a file name" }
        return nil
    }

    public func addFiles(to named: inout NamedFiles, in world: World) {
        named.readFeed(feed)
        named.read(files.isEmpty ? ["-"] : files)
        named.read(typical.map { [$0] } ?? [], as: "--typical")
        named.write(state, as: "--state")
    }

    /// Reads `--stale-after` and `--layover`.
    /// - Throws: `UnusableOption`.
    public static func seconds(_ text: String, _ option: String) throws(UnusableOption) -> Int {
        guard let span = TimeSpan(text) else {
            throw UnusableOption("\(option): '\(text)' is not a duration such as 90s or 5m")
        }
        return span.seconds
    }
}
