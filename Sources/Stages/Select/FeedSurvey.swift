import Containers
import Contract
import GTFSSchedule
import GeoJSON
import Geometry
import NDJSON
import Schedule
import StageKit

/// What the first reading of a feed learns of it: who refers to whom, where stops are, when services run.
///
/// Memory: 8 bytes a stop time, 100 to 150 a trip and a stop, 8 an id of the tables of fares, areas, networks and booking
/// rules; shapes, transfers, translations and pathways take none.
final class FeedSurvey {
    /// A trip: the keys of what it needs.
    struct Trip {
        var isThere = false
        /// Whether `--where` excluded its row.
        var isExcluded = false
        var route: Key = 0
        var service: Key = 0
        var shape: Key = 0
        var isChosen = true
    }

    /// What a trip calls at: a stop, a group of stops, or a location.
    struct Place {
        let key: Key
        let domain: Domain
        var isThere = false
        var parent: Key = 0
        var level: Key = 0
        var zone: Key = 0
        var kind = 0
        var coordinate: Coordinate?
        /// Whether `--stop` names it.
        var isNamed = false
        /// Of a location: whether it has a place in common with the area that is asked for.
        var isInside = false
    }

    struct Route {
        let key: Key
        let agency: Key
        let network: Key
        let feed: UInt64
        let isChosen: Bool
    }

    struct Agency {
        let key: Key
        let feed: UInt64
        let isChosen: Bool
    }

    var trips: [Trip] = []
    private var tripNumbers: [Key: UInt32] = [:]
    private var lastTrip: (key: Key, number: UInt32) = (0, 0)
    var places: [Place] = []
    private var placeNumbers: [Key: UInt32] = [:]
    var routes: [Route] = []
    var agencies: [Agency] = []
    /// Stop times: which trip calls where.
    let callers = GrowingColumn<UInt32>()
    let called = GrowingColumn<UInt32>()
    /// Booking rules of trips.
    var bookings: [(trip: UInt32, rule: Key)] = []
    /// Services that run on a day that is asked for; all there are where none is.
    var services = ServicesOfDays()
    /// By domain the ids that rows define.
    var defined = [Set<Key>](repeating: [], count: Domain.count)
    /// By domain the ids that rows define which `--where` excluded.
    var excluded = [Set<Key>](repeating: [], count: Domain.count)
    /// The rows of tables that are held: the key, then the ids of its columns.
    var held: [String: [[Key]]] = [:]
    /// The tables that have translations by value.
    var translated: Set<String> = []
    /// Fares that a rule names.
    var faresWithRules: Set<Key> = []
    /// Locations of which not all is known where they are.
    var unplacedLocations = 0

    func trip(_ key: Key) -> UInt32 {
        // Rows of one trip follow each other.
        if key == lastTrip.key { return lastTrip.number }
        let number = number(ofTrip: key)
        lastTrip = (key, number)
        return number
    }

    private func number(ofTrip key: Key) -> UInt32 {
        if let number = tripNumbers[key] { return number }
        let number = UInt32(trips.count)
        tripNumbers[key] = number
        trips.append(Trip())
        return number
    }

    func place(_ key: Key, _ domain: Domain) -> UInt32 {
        if let number = placeNumbers[key] { return number }
        let number = UInt32(places.count)
        placeNumbers[key] = number
        places.append(Place(key: key, domain: domain))
        return number
    }

    func addCall(of trip: UInt32, at place: UInt32) {
        callers.append(trip)
        called.append(place)
    }

    /// Says that the stop times are all of trips that the feed does not have: what is selected calls nowhere then.
    func reportCallsOfNoTrip(_ context: StageContext) {
        func isInFeed(_ row: Int) -> Bool {
            let trip = trips[Int(callers[row])]
            return trip.isThere || trip.isExcluded
        }
        guard callers.count > 0, !(0..<callers.count).contains(where: isInFeed) else { return }
        context.diagnostics.report(
            Finding(
                .incomplete, "no_usable_stop_times",
                message: "no trip_id of stop_times is in trips; none of the \(grouped(callers.count)) stop times was "
                    + "selected"))
    }

    func knownTrip(_ key: Key) -> Int? { tripNumbers[key].map(Int.init) }
    func knownPlace(_ key: Key) -> Int? { placeNumbers[key].map(Int.init) }
}

/// On which days the services of several feeds run.
struct ServicesOfDays {
    private var numbers: [Key: Int] = [:]
    private var calendar = ServiceCalendar()

    private mutating func number(_ key: Key) -> Int {
        if let number = numbers[key] { return number }
        let number = numbers.count
        numbers[key] = number
        return number
    }

    mutating func addWeek(_ service: Key, days: UInt8, first: Int, last: Int) {
        calendar.addWeek(number(service), weekdays: days, first: first, last: last)
    }

