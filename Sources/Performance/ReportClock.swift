import Reporting
import TimeZones

/// The clock that keys of time are read off, and which days and times count on it.
///
/// Without a zone that is the clock on which each time was written: the agency's.
struct ReportClock {
    private var zone: ZoneClock?
    /// On the zone's clock, or instants alone where there is none.
    private let absolute: ReportWindow.Filter
    /// Readings of the clock that each time was written on.
    private let local: ReportWindow.Filter?
    private let limitsTimes: Bool

    init(_ zone: Zone?, _ window: ReportWindow) {
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
    @inline(__always)
    mutating func second(at moment: Moment) -> Int {
        if zone != nil { return zone!.local(at: moment.instant).secondOfDay }
        return CivilDate.split(moment.instant &+ moment.offset).secondOfDay
    }

    /// Whether a visit of a service day at a time counts; days after 1970-01-01. What has no time lies between none.
    @inline(__always)
    mutating func takes(day: Int, _ moment: Moment) -> Bool {
        guard absolute.takes(day: day) else { return false }
        guard limitsTimes else { return true }
        guard moment.isKnown else { return false }
        let second = second(at: moment)
        guard let local else { return absolute.takes(moment.instant, secondOfDay: second) }
        // Hours of the day are the readings' alone.
        return absolute.takes(moment.instant, secondOfDay: 0)
            && local.takes(moment.instant &+ moment.offset, secondOfDay: second)
    }
}
