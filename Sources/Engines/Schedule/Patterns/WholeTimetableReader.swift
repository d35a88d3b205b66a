import Containers
import Contract
import GTFSSchedule
import Hashing
import StageKit

/// Reads a schedule into a `WholeTimetable`, with tables and rows in any order.
///
/// Cost: one pass. Rows of a trip that are not consecutive are kept until the end.
final class WholeTimetableReader: FeedInput, HasFeedOption, KeepsTripsWhole, MindsGaps {
    let tables = ScheduleFrame.tableNames + ["shapes", "trips", "stop_times", "frequencies"]
    private static let ownTables = ScheduleFrame.tableNames.count
    let feedReading = FeedReading.timetable(apart: false)
    let scansAhead = true
    let takesFeedAsInput: Bool
    let takesFeed: Bool
    private static let trip = Tables.Trips.columns
    private static let shape = Tables.Shapes.columns
    private static let frequency = Tables.Frequencies.columns
    private static let stopTime = Tables.StopTimes.columns
    let columns: [any AnyColumn]

    let timetable = WholeTimetable()
    private var frame: ScheduleFrame
    private let reader: ScheduleRows
    private let diagnostics: Diagnostics
    private var routeIDs = IdentifierTable<Timetable.Route>()
    private var routeNames: [String] = []
    private var stopIDs = IdentifierTable<Timetable.Stop>()
    /// The stops by the number of their id; resolved at the end, because stops may follow stop_times.
    private var stopNames: [String] = []
    private var serviceNames: [String] = []
    /// Ids that rows refer to but that are missing from their tables.
    private var dangling = DanglingIDs()
    private var serviceIDs = IdentifierTable<Timetable.Service>()
    private var currentTrip = -1
    private var current: [Timetable.StopTime] = []
    /// The rows of trips that were not consecutive.
    private var scattered: [Int: [Timetable.StopTime]] = [:]
    /// Profiles by a hash of their rows.
    private var profilesByHash: [UInt64: [Int32]] = [:]
    /// The rows before they are shared.
    private var rows: [[Timetable.StopTime]] = []
    /// The number of processed records, by table.
    private(set) var taken: [Int]
    /// Whether pickup and drop-off rules are needed.
    private let readsBoarding: Bool
    /// The rows that `--where` excluded.
    private var choice = TimetableChoice()
    /// The number of records that `--where` excluded, by table.
    private var excluded: [Int]
    private var excludedShapes: Set<Int32> = []
    /// The number of trips that `--where` keeps, but whose route or service it excludes.
    fileprivate var tripsPassedOver = 0

    /// - Parameters:
    ///   - isInput: whether the stage works on this schedule, instead of reading it besides its input.
    ///   - readsBoarding: whether pickup_type and drop_off_type are read.
    init(_ diagnostics: Diagnostics, isInput: Bool = false, readsBoarding: Bool = false) {
        self.readsBoarding = readsBoarding
        takesFeedAsInput = isInput
        takesFeed = isInput
        self.diagnostics = diagnostics
        frame = ScheduleFrame(diagnostics)
        reader = ScheduleRows(diagnostics)
        taken = Array(repeating: 0, count: tables.count)
        excluded = taken
        let (trip, shape, frequency, row) = (
            WholeTimetableReader.trip, WholeTimetableReader.shape, WholeTimetableReader.frequency,
            WholeTimetableReader.stopTime
        )
        columns =
            frame.columns
            + [
                trip.tripID, trip.directionID, trip.blockID, shape.shapeID, shape.shapePtLat, shape.shapePtLon,
                shape.shapePtSequence, shape.shapeDistTraveled, frequency.startTime, frequency.endTime,
                frequency.headwaySecs, frequency.exactTimes, row.stopSequence, row.arrivalTime, row.departureTime,
                row.timepoint,
            ] + (readsBoarding ? [row.pickupType, row.dropOffType] : [])
    }