    mutating func addException(_ service: Key, day: Int, runs: Bool) {
        calendar.addException(number(service), day: day, runs: runs)
    }

    /// Those that run on one of the days.
    func running(on days: ClosedRange<Int>) -> Set<Key> {
        Set(numbers.filter { calendar.runs($0.value, onAnyOf: days) }.keys)
    }
}

/// Marks stop times with the keys of the trip and the stop; with 0 those that call elsewhere, or have booking rules.
private final class CallMarker: RowMarker {
    private var keys = KeyReader()

    func mark(_ record: Record, _ mark: inout RowMark) {
        let row = Tables.StopTimes.columns
        keys.begin(record)
        let trip = keys.key(row.tripID, of: record, .trip)
        let place = keys.place(of: record)
        guard place.key != 0, place.domain == .stop, !record[row.pickupBookingRuleID].isPresent,
            !record[row.dropOffBookingRuleID].isPresent
        else { return }
        mark.first = trip
        mark.second = place.key
    }
}

/// Reads a feed the first time.
struct SurveyReader: FeedInput, TakesOtherTables, MindsGaps, MarksRows {
    let tables = TableDefinition.all.map(\.name)
    let feedReading = FeedReading.timetable(apart: true)
    let scansAhead = true
    let columns: [any AnyColumn]

    /// The tables that the feed has.
    var names: [String] { kinds.map(\.name) }

    private let survey: FeedSurvey
    private let choice: SelectChoice
    private var kinds: [CutTable] = []
    private var keys = KeyReader()
    private let rows: ScheduleRows

    private static let stop = Tables.Stops.columns
    private static let week = Tables.Calendar.columns
    private static let date = Tables.CalendarDates.columns
    private static let geometry = Tables.Feature.columns.geometry

    init(_ survey: FeedSurvey, _ choice: SelectChoice, _ context: StageContext) {
        self.survey = survey
        self.choice = choice
        rows = ScheduleRows(context.diagnostics)
        let (stop, week, date) = (SurveyReader.stop, SurveyReader.week, SurveyReader.date)
        let own: [any AnyColumn] = [
            stop.parentStation, stop.locationType, stop.stopLat, stop.stopLon, stop.zoneID, week.startDate,
            week.endDate, date.date, date.exceptionType, SurveyReader.geometry, Tables.AnyRecord.columns.feedID,
        ]
        columns =
            CutTable.everyColumn + Translations.columns + own + week.weekdays
    }

    mutating func finish() {}

    mutating func place(ofTable name: String) -> Int? {
        guard !Tables.isDerived(name) else { return nil }
        kinds.append(CutTable(name))
        return kinds.count - 1
    }

    mutating func process(_ record: Record) throws {
        let table = kinds[record.table]
        if let mark = record.mark, mark.first != 0 {
            return survey.addCall(of: survey.trip(mark.first), at: survey.place(mark.second, .stop))
        }
        keys.begin(record)
        switch table.kind {
        case .stopTimes: return takeStopTime(record)
        case .trips: return takeTrip(record)
        case .stops: takeStop(record)
        case .routes: takeRoute(record)
        case .agency: takeAgency(record)
        case .calendar: takeWeek(rows.week(record))
        case .calendarDates: takeDate(rows.exception(record))
        case .locations: takeLocation(record)
        case .locationGroups: takeGroup(record)
        case .translations: takeTranslation(record)
        case .feedInfo, .fareRules, .other: break
        }
        if let key = table.key {
            let value = keys.key(key.column, of: record, key.domain)
            if value != 0 { survey.defined[key.domain.number].insert(value) }
        }
        if table.isHeld { hold(record, table) }
    }

    /// Notes the ids of rows that `--where` excludes, so that none of them is reported as absent.
    mutating func recordPassedOver(_ record: Record) {
        let table = kinds[record.table]
        guard let key = table.key else { return }
        keys.begin(record)
        let value = keys.key(key.column, of: record, key.domain)
        guard value != 0 else { return }
        survey.excluded[key.domain.number].insert(value)
        if table.kind == .trips { survey.trips[Int(survey.trip(value))].isExcluded = true }
    }

    func marker(ofTable name: String) -> (any RowMarker)? { CutTable(name).kind == .stopTimes ? CallMarker() : nil }

    private func hold(_ record: Record, _ table: CutTable) {
        var row = [table.key.map { keys.key($0.column, of: record, $0.domain) } ?? 0]
        for column in table.columns { row.append(keys.key(column.column, of: record, column.domain)) }
        survey.held[table.name, default: []].append(row)
        if table.kind == .fareRules, let fare = row.last, fare != 0 { survey.faresWithRules.insert(fare) }
        // What the rows of rules are called by others.
        for column in table.columns where column.domain == .legGroup && column.isNeed {
            let value = keys.key(column.column, of: record, column.domain)
            if value != 0 { survey.defined[column.domain.number].insert(value) }
        }
    }

