import GTFSSchedule
import Schedule
import TimeZones

/// The covered days: a range of service days, or some weekdays in it.
package struct ScopeDays: Equatable, Sendable {
    /// Days after 1970-01-01.
    package let range: ClosedRange<Int>
    /// Monday's bit is the lowest.
    package let weekdays: UInt8
    /// The days of the range that the clocks of the feed's zone never showed.
    private let absent: [Int]

    package static let everyWeekday: UInt8 = 0b111_1111

    /// - Parameter absent: days that the clocks of the feed's zone never showed.
    package init(_ range: ClosedRange<Int>, weekdays: UInt8? = nil, absent: Set<Int32> = []) {
        self.range = range
        self.weekdays = weekdays ?? ScopeDays.everyWeekday
        self.absent = absent.map(Int.init).filter(range.contains).sorted()
    }

    @inline(__always)
    package func contains(_ day: Int) -> Bool {
        range.contains(day) && (absent.isEmpty || !absent.contains(day))
            && (weekdays == ScopeDays.everyWeekday
                || weekdays & (1 << UInt8(CivilDate.weekday(daysSinceEpoch: day))) != 0)
    }

    /// The number of covered days for each weekday, from Monday.
    package var countsByWeekday: [Int] {
        var counts = [Int](repeating: range.count / 7, count: 7)
        for day in range.suffix(range.count % 7) { counts[CivilDate.weekday(daysSinceEpoch: day)] += 1 }
        for day in absent { counts[CivilDate.weekday(daysSinceEpoch: day)] -= 1 }
        for weekday in counts.indices where weekdays & (1 << UInt8(weekday)) == 0 { counts[weekday] = 0 }
        return counts
    }

    /// The number of covered days.
    package var count: Int { countsByWeekday.reduce(0, +) }
}

/// The type of a day, by its date alone: Monday to Friday, Saturday, Sunday.
package enum DayType: Int8, CaseIterable, Sendable {
    case weekday, saturday, sunday

    /// - Parameter weekday: from Monday, 0, on.
    package init(ofWeekday weekday: Int) { self = weekday < 5 ? .weekday : weekday == 5 ? .saturday : .sunday }

    /// The name in records.
    package var name: String {
        switch self {
        case .weekday: "weekday"
        case .saturday: "saturday"
        case .sunday: "sunday"
        }
    }
}

/// The part of a timetable that is counted: days, part of the day, stops.
package struct ServiceScope {
    package var days: ScopeDays
    /// The seconds of the service day that count; nil for all.
    package var window: Range<Int>?
    /// Whether calls count, by index of the stop; nil if all stops count.
    package var places: [Bool]?

    package init(_ days: ScopeDays, window: Range<Int>? = nil, places: [Bool]? = nil) {
        self.days = days
        self.window = window
        self.places = places
    }

    /// The range of days that a feed covers, from the first to the last day in its calendar; nil without one.
    package static func coveredDays(_ timetable: WholeTimetable) -> ClosedRange<Int>? {
        timetable.frame.calendar.coveredDays
    }
}