    func recordPassedOver(_ record: Record) {
        excluded[record.table] += 1
        choice.passOver(record, table: tables[record.table])
        switch record.table - WholeTimetableReader.ownTables {
        case 0:
            guard let id = record.id(WholeTimetableReader.shape.shapeID) else { return }
            excludedShapes.insert(Int32(timetable.shapeIDs.intern(id, feed: 0).index))
        case 1:
            guard let trip = tripNumber(record.id(WholeTimetableReader.trip.tripID)) else { return }
            timetable.trips[trip].isExcluded = true
        default: break
        }
    }

    func process(_ record: Record) {
        // A stop that --where passes over has its place all the same, since trips call there.
        if record.isPassedOver {
            choice.passOver(record, table: tables[record.table])
            return frame.takeStop(record)
        }
        taken[record.table] += 1
        switch record.table - WholeTimetableReader.ownTables {
        case 0: takePoint(record)
        case 1: takeTrip(record)
        case 2: takeStopTime(record)
        case 3: takeFrequency(record)
        default: frame.process(record)
        }
    }

    // MARK: Rows

    /// The number of an id while rows are read; -1 without one.
    private func number<Kind>(
        _ id: UnsafeRawBufferPointer?, in table: inout IdentifierTable<Kind>, _ names: inout [String]
    ) -> Int32 {
        guard let id else { return -1 }
        let number = table.intern(id, feed: 0)
        if number.index == names.count { names.append(String(bytes: id)) }
        return Int32(number.index)
    }

    private func tripNumber(_ id: UnsafeRawBufferPointer?) -> Int? {
        guard let id else { return nil }
        let number = timetable.tripIDs.intern(id, feed: 0).index
        if number == timetable.trips.count { timetable.trips.append(WholeTimetable.KeptTrip()) }
        return number
    }

    private func takePoint(_ record: Record) {
        let row = reader.shapePoint(record)
        guard let id = row.shapeID, let sequence = row.sequence,
            let place = row.checkedPosition(of: id, sequence, reader)
        else { return }
        timetable.shapes.append(
            place, distance: row.distance, sequence: Int(sequence), to: timetable.shapeIDs.intern(id, feed: 0).index)
    }

    private func takeTrip(_ record: Record) {
        let row = reader.trip(record)
        // Of two rows with one id the first counts.
        guard let number = tripNumber(row.tripID), !timetable.trips[number].isListed else { return }
        var trip = timetable.trips[number]
        trip.isListed = true
        trip.route = self.number(row.routeID, in: &routeIDs, &routeNames)
        trip.service = self.number(row.serviceID, in: &serviceIDs, &serviceNames)
        if let shape = row.shapeID { trip.shape = Int32(timetable.shapeIDs.intern(shape, feed: 0).index) }
        if let block = row.blockID { trip.block = Int32(timetable.blockIDs.intern(block, feed: 0).index) }
        trip.direction = row.directionID.map { Int8($0) } ?? -1
        timetable.trips[number] = trip
    }

    private func takeStopTime(_ record: Record) {
        let row = reader.stopTime(record)
        guard let trip = tripNumber(row.tripID) else { return row.reject("no trip_id", reader) }
        if trip != currentTrip {
            flush()
            currentTrip = trip
        }
        guard let sequence = row.sequence else { return row.reject("no stop_sequence", reader) }
        var stopTime = Timetable.StopTime(row, sequence: sequence)
        let stop = number(row.stopID, in: &stopIDs, &stopNames)
        if stop >= 0 { stopTime.stop = StopIndex(Int(stop)) }
        stopTime.timepoint = row.timepoint(reader)
        if readsBoarding {
            stopTime.pickupType = row.pickupType(reader)
            stopTime.dropOffType = row.dropOffType(reader)
        }
        current.append(stopTime)
    }

    private func takeFrequency(_ record: Record) {
        let row = reader.frequency(record)
        guard let trip = tripNumber(row.tripID) else { return }
        if timetable.trips[trip].frequencies < 0 {
            timetable.trips[trip].frequencies = Int32(timetable.frequencies.count)
            timetable.frequencies.append([])
        }
        timetable.frequencies[Int(timetable.trips[trip].frequencies)].append(row.frequency)
    }

    // MARK: Sharing

