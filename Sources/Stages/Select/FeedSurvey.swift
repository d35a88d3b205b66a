import Containers
import Contract
import GeoJSON
import Geometry
import NDJSON
import Schedule
import StageKit
import TimeZones

/// What the first reading of a feed learns of it: who refers to whom, where stops are, when services run.
///
/// Memory: 8 bytes a stop time, 100 to 150 a trip and a stop, 8 an id of the tables of fares, areas, networks and booking
/// rules; shapes, transfers, translations and pathways take none.
final class FeedSurvey {
    /// A trip: the keys of what it needs.
    struct Trip {
        var isThere = false
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

    /// Says that the stop times are all of trips that the feed does not have: what is selected calls nowhere then.
    func reportCallsOfNoTrip(_ context: StageContext) {
        guard callers.count > 0, !(0..<callers.count).contains(where: { trips[Int(callers[$0])].isThere }) else {
            return
        }
        context.diagnostics.report(
            Finding(
                .incomplete, "no_usable_stop_times",
                message: "no trip_id of stop_times is in trips (none of the \(grouped(callers.count)) stop times is "
                    + "selected)"))
    }

    func knownTrip(_ key: Key) -> Int? { tripNumbers[key].map(Int.init) }
    func knownPlace(_ key: Key) -> Int? { placeNumbers[key].map(Int.init) }
}

/// On which days services run, of the days that are asked for.
struct ServicesOfDays {
    private var numbers: [Key: Int] = [:]
    private(set) var keys: [Key] = []
    private var weeks: [(days: UInt8, first: Int, last: Int)?] = []
    private var exceptions: [[Int: Bool]] = []

    private mutating func number(_ key: Key) -> Int {
        if let number = numbers[key] { return number }
        numbers[key] = keys.count
        keys.append(key)
        weeks.append(nil)
        exceptions.append([:])
        return keys.count - 1
    }

    /// A row of calendar.txt; of two for one service the first counts.
    mutating func addWeek(_ service: Key, days: UInt8, first: Int, last: Int) {
        let number = number(service)
        if weeks[number] == nil { weeks[number] = (days, first, last) }
    }

    /// A row of calendar_dates.txt.
    mutating func addException(_ service: Key, day: Int, runs: Bool) {
        let number = number(service)
        if exceptions[number][day] == nil { exceptions[number][day] = runs }
    }

    /// Those that run on one of the days.
    func running(on days: ClosedRange<Int>) -> Set<Key> {
        var running: Set<Key> = []
        for (number, key) in keys.enumerated() where runs(number, days) { running.insert(key) }
        return running
    }

    private func runs(_ number: Int, _ days: ClosedRange<Int>) -> Bool {
        let exceptions = exceptions[number]
        if exceptions.contains(where: { $1 && days.contains($0) }) { return true }
        guard let week = weeks[number] else { return false }
        let first = max(week.first, days.lowerBound)
        let last = min(week.last, days.upperBound)
        guard first <= last else { return false }
        for day in first...last
        where week.days >> UInt8(CivilDate.weekday(daysSinceEpoch: day)) & 1 == 1 && exceptions[day] != false {
            return true
        }
        return false
    }
}

/// Reads a feed the first time.
struct SurveyReader: FeedInput, TakesOtherTables {
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
    private let values: ColumnReader

    private static let stop = Tables.Stops.columns
    private static let week = Tables.Calendar.columns
    private static let date = Tables.CalendarDates.columns
    private static let weekdays = [
        week.monday, week.tuesday, week.wednesday, week.thursday, week.friday, week.saturday, week.sunday,
    ]
    private static let geometry = Tables.Feature.columns.geometry

    init(_ survey: FeedSurvey, _ choice: SelectChoice, _ context: StageContext) {
        self.survey = survey
        self.choice = choice
        values = ColumnReader(context.diagnostics)
        let (stop, week, date) = (SurveyReader.stop, SurveyReader.week, SurveyReader.date)
        let own: [any AnyColumn] = [
            stop.parentStation, stop.locationType, stop.stopLat, stop.stopLon, stop.zoneID, week.startDate,
            week.endDate,
            date.date, date.exceptionType, SurveyReader.geometry, Tables.AnyRecord.columns.feedID,
        ]
        columns =
            CutTable.everyColumn + Translations.columns + own + SurveyReader.weekdays.map { $0 as any AnyColumn }
    }

    mutating func finish() {}

    mutating func place(ofTable name: String) -> Int? {
        guard !Tables.isDerived(name) else { return nil }
        kinds.append(CutTable(name))
        return kinds.count - 1
    }

