import FeedStore
import GTFSSchedule
import SQLite

/// Which trips call at the platforms.
///
/// There are two ways to them: by the platform's rows, of which a stop of a real feed has some hundred in two hours,
/// and by the trips of the services that run. A store of many years has few services a day and many rows a stop, so the
/// way with fewer rows is taken. If the store says which rows belong to which trip, a row costs so little that the services
/// are tried only for a stretch with at least `fewNumbers` rows.
extension ScheduleStore {
    /// So many rows of a platform are gone through without looking for a shorter way.
    private static let fewRows = 2000
    /// The same if the store says which rows belong to which trip.
    private static let fewNumbers = 50_000
    /// So many are counted at most.
    private static let manyRows = 400_000
    /// Rows of a trip, of which each is looked at on the way by services.
    private static let rowsPerTrip = 20

    private struct Stretch {
        /// Days after 1970-01-01.
        let day: Int
        /// Seconds of the service day.
        let first: Int
        let last: Int
    }

    /// Trips that call at a platform in a stretch of time; at any time if absent.
    ///
    /// Trips whose time at the platform is not told, and trips of frequencies, come into question always.
    func tripsCalling(in window: ServiceWindow?) throws -> Set<String> {
        knowsCalls = false
        guard let window else { return try tripsByRows(nil) }
        let latest = try latestDeparture()
        var stretches: [Stretch] = []
        for day in try days(of: window, reaching: latest) {
            let start = window.start(of: day)
            let first = window.instants.lowerBound - start
            let last = window.instants.upperBound - 1 - start
            if last >= 0, first <= latest { stretches.append(Stretch(day: day, first: first, last: last)) }
        }
        var trips = try tripsByRows([])
        var others: [Stretch] = []
        for stretch in stretches {
            if let running = try tripsOfRows(in: stretch, fewerThan: ScheduleStore.fewNumbers) {
                trips.formUnion(running)
            } else {
                others.append(stretch)
            }
        }
        // If they turned out to be wrong on the way, those that were found before them may be wrong too.
        if try storedTripRows() == nil { others = stretches }
        knowsCalls = others.isEmpty
        if try rowCount(others, limit: ScheduleStore.fewRows) < ScheduleStore.fewRows {
            for stretch in others { trips.formUnion(try tripsRunning(in: stretch)) }
            return trips
        }
        try readAllCalendars()
        for stretch in others {
            // So many trips are worth as much as the rows.
            let worth = try rowCount([stretch], limit: ScheduleStore.manyRows) / ScheduleStore.rowsPerTrip
            let services = try runningServices(on: stretch.day)
            var known = 0
            for service in services where known < worth {
                known += try tripCount(ofService: service, limit: worth - known)
            }
            if known < worth {
                for service in services { try collectTrips(of: service, in: stretch, into: &trips) }
            } else {
                trips.formUnion(try tripsRunning(in: stretch))
            }
        }
        return trips
    }

    /// The service days of which a time up to a latest one may lie in a stretch of time: of many those of the calendar.
    private func days(of window: ServiceWindow, reaching latest: Int) throws -> [Int] {
        let days = window.days(reaching: latest)
        guard days.count > 7 else { return Array(days) }
        guard let span = try serviceDays(), span.overlaps(days) else { return [] }
        return Array(days.clamped(to: span))
    }

    /// Trips that call at a platform in a stretch of time, but for those that do not run on its day.
    private func tripsRunning(in stretch: Stretch) throws -> [String] {
        if let trips = try tripsOfRows(in: stretch, fewerThan: .max) { return Array(trips) }
        // Rows next to each other are on the same pages.
        return try tripsByRows([stretch]).sorted().filter { try mayRun($0, on: stretch.day) }
    }

    /// Finds the trips that call at a platform in a stretch of time and run on its day, from the row numbers in the index by
    /// stop. For trips that do not run, it reads no row of stop_times or trips.
    ///
    /// - Returns: nil if the store does not say which rows belong to which trip, or if there are `limit` rows or more.
    private func tripsOfRows(in stretch: Stretch, fewerThan limit: Int) throws -> Set<String>? {
        guard let known = try storedTripRows(), let tripOfRow = try tripOfRow.statement(self),
            let calls = try rowsAtStop.statement(self)
        else { return nil }
        var numbers: [Int] = []
        for id in platformIDs {
            try calls.bind(1, copying: id)
            try calls.bind(2, stretch.first)
            try calls.bind(3, stretch.last)
            while numbers.count < limit, try calls.step() { numbers.append(calls.integer(0)) }
            calls.reset()
            guard numbers.count < limit else { return nil }
        }
        numbers.sort()
        var running: Set<String> = []
        var isRunning: [Int: Bool] = [:]
        var others = 0
        let isComplete = try known.forEachTrip(of: numbers) { trip, calls in
            // A busy stop of a feed with many calendars has twenty trips for one that runs: only of that one is the id read.
            var runs = isRunning[trip.service]
            if runs == nil {
                guard let service = try known.service(trip.service) else { return false }
                runs = try self.runs(service, on: stretch.day)
                isRunning[trip.service] = runs
            }
            guard runs == true else {
                others += 1
                return true
            }
            try tripOfRow.bind(1, calls[calls.startIndex])
            defer { tripOfRow.reset() }
            guard try tripOfRow.step() else { return false }
            let id = tripOfRow.text(0)
            running.insert(id)
            guard try known.isWhole(trip, id: id) else { return true }
            rowsOfTrip[id, default: FoundRows(rows: trip.rows, isPlain: trip.isPlain, calls: [])].calls.formUnion(calls)
            return true
        }
        guard isComplete else {
            distrustTripRows()
            return nil
        }
        count("trips", others)
        return running
    }

