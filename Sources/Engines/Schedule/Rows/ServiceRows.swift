import Contract
import GTFSSchedule
import StageKit

private let calendar = Tables.Calendar.columns
private let exceptions = Tables.CalendarDates.columns
private let frequencies = Tables.Frequencies.columns

/// A row of calendar.txt.
package typealias WeekRow = ScheduleRow<Tables.Calendar>

extension WeekRow {
    package var serviceID: UnsafeRawBufferPointer? { record.id(calendar.serviceID) }
    /// Days after 1970-01-01.
    package var first: Int? { values[calendar.startDate] }
    package var last: Int? { values[calendar.endDate] }

    /// The weekdays as bits, Monday lowest; a value other than 0 and 1 is reported and counts as 0.
    package var weekdays: UInt8 {
        var days: UInt8 = 0
        for (bit, weekday) in calendar.weekdays.enumerated() where values.value(weekday, in: 0...1) == 1 {
            days |= 1 << UInt8(bit)
        }
        return days
    }
}

/// A row of calendar_dates.txt.
package typealias ExceptionRow = ScheduleRow<Tables.CalendarDates>

extension ExceptionRow {
    package var serviceID: UnsafeRawBufferPointer? { record.id(exceptions.serviceID) }
    /// Days after 1970-01-01.
    package var day: Int? { values[exceptions.date] }

    /// Whether the service runs on the day; nil if exception_type is neither 1 nor 2.
    package var runs: Bool? {
        switch values[exceptions.exceptionType] {
        case 1: true
        case 2: false
        default: nil
        }
    }
}

/// A row of frequencies.txt.
package typealias FrequencyRow = ScheduleRow<Tables.Frequencies>

extension FrequencyRow {
    package var tripID: UnsafeRawBufferPointer? { record.id(frequencies.tripID) }
    /// Seconds of the service day.
    package var start: Int? { values[frequencies.startTime] }
    package var end: Int? { values[frequencies.endTime] }
    /// Seconds.
    package var headway: Int? { values[frequencies.headwaySecs] }
    package var isExact: Bool { values[frequencies.exactTimes] == 1 }

    /// The runs that the row starts; an unusable row is reported and starts no runs.
    var frequency: Timetable.Frequency {
        guard let start, let end, let headway,
            let row = Timetable.Frequency(start: start, end: end, headway: headway, isExact: isExact)
        else {
            values.report(.warning, "unusable_frequency", Timetable.Frequency.unusableRow)
            return .unusable
        }
        if row.startCount > Timetable.Frequency.mostStarts {
            values.report(.warning, "too_many_runs", row.excessWords)
        }
        return row
    }
}

extension Timetable.Frequency {
    /// The message about a row that starts too many runs.
    var excessWords: String {
        "the row starts \(grouped(startCount)) runs; only the first \(grouped(Timetable.Frequency.mostStarts)) of a day were used"
    }

    static let unusableRow =
        "the row lacks start_time, end_time or a headway_secs above 0; no trip starts from this row"
}
