import Contract
import GTFSSchedule
import StageKit

/// Reads the small tables of a schedule into a timetable: agencies, stops, routes and calendars.
struct ScheduleFrame: RecordStage {
    var timetable = Timetable()
    /// Records taken, by table.
    private(set) var taken = [Int](repeating: 0, count: ScheduleFrame.tableNames.count)
    private let rows: ScheduleRows
    private let diagnostics: Diagnostics

    init(_ diagnostics: Diagnostics) {
        rows = ScheduleRows(diagnostics)
        self.diagnostics = diagnostics
    }

    static let tableNames = ["agency", "stops", "routes", "calendar", "calendar_dates", "feed_info"]
    let tables = ScheduleFrame.tableNames
    /// Trips and stop_times are checked in this first pass, because later passes report nothing.
    let feedReading = FeedReading.timetable(apart: false)
    let scansAhead = true
    private static let agency = Tables.Agency.columns
    private static let stop = Tables.Stops.columns
    private static let route = Tables.Routes.columns
    private static let calendar = Tables.Calendar.columns
    private static let exception = Tables.CalendarDates.columns
    private static let info = Tables.FeedInfo.columns

    let columns: [any AnyColumn] =
        [
            agency.agencyID, agency.agencyName, agency.agencyTimezone, stop.stopID, stop.stopName, stop.stopLat,
            stop.stopLon, stop.platformCode, stop.parentStation, stop.wheelchairBoarding, stop.locationType,
            stop.stopTimezone, route.routeID, route.routeShortName, route.routeLongName, route.routeColor,
            route.routeTextColor, route.routeType, calendar.serviceID,
        ] + calendar.weekdays + [
            calendar.startDate, calendar.endDate, exception.date, exception.exceptionType, info.feedVersion,
            info.feedLang, route.agencyID,
        ]

    mutating func process(_ record: Record) {
        taken[record.table] += 1
        switch record.table {
        case 0: timetable.agencies.append(Timetable.Agency(rows.agency(record)))
        case 1: takeStop(record)
        case 2: if let route = Timetable.Route(rows.route(record)) { timetable.add(route) }
        case 3: takeWeek(rows.week(record))
        case 4: takeException(rows.exception(record))
        default:
            rows.values.begin(record, table: Tables.FeedInfo.name)
            timetable.feedVersion = timetable.feedVersion ?? rows.values[ScheduleFrame.info.feedVersion]
            let language = record.values[untyped: ScheduleFrame.info.feedLang].string
            timetable.feedLanguage = timetable.feedLanguage ?? Timetable.language(feedLang: language)
        }
    }

    mutating func finish() {
        timetable.placeStops()
        timetable.leaveOutAbsentDates()
        AbsentDates.report(timetable.calendar, diagnostics)
    }

    mutating func takeStop(_ record: Record) {
        if let stop = Timetable.Stop(rows.stop(record)) { timetable.add(stop) }
    }

    private mutating func takeWeek(_ row: WeekRow) {
        guard let service = service(row.serviceID), let first = row.first, let last = row.last else {
            return incomplete(Tables.Calendar.name, "a service_id, a start_date or an end_date")
        }
        timetable.calendar.addWeek(service.index, weekdays: row.weekdays, first: first, last: last)
    }

    private mutating func takeException(_ row: ExceptionRow) {
        guard let service = service(row.serviceID), let day = row.day, let runs = row.runs else {
            return incomplete(Tables.CalendarDates.name, "a service_id, a date or an exception_type of 1 or 2")
        }
        timetable.calendar.addException(service.index, day: day, runs: runs)
    }

    private mutating func service(_ id: UnsafeRawBufferPointer?) -> ServiceIndex? {
        id.map { timetable.service(String(bytes: $0)) }
    }

    private func incomplete(_ table: String, _ what: String) {
        rows.values.report(.warning, "unusable_\(table)_row", "the row lacks \(what); ignored for service days")
    }
}
