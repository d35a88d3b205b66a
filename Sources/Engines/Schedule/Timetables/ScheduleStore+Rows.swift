import Containers
import FeedStore
import GTFSSchedule
import SQLite
import StageKit
import TimeZones

extension ScheduleStore {
    func route(_ id: String) throws -> RouteIndex? {
        if let known = timetable.routeNumbers[id] { return known }
        return try rows(
            "routes",
            ["agency_id", "route_short_name", "route_long_name", "route_color", "route_text_color", "route_type"],
            "WHERE route_id = ?1 ORDER BY _rowid_ LIMIT 1", id
        ) { rows in
            guard try rows.next() else { return nil }
            var route = Timetable.Route(id: id)
            route.agencyID = rows.text(0)
            route.shortName = rows.text(1)
            route.longName = rows.text(2)
            route.color = rows.text(3)
            route.textColor = rows.text(4)
            route.type = rows.integer(5)
            timetable.add(route)
            return timetable.routeNumbers[id]
        }
    }

    /// Reads all rows of routes, each at most once.
    func readAllRoutes() throws {
        var ids: [String] = []
        try rows("routes", ["route_id"], "ORDER BY _rowid_") { rows in
            while try rows.next() { if let id = rows.text(0) { ids.append(id) } }
        }
        for id in ids { _ = try route(id) }
    }

    private static let calendarColumns = [
        "service_id", "start_date", "end_date", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
        "sunday",
    ]
    private static let exceptionColumns = ["service_id", "date", "exception_type"]

    /// Reads when a service runs.
    func readCalendar(of id: String) throws {
        guard readServices.insert(id).inserted else { return }
        try rows("calendar", ScheduleStore.calendarColumns, "WHERE service_id = ?1 ORDER BY _rowid_", id) { rows in
            while try rows.next() { addWeek(rows, of: timetable.service(id)) }
        }
        try rows("calendar_dates", ScheduleStore.exceptionColumns, "WHERE service_id = ?1 ORDER BY _rowid_", id) {
            rows in
            while try rows.next() { addException(rows, of: timetable.service(id)) }
        }
    }

    /// Reads when all services run that were not read yet.
    func readAllCalendars() throws {
        let before = readServices
        try rows("calendar", ScheduleStore.calendarColumns, "ORDER BY _rowid_") { rows in
            while try rows.next() {
                guard let id = rows.text(0), !before.contains(id) else { continue }
                readServices.insert(id)
                addWeek(rows, of: timetable.service(id))
            }
        }
        try rows("calendar_dates", ScheduleStore.exceptionColumns, "ORDER BY _rowid_") { rows in
            while try rows.next() {
                guard let id = rows.text(0), !before.contains(id) else { continue }
                readServices.insert(id)
                addException(rows, of: timetable.service(id))
            }
        }
    }

    private func addWeek(_ rows: StoreRows, of service: ServiceIndex) {
        guard let first = rows.text(1).flatMap({ CivilDate(compact: $0) }),
            let last = rows.text(2).flatMap({ CivilDate(compact: $0) })
        else { return }
        var days: UInt8 = 0
        for bit in 0..<7 where rows.integer(3 + bit) == 1 { days |= 1 << UInt8(bit) }
        timetable.calendar.addWeek(
            service.index, weekdays: days, first: first.daysSinceEpoch, last: last.daysSinceEpoch)
    }

    private func addException(_ rows: StoreRows, of service: ServiceIndex) {
        guard let date = rows.text(1).flatMap({ CivilDate(compact: $0) }), let type = rows.integer(2),
            type == 1 || type == 2
        else { return }
        timetable.calendar.addException(service.index, day: date.daysSinceEpoch, runs: type == 1)
    }

