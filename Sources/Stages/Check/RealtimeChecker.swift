import Contract
import Geometry
import NDJSON
import StageKit
import TimeZones

/// Checks realtime, message by message, against itself and against the timetable.
///
/// Memory: some 100 bytes a vehicle, and the lines of the shapes that vehicles are on.
struct RealtimeChecker: RecordStage {
    let tables = [
        Tables.FeedMessages.name, Tables.VehiclePositions.name, Tables.TripUpdates.name, Tables.Alerts.name,
        Tables.StopsRT.name, Tables.TripModifications.name, Tables.DeletedEntities.name,
    ]
    let feedReading = FeedReading.none
    let columns: [any AnyColumn]

    let checker: FeedChecker
    let feed: CheckedFeed
    let book: NoticeBook
    /// POSIX seconds.
    let now: Int
    let ways: VehicleWays
    let updates = ColumnScanner(RealtimeChecker.updateColumns)
    /// The message at hand.
    private(set) var file = ""
    private(set) var header: Int?
    /// The newest message of each kind, by what is in it: feeds of several kinds come side by side.
    private var newest: [Int: (time: Int, file: String)] = [:]
    /// Whether the message at hand was compared with the one of its kind before it.
    private var isPlaced = false
    private var vehicles: Set<String> = []
    private var stays: [String: Stay] = [:]
    private(set) var messages = 0
    let unknownStops = UnknownStops()
    private let sequence: MessageSequence
    let pairs = RealtimePairs()
    /// Whether the message at hand says all that is known, so that it deletes nothing.
    private var isFull = true
    /// The entity of which it was last said whether it is deleted.
    private var lastFlagged: String?

    /// Since when a vehicle has said the same.
    private struct Stay {
        var time: Int
        var latitude: Double
        var longitude: Double
        var since: Int
        var isTold = false
    }

    static let position = Tables.VehiclePositions.columns
    static let update = Tables.TripUpdates.columns
    static let member = Tables.StopTimeUpdateMembers.columns
    static let alertEntities = NamedColumn("informed_entity")
    static let alertPeriods = NamedColumn("active_period")
    private static let message = Tables.FeedMessages.columns
    private static let updateColumns: [any AnyColumn] = [
        member.stopSequence, member.stopID, member.arrivalTime, member.arrivalDelay, member.departureTime,
        member.departureDelay, member.scheduleRelationship, member.arrivalUncertainty, member.arrivalScheduledTime,
        member.departureUncertainty, member.departureScheduledTime,
    ]

    init(_ checker: FeedChecker, now: Int) {
        self.checker = checker
        self.now = now
        feed = checker.feed
        book = checker.book
        sequence = MessageSequence(checker.book)
        ways = VehicleWays(checker)
        columns = [
            RealtimeChecker.message.source, RealtimeChecker.message.gtfsRealtimeVersion,
            RealtimeChecker.message.incrementality, RealtimeChecker.position.speed, RealtimeChecker.alertPeriods,
            RealtimeChecker.position.entityID, RealtimeChecker.position.isDeleted, RealtimeChecker.position.tripID,
            RealtimeChecker.position.routeID, RealtimeChecker.position.directionID, RealtimeChecker.position.startTime,
            RealtimeChecker.position.startDate, RealtimeChecker.position.scheduleRelationship,
            RealtimeChecker.position.vehicleID,
            RealtimeChecker.position.latitude, RealtimeChecker.position.longitude, RealtimeChecker.position.bearing,
            RealtimeChecker.position.currentStopSequence, RealtimeChecker.position.stopID,
            RealtimeChecker.position.timestamp, RealtimeChecker.update.delay,
            RealtimeChecker.update.stopTimeUpdates, RealtimeChecker.alertEntities,
            RealtimeChecker.position.modifiedTrip, RealtimeChecker.update.tripProperties,
            RealtimeChecker.detour.selectedTrips,
            RealtimeChecker.detour.modifications,
        ]
    }

    mutating func process(_ record: Record) throws {
        if record.table > 0 { checkDeletion(record) }
        // Stops, detours and deletions stand in messages of any kind.
        if (1...3).contains(record.table), !isPlaced { place(record) }
        if (1...5).contains(record.table) { sequence.take(record.table, record.bytes) }
        switch record.table {
        case 0: takeMessage(record)
        case 1: takePosition(record)
        case 2: takeUpdate(record)
        case 3: takeAlert(record)
        case 4: takeStop(record)
        case 5: takeDetour(record)
        default: break
        }
    }

