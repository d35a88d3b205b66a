import Containers
import Contract
import GTFSSchedule
import NDJSON
import Schedule
import StageKit
import TimeZones

/// The rows that say what runs on which day.
extension BuildPolylines {
    mutating func takeCalendar(_ record: Record, _ feed: UInt16) {
        guard let service = service(record, .calendar, feed) else { return }
        guard let first = date(record, Columns.calendar.startDate), let last = date(record, Columns.calendar.endDate)
        else {
            return reject(
                record, .calendar, "bad_service_date",
                "start_date \(Finding.quoted(record[Columns.calendar.startDate].inside)) and end_date "
                    + "\(Finding.quoted(record[Columns.calendar.endDate].inside)) are not both dates YYYYMMDD "
                    + "(row left out)")
        }
        var days: UInt8 = 0
        for (day, weekday) in Columns.calendar.weekdays.enumerated() {
            let value = record[weekday]
            if value.integer == 1 { days |= 1 << UInt8(day) }
            guard value.integer != 0, value.integer != 1 else { continue }
            report(
                record, .null, "bad_weekday",
                "\(weekday.name) \(Finding.quoted(value.inside)) is neither 0 nor 1 "
                    + "(taken for 0)")
        }
        if last < first {
            report(record, .warning, "dates_run_backwards", "end_date is before start_date (no day is in between)")
        }
        let isNew = serviceDay?.addWeek(service, weekdays: days, first: first, last: last) ?? false
        guard !isNew else { return }
        let id = schedule.serviceIDs.text(service)
        report(
            record, .warning, "duplicate_service",
            "service_id \(Finding.quoted(id)) came before (first row holds)")
    }

    mutating func takeCalendarDate(_ record: Record, _ feed: UInt16) {
        guard let service = service(record, .calendarDates, feed) else { return }
        guard let day = date(record, Columns.exception.date) else {
            return reject(
                record, .calendarDates, "bad_service_date",
                "date \(Finding.quoted(record[Columns.exception.date].inside)) is not a date YYYYMMDD (row left out)")
        }
        let type = record[Columns.exception.exceptionType].integer
        guard type == 1 || type == 2 else {
            return reject(
                record, .calendarDates, "bad_exception_type",
                "exception_type \(Finding.quoted(record[Columns.exception.exceptionType].inside)) is neither 1 nor 2 "
                    + "(row left out)")
        }
        serviceDay?.addException(service, day: day, runs: type == 1)
    }

    mutating func takeFrequency(_ record: Record, _ feed: UInt16) {
        guard let tripID = id(record, Columns.frequency.tripID) else {
            return reject(record, .frequencies, "no_trip_id", "the row has no trip_id (left out)")
        }
        let trip = schedule.trip(tripID, feed)
        // The trip's own times are not a run of it, whatever the row is worth (frequencies.txt).
        serviceDay?.addFrequencies(of: trip)
        guard let start = time(record, Columns.frequency.startTime) else {
            return rejectFrequency(record, Columns.frequency.startTime, "is not a time HH:MM:SS")
        }
        guard let end = time(record, Columns.frequency.endTime) else {
            return rejectFrequency(record, Columns.frequency.endTime, "is not a time HH:MM:SS")
        }
        guard end > start else {
            return rejectFrequency(
                record, Columns.frequency.endTime, "is not after start_time \(ScheduleTime.text(start))")
        }
        guard let headway = record[Columns.frequency.headwaySecs].integer,
            let row = Timetable.Frequency(start: start, end: end, headway: headway, isExact: false)
        else {
            return rejectFrequency(record, Columns.frequency.headwaySecs, "is not a number of seconds above 0")
        }
        guard serviceDay?.add(row, of: trip) == false else { return }
        report(
            record, .warning, "duplicate_frequency",
            "trip \(Finding.quoted(tripID)) has a row of start_time \(ScheduleTime.text(start)) already (first row "
                + "holds)")
    }

    private mutating func rejectFrequency<V>(
        _ record: Record, _ column: Column<Tables.Frequencies, V, IfKnown>, _ what: String
    ) {
        let value = Finding.quoted(record[column].inside)
        reject(
            record, .frequencies, "bad_frequency",
            "\(column.name) \(value) \(what) (no run starts by the row)")
    }

    private mutating func service(
        _ record: Record, _ table: PolylineTable, _ feed: UInt16
    ) -> Identifier<ScheduleTables.Service>? {
        if let serviceID = id(record, Columns.calendar.serviceID) {
            return schedule.serviceIDs.intern(serviceID, feed: feed)
        }
        reject(record, table, "no_service_id", "the row has no service_id (left out)")
        return nil
    }

    /// Days after 1970-01-01.
    private func date<M, P: RecordPresence>(_ record: Record, _ column: Column<M, Day, P>) -> Int? {
        let value = record[column]
        guard value.kind == .string || value.kind == .number else { return nil }
        return CivilDate(compact: value.inside)?.daysSinceEpoch
    }

    private func time<M, P: RecordPresence>(_ record: Record, _ column: Column<M, ServiceTime, P>) -> Int? {
        record[column].kind == .string ? ScheduleTime.seconds(record[column].inside) : nil
    }
}
