import TimeZones

/// The clock for keys of time, and the days and times that count.
///
/// Without a zone it is the clock on which each time was written: the agency's.
package struct ReportClock {
    private var zone: ZoneClock?
    /// A window on the zone's clock, or of instants if there is no zone.
    private let absolute: ReportWindow.Filter
    /// A window on the clock on which each time was written.
    private let local: ReportWindow.Filter?
    private let limitsTimes: Bool

    package init(_ zone: Zone?, _ window: ReportWindow) {
        self.zone = zone.map(ZoneClock.init)
        limitsTimes = window.from != nil || window.to != nil
        guard zone == nil else {
            absolute = window.on(zone ?? .utc)
            local = nil
            return
        }
        var (instants, readings) = (window, window)
        if ReportClock.isInstant(window.from) { readings.from = nil } else { instants.from = nil }
        if ReportClock.isInstant(window.to) { readings.to = nil } else { instants.to = nil }
        absolute = instants.on(.utc)
        local = readings.on(.utc)
    }

    private static func isInstant(_ time: WrittenTime?) -> Bool {
        if case .instant = time { return true }
        return false
    }

    /// The time of day in seconds.
    /// - Parameter offset: the offset of the clock on which the time was written, seconds east of Greenwich.
    @inline(__always)
    package mutating func second(at instant: Int, offset: Int) -> Int {
        if zone != nil { return zone!.local(at: instant).secondOfDay }
        return CivilDate.split(instant &+ offset).secondOfDay
    }

    /// Returns whether a visit on a service day at a time counts; days since 1970-01-01. A visit belongs to its
    /// scheduled time or, if it has none, to its actual time.
    /// - Parameter instant: the time; nil for none, which is in no window.
    @inline(__always)
    package mutating func takes(day: Int, _ instant: Int?, offset: Int) -> Bool {
        guard absolute.takes(day: day) else { return false }
        guard limitsTimes else { return true }
        guard let instant else { return false }
        let second = second(at: instant, offset: offset)
        guard let local else { return absolute.takes(instant, secondOfDay: second) }
        // Hours of the day are the readings' alone.
        return absolute.takes(instant, secondOfDay: 0) && local.takes(instant &+ offset, secondOfDay: second)
    }
}
