/// A zone's clock for hot loops: remembers the stretch of unchanging clock last used.
public struct ZoneClock: Sendable {
    public let zone: Zone
    private var start: Int
    private var end: Int
    private var currentOffset: Int

    public init(_ zone: Zone) {
        self.zone = zone
        start = 0
        end = 0
        currentOffset = 0
    }

    /// Seconds east of Greenwich at an instant in POSIX seconds. Cost: two comparisons where the instant lies in the
    /// stretch last used.
    @inline(__always)
    public mutating func offset(at instant: Int) -> Int {
        if instant < start || instant >= end { move(to: instant) }
        return currentOffset
    }

    /// The local date as days after 1970-01-01, and the second of the local day.
    @inline(__always)
    public mutating func local(at instant: Int) -> (days: Int, secondOfDay: Int) {
        CivilDate.split(instant &+ offset(at: instant))
    }

    private mutating func move(to instant: Int) {
        let period = zone.period(at: instant)
        start = period.start
        end = period.end
        currentOffset = period.offset
    }
}