    /// Stores the rows of the last trip.
    private func flush() {
        guard currentTrip >= 0, !current.isEmpty else { return }
        defer { current.removeAll(keepingCapacity: true) }
        let known = timetable.trips[currentTrip].profile
        if scattered[currentTrip] != nil {
            scattered[currentTrip]?.append(contentsOf: current)
        } else if known >= 0 {
            let start = Int(timetable.trips[currentTrip].start)
            scattered[currentTrip] = rows[Int(known)].map { $0.later(by: start) } + current
        } else {
            share(&current, by: currentTrip)
        }
    }

    /// Assigns a profile to a trip, shared with trips that have the same rows.
    private func share(_ stopTimes: inout [Timetable.StopTime], by number: Int) {
        var trip = Timetable.Trip(id: "")
        swap(&trip.stopTimes, &stopTimes)
        if zip(trip.stopTimes, trip.stopTimes.dropFirst()).contains(where: { $0.sequence >= $1.sequence }) {
            trip.id = String(bytes: timetable.tripIDs.text(Identifier(number)))
            trip.sortVisits(diagnostics)
        }
        let first = trip.stopTimes.first { $0.arrival != nil || $0.departure != nil }
        let start = first?.arrival ?? first?.departure ?? 0
        for place in trip.stopTimes.indices { trip.stopTimes[place] = trip.stopTimes[place].later(by: -start) }
        var hash: UInt64 = 0
        for row in trip.stopTimes { hash = row.hash(after: hash) }
        let same = profilesByHash[hash]?.first { rows[Int($0)].isSame(as: trip.stopTimes) }
        timetable.trips[number].start = Int32(clamping: start)
        if let same {
            timetable.trips[number].profile = same
        } else {
            let place = Int32(rows.count)
            rows.append(trip.stopTimes)
            profilesByHash[hash, default: []].append(place)
            timetable.trips[number].profile = place
        }
        swap(&trip.stopTimes, &stopTimes)
    }

    func finish() {
        flush()
        for number in scattered.keys.sorted() {
            guard var rows = scattered[number] else { continue }
            share(&rows, by: number)
        }
        scattered = [:]
        frame.finish()
        timetable.frame = frame.timetable
        timetable.shapes.finish()
        findDangling()
        passOverTrips()
        number()
        var patterns: [[StopIndex?]: Int32] = [:]
        let exampleOf = examples()
        for (place, rows) in rows.enumerated() {
            var trip = Timetable.Trip(id: exampleOf[place])
            trip.stopTimes = rows
            trip.fillTimes(timetable.frame.stops, diagnostics)
            // Stops on the same places of one shape too: shape_dist_traveled may tell calls of a loop apart.
            let stops = rows.map { $0.stop }
            let pattern = patterns[stops, default: Int32(place)]
            let isSameWay = zip(rows, self.rows[Int(pattern)]).allSatisfy { $0.shapeDistance == $1.shapeDistance }
            patterns[stops] = pattern
            timetable.profiles.append(
                WholeTimetable.RunningTimes(
                    stopTimes: trip.stopTimes, pattern: isSameWay ? pattern : Int32(place), first: trip.firstTime,
                    last: trip.stopTimes.last { $0.departure != nil }?.departure))
        }
        rows = []
        profilesByHash = [:]
        for place in timetable.frequencies.indices {
            var trip = Timetable.Trip(id: "")
            trip.frequencies = timetable.frequencies[place]
            trip.dropRepeatedFrequencies()
            timetable.frequencies[place] = trip.frequencies
        }
    }

    /// Notes the trips and shapes that rows name but that are missing from their tables.
    private func findDangling() {
        var shapes: Set<Int32> = []
        for (place, trip) in timetable.trips.enumerated() {
            if trip.isListed, trip.shape >= 0, !timetable.shapes.hasPoints(Int(trip.shape)),
                !excludedShapes.contains(trip.shape), shapes.insert(trip.shape).inserted
            {
                dangling.shapes.append(String(bytes: timetable.shapeIDs.text(Identifier(Int(trip.shape)))))
            }
            if !trip.isListed, !trip.isExcluded, trip.frequencies >= 0 {
                dangling.trips.append(timetable.id(Identifier(place)))
            }
        }
    }

