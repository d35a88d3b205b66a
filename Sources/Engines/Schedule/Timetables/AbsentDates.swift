import GTFSSchedule
import StageKit
import TimeZones

/// Dates that the clocks of a feed's zone never showed, as they were put forward by a whole day: Samoa had no 2011-12-30.
///
/// Times of such a date would count from the noon of the next day, and each run would be there twice.
package enum AbsentDates {
    /// Leaves the absent dates of the feed's zone, that of its first agency, out of a calendar. A zone that cannot be read is
    /// reported where times are read in it.
    package static func leaveOut(of calendar: inout ServiceCalendar, inZones zones: [String]) {
        guard let name = zones.first, let zone = try? Zone(named: name) else { return }
        calendar.leaveOut(zone.absentDates)
    }

    /// Reports the absent dates on which the calendar lets services run.
    package static func report(_ calendar: ServiceCalendar, _ diagnostics: Diagnostics) {
        for day in calendar.plannedAbsentDays {
            diagnostics.report(
                .surprise, "absent_date", field: "agency_timezone",
                message: "the calendar has services on \(CivilDate(daysSinceEpoch: day).compactText), a date that the "
                    + "feed's time zone never had; no service runs on it")
        }
    }
}

extension Timetable {
    mutating func leaveOutAbsentDates() {
        AbsentDates.leaveOut(of: &calendar, inZones: agencies.compactMap(\.timezone))
    }
}
