import Containers
import FeedStore
import GTFSSchedule
import Geometry
import SQLite
import StageKit
import TimeZones

/// A schedule in a database, of which only the rows needed for a query are read.
///
/// Cost: a look-up for each platform and service day, each candidate trip, and each stop and route of those. Memory:
/// the rows read.
final class ScheduleStore: TimetableSource {
    let path: String
    let store: StoreReader
    let diagnostics: Diagnostics
    var timetable = Timetable()
    private(set) var platforms: Set<StopIndex> = []
    private(set) var platformBytes: [[UInt8]] = []
    private(set) var gaps: [String] = []
    /// Rows read, by table.
    private var taken: [(table: String, count: Int)] = []
    private var questions: [String: StoreQuestion] = [:]
    private var columns: [String: Set<String>] = [:]
    /// The ids of the stops that realtime adds.
    private var addedStops: [String] = []
    /// The services whose calendar has been read.
    var readServices: Set<String> = []
    /// Whether any trip has frequencies.
    private(set) var hasFrequencies = false

    private let stopRow = StoreQuestion(
        "stops",
        [
            "stop_id", "stop_name", "stop_lat", "stop_lon", "platform_code", "parent_station", "wheelchair_boarding",
            "location_type", "stop_timezone",
        ], "WHERE stop_id = ?1 LIMIT 1")
    private let tripRow = StoreQuestion(
        "trips",
        [
            "route_id", "service_id", "trip_headsign", "trip_short_name", "direction_id", "wheelchair_accessible",
            "shape_id",
        ], "WHERE trip_id = ?1 ORDER BY _rowid_ LIMIT 1")
    private let tripService = StoreQuestion(
        "trips", ["service_id"], "WHERE trip_id = ?1 ORDER BY _rowid_ LIMIT 1")
    let stopTimesOfTrip = StoreQuestion.stopTimesOfTrip
    let stopTimesOfRows = StoreQuestion.stopTimesOfRows
    let tripOfRow = StoreQuestion("stop_times", ["trip_id"], "WHERE _rowid_ = ?1")

    /// The rows of a trip that has them one after the other.
    struct FoundRows {
        let rows: Range<Int>
        let isPlain: Bool
        /// The numbers of those at a platform in the time range.
        var calls: Set<Int>
    }
    var rowsOfTrip: [String: FoundRows] = [:]
    /// Trips with a part of their stop times.
    private var partlyRead: Set<TripIndex> = []
    private var tripRows: StoredTripRows??
    /// Whether `rowsOfTrip` has all departures in the time range.
    var knowsCalls = false
    /// The stops that stop times name, by their bytes: a board reads each id thousands of times.
    var namedStops = IdentifierTable<NamedStop>()
    var stopOfName: [StopIndex] = []
    enum NamedStop {}

    let rowsAtStop = StoreQuestion.rowsAtStop

    let frequenciesOfTrip = StoreQuestion(
        "frequencies", ["start_time", "end_time", "headway_secs", "exact_times"], "WHERE trip_id = ?1 ORDER BY _rowid_")
    private let lastTimesOfTrip = StoreQuestion(
        "stop_times", ["arrival_time", "departure_time"],
        "WHERE trip_id = ?1 ORDER BY max(ifnull(arrival_time, 0), ifnull(departure_time, 0)) DESC LIMIT 1")

    init(_ path: String, _ store: StoreReader, _ diagnostics: Diagnostics) {
        self.path = path
        self.diagnostics = diagnostics
        self.store = store
    }