    /// Of trips that are named, those that call at a platform.
    func tripsCalling(among named: [String]) throws -> Set<String> {
        guard !named.isEmpty else { return [] }
        let limit = named.count * ScheduleStore.rowsPerTrip
        if try rowCount(nil, limit: limit + 1) <= limit { return try tripsByRows(nil).intersection(named) }
        var trips: Set<String> = []
        for id in named {
            guard let query = try query("stop_times", ["stop_id"], "WHERE trip_id = ?1") else { break }
            try query.bind(1, copying: id)
            while try query.step() {
                guard isPlatform(query.bytes(0)) else { continue }
                trips.insert(id)
                break
            }
            query.reset()
        }
        return trips
    }

    private func isPlatform(_ id: UnsafeRawBufferPointer) -> Bool {
        platformBytes.contains { $0.count == id.count && $0.elementsEqual(id) }
    }

    // MARK: By rows of the platforms

    private var platformIDs: [String] { platforms.sorted { $0.index < $1.index }.map { timetable[$0].id } }

    /// Trips of the rows of all platforms in some stretches; with none those of rows without a time, and of
    /// frequencies; with nil of all rows.
    private func tripsByRows(_ stretches: [Stretch]?) throws -> Set<String> {
        var trips: Set<String> = []
        for id in platformIDs {
            guard let stretches else {
                try collect(&trips, "WHERE stop_id = ?1") { try $0.bind(1, copying: id) }
                continue
            }
            for stretch in stretches {
                try collect(&trips, "WHERE stop_id = ?1 AND departure_time BETWEEN ?2 AND ?3") { statement in
                    try statement.bind(1, copying: id)
                    try statement.bind(2, stretch.first)
                    try statement.bind(3, stretch.last)
                }
            }
            guard stretches.isEmpty else { continue }
            try collect(&trips, "WHERE stop_id = ?1 AND departure_time IS NULL") { try $0.bind(1, copying: id) }
            guard hasFrequencies else { continue }
            // The plus keeps SQLite from the index by stop: trips of frequencies are the fewer.
            try collect(&trips, "WHERE +stop_id = ?1 AND trip_id IN (SELECT trip_id FROM frequencies)") {
                try $0.bind(1, copying: id)
            }
        }
        return trips
    }

    private func collect(_ trips: inout Set<String>, _ rest: String, _ bind: (Statement) throws -> Void) throws {
        guard let query = try query("stop_times", ["trip_id"], rest) else { return }
        try bind(query)
        while try query.step() { trips.insert(query.text(0)) }
    }

    /// The rows of the platforms in some stretches, or all of them, counted up to a limit.
    private func rowCount(_ stretches: [Stretch]?, limit: Int) throws -> Int {
        var count = 0
        for id in platformIDs {
            guard let stretches else {
                count += try counted("stop_times", "WHERE stop_id = ?1 LIMIT ?2", limit - count) { statement in
                    try statement.bind(1, copying: id)
                    try statement.bind(2, limit - count)
                }
                if count >= limit { return count }
                continue
            }
            for stretch in stretches {
                count += try counted(
                    "stop_times", "WHERE stop_id = ?1 AND departure_time BETWEEN ?2 AND ?3 LIMIT ?4", limit - count
                ) { statement in
                    try statement.bind(1, copying: id)
                    try statement.bind(2, stretch.first)
                    try statement.bind(3, stretch.last)
                    try statement.bind(4, limit - count)
                }
                if count >= limit { return count }
            }
        }
        return count
    }

    private func counted(
        _ table: String, _ rest: String, _ limit: Int, _ bind: (Statement) throws -> Void
    ) throws -> Int {
        // Only the index is read: no column of the row is asked for.
        guard limit > 0, let query = try query(table, [], rest) else { return 0 }
        try bind(query)
        var count = 0
        while try query.step() { count += 1 }
        return count
    }

    /// The last departure from any of the platforms, in seconds of the service day.
    private func latestDeparture() throws -> Int {
        var latest = -1
        for id in platformIDs {
            let rest = "WHERE stop_id = ?1 AND departure_time NOTNULL ORDER BY departure_time DESC LIMIT 1"
            guard let query = try query("stop_times", ["departure_time"], rest) else { break }
            try query.bind(1, copying: id)
            if try query.step() { latest = max(latest, query.integer(0)) }
            query.reset()
        }
        return latest
    }

    // MARK: By services

    private func runningServices(on day: Int) throws -> [String] {
        readServices.filter { timetable.calendar.runs(timetable.service($0).index, on: day) }.sorted()
    }

    private func tripCount(ofService id: String, limit: Int) throws -> Int {
        try counted("trips", "WHERE service_id = ?1 LIMIT ?2", limit) { statement in
            try statement.bind(1, copying: id)
            try statement.bind(2, limit)
        }
    }

    /// Adds the trips of a service that call at a platform in a stretch of time.
    private func collectTrips(of service: String, in stretch: Stretch, into trips: inout Set<String>) throws {
        guard let list = try query("trips", ["trip_id"], "WHERE service_id = ?1") else { return }
        try list.bind(1, copying: service)
        while try list.step() {
            guard let query = try query("stop_times", ["stop_id", "departure_time"], "WHERE trip_id = ?1") else {
                return
            }
            try query.bind(1, copying: list.bytes(0))
            while try query.step() {
                guard !query.isNull(1), (stretch.first...stretch.last).contains(query.integer(1)),
                    isPlatform(query.bytes(0))
                else { continue }
                trips.insert(list.text(0))
                break
            }
            query.reset()
        }
    }
}
