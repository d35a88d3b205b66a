import StageKit
import TimeZones

/// What `track` is asked to do.
public struct TrackOptions: StageOptions {
    /// Seconds without the vehicle after which it exits.
    public var exitAfter = 90
    /// Seconds after which a position is too old to move a vehicle.
    public var staleAfter = 300
    /// Metres within which a vehicle stands.
    public var jitterMetres = 2.0
    /// Metres within which a move is never a jump.
    public var jumpMetres = 500.0
    /// Kilometres per hour beyond which a vehicle did not drive there; nil for the limit of its route.
    public var jumpKmh: Double?
    /// Records of `routes`, whose types decide which limit applies.
    public var routes: String?
    /// The file that keeps the vehicles between runs.
    public var state: String?
    /// Records; none is standard input.
    public var files: [String] = []
    public var format = RecordFormat.ndjson

    public init() {}

    public var problem: String? {
        if exitAfter < 0 { return "--exit-after takes a duration, 0 or more" }
        if staleAfter < 0 { return "--stale-after takes a duration, 0 or more" }
        guard jitterMetres >= 0, jitterMetres.isFinite else { return "--jitter-metres takes metres, 0 or more" }
        guard jumpMetres >= jitterMetres else { return "--jump-metres must be at least --jitter-metres" }
        if let jumpKmh, !(jumpKmh > 0 && jumpKmh.isFinite) { return "--jump-kmh takes kilometres per hour, above 0" }
        if state == "-" || state == "" { return "--state takes a file name" }
        return nil
    }

    public func problem(with common: CommonOptions) -> String? { format.problem(with: common) }

    public func addFiles(to named: inout NamedFiles, in world: World) {
        named.read(files.isEmpty ? ["-"] : files)
        named.read(routes.map { [$0] } ?? [], as: "--routes")
        named.write(state, as: "--state")
    }

    /// Reads `--exit-after` and `--stale-after`.
    /// - Throws: `UnusableOption`.
    public static func seconds(_ text: String, _ option: String) throws(UnusableOption) -> Int {
        guard let span = TimeSpan(text) else {
            throw UnusableOption("\(option): '\(text)' is not a duration such as 90s or 5m")
        }
        return span.seconds
    }
}
