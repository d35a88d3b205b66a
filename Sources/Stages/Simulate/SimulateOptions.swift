import StageKit

/// What `simulate` is asked to make up.
public struct SimulateOptions: StageOptions {
    /// The folder that gets the files; made when it is not there.
    public var folder = ""
    public var routes = 12
    /// Rows of stops.txt that are boarded at; stations that are parents come on top.
    public var stops = 200
    public var vehicles = 60
    /// Length of the window that has realtime messages.
    public var minutes = 30
    /// Seconds between two snapshots.
    public var interval = 15
    /// Service days that have realtime messages, whole ones; nil for the minutes alone.
    public var days: Int?
    /// Seconds from one measurement of a vehicle to the next; nil for 10, 15 or 20, by vehicle.
    public var period: Int?
    public var seed: UInt64 = 1
    /// The window's beginning in POSIX seconds.
    public var start = CivilTime.posix(SimulateOptions.usualStart)!
    /// Rows that stop_times.txt has at least.
    public var stopTimes = 0
    /// Which messages are written.
    public var entities = Set(Entities.allCases)
    /// Whether a file tells what really happened.
    public var truth = false
    /// Whether a trip is run a second time each day, as a DUPLICATED trip.
    public var duplicates = false
    public var doses = Doses()
    public var rhythm = Rhythm()
    /// Whether files may be written into a folder that has files of others.
    public var force = false

    /// Kinds of messages, called as the tables that decode-rt makes of them.
    public enum Entities: String, CaseIterable, Sendable {
        case vehiclePositions = "vehicle_positions"
        case tripUpdates = "trip_updates"
    }

    public init() {}
    public init(folder: String) { self.folder = folder }

    /// `start` as it is written.
    public static let usualStart = "2026-03-02T07:00:00"

    public var problem: String? {
        if folder.isEmpty { return "--out takes a folder name" }
        let ranges: [(String, Int, ClosedRange<Int>)] = [
            ("--routes", routes, 1...1000), ("--stops", stops, 2...60_000), ("--vehicles", vehicles, 1...20_000),
            ("--minutes", minutes, 1...10_080), ("--interval", interval, 1...86_400),
            ("--stop-times", stopTimes, 0...1_000_000_000), ("--service-days", days ?? 1, 1...35),
            ("--period", period ?? 1, 1...3600),
        ]
        for (name, value, range) in ranges where !range.contains(value) {
            return "\(name) takes a number from \(range.lowerBound) to \(range.upperBound)"
        }
        if stops < 2 * routes { return "--stops must be at least twice --routes: \(2 * routes) or more" }
        if stops > 60 * routes { return "--stops must be at most 60 times --routes: \(60 * routes) or fewer" }
        if rhythm.outages > 0, days == nil { return "--outages needs --service-days" }
        return doses.problem ?? rhythm.problem
    }

    public func addFiles(to named: inout NamedFiles, in world: World) {
        named.write(folder + "/feed.zip", as: "--out")
        if truth { named.write(folder + "/truth.ndjson", as: "--truth") }
    }

    // MARK: Its times

    /// The local time at which a service day begins here: no trip runs from the end of one night to the next morning.
    private static let dayBegins = 4 * CityTimetable.hour

    /// The stretch that has realtime messages, in POSIX seconds: `minutes` from `start`, or the service days from that
    /// of `start`, from four in the morning to four.
    var window: Range<Int> {
        guard let days else { return start..<(start + minutes * 60) }
        let day = CivilTime.localDay(start - SimulateOptions.dayBegins)
        let begin = CivilTime.midnight(day) + SimulateOptions.dayBegins
        return begin..<(begin + days * CivilTime.day)
    }

    /// The service day in which the window begins, as days since 1970-01-01.
    var firstServiceDay: Int { CivilTime.localDay(window.lowerBound - SimulateOptions.dayBegins) }

    /// Whether an instant of the window lies in a service day without snapshots.
    func isOut(_ instant: Int) -> Bool {
        rhythm.isOut(CivilTime.localDay(instant - SimulateOptions.dayBegins), seed: seed)
    }

    /// The stretches in which something happens, one a day: `minutes` from `start`, at the same time of every day.
    var scenes: [Range<Int>] {
        (0..<(days ?? 1)).map { day in
            let begin = start + day * CivilTime.day
            return begin..<(begin + minutes * 60)
        }
    }

    // MARK: As it is written

    /// The instant that `--start` names.
    public static func start(_ text: String) throws(UnusableOption) -> Int {
        if let instant = CivilTime.posix(text) { return instant }
        throw UnusableOption("--start takes a time from 2000 to 2999, such as 2026-03-02T07:00 or 2026-03-01T21:00:00Z")
    }

    /// The kinds of messages that `--entities` names, separated by commas.
    public static func entities(_ text: String) throws(UnusableOption) -> Set<Entities> {
        var entities: Set<Entities> = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let kind = Entities(rawValue: String(name)) else {
                let words = NearestNames.words(String(name), among: Entities.allCases.map(\.rawValue))
                throw UnusableOption("--entities: unknown table '\(name)'; \(words)")
            }
            entities.insert(kind)
        }
        return entities
    }
}
