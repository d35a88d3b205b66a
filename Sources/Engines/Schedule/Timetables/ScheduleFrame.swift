import Contract
import GTFSSchedule
import StageKit
import TimeZones

/// Takes the tables of a schedule that are small into a timetable: agencies, stops, routes and calendars.
struct ScheduleFrame: RecordStage {
    var timetable = Timetable()
    /// Records taken, by table.
    private(set) var taken = [Int](repeating: 0, count: ScheduleFrame.tableNames.count)
    private let reader: ColumnReader
    private let isFile: Bool

    /// - Parameter isFile: whether rows have a file and a line of their own.
    init(_ diagnostics: Diagnostics, isFile: Bool) {
        self.isFile = isFile
        reader = ColumnReader(diagnostics)
    }

    static let tableNames = ["agency", "stops", "routes", "calendar", "calendar_dates", "feed_info"]
    let tables = ScheduleFrame.tableNames
    /// Trips and stop_times are watched in this first reading already, since the later ones tell nothing.
    let feedReading = FeedReading.timetable(apart: false)
    let scansAhead = true
    private static let agency = Tables.Agency.columns
    private static let stop = Tables.Stops.columns
    private static let route = Tables.Routes.columns
    private static let calendar = Tables.Calendar.columns
    private static let exception = Tables.CalendarDates.columns
    private static let info = Tables.FeedInfo.columns
    private static let weekdays = [
        calendar.monday, calendar.tuesday, calendar.wednesday, calendar.thursday, calendar.friday, calendar.saturday,
        calendar.sunday,
    ]

    let columns: [any AnyColumn] =
        [
            agency.agencyID, agency.agencyName, agency.agencyTimezone, stop.stopID, stop.stopName, stop.stopLat,
            stop.stopLon, stop.platformCode, stop.parentStation, stop.wheelchairBoarding, stop.locationType,
            stop.stopTimezone,
            route.routeID, route.routeShortName, route.routeLongName, route.routeColor, route.routeTextColor,
            route.routeType, calendar.serviceID,
        ] + weekdays + [
            calendar.startDate, calendar.endDate, exception.date, exception.exceptionType, info.feedVersion,
        ]

    mutating func process(_ record: Record) {
        taken[record.table] += 1
        reader.begin(record, table: tables[record.table], isFile: isFile)
        switch record.table {
        case 0: takeAgency(record)
        case 1: takeStop(record)
        case 2: takeRoute(record)
        case 3: takeCalendar(record)
        case 4: takeException(record)
        default:
            let version = reader[ScheduleFrame.info.feedVersion]
            timetable.feedVersion = timetable.feedVersion ?? version
        }
    }

    mutating func finish() { timetable.placeStops() }

    private mutating func takeAgency(_ record: Record) {
        var agency = Timetable.Agency()
        agency.id = reader[ScheduleFrame.agency.agencyID]
        agency.name = reader[ScheduleFrame.agency.agencyName]
        agency.timezone = reader[ScheduleFrame.agency.agencyTimezone]
        timetable.agencies.append(agency)
    }

    mutating func takeStop(_ record: Record) {
        reader.begin(record, table: Tables.Stops.name, isFile: isFile)
        guard let id = reader[ScheduleFrame.stop.stopID] else { return }
        var stop = Timetable.Stop(id: id)
        stop.name = reader[ScheduleFrame.stop.stopName]
        stop.coordinate = reader.place(
            record[ScheduleFrame.stop.stopLat], record[ScheduleFrame.stop.stopLon],
            field: ScheduleFrame.stop.stopLat.name, of: "stop \(Finding.quoted(id))")
        stop.platformCode = reader[ScheduleFrame.stop.platformCode]
        stop.parentStation = reader[ScheduleFrame.stop.parentStation]
        stop.wheelchairBoarding = reader[ScheduleFrame.stop.wheelchairBoarding]
        stop.locationType = reader[ScheduleFrame.stop.locationType]
        stop.timezone = reader[ScheduleFrame.stop.stopTimezone]
        timetable.add(stop)
    }

    private mutating func takeRoute(_ record: Record) {
        guard let id = reader[ScheduleFrame.route.routeID] else { return }
        var route = Timetable.Route(id: id)
        route.agencyID = reader[ScheduleFrame.agency.agencyID]
        route.shortName = reader[ScheduleFrame.route.routeShortName]
        route.longName = reader[ScheduleFrame.route.routeLongName]
        route.color = reader[ScheduleFrame.route.routeColor]
        route.textColor = reader[ScheduleFrame.route.routeTextColor]
        route.type = reader[ScheduleFrame.route.routeType]
        timetable.add(route)
    }

    private mutating func takeCalendar(_ record: Record) {
        guard let id = reader[ScheduleFrame.calendar.serviceID],
            let first = reader[ScheduleFrame.calendar.startDate],
            let last = reader[ScheduleFrame.calendar.endDate]
        else { return incomplete(record, "calendar", "a service_id, start_date or end_date") }
        var days: UInt8 = 0
        for (bit, weekday) in ScheduleFrame.weekdays.enumerated() where reader[weekday] == 1 {
            days |= 1 << UInt8(bit)
        }
        timetable.calendar.addWeek(timetable.service(id).index, weekdays: days, first: first, last: last)
    }

    private mutating func takeException(_ record: Record) {
        guard let id = reader[ScheduleFrame.calendar.serviceID],
            let day = reader[ScheduleFrame.exception.date],
            let type = reader[ScheduleFrame.exception.exceptionType], type == 1 || type == 2
        else { return incomplete(record, "calendar_dates", "a service_id, a date or an exception_type of 1 or 2") }
        timetable.calendar.addException(timetable.service(id).index, day: day, runs: type == 1)
    }

    private func incomplete(_ record: Record, _ table: String, _ what: String) {
        reader.report(.warning, "unusable_\(table)_row", "the row has no \(what) (of no effect on service days)")
    }
}
