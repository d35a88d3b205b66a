import GTFSSchedule
import Schedule
import TimeZones

/// The days that are looked at: a stretch of service days, and of it all days or some weekdays.
package struct ScopeDays: Equatable, Sendable {
    /// Days after 1970-01-01.
    package let range: ClosedRange<Int>
    /// Monday's bit is the lowest.
    package let weekdays: UInt8

    package static let everyWeekday: UInt8 = 0b111_1111

    package init(_ range: ClosedRange<Int>, weekdays: UInt8? = nil) {
        self.range = range
        self.weekdays = weekdays ?? ScopeDays.everyWeekday
    }

    @inline(__always)
    package func contains(_ day: Int) -> Bool {
        range.contains(day)
            && (weekdays == ScopeDays.everyWeekday
                || weekdays & (1 << UInt8(CivilDate.weekday(daysSinceEpoch: day))) != 0)
    }

    /// How many days of the stretch are of each weekday, from Monday on; 0 for those that do not count.
    package var countsByWeekday: [Int] {
        var counts = [Int](repeating: range.count / 7, count: 7)
        for day in range.suffix(range.count % 7) { counts[CivilDate.weekday(daysSinceEpoch: day)] += 1 }
        for weekday in counts.indices where weekdays & (1 << UInt8(weekday)) == 0 { counts[weekday] = 0 }
        return counts
    }

    /// How many days count.
    package var count: Int { countsByWeekday.reduce(0, +) }
}

/// The type of a day, by its date alone: Monday to Friday, Saturday, Sunday.
package enum DayType: Int8, CaseIterable, Sendable {
    case weekday, saturday, sunday

    /// - Parameter weekday: from Monday, 0, on.
    package init(ofWeekday weekday: Int) { self = weekday < 5 ? .weekday : weekday == 5 ? .saturday : .sunday }

    /// As records have it.
    package var name: String {
        switch self {
        case .weekday: "weekday"
        case .saturday: "saturday"
        case .sunday: "sunday"
        }
    }
}

/// What part of a timetable is counted: which days, which part of each day, which stops.
package struct ServiceScope {
    package var days: ScopeDays
    /// Seconds of the service day; nil for all of it.
    package var window: Range<Int>?
    /// By the place of the stop: whether calls there count; nil where all stops do.
    package var places: [Bool]?

    package init(_ days: ScopeDays, window: Range<Int>? = nil, places: [Bool]? = nil) {
        self.days = days
        self.window = window
        self.places = places
    }

    /// The days that a feed covers, as a stretch: from the first to the last that its calendar names; nil for none.
    package static func coveredDays(_ timetable: WholeTimetable) -> ClosedRange<Int>? {
        timetable.frame.calendar.coveredDays
    }
}
