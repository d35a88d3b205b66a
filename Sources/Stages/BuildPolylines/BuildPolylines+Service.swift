import Containers
import Contract
import GTFSSchedule
import Schedule
import StageKit
import TimeZones

/// The rows that say what runs on which day.
extension BuildPolylines {
    mutating func takeCalendar(_ record: Record, _ feed: UInt16) {
        let row = rows.week(record)
        guard let service = service(row.serviceID, record, .calendar, feed) else { return }
        guard let first = row.first, let last = row.last else {
            return reject(
                record, .calendar, "bad_service_date",
                "start_date \(Finding.quoted(record[Columns.calendar.startDate].inside)) and end_date "
                    + "\(Finding.quoted(record[Columns.calendar.endDate].inside)) are not both dates YYYYMMDD"
                    + "; row skipped")
        }
        if last < first {
            report(record, .warning, "dates_run_backwards", "end_date is before start_date; the range holds no day")
        }
        serviceDay?.addWeek(service, weekdays: row.weekdays, first: first, last: last)
    }

    mutating func takeCalendarDate(_ record: Record, _ feed: UInt16) {
        let row = rows.exception(record)
        guard let service = service(row.serviceID, record, .calendarDates, feed) else { return }
        guard let day = row.day else {
            return reject(
                record, .calendarDates, "bad_service_date",
                "date \(Finding.quoted(record[Columns.exception.date].inside)) is not a date in the form YYYYMMDD; row skipped"
            )
        }
        guard let runs = row.runs else {
            return reject(
                record, .calendarDates, "bad_exception_type",
                "exception_type \(Finding.quoted(record[Columns.exception.exceptionType].inside)) is neither 1 nor 2"
                    + "; row skipped")
        }
        serviceDay?.addException(service, day: day, runs: runs)
    }

    mutating func takeFrequency(_ record: Record, _ feed: UInt16) {
        let row = rows.frequency(record)
        guard let tripID = row.tripID else {
            return reject(record, .frequencies, "no_trip_id", "the row has no trip_id; skipped")
        }
        let trip = schedule.trip(tripID, feed)
        // The trip's own times are not a run of it, whatever the row is worth (frequencies.txt).
        serviceDay?.addFrequencies(of: trip)
        guard let start = row.start else {
            return rejectFrequency(record, Columns.frequency.startTime, "is not a time HH:MM:SS")
        }
        guard let end = row.end else {
            return rejectFrequency(record, Columns.frequency.endTime, "is not a time HH:MM:SS")
        }
        guard end > start else {
            return rejectFrequency(
                record, Columns.frequency.endTime, "is not after start_time \(ScheduleTime.text(start))")
        }
        guard let headway = row.headway,
            let frequency = Timetable.Frequency(start: start, end: end, headway: headway, isExact: false)
        else {
            return rejectFrequency(record, Columns.frequency.headwaySecs, "is not a number of seconds above 0")
        }
        serviceDay?.add(frequency, of: trip)
    }

    private mutating func rejectFrequency<V>(
        _ record: Record, _ column: Column<Tables.Frequencies, V, IfKnown>, _ what: String
    ) {
        let value = Finding.quoted(record[column].inside)
        reject(
            record, .frequencies, "bad_frequency",
            "\(column.name) \(value) \(what); no run starts from this row")
    }

    private mutating func service(
        _ id: UnsafeRawBufferPointer?, _ record: Record, _ table: PolylineTable, _ feed: UInt16
    ) -> Identifier<ScheduleTables.Service>? {
        if let id { return schedule.serviceIDs.intern(id, feed: feed) }
        reject(record, table, "no_service_id", "the row has no service_id; skipped")
        return nil
    }
}
