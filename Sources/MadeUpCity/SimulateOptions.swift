/// What is to be made up.
public struct SimulateOptions: Sendable {
    /// The folder that gets the files; made when it is not there.
    public var folder: String
    public var routes = 12
    /// Rows of stops.txt that are boarded at; stations that are parents come on top.
    public var stops = 200
    public var vehicles = 60
    /// Length of the window that has realtime messages.
    public var minutes = 30
    /// Seconds between two snapshots.
    public var interval = 15
    public var seed: UInt64 = 1
    /// The window's beginning in POSIX seconds.
    public var start = CivilTime.posix("2026-03-02T07:00:00")!
    /// Rows that stop_times.txt has at least.
    public var stopTimes = 0

    public init(folder: String) { self.folder = folder }

    /// What is wrong with the options, as the message of a usage error; nil when they can be met.
    public var problem: String? {
        if folder.isEmpty { return "--out takes a folder" }
        let ranges: [(String, Int, ClosedRange<Int>)] = [
            ("--routes", routes, 1...1000), ("--stops", stops, 2...60_000), ("--vehicles", vehicles, 1...20_000),
            ("--minutes", minutes, 1...10_080), ("--interval", interval, 1...86_400),
            ("--stop-times", stopTimes, 0...1_000_000_000),
        ]
        for (name, value, range) in ranges where !range.contains(value) {
            return "\(name) takes a number from \(range.lowerBound) to \(range.upperBound)"
        }
        if stops < 2 * routes { return "--stops must be at least twice --routes: \(2 * routes) or more" }
        if stops > 60 * routes { return "--stops must be at most 60 times --routes: \(60 * routes) or fewer" }
        return nil
    }
}