    private func takeStopTime(_ record: Record) {
        let row = Tables.StopTimes.columns
        let trip = keys.key(row.tripID, of: record, .trip)
        guard trip != 0 else { return }
        let number = survey.trip(trip)
        let place = keys.place(of: record)
        if place.key != 0 { survey.addCall(of: number, at: survey.place(place.key, place.domain)) }
        let pickup = keys.key(row.pickupBookingRuleID, of: record, .bookingRule)
        if pickup != 0 { survey.bookings.append((number, pickup)) }
        let dropOff = keys.key(row.dropOffBookingRuleID, of: record, .bookingRule)
        if dropOff != 0 { survey.bookings.append((number, dropOff)) }
    }

    private func takeTrip(_ record: Record) {
        let row = rows.trip(record)
        let key = keys.key(row.tripID, .trip)
        guard key != 0 else { return }
        let number = Int(survey.trip(key))
        guard !survey.trips[number].isThere else { return }
        survey.trips[number] = FeedSurvey.Trip(
            isThere: true, route: keys.key(row.routeID, .route), service: keys.key(row.serviceID, .service),
            shape: keys.key(row.shapeID, .shape), isChosen: choice.trips.takes(row.tripID))
        survey.defined[Domain.trip.number].insert(key)
    }

    private func takeStop(_ record: Record) {
        let columns = SurveyReader.stop
        let row = rows.stop(record)
        let key = keys.key(row.stopID, .stop)
        guard key != 0 else { return }
        let number = Int(survey.place(key, .stop))
        guard !survey.places[number].isThere else { return }
        survey.places[number].isThere = true
        survey.places[number].parent = keys.key(row.parentStation, .stop)
        survey.places[number].level = keys.key(columns.levelID, of: record, .level)
        survey.places[number].zone = keys.key(columns.zoneID, of: record, .zone)
        survey.places[number].kind = row.locationType ?? 0
        survey.places[number].isNamed = choice.stops.takes(row.stopID)
        if choice.area != nil { survey.places[number].coordinate = row.position }
    }

    private func takeRoute(_ record: Record) {
        let row = rows.route(record)
        let key = keys.key(row.routeID, .route)
        guard key != 0 else { return }
        let network = keys.key(Tables.Routes.columns.networkID, of: record, .network)
        survey.routes.append(
            FeedSurvey.Route(
                key: key, agency: keys.key(row.agencyID, .agency), network: network, feed: keys.feedNumber,
                isChosen: choice.routes.takes(row.routeID)))
        if network != 0 { survey.defined[Domain.network.number].insert(network) }
    }

    private func takeAgency(_ record: Record) {
        let row = rows.agency(record)
        survey.agencies.append(
            FeedSurvey.Agency(
                key: keys.key(row.agencyID, .agency), feed: keys.feedNumber,
                isChosen: choice.agencies.takes(row.agencyID)))
    }

    private func takeTranslation(_ record: Record) {
        let row = Tables.Translations.columns
        guard let table = record[row.tableName].string else { return }
        if record[row.fieldValue].isPresent || Translations.isDecidedLast(record, table) {
            survey.translated.insert(table)
        }
    }

    private func takeWeek(_ row: WeekRow) {
        let key = keys.key(row.serviceID, .service)
        guard key != 0, let first = row.first, let last = row.last else { return }
        survey.services.addWeek(key, days: row.weekdays, first: first, last: last)
    }

    private func takeDate(_ row: ExceptionRow) {
        let key = keys.key(row.serviceID, .service)
        guard key != 0, let day = row.day, let runs = row.runs else { return }
        survey.services.addException(key, day: day, runs: runs)
    }

    private func takeLocation(_ record: Record) {
        let key = keys.key(Tables.Locations.columns.id, of: record, .location)
        guard key != 0 else { return }
        let number = Int(survey.place(key, .location))
        survey.places[number].isThere = true
        survey.places[number].isNamed = choice.stops.takes(
            KeyReader.text(Tables.Locations.columns.id, of: record))
        guard let area = choice.area else { return }
        guard let geometry = FeatureGeometry(record[SurveyReader.geometry]) else {
            survey.unplacedLocations += 1
            return
        }
        if geometry.badPositions > 0 || geometry.isEmpty { survey.unplacedLocations += 1 }
        survey.places[number].isInside = area.touches(geometry)
    }

    private func takeGroup(_ record: Record) {
        let row = Tables.LocationGroups.columns
        let key = keys.key(row.locationGroupID, of: record, .group)
        guard key != 0 else { return }
        let number = Int(survey.place(key, .group))
        survey.places[number].isThere = true
        survey.places[number].isNamed = choice.stops.takes(KeyReader.text(row.locationGroupID, of: record))
    }
}