    func timetable(for request: TimetableRequest) throws -> Timetable {
        try StageFailure.ofStore {
            timetable = Timetable()
            partlyRead = []
            namedStops = IdentifierTable<NamedStop>()
            stopOfName = []
            try readAgencies()
            timetable.leaveOutAbsentDates()
            try rows("feed_info", ["feed_version", "feed_lang"], "LIMIT 1") { rows in
                guard try rows.next() else { return }
                timetable.feedVersion = rows.text(0)
                timetable.feedLanguage = Timetable.language(feedLang: rows.text(1))
            }
            hasFrequencies = try rows("frequencies", ["trip_id"], "LIMIT 1") { try $0.next() }
            let hasRows = try ["stop_times", "trips", "calendar", "calendar_dates"].map { table in
                try rows(table, [], "LIMIT 1") { try $0.next() }
            }
            gaps = ScheduleGaps.report(
                hasStopTimes: hasRows[0], hasTrips: hasRows[1], hasCalendar: hasRows[2] || hasRows[3], feed: path,
                diagnostics)
            try add(request.addedStops)
            try resolve(request.stops)
            platformBytes = platforms.map { Array(timetable[$0].id.utf8) }
            var calls: Set<String> = []
            var window: ServiceWindow?
            if !request.stops.isEmpty {
                window = try request.window?(timetable)
                calls = try tripsCalling(in: window)
                calls.formUnion(try tripsCalling(among: request.namedTrips))
            }
            // In the order of ids, so that the same question has the same answer.
            let named = Set(request.namedTrips)
            var unlisted: [String] = []
            for id in calls.sorted() {
                let isNamed = named.contains(id)
                let isThere = try readTrip(
                    id, callsIn: isNamed ? nil : window, isWhole: isNamed || request.needsWholeTrips)
                if !isThere { unlisted.append(id) }
            }
            ScheduleGaps.report(unlistedTrips: unlisted, diagnostics)
            for id in request.trips + (try looseCandidates(request.looseTrips)) { _ = try readTrip(id, callsIn: nil) }
            for id in request.namedTrips { _ = try readRow(ofTrip: id) }
            for id in request.namedStops { _ = try stop(id) }
            for id in request.namedRoutes { _ = try route(id) }
            if request.allRoutes { try readAllRoutes() }
            timetable.finish(diagnostics)
            AbsentDates.report(timetable.calendar, diagnostics)
            return timetable
        }
    }

    /// The trips that realtime may mean without a valid trip_id, each once.
    private func looseCandidates(_ loose: [LooseTrip]) throws -> [String] {
        var found: [String] = []
        var asked: Set<[String?]> = []
        for trip in loose {
            if let id = trip.tripID, try readRow(ofTrip: id) != nil { continue }
            guard asked.insert([trip.routeID, trip.routeID == nil ? trip.firstStop : nil]).inserted else { continue }
            let (table, column, value) =
                trip.routeID != nil
                ? ("trips", "route_id", trip.routeID) : ("stop_times", "stop_id", trip.firstStop)
            guard let value else { continue }
            try rows(table, ["trip_id"], "WHERE \(column) = ?1", value) { rows in
                while try rows.next() { if let id = rows.text(0) { found.append(id) } }
            }
        }
        var seen: Set<String> = []
        return found.filter { seen.insert($0).inserted }
    }

    func knows(_ kind: IdentifierKind, _ id: UnsafeRawBufferPointer) throws -> Bool {
        if kind == .stop, !addedStops.isEmpty, addedStops.contains(where: { $0.withBytes { $0.elementsEqual(id) } }) {
            return true
        }
        return try StageFailure.ofStore {
            guard let query = try query(kind.plural, [kind.field], "WHERE \(kind.field) = ?1 LIMIT 1") else {
                return false
            }
            defer { query.reset() }
            try query.bind(1, copying: id)
            return try query.step()
        }
    }

    func forEachID(_ kind: IdentifierKind, _ take: @escaping (UnsafeRawBufferPointer) -> Void) throws {
        try StageFailure.ofStore {
            guard let query = try query(kind.plural, [kind.field], "") else { return }
            while try query.step() { take(query.bytes(0)) }
        }
    }

    func shapes(_ ids: Set<String>) throws -> [String: [Coordinate]] {
        try StageFailure.ofStore {
            var found: [String: [Coordinate]] = [:]
            for id in ids.sorted() {
                let points = try rows(
                    "shapes", ["shape_pt_lat", "shape_pt_lon"],
                    "WHERE shape_id = ?1 ORDER BY shape_pt_sequence, _rowid_", id
                ) { rows in
                    var points: [Coordinate] = []
                    while try rows.next() {
                        if let point = Coordinate(place: rows.double(0), rows.double(1)) { points.append(point) }
                    }
                    return points
                }
                if !points.isEmpty { found[id] = points }
            }
            return found
        }
    }