    /// Excludes trips of excluded routes and services.
    private func passOverTrips() {
        guard choice.choosesTrips else { return }
        for place in timetable.trips.indices where timetable.trips[place].isListed {
            let row = timetable.trips[place]
            let routeID = row.route >= 0 ? routeNames[Int(row.route)] : nil
            let route = routeID.flatMap { timetable.frame.routeNumbers[$0] }.map { timetable.frame[$0] }
            let service = row.service >= 0 ? serviceNames[Int(row.service)] : nil
            guard choice.passesOver(routeID: routeID, route, service: service) else { continue }
            timetable.trips[place].isListed = false
            timetable.trips[place].isExcluded = true
            tripsPassedOver += 1
        }
    }

    /// Records at which stops calls count, if `--where` has a condition on stops.
    fileprivate func choosePlaces(_ conditions: [Condition]) {
        let conditions = TimetableChoice.aboutStops(conditions)
        guard !conditions.isEmpty else { return }
        timetable.places = timetable.frame.stops.map { choice.takes($0, conditions) }
    }

    /// Replaces the provisional numbers of routes, services and stops by those of the frame.
    private func number() {
        let stops = stopNames.map { timetable.frame.stop($0) }
        let routes = routeNames.map { timetable.frame.routeNumbers[$0] }
        dangling.services = serviceNames.filter { !timetable.frame.knowsService($0) && !choice.excludes(service: $0) }
        dangling.routes = routeNames.filter { timetable.frame.routeNumbers[$0] == nil && !choice.excludes(route: $0) }
        let services = serviceNames.map { timetable.frame.service($0) }
        for place in rows.indices {
            for row in rows[place].indices {
                guard let stop = rows[place][row].stop else { continue }
                rows[place][row].stop = stops[stop.index]
            }
        }
        for place in timetable.trips.indices {
            let row = timetable.trips[place]
            if row.route >= 0 { timetable.trips[place].route = routes[Int(row.route)].map { Int32($0.index) } ?? -1 }
            if row.service >= 0 { timetable.trips[place].service = Int32(services[Int(row.service)].index) }
        }
    }

    /// The id of one trip of each profile, for findings.
    private func examples() -> [String] {
        var names = [String](repeating: "", count: rows.count)
        for (place, row) in timetable.trips.enumerated() where row.profile >= 0 && names[Int(row.profile)].isEmpty {
            names[Int(row.profile)] = String(bytes: timetable.tripIDs.text(Identifier(place)))
        }
        return names
    }
}

extension Timetable.StopTime {
    fileprivate func later(by seconds: Int) -> Timetable.StopTime {
        var moved = self
        moved.arrival = arrival.map { $0 + seconds }
        moved.departure = departure.map { $0 + seconds }
        return moved
    }

    fileprivate func hash(after hash: UInt64) -> UInt64 {
        let times = UInt64(bitPattern: Int64(arrival ?? -1) << 32 ^ Int64(departure ?? -1))
        let place = UInt64(bitPattern: Int64(stop?.index ?? -1) << 32 ^ Int64(sequence))
        return Fingerprint.of(Fingerprint.of(hash, times), place)
    }

    fileprivate func isSame(as other: Timetable.StopTime) -> Bool {
        stop == other.stop && sequence == other.sequence && arrival == other.arrival && departure == other.departure
            && shapeDistance == other.shapeDistance && timepoint == other.timepoint
            && pickupType == other.pickupType && dropOffType == other.dropOffType
    }
}

extension [Timetable.StopTime] {
    fileprivate func isSame(as other: [Timetable.StopTime]) -> Bool {
        count == other.count && zip(self, other).allSatisfy { $0.isSame(as: $1) }
    }
}

extension WholeTimetable {
    /// Reads the complete schedule at `path`.
    ///
    /// - Throws: `StageFailure` with status 66 if it is missing, 65 if it is not a schedule.
    package static func read(_ path: String, _ context: StageContext) throws -> WholeTimetable {
        var reader = WholeTimetableReader(context.diagnostics)
        try context.readFeed(path, to: &reader)
        return try reader.conclude("--feed: " + path, context)
    }

