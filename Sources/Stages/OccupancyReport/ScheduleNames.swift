import Containers
import Contract
import GTFSSchedule
import Hashing
import RealtimeJoin
import Reports
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

    private(set) var zones: [String] = []
    /// The same, to be looked up.
    private var knownZones: Set<String> = []
    private var names = FeedNames()
    private let rows: ScheduleRows
    /// Ids by kind; fingerprints, because they are only looked up.
    private var known = PairSet()

    private var samples = IdentifierKind.allCases.map { _ in IdentifierSample(limit: ScheduleNames.sampleSize) }
    private(set) var serviceDates: ClosedRange<Int>?

    /// What finds stops along the ways of trips, where it was asked for.
    private(set) var finder: TimetableStops?

    private let keepsRoutes: Bool
    private let keepsStops: Bool

    /// - Parameter keys: names are kept for these only.
    private init(keys: [ReportKey], isMatched: Bool, _ context: StageContext) {
        rows = ScheduleRows(context.diagnostics)
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
        _ path: String, keys: [ReportKey], isMatched: Bool, findsStops: Bool = false, _ context: StageContext
    ) throws -> ScheduleNames {
        var names = ScheduleNames(keys: keys, isMatched: isMatched, context)
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
    private static let trip = Tables.Trips.columns
    private static let calendar = Tables.Calendar.columns
    private static let exception = Tables.CalendarDates.columns

    let columns: [any AnyColumn] =
        FeedNames.columns + [
            agency.agencyTimezone, trip.tripID, calendar.startDate, calendar.endDate, exception.date,
            exception.exceptionType,
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
            guard let zone = rows.agency(record).timezone.map(String.init(bytes:)) else { break }
            if knownZones.insert(zone).inserted { zones.append(zone) }
        case .routes:
            let row = rows.route(record)
            insert(.route, row.routeID)
            if keepsRoutes { names.take(row) }
        case .stops:
            let row = rows.stop(record)
            insert(.stop, row.stopID)
            if keepsStops { names.take(row) }
        case .trips: insert(.trip, record.id(ScheduleNames.trip.tripID))
        case .calendar:
            let row = rows.week(record)
            cover(row.first)
            cover(row.last)
        case .calendarDates:
            let row = rows.exception(record)
            if row.runs != false { cover(row.day) }
        }
    }

    /// Takes a date of service, days after 1970-01-01.
    private func cover(_ day: Int?) {
        guard let date = day.map({ CivilDate(daysSinceEpoch: $0).compact }) else { return }
        serviceDates = serviceDates.map { min($0.lowerBound, date)...max($0.upperBound, date) } ?? date...date
    }

    func finish() {}

    /// Counts the schedule's records as living on in the report: nothing of them is written by itself.
    func countAsMerged(_ summary: RunSummary) {
        // The timetable has counted them.
        guard finder == nil else { return }
        for (name, count) in zip(tables, taken) { summary.table(name).merged += count }
    }

    private func insert(_ kind: IdentifierKind, _ id: UnsafeRawBufferPointer?) {
        guard let id else { return }
        let fingerprint = Fingerprint.of(id)
        guard known.insert(kind.rawValue, fingerprint) else { return }
        samples[kind.rawValue].add(id, fingerprint: fingerprint)
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
        case .routeShortName: names.route(id)?.shortName
        case .routeLongName: names.route(id)?.longName
        case .stopName: names.stopName(id)
        }
    }

    /// The mode of a route, in a word.
    func mode(ofRoute id: String) -> String? { names.route(id)?.type.flatMap { RouteMode(routeType: $0) }?.word }

    /// The zone of the schedule: a feed has one, whatever the number of its agencies.
    func zone(_ context: StageContext) throws -> Zone {
        try ScheduleZone.zone(ofAgencies: zones, context, advice: "; to use another, add --timezone")
    }
}
