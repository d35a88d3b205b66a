import Contract
import GTFSSchedule
import Geometry
import Hashing
import NDJSON
import Schedule
import StageKit

/// Gathers what the rows of a feed say about the whole.
///
/// Memory: some 100 bytes a route and a service, 8 an exception of calendar_dates.txt; nothing for a trip or a stop.
final class FeedSummaryReader {
    static let columns: [any AnyColumn] =
        [
            info.feedPublisherName, info.feedPublisherURL, info.feedLang, info.feedVersion, info.feedStartDate,
            info.feedEndDate, agency.agencyID, agency.agencyName, agency.agencyURL, agency.agencyTimezone,
            agency.agencyLang, Tables.Stops.columns.stopID, Tables.Stops.columns.stopLat, Tables.Stops.columns.stopLon,
            Tables.Routes.columns.routeID, Tables.Routes.columns.routeType, Tables.Trips.columns.serviceID,
            Tables.CalendarDates.columns.date, Tables.CalendarDates.columns.exceptionType,
            Tables.Calendar.columns.startDate, Tables.Calendar.columns.endDate,
        ] + Tables.Calendar.columns.weekdays.map { $0 as any AnyColumn }
    private static let info = Tables.FeedInfo.columns
    private static let agency = Tables.Agency.columns
    static let agencyLimit = 100

    private let rows: ScheduleRows
    private let reader: ColumnReader
    private let values = ValuePrinter()
    private var tables: [(fill: TableFill, print: TablePrint)] = []
    private var places: [ObjectIdentifier: Int] = [:]
    private(set) var agencies: [FeedSummary.Agency] = []
    private(set) var agencyCount = 0
    private(set) var publisher = FeedSummary.Publisher()
    private var box = StopBox()
    private var routeTypes: [UInt64: Int?] = [:]
    private var tripsByRoute: [UInt64: Int] = [:]
    private var services: [UInt64: Int] = [:]
    private var calendar = ServiceCalendar()
    private var servicesWithTrips: Set<Int> = []
    private let diagnostics: Diagnostics

    init(_ diagnostics: Diagnostics) {
        self.diagnostics = diagnostics
        rows = ScheduleRows(diagnostics)
        reader = ColumnReader(diagnostics)
    }

    var isEmpty: Bool { tables.isEmpty }

    func add(_ fill: TableFill) {
        places[ObjectIdentifier(fill)] = tables.count
        tables.append((fill, TablePrint(fill.table)))
    }

    func take(_ record: Record, _ fill: TableFill) {
        guard let place = places[ObjectIdentifier(fill)] else { return }
        var row: UInt64 = 0
        JSONValue.object(record.bytes).forEachMember { name, value in
            let column = Fingerprint.of(name.inside)
            guard !ValuePrinter.heads.contains(column), let print = values.fingerprint(of: value) else { return }
            fill.count(column) { TableFill.text(name) }
            // A sum: members may come in any order.
            row &+= Fingerprint.of(column, print)
        }
        tables[place].print.add(row)
        switch fill.table {
        case Tables.Agency.name: takeAgency(record)
        case Tables.FeedInfo.name: takeInfo(record)
        case Tables.Stops.name: takeStop(record)
        case Tables.Routes.name: takeRoute(record)
        case Tables.Trips.name: takeTrip(record)
        case Tables.Calendar.name: takeWeek(record)
        case Tables.CalendarDates.name: takeException(record)
        default: break
        }
    }

    // MARK: Rows

    private func takeAgency(_ record: Record) {
        agencyCount += 1
        guard agencies.count < FeedSummaryReader.agencyLimit else { return }
        let columns = FeedSummaryReader.agency
        agencies.append(
            FeedSummary.Agency(
                id: record[columns.agencyID].string, name: record[columns.agencyName].string,
                url: record[columns.agencyURL].string, zone: record[columns.agencyTimezone].string,
                language: record[columns.agencyLang].string))
    }