    func add(
        _ rule: Rule, _ record: Record, _ fields: [(name: String, value: NoticeSample.Value)]
    ) {
        let entity = record[RealtimeChecker.position.entityID].string.map {
            [("entity_id", NoticeSample.Value.text($0))]
        }
        book.add(rule, file: file, line: record.isLine ? record.line : nil, (entity ?? []) + fields)
    }

    /// Whether an enumeration has a value. Programs that read protobuf take any other number for a missing field.
    static func isKnown(_ value: Int?, _ cases: Enumeration) -> Bool {
        value.map { value in cases.cases.contains { $0.value == value } } ?? false
    }

    /// The value of an enumeration's field that the specification does not have, as samples show it.
    static func unknown(
        _ name: String, _ value: Int?
    ) -> [(name: String, value: NoticeSample.Value)] { value.map { [(name, .whole($0))] } ?? [] }

    // MARK: Messages

    private mutating func takeMessage(_ record: Record) {
        let row = RealtimeChecker.message
        messages += 1
        isPlaced = false
        vehicles.removeAll(keepingCapacity: true)
        file = record[row.source].string.map { String($0.split(separator: "/").last ?? "-") } ?? "-"
        let written = record[row.timestamp]
        header = time(written, "timestamp", record)
        sequence.begin(file, header: header)
        pairs.begin(file, header: header)
        let incrementality = record.values.value(row.incrementality)
        isFull = incrementality != 1
        lastFlagged = nil
        if let version = record[row.gtfsRealtimeVersion].string, !["1.0", "2.0"].contains(version) {
            add(.versionUnknown, record, [("gtfs_realtime_version", .text(version))])
        }
        let isOfVersion1 = record[row.gtfsRealtimeVersion].string == "1.0"
        if !isOfVersion1, !RealtimeChecker.isKnown(incrementality, .incrementality) {
            add(.incrementalityMissing, record, [("incrementality", incrementality.map { .whole($0) } ?? .null)])
        }
        guard let header else {
            if Instant.reading(written) == .none {
                add(
                    isOfVersion1 ? .timestampMissing : .headerTimestampMissing, record, [("timestamp", .null)])
            }
            return
        }
        if header > now + RealtimeChecker.tolerance {
            add(.timestampInFuture, record, [("timestamp", .whole(header)), ("now", .whole(now))])
        }
    }

    /// A message that says all there is deletes nothing, so it does not say of an entity whether it is deleted.
    private mutating func checkDeletion(_ record: Record) {
        guard isFull, messages > 0, record.table == 6 || record[RealtimeChecker.position.isDeleted].kind != .absent
        else {
            return
        }
        // An entity may have several records.
        let entity = record[RealtimeChecker.position.entityID].string
        guard entity == nil || entity != lastFlagged else { return }
        lastFlagged = entity
        add(.deletionInFullDataset, record, [])
    }

    /// Compares a message with the one before it, once it is known of what kind it is.
    private mutating func place(_ record: Record) {
        isPlaced = true
        guard let header else { return }
        if let last = newest[record.table], header < last.time {
            return book.add(
                .headerTimestampDecreased, file: file, line: nil,
                [("timestamp", .whole(header)), ("previous_timestamp", .whole(last.time))])
        }
        newest[record.table] = (header, file)
    }

    /// How far clocks may disagree, in seconds.
    private static let tolerance = 60

    /// What may be a time in a feed, in seconds: 2000 to 2100.
    private static let plausible = 946_684_800..<4_102_444_800

    /// The time that a value tells, as all stages take it; notices where it is not in seconds or no time.
    func time(_ value: JSONValue, _ field: String, _ record: Record) -> Int? {
        switch Instant.reading(value) {
        case .none: return nil
        case .seconds(let seconds) where RealtimeChecker.plausible.contains(seconds): return seconds
        case .scaled(let seconds, _):
            add(.timestampNotPosix, record, [(field, RealtimeChecker.sample(value))])
            return seconds
        case .seconds, .invalid:
            add(.timestampNotPosix, record, [(field, RealtimeChecker.sample(value))])
            return nil
        }
    }

    private static func sample(_ value: JSONValue) -> NoticeSample.Value {
        value.integer.map { .whole($0) } ?? .text(String(decoding: value.inside.prefix(64), as: UTF8.self))
    }

