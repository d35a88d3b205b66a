import Contract
import GTFSSchedule
import NDJSON
import StageKit
import TimeZones

/// A row of calendar.txt.
package struct WeekRow {
    package let record: Record
    private let values: ColumnReader
    private static let columns = Tables.Calendar.columns
    private static let weekdays = columns.weekdays

    init(_ record: Record, _ values: ColumnReader) {
        self.record = record
        self.values = values
        values.begin(record, table: TableNames.calendar)
    }

    package var serviceID: UnsafeRawBufferPointer? { record.id(WeekRow.columns.serviceID) }
    /// Days after 1970-01-01.
    package var first: Int? { values[WeekRow.columns.startDate] }
    package var last: Int? { values[WeekRow.columns.endDate] }

    /// The weekdays as bits, Monday lowest; a value other than 0 and 1 is reported and counts as 0.
    package var weekdays: UInt8 {
        var days: UInt8 = 0
        for (bit, weekday) in WeekRow.weekdays.enumerated() where values.value(weekday, in: 0...1) == 1 {
            days |= 1 << UInt8(bit)
        }
        return days
    }
}

/// A row of calendar_dates.txt.
package struct ExceptionRow {
    package let record: Record
    private let values: ColumnReader
    private static let columns = Tables.CalendarDates.columns

    init(_ record: Record, _ values: ColumnReader) {
        self.record = record
        self.values = values
        values.begin(record, table: TableNames.calendarDates)
    }

    package var serviceID: UnsafeRawBufferPointer? { record.id(ExceptionRow.columns.serviceID) }
    /// Days after 1970-01-01.
    package var day: Int? { values[ExceptionRow.columns.date] }

    /// Whether the service runs on the day; nil if exception_type is neither 1 nor 2.
    package var runs: Bool? {
        switch values[ExceptionRow.columns.exceptionType] {
        case 1: true
        case 2: false
        default: nil
        }
    }
}

/// A row of frequencies.txt.
package struct FrequencyRow {
    package let record: Record
    private let values: ColumnReader
    private static let columns = Tables.Frequencies.columns

    init(_ record: Record, _ values: ColumnReader) {
        self.record = record
        self.values = values
        values.begin(record, table: TableNames.frequencies)
    }

    package var tripID: UnsafeRawBufferPointer? { record.id(FrequencyRow.columns.tripID) }
    /// Seconds of the service day.
    package var start: Int? { values[FrequencyRow.columns.startTime] }
    package var end: Int? { values[FrequencyRow.columns.endTime] }
    /// Seconds.
    package var headway: Int? { values[FrequencyRow.columns.headwaySecs] }
    package var isExact: Bool { values[FrequencyRow.columns.exactTimes] == 1 }

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