    /// The usable stop times of a trip, in their order.
    func stopTimes(of trip: String) throws -> [Timetable.StopTime] {
        if let range = rowsOfTrip[trip]?.rows {
            var stopTimes = try stopTimes(of: trip, inRows: range)
            if !zip(stopTimes, stopTimes.dropFirst()).allSatisfy({ $0.sequence <= $1.sequence }) {
                // Rows of one stop_sequence stay in the order of their numbers.
                stopTimes = stopTimes.enumerated().sorted {
                    ($0.element.sequence, $0.offset) < ($1.element.sequence, $1.offset)
                }.map(\.element)
            }
            return stopTimes
        }
        guard let query = try stopTimesOfTrip.statement(self) else { return [] }
        try query.bind(1, copying: trip)
        return try readStopTimes(query, of: trip, atMost: 0)
    }

    /// The stop times of a plain trip at the platforms, and its last one; nil if one of them is missing.
    func calls(of trip: String, _ rows: FoundRows) throws -> [Timetable.StopTime]? {
        let numbers = rows.calls.union([rows.rows.upperBound - 1]).sorted()
        let found = try numbers.flatMap { try stopTimes(of: trip, inRows: $0..<($0 + 1)) }
        return found.count == numbers.count ? found : nil
    }

    private func stopTimes(of trip: String, inRows range: Range<Int>) throws -> [Timetable.StopTime] {
        guard let query = try stopTimesOfRows.statement(self) else { return [] }
        try query.bind(1, range.lowerBound)
        try query.bind(2, range.upperBound - 1)
        return try readStopTimes(query, of: trip, atMost: range.count)
    }

    private func readStopTimes(_ rows: Statement, of trip: String, atMost most: Int) throws -> [Timetable.StopTime] {
        defer { rows.reset() }
        var stopTimes: [Timetable.StopTime] = []
        stopTimes.reserveCapacity(min(most, 1000))
        var count = 0
        while try rows.step() {
            count += 1
            guard let sequence = rows.optionalInteger(0) else {
                diagnostics.report(
                    Finding(
                        .warning, "unusable_stop_time", file: "stop_times", field: "stop_sequence",
                        message: "a row of trip \(Finding.quoted(trip)) has no stop_sequence; ignored in all trips"))
                continue
            }
            var stopTime = Timetable.StopTime()
            stopTime.sequence = sequence
            let stop = rows.bytes(1)
            if stop.count > 0 { stopTime.stop = try self.stop(named: stop) }
            stopTime.arrival = rows.optionalInteger(2)
            stopTime.departure = rows.optionalInteger(3)
            let headsign = rows.bytes(4)
            if headsign.count > 0 { stopTime.headsign = timetable.headsign(String(decoding: headsign, as: UTF8.self)) }
            stopTime.pickupType = UInt8(clamping: rows.optionalInteger(5) ?? 0)
            stopTime.dropOffType = UInt8(clamping: rows.optionalInteger(6) ?? 0)
            stopTime.shapeDistance = rows.optionalDouble(7)
            stopTimes.append(stopTime)
        }
        self.count("stop_times", count)
        return stopTimes
    }

    /// The number of the stop that a stop time names, also of one that the database lacks.
    private func stop(named id: UnsafeRawBufferPointer) throws -> StopIndex {
        let place = namedStops.intern(id, feed: 0).index
        if place < stopOfName.count { return stopOfName[place] }
        let text = String(decoding: id, as: UTF8.self)
        let stop = try stop(text) ?? timetable.stop(text)
        stopOfName.append(stop)
        return stop
    }

    func frequencies(of trip: String) throws -> [Timetable.Frequency] {
        try rows(frequenciesOfTrip, trip) { rows in
            var list: [Timetable.Frequency] = []
            while try rows.next() {
                guard let start = rows.integer(0), let end = rows.integer(1), let headway = rows.integer(2),
                    let frequency = Timetable.Frequency(
                        start: start, end: end, headway: headway, isExact: rows.integer(3) == 1)
                else {
                    diagnostics.report(
                        Finding(
                            .warning, "unusable_frequency", file: "frequencies", field: "headway_secs",
                            message: Timetable.Frequency.unusableRow + ", of trip \(Finding.quoted(trip))"))
                    list.append(.unusable)
                    continue
                }
                if frequency.startCount > Timetable.Frequency.mostStarts {
                    diagnostics.report(
                        Finding(
                            .warning, "too_many_runs", file: "frequencies",
                            message: frequency.excessWords + ", of trip \(Finding.quoted(trip))"))
                }
                list.append(frequency)
            }
            return list
        }
    }
}

