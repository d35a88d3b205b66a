import TimeZones

/// A stretch of time with the service days whose trips may run in it.
package struct ServiceWindow {
    /// POSIX seconds.
    package let instants: Range<Int>
    /// Days after 1970-01-01: from two before the stretch to one after it, as times may pass 48:00:00 and services of
    /// days before run on.
    package let days: ClosedRange<Int>
    /// POSIX seconds of noon minus 12 hours of each of `days`.
    package let starts: [Int]

    package init(_ instants: Range<Int>, _ zone: Zone) {
        self.instants = instants
        let last = max(instants.lowerBound, instants.upperBound - 1)
        days = (zone.date(at: instants.lowerBound).daysSinceEpoch - 2)...(zone.date(at: last).daysSinceEpoch + 1)
        starts = days.map { zone.startOfServiceDay(CivilDate(daysSinceEpoch: $0)) }
    }
}