    func calendar() throws -> ServiceCalendar {
        try StageFailure.ofStore {
            try readAllCalendars()
            return timetable.calendar
        }
    }

    func serviceDays() throws -> ClosedRange<Int>? {
        try StageFailure.ofStore {
            var dates: [String] = []
            for (table, columns, rest) in [
                ("calendar", ["start_date"], "ORDER BY start_date LIMIT 1"),
                ("calendar", ["end_date"], "ORDER BY end_date DESC LIMIT 1"),
                ("calendar_dates", ["date"], "WHERE exception_type = 1 ORDER BY date LIMIT 1"),
                ("calendar_dates", ["date"], "WHERE exception_type = 1 ORDER BY date DESC LIMIT 1"),
            ] {
                let found: String? = try rows(table, columns, rest) { rows in try rows.next() ? rows.text(0) : nil }
                if let found { dates.append(found) }
            }
            let days = dates.compactMap { CivilDate(compact: $0)?.daysSinceEpoch }
            guard let first = days.min(), let last = days.max() else { return nil }
            return first...last
        }
    }

    func unusableStopTimes() throws -> String? {
        if timetable.hasUsableTrip { return nil }
        return try StageFailure.ofStore {
            let times = try ["arrival_time", "departure_time"].filter(columns(of: "stop_times").contains)
            func hasTrip(_ condition: String) throws -> Bool {
                let query = try store.database.prepare(
                    "SELECT 1 FROM trips AS t WHERE EXISTS (SELECT 1 FROM stop_times AS s WHERE s.trip_id = t.trip_id "
                        + "AND (\(condition))) LIMIT 1")
                return try query.step()
            }
            guard try columns(of: "trips").contains("trip_id"), try columns(of: "stop_times").contains("trip_id"),
                try hasTrip("1")
            else { return ScheduleGaps.noTripOfStopTimes }
            let isTimed = try !times.isEmpty && hasTrip(times.map { "s.\($0) NOTNULL" }.joined(separator: " OR "))
            return isTimed ? nil : ScheduleGaps.noTimes
        }
    }

    func countAsMerged(_ summary: RunSummary, written: Int) {
        for (table, count) in taken {
            let figures = summary.table(table)
            figures.read += count
            figures.merged += count
        }
        summary.table("stop_times").merged -= written
    }

    // MARK: Queries

    /// Forgets which rows belong to which trip, because what the store says of them is wrong.
    func distrustTripRows() {
        tripRows = .some(nil)
        rowsOfTrip = [:]
    }

    /// Which rows of stop_times belong to which trip; nil if the store does not say.
    func storedTripRows() throws -> StoredTripRows? {
        if let tripRows { return tripRows }
        let read = try StoredTripRows(in: store.database)
        tripRows = .some(read)
        return read
    }

    /// The columns of a table; empty if it does not exist.
    func columns(of table: String) throws -> Set<String> {
        if let known = columns[table] { return known }
        let found = Set(try store.database.columns(of: table))
        columns[table] = found
        return found
    }

    /// The statement of an occasional query; statements for every trip are kept by name.
    func query(_ table: String, _ columns: [String], _ rest: String) throws -> Statement? {
        let name = table + "/" + columns.joined(separator: ",") + "/" + rest
        if let known = questions[name] { return try known.statement(self) }
        let fresh = StoreQuestion(table, columns, rest)
        questions[name] = fresh
        return try fresh.statement(self)
    }

    /// Runs a query with one text parameter and lets `read` go through its rows.
    func rows<Result>(
        _ table: String, _ columns: [String], _ rest: String, _ parameter: String? = nil,
        _ read: (StoreRows) throws -> Result
    ) throws -> Result {
        try rows(try query(table, columns, rest), of: table, parameter, read)
    }

    /// The same of a question that is kept.
    func rows<Result>(
        _ question: StoreQuestion, _ parameter: String?, _ read: (StoreRows) throws -> Result
    ) throws -> Result {
        try rows(try question.statement(self), of: question.table, parameter, read)
    }