    /// Reads a complete schedule from files of records, or from standard input without files.
    ///
    /// - Returns: the schedule; nil if there is none and `--allow-empty` accepts that.
    /// - Throws: `StageFailure` with status 65 if they are not a schedule.
    package static func read(records: [String], _ context: StageContext) throws -> WholeTimetable? {
        let files = try context.namedOrStandardInput(records)
        var reader = WholeTimetableReader(context.diagnostics, isInput: true)
        try context.read(files, to: &reader)
        try context.require(reader.needs)
        guard reader.taken.contains(where: { $0 > 0 }) else { return nil }
        return try reader.conclude(files.first.map(InputFile.displayName) ?? "", context)
    }

    /// Reads a complete schedule on which the stage works, with `--where` applied to its rows.
    ///
    /// - Parameter boarding: whether pickup and drop-off rules are needed.
    /// - Throws: `StageFailure` with status 66 if it is missing, 65 if it is not a schedule.
    package static func read(
        _ feed: RereadableFeed, boarding: Bool = false, _ context: StageContext
    ) throws -> WholeTimetable {
        var reader = WholeTimetableReader(
            context.diagnostics, isInput: !context.options.conditions.isEmpty, readsBoarding: boarding)
        try feed.read(context, into: &reader)
        return try reader.conclude(feed.name, context)
    }

    /// Reads the complete schedule at `path`, and passes its other tables, or the given ones, to another reader too.
    /// Records that the timetable uses count once, as merged.
    ///
    /// Records count as merged once, here, as far as a timetable has them.
    /// - Throws: `StageFailure` with status 66 if it is missing, 65 if it is not a schedule.
    package static func read<Other: RecordStage>(
        _ path: String, beside other: Other, _ context: StageContext
    ) throws -> WholeTimetable {
        let reader = WholeTimetableReader(context.diagnostics)
        var both = RecordsForTwo(reader, other)
        try context.readFeed(path, to: &both)
        return try reader.conclude("--feed: " + path, context)
    }
}

extension WholeTimetableReader {
    /// Returns why no stop time is usable, as a message; nil if one is.
    private var complaint: String? {
        var isOfTrip = false
        var isOfExcludedTrip = false
        for row in timetable.trips where row.profile >= 0 {
            if row.isExcluded { isOfExcludedTrip = true }
            guard row.isListed else { continue }
            if timetable.profiles[Int(row.profile)].first != nil { return nil }
            isOfTrip = true
        }
        if isOfTrip { return ScheduleGaps.noTimes }
        return isOfExcludedTrip ? nil : ScheduleGaps.noTripOfStopTimes
    }

    /// - Parameter feed: the name of the feed in messages.
    fileprivate func conclude(_ feed: String, _ context: StageContext) throws -> WholeTimetable {
        finish()
        guard taken.contains(where: { $0 > 0 }) else {
            throw context.unusable("no_schedule", "\(feed) holds no timetable")
        }
        let has = { (table: String) in
            let place = self.tables.firstIndex(of: table) ?? 0
            return self.taken[place] + self.excluded[place] > 0
        }
        let hasCalendar = has(Tables.Calendar.name) || has(Tables.CalendarDates.name)
        timetable.gaps = ScheduleGaps.report(
            hasStopTimes: has(Tables.StopTimes.name), hasTrips: has(Tables.Trips.name), hasCalendar: hasCalendar,
            complaint: complaint, feed: feed, context.diagnostics)
        if complaint == nil {
            let unlisted = timetable.trips.indices.filter { place in
                let trip = timetable.trips[place]
                return !trip.isListed && !trip.isExcluded && trip.profile >= 0
            }
            ScheduleGaps.report(unlistedTrips: unlisted.map { timetable.id(Identifier($0)) }, context.diagnostics)
        }
        dangling.report(hasCalendar: hasCalendar, context.diagnostics)
        for (table, count) in zip(tables, self.taken) { context.summary.table(table).merged += count }
        if takesFeedAsInput {
            choosePlaces(context.options.conditions)
            context.summary.table(Tables.Trips.name).merged -= tripsPassedOver
            context.summary.table(Tables.Trips.name).filtered += tripsPassedOver
        }
        return timetable
    }
}
