import Containers
import Contract
import GTFSSchedule
import Hashing
import Occupancy
import RealtimeJoin
import Schedule
import StageKit
import TimeZones

/// What a report takes from a schedule: the zone, names, which ids there are, and the days of service.
///
/// Memory: the names of routes and stops where they are shown, 20 to 40 bytes for each route, stop and trip, and a
/// sample of the ids.
final class ScheduleNames: RecordStage, MatchableSchedule {
    /// How many ids of a kind are kept as text, for hints at what would make others match.
    private static let sampleSize = 4096

    private struct Route {
        let shortName: String?
        let longName: String?
        let type: Int?
    }

    private(set) var zones: [String] = []
    /// The same, to be looked up.
    private var knownZones: Set<String> = []
    private var routes: [String: Route] = [:]
    private var stops: [String: String] = [:]
    /// Ids by kind; fingerprints, because they are only looked up.
    private var known = PairSet()

    private var samples = IdentifierKind.allCases.map { _ in IdentifierSample(limit: ScheduleNames.sampleSize) }
    private(set) var serviceDates: ClosedRange<Int>?

    /// What finds stops along the ways of trips, where it was asked for.
    private(set) var finder: TimetableStops?

    private let keepsRoutes: Bool
    private let keepsStops: Bool

    /// - Parameter keys: names are kept for these only.
    private init(keys: [OccupancyKey], isMatched: Bool) {
        sources = Source.allCases.filter { isMatched || !$0.isOfDays }
        tables = sources.map(\.name)
        taken = Array(repeating: 0, count: sources.count)
        keepsRoutes = keys.contains(.routeID)
        keepsStops = keys.contains(.stopID)
    }

    /// Reads the schedule at `path`.
    ///
    /// - Parameter isMatched: whether realtime records will be matched with it.
    /// - Throws: `StageFailure`: 66 when it is missing, 65 when it is not a schedule.
    /// - Parameter findsStops: whether the stops that positions do not name are looked for along the ways of trips.
    static func read(
        _ path: String, keys: [OccupancyKey], isMatched: Bool, findsStops: Bool = false, _ context: StageContext
    ) throws -> ScheduleNames {
        var names = ScheduleNames(keys: keys, isMatched: isMatched)
        if findsStops {
            names.finder = TimetableStops(try WholeTimetable.read(path, beside: names, context))
        } else {
            try context.readFeed(path, to: &names)
        }
        guard zip(names.sources, names.taken).contains(where: { !$0.isOfDays && $1 > 0 }) else {
            throw context.unusable("no_schedule", "--feed: \(path) has no agency, routes, stops or trips records")
        }
        return names
    }

    /// The tables of a schedule that a report takes something from.
    private enum Source: CaseIterable {
        case agency, routes, stops, trips, calendar, calendarDates

        /// Whether the table tells of days of service only.
        var isOfDays: Bool { self == .calendar || self == .calendarDates }

        var name: String {
            switch self {
            case .agency: Tables.Agency.name
            case .routes: Tables.Routes.name
            case .stops: Tables.Stops.name
            case .trips: Tables.Trips.name
            case .calendar: Tables.Calendar.name
            case .calendarDates: Tables.CalendarDates.name
            }
        }
    }

    private static let agency = Tables.Agency.columns
    private static let route = Tables.Routes.columns
    private static let stop = Tables.Stops.columns
    private static let trip = Tables.Trips.columns
    private static let calendar = Tables.Calendar.columns
    private static let exception = Tables.CalendarDates.columns

    let columns: [any AnyColumn] = [
        agency.agencyTimezone, route.routeID, route.routeShortName, route.routeLongName, route.routeType,
        stop.stopID, stop.stopName,
        trip.tripID, calendar.startDate, calendar.endDate, exception.date, exception.exceptionType,
    ]
    private let sources: [Source]
    let tables: [String]
    let scansAhead = true
    /// Records taken, by table.
    private var taken: [Int]

    func process(_ record: Record) {
        taken[record.table] += 1
        switch sources[record.table] {
        case .agency:
            guard let zone = record[ScheduleNames.agency.agencyTimezone].string else { break }
            if !zone.isEmpty, knownZones.insert(zone).inserted { zones.append(zone) }
        case .routes:
            guard let id = record[ScheduleNames.route.routeID].string else { break }
            insert(.route, id)
            if keepsRoutes, routes[id] == nil {
                routes[id] = Route(
                    shortName: record[ScheduleNames.route.routeShortName].string,
                    longName: record[ScheduleNames.route.routeLongName].string,
                    type: record[ScheduleNames.route.routeType].integer)
            }
        case .stops:
            guard let id = record[ScheduleNames.stop.stopID].string else { break }
            insert(.stop, id)
            if keepsStops, stops[id] == nil { stops[id] = record[ScheduleNames.stop.stopName].string }
        case .trips: if let id = record[ScheduleNames.trip.tripID].string { insert(.trip, id) }
        case .calendar:
            cover(record, ScheduleNames.calendar.startDate)
            cover(record, ScheduleNames.calendar.endDate)
        case .calendarDates:
            // 2 takes a day away.
            if record[ScheduleNames.exception.exceptionType].integer != 2 {
                cover(record, ScheduleNames.exception.date)
            }
        }
    }

    /// Takes a date of service, `YYYYMMDD`.
    private func cover<M, P: RecordPresence>(_ record: Record, _ column: Column<M, Day, P>) {
        guard let date = record.text(column).flatMap(MatchReport.date) else { return }
        serviceDates = serviceDates.map { min($0.lowerBound, date)...max($0.upperBound, date) } ?? date...date
    }

    func finish() {}

    /// Counts the schedule's records as living on in the report: nothing of them is written by itself.
    func countAsMerged(_ summary: RunSummary) {
        // The timetable has counted them.
        guard finder == nil else { return }
        for (name, count) in zip(tables, taken) { summary.table(name).merged += count }
    }

    private func insert(_ kind: IdentifierKind, _ id: String) {
        var copy = id
        copy.withUTF8 { bytes in
            let fingerprint = Fingerprint.of(UnsafeRawBufferPointer(bytes))
            guard known.insert(kind.rawValue, fingerprint) else { return }
            samples[kind.rawValue].add(UnsafeRawBufferPointer(bytes), fingerprint: fingerprint)
        }
    }

    func knows(_ kind: IdentifierKind, _ id: UnsafeRawBufferPointer) -> Bool {
        known.contains(kind.rawValue, Fingerprint.of(id))
    }

    func forEachID(_ kind: IdentifierKind, _ body: @escaping (UnsafeRawBufferPointer) -> Void) {
        for id in samples[kind.rawValue].ids { id.withUnsafeBytes(body) }
    }

    /// The name of a key's value.
    func name(_ name: ScheduleName, of id: String) -> String? {
        switch name {
        case .routeShortName: routes[id]?.shortName
        case .routeLongName: routes[id]?.longName
        case .stopName: stops[id]
        }
    }

    /// The mode of a route, in a word.
    func mode(ofRoute id: String) -> String? { routes[id]?.type.flatMap { RouteMode(routeType: $0) }?.word }

    /// The zone of the schedule: a feed has one, whatever the number of its agencies.
    func zone(_ context: StageContext) throws -> Zone {
        try ScheduleZone.zone(ofAgencies: zones, context, advice: "; --timezone names another")
    }
}