    private func takeInfo(_ record: Record) {
        guard publisher == FeedSummary.Publisher() else { return }
        let columns = FeedSummaryReader.info
        reader.begin(record, table: Tables.FeedInfo.name)
        publisher = FeedSummary.Publisher(
            name: record[columns.feedPublisherName].string, url: record[columns.feedPublisherURL].string,
            language: record[columns.feedLang].string, version: record[columns.feedVersion].string,
            first: reader[columns.feedStartDate], last: reader[columns.feedEndDate])
    }

    private func takeStop(_ record: Record) {
        if let position = rows.stop(record).position { box.add(position) }
    }

    private func takeRoute(_ record: Record) {
        let row = rows.route(record)
        guard let id = row.routeID else { return }
        routeTypes[Fingerprint.of(id)] = row.type
    }

    private func takeTrip(_ record: Record) {
        let row = rows.trip(record)
        if let route = row.routeID { tripsByRoute[Fingerprint.of(route), default: 0] += 1 }
        if let service = row.serviceID { servicesWithTrips.insert(number(of: service)) }
    }

    private func takeWeek(_ record: Record) {
        let row = rows.week(record)
        guard let service = row.serviceID, let first = row.first, let last = row.last else { return }
        calendar.addWeek(number(of: service), weekdays: row.weekdays, first: first, last: last)
    }

    private func takeException(_ record: Record) {
        let row = rows.exception(record)
        guard let service = row.serviceID, let day = row.day, let runs = row.runs else { return }
        calendar.addException(number(of: service), day: day, runs: runs)
    }

    private func number(of service: UnsafeRawBufferPointer) -> Int {
        let print = Fingerprint.of(service)
        if let number = services[print] { return number }
        services[print] = services.count
        return services.count - 1
    }

    // MARK: The whole

    func summary(of source: String, bytes: Int?) -> FeedSummary {
        var served = calendar.keeping { servicesWithTrips.contains($0) }
        AbsentDates.leaveOut(of: &served, inZones: agencies.compactMap(\.zone))
        AbsentDates.report(served, diagnostics)
        let first = served.firstDay(from: -1_000_000)
        let last = served.lastDay(upTo: 10_000_000)
        let order = Dictionary(
            TableDefinition.all.enumerated().map { ($0.element.name, $0.offset) },
            uniquingKeysWith: { first, _ in first })
        let sorted = tables.filter { $0.fill.rows > 0 }.sorted {
            (order[$0.fill.table] ?? .max, $0.fill.table) < (order[$1.fill.table] ?? .max, $1.fill.table)
        }
        let fills = Dictionary(sorted.map { ($0.fill.table, $0.fill) }, uniquingKeysWith: { first, _ in first })
        let features = FeedFeature.used { table, column in fills[table].map { column.map($0.has) ?? true } ?? false }
        return FeedSummary(
            source: source, bytes: bytes, publisher: publisher, agencyCount: agencyCount, agencies: agencies,
            firstDay: first, lastDay: last, dayCount: served.dayCount, modes: modes(), bounds: box.bounds,
            features: features, tables: sorted.map(\.fill),
            fingerprint: TablePrint.fingerprint(of: sorted.map(\.print)))
    }

    private func modes() -> [FeedSummary.Mode] {
        var modes: [Int?: FeedSummary.Mode] = [:]
        for (route, type) in routeTypes {
            modes[type, default: FeedSummary.Mode(type: type)].routes += 1
            modes[type, default: FeedSummary.Mode(type: type)].trips += tripsByRoute[route] ?? 0
        }
        return modes.values.sorted { ($0.type ?? .max) < ($1.type ?? .max) }
    }
}

/// What stands for the rows of a table, in any order.
struct TablePrint {
    private let table: String
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init(_ table: String) { self.table = table }

    /// Adds a row by the sum of its members' prints.
    mutating func add(_ row: UInt64) {
        // Sums of mixed prints: rows may come in any order, and a row that comes twice counts twice.
        low &+= Fingerprint.of(row, 1)
        high &+= Fingerprint.of(row, 2)
    }

    /// 128 bits in hexadecimal for the tables of a feed.
    static func fingerprint(of tables: [TablePrint]) -> String {
        var hash = SHA256()
        for table in tables.sorted(by: { $0.table < $1.table }) {
            hash.update("\(table.table) \(table.low) \(table.high)\n")
        }
        return String(hash.finish().prefix(32))
    }
}