    /// Called once after the last file.
    mutating func finish() {
        sequence.end()
        pairs.conclude(book) { one, other in
            guard let one = feed.tripIDs.defined(one), let other = feed.tripIDs.defined(other) else { return false }
            return !feed.trip(one).block.isNone && feed.trip(one).block == feed.trip(other).block
        }
        unknownStops.conclude(book, .unknownStopID)
        for newest in newest.sorted(by: { $0.key < $1.key }).map(\.value) where newest.time < now - 65 {
            book.add(
                .headerStale, file: newest.file, line: nil, [("timestamp", .whole(newest.time)), ("now", .whole(now))])
        }
    }

    /// The entity's own time; notices where it is none, and where it is after its message's.
    @discardableResult
    func checkTimestamp(_ record: Record) -> Int? {
        let value = record[RealtimeChecker.position.timestamp]
        guard let time = time(value, "timestamp", record) else {
            if value.integer == 0 { add(.timestampZero, record, [("timestamp", .whole(0))]) }
            if value.kind == .absent { add(.timestampMissing, record, [("timestamp", .null)]) }
            return nil
        }
        if time > now + RealtimeChecker.tolerance {
            add(.timestampInFuture, record, [("timestamp", .whole(time)), ("now", .whole(now))])
        }
        if let header, time > header {
            add(.timestampAfterHeader, record, [("timestamp", .whole(time)), ("header_timestamp", .whole(header))])
        }
        return time
    }

    func check(route: String, _ record: Record) {
        guard checker.isComplete("routes"), !feed.routeIDs.isDefined(route) else { return }
        add(.unknownRouteID, record, [("route_id", .text(route))])
    }

    // MARK: Vehicles

    private mutating func takePosition(_ record: Record) {
        let row = RealtimeChecker.position
        guard record[row.isDeleted].bool != true else { return }
        let time = checkTimestamp(record)
        let id = record[row.vehicleID].string ?? ""
        let vehicle: (name: String, value: NoticeSample.Value) = ("vehicle_id", id.isEmpty ? .null : .text(id))
        if id.isEmpty {
            add(.vehicleWithoutID, record, [vehicle])
        } else if !vehicles.insert(id).inserted {
            add(.repeatedVehicleID, record, [vehicle])
        }
        checkDescriptor(record, isRequired: false)
        let trip = checkTrip(record)
        pairs.takePosition(pair(record))
        checkSpeed(record, of: trip)
        if let stop = record[row.stopID].string {
            check(stop: stop, record)
            check(platform: stop, record)
        }
        if let bearing = record[row.bearing].double, !(0...360).contains(bearing) {
            add(.bearingInvalid, record, [vehicle, ("bearing", .number(bearing, decimals: 1))])
        }
        guard let latitude = record[row.latitude].double, let longitude = record[row.longitude].double else { return }
        let place: [(name: String, value: NoticeSample.Value)] = [
            vehicle, ("latitude", .number(latitude, decimals: 6)), ("longitude", .number(longitude, decimals: 6)),
        ]
        guard let coordinate = Coordinate(place: latitude, longitude) else {
            return add(.positionInvalid, record, place)
        }
        if ways.isOutside(coordinate) {
            add(.positionOutsideArea, record, place)
        } else if let trip, record.affectedTripID == nil, let metres = ways.distance(from: coordinate, to: trip),
            metres > VehicleWays.reach
        {
            add(
                .positionFarFromWay, record,
                place + [("trip_id", .text(feed.tripIDs.text(trip))), ("distance_m", .number(metres, decimals: 0))])
        }
        checkStay(id, time, coordinate, record)
    }

    /// Which vehicle serves which trip.
    func pair(_ record: Record) -> RealtimePairs.Pair {
        let row = RealtimeChecker.position
        return RealtimePairs.Pair(
            vehicle: RealtimeChecker.text(record[row.vehicleID]),
            trip: copiedTripID(record) ?? RealtimeChecker.text(record[row.tripID]) ?? record.affectedTripID,
            entity: RealtimeChecker.text(record[row.entityID]), line: record.isLine ? record.line : nil)
    }

    /// The id of the copy, for a DUPLICATED trip: positions name the copy by this id; its update names the original.
    private func copiedTripID(_ record: Record) -> String? {
        guard record.values.value(RealtimeChecker.position.scheduleRelationship) == 6,
            record[RealtimeChecker.update.tripProperties].kind == .object
        else { return nil }
        var id: String?
        record[RealtimeChecker.update.tripProperties].forEachMember { key, value in
            if key.string == Tables.TripProperties.columns.tripID.name { id = RealtimeChecker.text(value) }
        }
        return id
    }

    /// The text of a value; nil if it is empty, because an empty id names nothing.
    private static func text(_ value: JSONValue) -> String? { value.string.flatMap { $0.isEmpty ? nil : $0 } }

