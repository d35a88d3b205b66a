import TimeZones

/// A time range with the service days whose times may fall into it.
package struct ServiceWindow {
    /// POSIX seconds.
    package let instants: Range<Int>
    private let zone: Zone
    /// The day on which the range begins, and the POSIX seconds from which its times count.
    private let first: (day: Int, start: Int)

    package init(_ instants: Range<Int>, _ zone: Zone) {
        self.instants = instants
        self.zone = zone
        let day = zone.date(at: instants.lowerBound)
        first = (day.daysSinceEpoch, zone.startOfServiceDay(day))
    }

    /// POSIX seconds of noon minus 12 hours.
    package func start(of day: Int) -> Int { zone.startOfServiceDay(CivilDate(daysSinceEpoch: day)) }

    /// Returns the service days on which a second of the day may fall into the range, and at most one more day at
    /// either end, because days do not begin exactly 24 hours apart.
    package func days(at second: Int) -> ClosedRange<Int> {
        let length = 86_400
        let (lower, upper) = (
            instants.lowerBound - second - first.start, instants.upperBound - 1 - second - first.start
        )
        let earliest = -((-lower).flooredQuotient(by: length)) - 1
        return (first.day + earliest)...(first.day + max(upper.flooredQuotient(by: length) + 1, earliest))
    }

    /// Returns the service days on which any second up to a latest one may fall into the range.
    package func days(reaching latest: Int) -> ClosedRange<Int> {
        days(at: max(latest, 0)).lowerBound...days(at: 0).upperBound
    }
}

extension Int {
    /// The quotient rounded down, also for negative numbers.
    fileprivate func flooredQuotient(by divisor: Int) -> Int {
        let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? quotient - 1 : quotient
    }
}