    mutating func process(_ record: Record) throws {
        let table = kinds[record.table]
        keys.begin(record)
        values.begin(record, table: table.name, isFile: record.isLine)
        switch table.kind {
        case .stopTimes: return takeStopTime(record)
        case .trips: return takeTrip(record)
        case .stops: takeStop(record)
        case .routes: takeRoute(record)
        case .agency: takeAgency(record)
        case .calendar: takeWeek(record)
        case .calendarDates: takeDate(record)
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
        if place.key != 0 {
            survey.callers.append(number)
            survey.called.append(survey.place(place.key, place.domain))
        }
        let pickup = keys.key(row.pickupBookingRuleID, of: record, .bookingRule)
        if pickup != 0 { survey.bookings.append((number, pickup)) }
        let dropOff = keys.key(row.dropOffBookingRuleID, of: record, .bookingRule)
        if dropOff != 0 { survey.bookings.append((number, dropOff)) }
    }

    private func takeTrip(_ record: Record) {
        let row = Tables.Trips.columns
        let key = keys.key(row.tripID, of: record, .trip)
        guard key != 0 else { return }
        let number = Int(survey.trip(key))
        guard !survey.trips[number].isThere else { return }
        survey.trips[number] = FeedSurvey.Trip(
            isThere: true, route: keys.key(row.routeID, of: record, .route),
            service: keys.key(row.serviceID, of: record, .service), shape: keys.key(row.shapeID, of: record, .shape),
            isChosen: choice.trips.takes(KeyReader.text(row.tripID, of: record)))
        survey.defined[Domain.trip.number].insert(key)
    }

    private func takeStop(_ record: Record) {
        let row = SurveyReader.stop
        let key = keys.key(row.stopID, of: record, .stop)
        guard key != 0 else { return }
        let number = Int(survey.place(key, .stop))
        guard !survey.places[number].isThere else { return }
        survey.places[number].isThere = true
        survey.places[number].parent = keys.key(row.parentStation, of: record, .stop)
        survey.places[number].level = keys.key(row.levelID, of: record, .level)
        survey.places[number].zone = keys.key(row.zoneID, of: record, .zone)
        survey.places[number].kind = values[row.locationType] ?? 0
        survey.places[number].isNamed = choice.stops.takes(KeyReader.text(row.stopID, of: record))
        if choice.area != nil {
            survey.places[number].coordinate = values.place(
                record[row.stopLat], record[row.stopLon], field: row.stopLat.name,
                of: "stop \(Finding.quoted(record[row.stopID].inside))")
        }
    }

    private func takeRoute(_ record: Record) {
        let row = Tables.Routes.columns
        let key = keys.key(row.routeID, of: record, .route)
        guard key != 0 else { return }
        survey.routes.append(
            FeedSurvey.Route(
                key: key, agency: keys.key(row.agencyID, of: record, .agency),
                network: keys.key(row.networkID, of: record, .network), feed: keys.feedNumber,
                isChosen: choice.routes.takes(KeyReader.text(row.routeID, of: record))))
        let network = keys.key(row.networkID, of: record, .network)
        if network != 0 { survey.defined[Domain.network.number].insert(network) }
    }

    private func takeAgency(_ record: Record) {
        let row = Tables.Agency.columns
        survey.agencies.append(
            FeedSurvey.Agency(
                key: keys.key(row.agencyID, of: record, .agency), feed: keys.feedNumber,
                isChosen: choice.agencies.takes(KeyReader.text(row.agencyID, of: record))))
    }

    private func takeTranslation(_ record: Record) {
        let row = Tables.Translations.columns
        guard let table = record[row.tableName].string else { return }
        if record[row.fieldValue].isPresent || Translations.isDecidedLast(record, table) {
            survey.translated.insert(table)
        }
    }

    private func takeWeek(_ record: Record) {
        let row = SurveyReader.week
        let key = keys.key(row.serviceID, of: record, .service)
        guard key != 0, let first = values[row.startDate], let last = values[row.endDate] else { return }
        var days: UInt8 = 0
        for (bit, day) in SurveyReader.weekdays.enumerated() where values[day] == 1 { days |= 1 << UInt8(bit) }
        survey.services.addWeek(key, days: days, first: first, last: last)
    }

    private func takeDate(_ record: Record) {
        let row = SurveyReader.date
        let key = keys.key(row.serviceID, of: record, .service)
        guard key != 0, let day = values[row.date], let kind = values[row.exceptionType] else { return }
        survey.services.addException(key, day: day, runs: kind == 1)
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