    private mutating func checkStay(_ id: String, _ time: Int?, _ coordinate: Coordinate, _ record: Record) {
        guard !id.isEmpty, let header else { return }
        guard var stay = stays[id], stay.time == time ?? 0, stay.latitude == coordinate.latitude,
            stay.longitude == coordinate.longitude, stay.since <= header
        else {
            stays[id] = Stay(
                time: time ?? 0, latitude: coordinate.latitude, longitude: coordinate.longitude, since: header)
            return
        }
        // A vehicle that says no time may well stand.
        guard !stay.isTold, time != nil, header - stay.since >= 300 else { return }
        stay.isTold = true
        stays[id] = stay
        add(
            .vehicleFrozen, record,
            [("vehicle_id", .text(id)), ("timestamp", .whole(time ?? 0)), ("since", .whole(stay.since))])
    }

    func check(stop: String, _ record: Record) {
        guard checker.isComplete("stops"), !feed.stopIDs.isDefined(stop) else { return }
        let entity = record[RealtimeChecker.position.entityID].string
        unknownStops.note(
            stop, file: file, line: record.isLine ? record.line : nil,
            (entity.map { [("entity_id", .text($0))] } ?? []) + [("stop_id", .text(stop))])
    }

    // MARK: Trips

    /// Checks what is said of a trip against the timetable.
    /// - Returns: the trip, where the timetable has it and it is run as there.
    func checkTrip(_ record: Record) -> IDSpace.ID? {
        let row = RealtimeChecker.position
        if let route = record[row.routeID].string, !route.isEmpty { check(route: route, record) }
        let named = record[row.tripID].string.flatMap { $0.isEmpty ? nil : $0 } ?? record.affectedTripID
        guard let name = named, !name.isEmpty, checker.isComplete("trips") else { return nil }
        let relationship = record.values.value(row.scheduleRelationship) ?? 0
        let field: (name: String, value: NoticeSample.Value) = ("trip_id", .text(name))
        guard let trip = feed.tripIDs.defined(name) else {
            // Added, new, unscheduled and duplicated trips may be known to realtime alone.
            if ![1, 2, 6, 8].contains(relationship) { add(.unknownTripID, record, [field]) }
            return nil
        }
        checkFrequency(trip, field, record)
        if relationship == 1 || relationship == 8 {
            add(.addedTripInSchedule, record, [field])
            return nil
        }
        let known = feed.trip(trip)
        if let route = record[row.routeID].string, let other = feed.routeIDs.defined(route), other != known.route {
            add(
                .tripOfOtherRoute, record,
                [field, ("route_id", .text(route)), ("scheduled_route_id", .text(feed.routeIDs.text(known.route)))])
        }
        if let direction = record[row.directionID].integer, let scheduled = known.direction, direction != scheduled {
            add(
                .directionMismatch, record,
                [field, ("direction_id", .whole(direction)), ("scheduled_direction_id", .whole(scheduled))])
        }
        checkStart(trip, known, field, record)
        return trip
    }

    private func checkStart(
        _ trip: IDSpace.ID, _ known: CheckedFeed.Trip, _ field: (name: String, value: NoticeSample.Value),
        _ record: Record
    ) {
        let row = RealtimeChecker.position
        if let date = record[row.startDate].string, let day = CivilDate(compact: date)?.daysSinceEpoch,
            !known.service.isNone, !feed.uncertainServices.contains(known.service),
            checker.isWhole(["calendar", "calendar_dates"]),
            checker.seen.contains("calendar") || checker.seen.contains("calendar_dates"),
            !feed.calendar.runs(known.service.index, on: day)
        {
            add(.startDateWithoutService, record, [field, ("start_date", .text(date))])
        }
        if !known.hasFrequency, let start = record[row.startTime].string, let seconds = ScheduleTime.seconds(start),
            case let starts = ways.starts(of: trip), let first = starts.last,
            !starts.contains(where: { Int($0) == seconds })
        {
            add(
                .startTimeMismatch, record,
                [field, ("start_time", .text(start)), ("scheduled_start_time", .time(first))])
        }
    }
}

extension IDSpace {
    /// The id of a text, where a row has it.
    func defined(_ text: String) -> ID? {
        var text = text
        return text.withUTF8 { bytes in
            let bytes = UnsafeRawBufferPointer(bytes)
            return isDefined(bytes) ? intern(bytes) : nil
        }
    }

    func isDefined(_ text: String) -> Bool { defined(text) != nil }
}
