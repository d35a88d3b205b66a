import Motion
import StageKit
import TimeZones

/// How a vehicle appears or vanishes.
public struct TimedCurve: Sendable, Equatable {
    public var curve: Curve
    /// Seconds of playback that a timing curve lasts.
    public var duration: Double

    /// Reads a curve, with a duration before it if it is not the usual: `0.5s ease-out`, `spring(0.5,0.7)`.
    /// - Throws: `UnusableOption`.
    public init(_ text: String, _ option: String) throws(UnusableOption) {
        let parts = text.split(separator: " ", maxSplits: 1)
        if let curve = Curve(text) {
            self.init(curve, UsualMotion.duration)
        } else if parts.count == 2, let span = TimeSpan(String(parts[0])), let curve = Curve(String(parts[1])) {
            self.init(curve, Double(span.nanoseconds) / 1e9)
        } else {
            throw UnusableOption("\(option): '\(text)' is not a curve; use one of \(Curve.forms)")
        }
    }

    init(_ curve: Curve, _ duration: Double) {
        self.curve = curve
        self.duration = duration
    }
}

/// What `animate` is asked to write.
public struct AnimateOptions: StageOptions {
    public enum OwnFormat: String, OutputFormat {
        case frames, trips

        public var gloss: String? { self == .trips ? "one GeoJSON line per vehicle, for kepler.gl and deck.gl" : nil }
    }

    /// Tables are of frames.
    public typealias Format = StageFormat<OwnFormat>

    public enum TimeOrigin: String, Sendable, CaseIterable { case unix, start }

    /// Seconds.
    static let longestSpring = 3600.0
    /// Seconds between two events, or between --from and the first: a longer time is a mistake, and no frames.
    static let longestGap = 366 * 86_400

    /// Frames a second of playback.
    public var framesPerSecond = 10.0
    /// POSIX seconds of the first frame; nil for the first event's.
    public var from: Int?
    /// POSIX seconds after which there is no frame; nil for when all have come to rest.
    public var to: Int?
    /// Seconds of the feed that pass in a second of playback.
    public var speed = UsualMotion.speed
    /// Seconds of playback that an update lasts by a timing curve; nil for until the feed's next snapshot.
    public var updateDuration: Double?
    public var curve = UsualMotion.update
    public var entry = TimedCurve(UsualMotion.entry, UsualMotion.duration)
    public var exit = TimedCurve(UsualMotion.exit, UsualMotion.duration)
    /// Lines to move along.
    public var along: String?
    /// Chains by occupancy; nil for the pulse of vehicles that are full, `none` for nothing.
    public var effects: String?
    /// Tracks that events start.
    public var keyframes: String?
    /// Seconds of playback between the entries of one snapshot.
    public var stagger = 0.0
    public var reducesMotion = false
    public var format = Format.own(.frames)
    public var timeOrigin = TimeOrigin.unix
    /// The only vehicle to show, with all that is known of its motion.
    public var inspected: String?
    /// Records; none is standard input.
    public var files: [String] = []

    public init() {}

    public var problem: String? {
        if !(0.001...1000).contains(framesPerSecond) { return "--fps takes a number from 0.001 to 1000" }
        if !(0.001...1_000_000).contains(speed) { return "--speed takes a number from 0.001 to 1000000" }
        var curves = [("--entry", entry.curve), ("--exit", exit.curve)]
        switch curve {
        case .glide:
            if updateDuration != nil { return "--update-duration needs a timing curve, such as --curve ease-in-out" }
        case .curve(let curve): curves.insert(("--curve", curve), at: 0)
        }
        for (option, curve) in curves
        where curve.settlingTime(duration: 0) > AnimateOptions.longestSpring {
            return "\(option): this spring takes more than an hour to come to rest"
        }
        if let from, let to, to < from { return "--to must not be before --from" }
        if timeOrigin == .start, format != .own(.trips) { return "--time-origin start needs --format trips" }
        if inspected != nil, format == .own(.trips) { return "--inspect does not work with --format trips" }
        return nil
    }

    public func problem(with common: CommonOptions) -> String? {
        format != .own(.frames) && common.passThrough ? "--pass-through needs --format frames" : nil
    }

    public func addFiles(to named: inout NamedFiles, in world: World) {
        named.read(files.isEmpty ? ["-"] : files)
        named.read(along.map { [$0] } ?? [], as: "--along")
        named.read(effects.flatMap { $0 == "none" ? nil : [$0] } ?? [], as: "--effects")
        named.read(keyframes.map { [$0] } ?? [], as: "--keyframes")
    }

    // MARK: As it is written

    /// Reads `--from` and `--to`.
    /// - Throws: `UnusableOption`.
    public static func instant(_ text: String, _ option: String) throws(UnusableOption) -> Int {
        guard let time = WrittenTime(text) else {
            throw UnusableOption("\(option): '\(text)' is not a time; write POSIX seconds or 2026-04-05T01:30:00+10:00")
        }
        // A time without an offset is UTC's: events have no zone.
        return time.instant(in: .utc, now: 0)
    }

    /// Reads `--update-duration` and `--stagger`.
    /// - Throws: `UnusableOption`.
    public static func seconds(_ text: String, _ option: String) throws(UnusableOption) -> Double {
        guard let span = TimeSpan(text) else {
            throw UnusableOption("\(option): '\(text)' is not a duration such as 50ms or 2s")
        }
        return Double(span.nanoseconds) / 1e9
    }

    /// Reads `--curve`.
    /// - Throws: `UnusableOption`.
    public static func curve(_ text: String, _ option: String) throws(UnusableOption) -> UpdateCurve {
        guard let curve = UpdateCurve(text) else {
            throw UnusableOption("\(option): '\(text)' is not a curve; use one of \(UpdateCurve.forms)")
        }
        return curve
    }
}
