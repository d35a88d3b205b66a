import Feeds
import GTFSSchedule
import NDJSON
import StageKit
import TimeZones

/// Takes the tables of a schedule that are small into a timetable: agencies, stops, routes and calendars.
struct ScheduleFrame: RecordStage {
    var timetable = Timetable()
    /// Records taken, by table.
    private(set) var taken = [Int](repeating: 0, count: ScheduleFrame.tableNames.count)
    private let members: MemberReader
    private let isFile: Bool

    /// - Parameter isFile: whether rows have a file and a line of their own.
    init(_ diagnostics: Diagnostics, isFile: Bool) {
        self.isFile = isFile
        members = MemberReader(diagnostics)
    }

    static let tableNames = ["agency", "stops", "routes", "calendar", "calendar_dates", "feed_info"]
    let tables = ScheduleFrame.tableNames
    /// Trips and stop_times are watched in this first reading already, since the later ones tell nothing.
    let feedReading = FeedReading.timetable(apart: false)
    let fields = [
        "agency_id",
        "agency_name",
        "agency_timezone",
        "stop_id",
        "stop_name",
        "stop_lat",
        "stop_lon",
        "platform_code",
        "parent_station",
        "wheelchair_boarding",
        "location_type",
        "route_id",
        "route_short_name",
        "route_long_name",
        "route_color",
        "route_text_color",
        "route_type",
        "service_id",
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
        "start_date",
        "end_date",
        "date",
        "exception_type",
        "feed_version",
    ]

    /// The places of members in `fields`.
    private enum Field: Int {
        case agencyID, agencyName, agencyTimezone
        case stopID, stopName, stopLatitude, stopLongitude, platformCode, parentStation, wheelchairBoarding,
            locationType
        case routeID, routeShortName, routeLongName, routeColor, routeTextColor, routeType
        case serviceID, monday, tuesday, wednesday, thursday, friday, saturday, sunday, startDate, endDate, date,
            exceptionType, feedVersion
    }

    mutating func process(_ record: Record) {
        taken[record.table] += 1
        members.begin(record, table: tables[record.table], isFile: isFile)
        switch record.table {
        case 0: takeAgency(record)
        case 1: takeStop(record)
        case 2: takeRoute(record)
        case 3: takeCalendar(record)
        case 4: takeException(record)
        default:
            let version = members.text(value(record, .feedVersion), "feed_version")
            timetable.feedVersion = timetable.feedVersion ?? version
        }
    }

    func finish() {}

    private func value(_ record: Record, _ field: Field) -> JSONValue { record[field.rawValue] }

    private mutating func takeAgency(_ record: Record) {
        var agency = Timetable.Agency()
        agency.id = members.text(value(record, .agencyID), "agency_id")
        agency.name = members.text(value(record, .agencyName), "agency_name")
        agency.timezone = members.text(value(record, .agencyTimezone), "agency_timezone")
        timetable.agencies.append(agency)
    }

    private mutating func takeStop(_ record: Record) {
        guard let id = members.text(value(record, .stopID), "stop_id") else { return }
        var stop = Timetable.Stop(id: id)
        stop.name = members.text(value(record, .stopName), "stop_name")
        let latitude = value(record, .stopLatitude).double ?? .nan
        let longitude = value(record, .stopLongitude).double ?? .nan
        if abs(latitude) <= 90, abs(longitude) <= 180 {
            stop.latitude = latitude
            stop.longitude = longitude
        }
        stop.platformCode = members.text(value(record, .platformCode), "platform_code")
        stop.parentStation = members.text(value(record, .parentStation), "parent_station")
        stop.wheelchairBoarding = members.integer(value(record, .wheelchairBoarding), "wheelchair_boarding")
        stop.locationType = members.integer(value(record, .locationType), "location_type")
        timetable.add(stop)
    }

    private mutating func takeRoute(_ record: Record) {
        guard let id = members.text(value(record, .routeID), "route_id") else { return }
        var route = Timetable.Route(id: id)
        route.agencyID = members.text(value(record, .agencyID), "agency_id")
        route.shortName = members.text(value(record, .routeShortName), "route_short_name")
        route.longName = members.text(value(record, .routeLongName), "route_long_name")
        route.color = members.text(value(record, .routeColor), "route_color")
        route.textColor = members.text(value(record, .routeTextColor), "route_text_color")
        route.type = members.integer(value(record, .routeType), "route_type")
        timetable.add(route)
    }

    private static let weekdays: [(Field, StaticString)] = [
        (.monday, "monday"), (.tuesday, "tuesday"), (.wednesday, "wednesday"), (.thursday, "thursday"),
        (.friday, "friday"), (.saturday, "saturday"), (.sunday, "sunday"),
    ]

    private mutating func takeCalendar(_ record: Record) {
        guard let id = members.text(value(record, .serviceID), "service_id"),
            let first = members.date(value(record, .startDate), "start_date"),
            let last = members.date(value(record, .endDate), "end_date")
        else { return incomplete(record, "calendar", "a service_id, start_date or end_date") }
        var days: UInt8 = 0
        for (bit, (field, name)) in ScheduleFrame.weekdays.enumerated()
        where members.integer(value(record, field), name) == 1 {
            days |= 1 << UInt8(bit)
        }
        timetable.calendar.addWeek(timetable.service(id).index, weekdays: days, first: first, last: last)
    }

    private mutating func takeException(_ record: Record) {
        guard let id = members.text(value(record, .serviceID), "service_id"),
            let day = members.date(value(record, .date), "date"),
            let type = members.integer(value(record, .exceptionType), "exception_type"), type == 1 || type == 2
        else { return incomplete(record, "calendar_dates", "a service_id, a date or an exception_type of 1 or 2") }
        timetable.calendar.addException(timetable.service(id).index, day: day, runs: type == 1)
    }

    private func incomplete(_ record: Record, _ table: String, _ what: String) {
        members.report(.warning, "unusable_\(table)_row", "the row has no \(what) (of no effect on service days)")
    }
}
