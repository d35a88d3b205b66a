import TimeZones

/// The clock that keys of time are read off, and which days and times count on it.
///
/// Without a zone that is the clock on which each time was written: the agency's.
package struct ReportClock {
    private var zone: ZoneClock?
    /// On the zone's clock, or instants alone where there is none.
    private let absolute: ReportWindow.Filter
    /// Readings of the clock that each time was written on.
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

    /// What the clock shows: seconds of the day.
    /// - Parameter offset: of the clock that the time was written on, seconds east of Greenwich.
    @inline(__always)
    package mutating func second(at instant: Int, offset: Int) -> Int {
        if zone != nil { return zone!.local(at: instant).secondOfDay }
        return CivilDate.split(instant &+ offset).secondOfDay
    }

    /// Whether a visit of a service day at a time counts; days after 1970-01-01. A visit belongs to the time at which it was
    /// due, or if it was not due at any to its actual time.
    /// - Parameter instant: nil for what has no time, which lies between none.
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