    private func rows<Result>(
        _ statement: Statement?, of table: String, _ parameter: String?, _ read: (StoreRows) throws -> Result
    ) throws -> Result {
        guard let statement else { return try read(StoreRows(nil)) }
        if let parameter { try statement.bind(1, copying: parameter) }
        let rows = StoreRows(statement)
        defer { statement.reset() }
        let result = try read(rows)
        count(table, rows.count)
        return result
    }

    func count(_ table: String, _ rows: Int) {
        if let place = taken.firstIndex(where: { $0.table == table }) {
            taken[place].count += rows
        } else if rows > 0 {
            taken.append((table, rows))
        }
    }

    // MARK: Stops

    private func resolve(_ stops: [String]) throws {
        var numbers: [String: StopIndex] = [:]
        for id in ListOption.ids(stops) { numbers[id] = try stop(id) }
        if let id = ListOption.unmet(stops, isMet: { numbers[$0] != nil }).first {
            var all: [Timetable.Stop] = []
            try rows("stops", ["stop_id", "stop_name"], "") { rows in
                while try rows.next() {
                    var stop = Timetable.Stop(id: rows.text(0) ?? "")
                    stop.name = rows.text(1)
                    all.append(stop)
                }
            }
            throw UnknownStop.failure(id, feed: path) { take in all.forEach(take) }
        }
        for id in ListOption.ids(stops) { if let number = numbers[id] { try addPlatforms(of: number) } }
    }

    /// Adds stops that the database lacks, with the stations to which they belong.
    private func add(_ added: [Timetable.Stop]) throws {
        for row in added where try stop(row.id) == nil {
            timetable.add(row)
            addedStops.append(row.id)
        }
        for row in added { if let parent = row.parentStation { _ = try stop(parent) } }
        timetable.placeStops()
    }

    private func addPlatforms(of number: StopIndex) throws {
        var open = [number]
        while let next = open.popLast() {
            guard platforms.insert(next).inserted else { continue }
            var children: [String] = []
            try rows("stops", ["stop_id"], "WHERE parent_station = ?1", timetable[next].id) { rows in
                while try rows.next() { if let id = rows.text(0) { children.append(id) } }
            }
            children += addedStops.filter { id in
                timetable.stopNumbers[id].map { timetable[$0].parentStation == timetable[next].id } ?? false
            }
            for child in children { if let number = try stop(child) { open.append(number) } }
        }
    }

    /// Returns the number of a stop, reading it if necessary, together with its parent stations, whose values it may
    /// inherit; nil if the database has no stop with this id.
    func stop(_ id: String) throws -> StopIndex? {
        var number = timetable.stopNumbers[id]
        if number != nil { return number }
        number = try readStop(id)
        var parent = number.flatMap { timetable[$0].parentStation }
        while let id = parent, timetable.stopNumbers[id] == nil {
            parent = try readStop(id).flatMap { timetable[$0].parentStation }
        }
        return number
    }

    private func readStop(_ id: String) throws -> StopIndex? {
        try rows(stopRow, id) { rows in
            guard try rows.next() else { return nil }
            var stop = Timetable.Stop(id: id)
            stop.name = rows.text(1)
            stop.coordinate = place(rows.double(2), rows.double(3), of: id)
            stop.platformCode = rows.text(4)
            stop.parentStation = rows.text(5)
            stop.wheelchairBoarding = rows.integer(6)
            stop.locationType = rows.integer(7)
            stop.timezone = rows.text(8)
            timetable.add(stop)
            return timetable.stopNumbers[id]
        }
    }

    private func place(_ latitude: Double?, _ longitude: Double?, of id: String) -> Coordinate? {
        let place = Coordinate(place: latitude, longitude)
        guard place == nil, latitude != nil || longitude != nil else { return place }
        let words = [latitude, longitude].map { $0.map { "\($0)" } ?? "nothing" }
        diagnostics.report(
            Finding(
                .null, ColumnReader.invalidPosition, file: "stops", field: "stop_lat",
                message: PlaceWords.refusal("stop \(Finding.quoted(id))", words[0], words[1])))
        return nil
    }

