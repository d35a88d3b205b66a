import Contract
import GTFSSchedule
import StageKit

/// What `--where` passed over while a timetable was read that is what the stage works on: trips are of it as a whole or
/// not at all.
struct TimetableChoice {
    private var routes: Set<String> = []
    private var agencies: Set<String?> = []
    private var services: Set<String> = []
    private var stops: Set<String> = []

    private static let agencyID = Tables.Agency.columns.agencyID
    private static let routeID = Tables.Routes.columns.routeID
    private static let serviceID = Tables.Calendar.columns.serviceID
    private static let stopID = Tables.Stops.columns.stopID

    mutating func passOver(_ record: Record, table: String) {
        switch table {
        case Tables.Agency.name: agencies.insert(TimetableChoice.id(record, TimetableChoice.agencyID))
        case Tables.Routes.name: TimetableChoice.id(record, TimetableChoice.routeID).map { _ = routes.insert($0) }
        case Tables.Calendar.name: TimetableChoice.id(record, TimetableChoice.serviceID).map { _ = services.insert($0) }
        case Tables.Stops.name: TimetableChoice.id(record, TimetableChoice.stopID).map { _ = stops.insert($0) }
        default: break
        }
    }

    private static func id<M, P: RecordPresence>(_ record: Record, _ column: Column<M, Text, P>) -> String? {
        record.id(column).map(String.init(bytes:))
    }

    /// Whether trips may have to be passed over for what they refer to; stops need nothing of trips.
    var choosesTrips: Bool { !routes.isEmpty || !agencies.isEmpty || !services.isEmpty }

    /// Whether a trip is passed over since its route is, or the route's agency, or its service.
    ///
    /// - Parameter row: the route's, where it was not passed over itself.
    func passesOver(routeID: String?, _ row: Timetable.Route?, service: String?) -> Bool {
        if let routeID, routes.contains(routeID) { return true }
        if let row, agencies.contains(row.agencyID) { return true }
        return service.map(services.contains) ?? false
    }

    /// Whether calls at a stop count.
    ///
    /// - Parameter conditions: those about stops.
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

    /// Those of some conditions that choose stops.
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