/// A question to one table, prepared when it is first asked.
final class StoreQuestion {
    let table: String
    private let columns: [String]
    private let rest: String
    private var prepared: Statement??

    /// - Parameters:
    ///   - columns: those that the table lacks are NULL; none to learn only whether there are rows.
    ///   - rest: what follows the table's name.
    init(_ table: String, _ columns: [String], _ rest: String) {
        self.table = table
        self.columns = columns
        self.rest = rest
    }

    /// The statement, ready to be bound; nil if there is no such table.
    func statement(_ store: ScheduleStore) throws -> Statement? {
        if let prepared {
            prepared?.reset()
            return prepared
        }
        let fresh = try make(store)
        prepared = .some(fresh)
        return fresh
    }

    private func make(_ store: ScheduleStore) throws -> Statement? {
        let present = try store.columns(of: table)
        return present.isEmpty ? nil : try store.store.database.prepare(sql(present))
    }

    /// The question in SQL, to a table that has some columns.
    func sql(_ present: Set<String>) -> String {
        // A feed has the columns that its files have: those that it lacks are NULL, also where rows are looked for by
        // them. SQLite flattens the inner query, so indexes serve all the same.
        let missing = Set(columns).union(StoreQuestion.lookedForBy).subtracting(present).subtracting(["_rowid_"])
            .sorted()
            .map { ", NULL AS \(Database.quoted($0))" }.joined()
        let list = columns.isEmpty ? "1" : columns.map(Database.quoted).joined(separator: ", ")
        return "SELECT \(list) FROM (SELECT *, _rowid_ AS _rowid_\(missing) FROM \(Database.quoted(table))) \(rest)"
    }

    /// The numbers of the rows of stop_times at a stop in a stretch of time: the index by stop has all that this asks for.
    static var rowsAtStop: StoreQuestion {
        StoreQuestion("stop_times", ["_rowid_"], "WHERE stop_id = ?1 AND departure_time BETWEEN ?2 AND ?3")
    }

    private static let stopTimeColumns = [
        "stop_sequence", "stop_id", "arrival_time", "departure_time", "stop_headsign", "pickup_type", "drop_off_type",
        "shape_dist_traveled",
    ]

    static var stopTimesOfTrip: StoreQuestion {
        StoreQuestion("stop_times", stopTimeColumns, "WHERE trip_id = ?1 ORDER BY stop_sequence, _rowid_")
    }

    /// The same of a trip that has all rows in a range, in the order of their numbers.
    static var stopTimesOfRows: StoreQuestion {
        StoreQuestion("stop_times", stopTimeColumns, "WHERE _rowid_ BETWEEN ?1 AND ?2 ORDER BY _rowid_")
    }

    private static let lookedForBy = [
        "arrival_time", "date", "departure_time", "end_date", "exception_type", "start_date", "parent_station",
        "route_id", "service_id", "stop_id", "stop_sequence", "trip_id",
    ]
}

/// The rows of a query, one after another.
final class StoreRows {
    private let statement: Statement?
    private(set) var count = 0

    init(_ statement: Statement?) { self.statement = statement }

    func next() throws -> Bool {
        guard let statement, try statement.step() else { return false }
        count += 1
        return true
    }

    /// nil for null and for an empty text.
    func text(_ column: Int) -> String? {
        guard let statement, let text = statement.optionalText(column), !text.isEmpty else { return nil }
        return text
    }

    func integer(_ column: Int) -> Int? {
        statement?.optionalInteger(column)
    }

    func double(_ column: Int) -> Double? { statement?.optionalDouble(column) }
}