    private func readAgencies() throws {
        try rows("agency", ["agency_id", "agency_name", "agency_timezone"], "ORDER BY _rowid_") { rows in
            while try rows.next() {
                var agency = Timetable.Agency()
                agency.id = rows.text(0)
                agency.name = rows.text(1)
                agency.timezone = rows.text(2)
                timetable.agencies.append(agency)
            }
        }
    }

    // MARK: Trips

    /// Reads the row of a trip; nil if there is none.
    func readRow(ofTrip id: String) throws -> TripIndex? {
        if let known = timetable.tripNumbers[id] { return timetable[known].isListed ? known : nil }
        var service: String?
        let read: Timetable.Trip? = try rows(tripRow, id) { rows in
            guard try rows.next() else { return nil }
            var trip = Timetable.Trip(id: id)
            trip.isListed = true
            trip.routeID = rows.text(0)
            trip.service = rows.text(1).map { timetable.service($0) }
            service = rows.text(1)
            trip.headsign = rows.text(2)
            trip.shortName = rows.text(3)
            trip.directionID = rows.integer(4)
            trip.wheelchairAccessible = rows.integer(5)
            trip.shapeID = rows.text(6)
            return trip
        }
        guard var trip = read else { return nil }
        if let service { try readCalendar(of: service) }
        if let route = trip.routeID { trip.route = try self.route(route) }
        let number = timetable.trip(id)
        timetable[number] = trip
        return number
    }

    /// Returns whether a trip's service runs on a day; rows of other trips are not created. A busy stop of a feed with
    /// many calendars has twenty rows for one that counts.
    func mayRun(_ id: String, on day: Int) throws -> Bool {
        if timetable.tripNumbers[id] != nil { return true }
        guard let statement = try tripService.statement(self) else { return true }
        try statement.bind(1, copying: id)
        let service = try statement.step() ? statement.text(0) : ""
        statement.reset()
        let runs = try runs(service, on: day)
        if !runs { count("trips", 1) }
        return runs
    }

    /// Returns whether a service runs on a day; empty for the service of a trip that names none, which may run.
    func runs(_ service: String, on day: Int) throws -> Bool {
        guard !service.isEmpty else { return true }
        try readCalendar(of: service)
        return timetable.calendar.runs(timetable.service(service).index, on: day)
    }

    /// Reads a trip with its stop times, unless it does not run in the time range.
    ///
    /// - Parameter isWhole: whether all stop times are needed, not only those in the time range and the last one.
    /// - Returns: whether trips.txt has it.
    private func readTrip(_ id: String, callsIn window: ServiceWindow?, isWhole: Bool = true) throws -> Bool {
        guard let number = try readRow(ofTrip: id) else { return false }
        guard timetable[number].stopTimes.isEmpty || (isWhole && partlyRead.contains(number)) else { return true }
        if hasFrequencies { timetable[number].frequencies = try frequencies(of: id) }
        if let window, !(try mayBeUnderWay(number, in: window)) { return true }
        if !isWhole, knowsCalls, timetable[number].frequencies.isEmpty, let found = rowsOfTrip[id], found.isPlain,
            let calls = try calls(of: id, found)
        {
            timetable[number].stopTimes = calls
            partlyRead.insert(number)
        } else {
            timetable[number].stopTimes = try stopTimes(of: id)
            partlyRead.remove(number)
        }
        return true
    }

    /// Returns whether a run of a trip may call anywhere in a time range, by its service and its last time.
    private func mayBeUnderWay(_ number: TripIndex, in window: ServiceWindow) throws -> Bool {
        let trip = timetable[number]
        // Most trips run for a day at most, and need no look at their rows.
        let usual = 86_400
        if timetable.runs(trip, onAnyOf: window.days(reaching: usual)) { return true }
        let last = try rows(lastTimesOfTrip, trip.id) { rows in
            try rows.next() ? max(rows.integer(0) ?? 0, rows.integer(1) ?? 0) : 0
        }
        let latest = last + (trip.frequencies.lazy.map(\.end).max() ?? 0)
        return latest > usual && timetable.runs(trip, onAnyOf: window.days(reaching: latest))
    }
}
