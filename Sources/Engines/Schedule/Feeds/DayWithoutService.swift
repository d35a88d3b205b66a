import GTFSSchedule
import TimeZones

/// Messages about days without service.
package enum DayWithoutService {
    /// Returns a message that no service runs on the given days, with the range of the calendar and the nearest day
    /// with service; nil if a service runs on one of them.
    ///
    /// - Parameter days: days since 1970-01-01.
    package static func sentence(_ calendar: ServiceCalendar, on days: ClosedRange<Int>) -> String? {
        let nearest = calendar.nearestDay(to: days)
        if let nearest, days.contains(nearest) { return nil }
        let asked =
            days.count == 1
            ? "on \(text(days.lowerBound))" : "from \(text(days.lowerBound)) to \(text(days.upperBound))"
        guard let nearest, let span = calendar.span else {
            return "no service runs \(asked), nor on any other day of the calendar"
        }
        return "no service runs \(asked); the calendar covers \(text(span.lowerBound)) to \(text(span.upperBound)), "
            + "and the nearest day with service is \(text(nearest))"
    }

    /// `20260302 (Monday)`
    private static func text(_ day: Int) -> String {
        let date = CivilDate(daysSinceEpoch: day)
        return "\(date.compactText) (\(date.weekdayName))"
    }
}
