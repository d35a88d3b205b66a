import Contract
import GTFSSchedule
import StageKit

/// The rows that `--where` excluded from a timetable that the stage works on; trips are kept or excluded as a whole.
struct TimetableChoice {
    private var routes: Set<String> = []
    private var agencies: Set<String?> = []
    private var services: Set<String> = []
    private var stops: Set<String> = []
    /// Services of excluded rows of calendar_dates. Trips stay, because the service may have a row in calendar.
    private var datedServices: Set<String> = []

    private static let agencyID = Tables.Agency.columns.agencyID
    private static let routeID = Tables.Routes.columns.routeID
    private static let serviceID = Tables.Calendar.columns.serviceID
    private static let stopID = Tables.Stops.columns.stopID

    mutating func passOver(_ record: Record, table: String) {
        switch table {
        case Tables.Agency.name: agencies.insert(TimetableChoice.id(record, TimetableChoice.agencyID))
        case Tables.Routes.name: TimetableChoice.id(record, TimetableChoice.routeID).map { _ = routes.insert($0) }
        case Tables.Calendar.name: TimetableChoice.id(record, TimetableChoice.serviceID).map { _ = services.insert($0) }
        case Tables.CalendarDates.name:
            TimetableChoice.id(record, TimetableChoice.serviceID).map { _ = datedServices.insert($0) }
        case Tables.Stops.name: TimetableChoice.id(record, TimetableChoice.stopID).map { _ = stops.insert($0) }
        default: break
        }
    }

    private static func id<M, P: RecordPresence>(_ record: Record, _ column: Column<M, Text, P>) -> String? {
        record.id(column).map(String.init(bytes:))
    }

    /// Whether trips may be excluded because of rows that they refer to.
    var choosesTrips: Bool { !routes.isEmpty || !agencies.isEmpty || !services.isEmpty }

    /// Returns whether the feed has a row for a route, and `--where` excluded the row.
    func excludes(route: String) -> Bool { routes.contains(route) }

    /// Returns whether the calendars have a row for a service, and `--where` excluded the row.
    func excludes(service: String) -> Bool { services.contains(service) || datedServices.contains(service) }

    /// Returns whether a trip is excluded because its route, the route's agency or its service is.
    ///
    /// - Parameter row: the row of the route, unless it was excluded.
    func passesOver(routeID: String?, _ row: Timetable.Route?, service: String?) -> Bool {
        if let routeID, routes.contains(routeID) { return true }
        if let row, agencies.contains(row.agencyID) { return true }
        return service.map(services.contains) ?? false
    }

    /// Returns whether calls at a stop count.
    ///
    /// - Parameter conditions: the conditions on stops.
    func takes(_ stop: Timetable.Stop, _ conditions: [Condition]) -> Bool {
        if stops.contains(stop.id) { return false }
        for condition in conditions {
            let isID = condition.column == TimetableChoice.stopID.name
            if isID, condition.table == Tables.StopTimes.name || !stop.isListed {
                guard condition.isSatisfied(byText: stop.id) else { return false }
            } else if !stop.isListed, !isID, condition.relation != .isNot {
                // Of a stop without a row nothing is known, and nothing satisfies only !=.
                return false
            }
        }
        return true
    }

    /// Returns the conditions that select stops.
    static func aboutStops(_ conditions: [Condition]) -> [Condition] {
        let known = Set(Tables.Stops.description.columns.map(\.name))
        return conditions.filter { condition in
            switch condition.table {
            case nil: known.contains(condition.column)
            case Tables.Stops.name?: true
            case Tables.StopTimes.name?: condition.column == stopID.name
            default: false
            }
        }
    }
}
