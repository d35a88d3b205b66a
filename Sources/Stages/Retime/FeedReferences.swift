import Containers
import Contract
import GTFSSchedule
import ServiceFigures
import StageKit
import TimeZones

/// Learns which services a feed has, on which types of day they run, and which other tables refer to them.
///
/// It reads all tables of the reference with all columns, so that the first pass over a feed reports what is wrong with
/// any row. Memory: the ids of services.
final class FeedReferences: RecordStage {
    let tables = TableDefinition.all.map(\.name)
    let columns: [any AnyColumn]
    let scansAhead = true

    /// The services of trips.txt, in the order of first occurrence.
    private(set) var servicesOfTrips: [String] = []
    /// The services that a table besides trips and the calendar refers to, in the order of first occurrence.
    private(set) var servicesElsewhere: [String] = []
    /// The types of day on which each service runs, `DayType`'s bits.
    private(set) var dayTypes: [String: UInt8] = [:]
    private var known: Set<String> = []
    private var knownElsewhere: Set<String> = []
    private var lastService: [UInt8] = []
    /// Of each table, the columns that refer to services.
    private let serviceColumns: [[NamedColumn]]
    private let kinds: [Kind]
    private static let week = Tables.Calendar.columns
    private static let exception = Tables.CalendarDates.columns

    private enum Kind { case calendar, calendarDates, trips, other }

    init() {
        let definitions = TableDefinition.all
        var names: [String] = []
        for field in definitions.flatMap(\.fields) where !names.contains(field.name) { names.append(field.name) }
        columns = names.map { NamedColumn($0) }
        kinds = definitions.map { definition in
            switch definition.name {
            case Tables.Calendar.name: .calendar
            case Tables.CalendarDates.name: .calendarDates
            case Tables.Trips.name: .trips
            default: .other
            }
        }
        serviceColumns = definitions.map { definition in
            definition.fields.filter { field in field.targets.contains { $0.column == "service_id" } }
                .map { NamedColumn($0.name) }
        }
    }

    func process(_ record: Record) {
        switch kinds[record.table] {
        case .calendar:
            guard let service = text(record, FeedReferences.week.serviceID) else { return }
            var types: UInt8 = 0
            for (weekday, column) in FeedReferences.week.weekdays.enumerated() where record[column].integer == 1 {
                types |= 1 << UInt8(DayType(ofWeekday: weekday).rawValue)
            }
            dayTypes[service, default: 0] |= types
        case .calendarDates:
            guard let service = text(record, FeedReferences.exception.serviceID) else { return }
            guard record[FeedReferences.exception.exceptionType].integer == 1,
                let day = record.values.value(FeedReferences.exception.date)
            else {
                dayTypes[service, default: 0] |= 0
                return
            }
            let type = DayType(ofWeekday: CivilDate.weekday(daysSinceEpoch: day))
            dayTypes[service, default: 0] |= 1 << UInt8(type.rawValue)
        case .trips:
            let id = record.values.idText(number: Tables.Trips.columns.serviceID.number)
            // Trips of one service often follow each other.
            guard let id, !id.isEmpty, !id.elementsEqual(lastService) else { return }
            lastService = Array(id)
            let service = String(decoding: id, as: UTF8.self)
            if known.insert(service).inserted { servicesOfTrips.append(service) }
        case .other:
            for column in serviceColumns[record.table] {
                guard let service = text(record, column) else { continue }
                if knownElsewhere.insert(service).inserted { servicesElsewhere.append(service) }
            }
        }
    }

    func finish() {}

    /// Whether any table has a service.
    func has(_ service: String) -> Bool {
        known.contains(service) || knownElsewhere.contains(service) || dayTypes[service] != nil
    }

    /// Whether a table besides trips and the calendar refers to a service.
    func isUsedElsewhere(_ service: String) -> Bool { knownElsewhere.contains(service) }

    private func text(_ record: Record, _ column: some AnyColumn) -> String? {
        guard let id = record.values.idText(number: column.number), !id.isEmpty else { return nil }
        return String(decoding: id, as: UTF8.self)
    }
}
