import Contract
import Geometry
import NDJSON
import Schedule
import StageKit
import TimeZones

/// Keeping what is compared later.
extension FeedChecker {
    static func taker(of table: String) -> (FeedChecker, Record) throws -> Void {
        switch table {
        case "stop_times": { try $0.takeStopTime($1) }
        case "shapes": { try $0.takeShapePoint($1) }
        case "stops": { $0.takeStop($1) }
        case "routes": { $0.takeRoute($1) }
        case "trips": { $0.takeTrip($1) }
        case "calendar": { $0.takeWeek($1) }
        case "calendar_dates": { $0.takeDate($1) }
        case "location_group_stops": { $0.takeGroupStop($1) }
        default: { $0.side.take($1, table: $0.checks[$1.table], of: $0) }
        }
    }

    @inline(__always)
    func id(_ text: UnsafeRawBufferPointer?, _ space: IDSpace) -> IDSpace.ID {
        text.map(space.intern) ?? .none
    }

    /// Returns a closure that writes into a row's mark the values that `check` keeps, and returns false for a row that needs a
    /// closer look. Returns nil if `check` keeps more of this table's rows than a `PlainRow`.
    static func markingPlainRows(of table: String) -> ((Record, inout RowMark) -> Bool)? {
        switch table {
        case Tables.StopTimes.name: { mark(FeedChecker.plainStopTime($0), &$1) }
        case Tables.Shapes.name: { mark(FeedChecker.plainPoint($0), &$1) }
        default: nil
        }
    }

    @inline(__always)
    private static func mark(_ row: PlainRow?, _ mark: inout RowMark) -> Bool {
        guard let row else { return false }
        QuietRow.write(row, to: &mark)
        return true
    }

    @inline(__always)
    private static func plainStopTime(_ record: Record) -> PlainRow? {
        let columns = Tables.StopTimes.columns
        let row = StopTimeRow(record)
        let (stop, distance) = (record[columns.stopID], record[columns.shapeDistTraveled])
        guard let start = record.bytes.baseAddress, let arrival = row.arrival, let departure = row.departure,
            let sequence = row.place, !row.isArea,
            distance.kind != .null,
            record[columns.startPickupDropOffWindow].kind == .absent,
            record[columns.endPickupDropOffWindow].kind == .absent,
            let trip = range(of: record[columns.tripID], from: start), !trip.isEmpty,
            let stop = stop.kind == .absent ? TextRange.none : range(of: stop, from: start)
        else { return nil }
        return PlainRow(
            owner: trip, stop: stop, sequence: sequence,
            pair: (Int32(truncatingIfNeeded: arrival), Int32(truncatingIfNeeded: departure)),
            distance: distance.double ?? .nan)
    }

    @inline(__always)
    private static func plainPoint(_ record: Record) -> PlainRow? {
        let columns = Tables.Shapes.columns
        let distance = record[columns.shapeDistTraveled]
        guard let start = record.bytes.baseAddress,
            distance.kind != .null, let latitude = record[columns.shapePtLat].double,
            let longitude = record[columns.shapePtLon].double, abs(latitude) > 1, abs(latitude) < 89,
            abs(longitude) <= 180,
            let sequence = ShapePointRow(record).sequence,
            let shape = range(of: record[columns.shapeID], from: start), !shape.isEmpty
        else { return nil }
        return PlainRow(
            owner: shape, stop: .none, sequence: sequence, pair: FeedChecker.place(latitude, longitude),
            distance: distance.double ?? .nan)
    }

    /// The range of an id of printable ASCII; rules have something to say of other ids.
    private static func range(of id: JSONValue, from start: UnsafeRawPointer) -> TextRange? {
        guard TextForm.isPrintableASCII(id.inside) else { return nil }
        return TextRange(id, from: start)
    }

    /// A place in ten-millionths of a degree.
    private static func place(_ latitude: Double, _ longitude: Double) -> (Int32, Int32) {
        (Int32((latitude * 1e7).rounded()), Int32((longitude * 1e7).rounded()))
    }

    /// Keeps a row of stop_times or shapes whose mark says all that is kept of it.
    @inline(__always)
    func takePlain(_ row: PlainRow, _ record: Record, isPoint: Bool) throws {
        if isPoint {
            let shape = feed.shapeIDs.intern(row.owner.text(of: record))
            feed.shapeIDs.mark(shape, IDSpace.defined)
            return try takePoint(row.pair, record, sequence: row.sequence, distance: row.distance, of: shape)
        }
        let trip = feed.tripIDs.intern(row.owner.text(of: record))
        tripOfStopTimes.meet(trip, line: record.lineInSource)
        var stop = IDSpace.ID.none
        if !row.stop.isEmpty {
            stop = feed.stopIDs.intern(row.stop.text(of: record))
            meet(stop: stop, record)
        }
        let (arrival, departure) = row.pair
        try feed.takeStopTime(
            CheckedFeed.StopTime(
                stop: stop, arrival: arrival, departure: departure, line: record.lineInSource ?? 0, hasWindow: false),
            sequence: row.sequence, distance: row.distance, of: trip)
    }

    @inline(__always)
    private func meet(stop: IDSpace.ID, _ record: Record) {
        stopOfStopTimes.meet(stop, line: record.lineInSource)
        feed.stopIDs.mark(stop, CheckedFeed.called)
    }

    private func takeStopTime(_ record: Record) throws {
        let columns = Tables.StopTimes.columns
        let row = rows.stopTime(record)
        let trip = id(row.tripID, feed.tripIDs)
        guard !trip.isNone else { return }
        tripOfStopTimes.meet(trip, line: record.lineInSource)
        checkASCII(trip, feed.tripIDs, record)
        let stop = id(row.stopID, feed.stopIDs)
        if !stop.isNone {
            meet(stop: stop, record)
            checkASCII(stop, feed.stopIDs, record)
        }
        nullCheck(record, columns.arrivalTime, .invalidTime)
        nullCheck(record, columns.departureTime, .invalidTime)
        nullCheck(record, columns.stopSequence, .invalidInteger)
        nullCheck(record, columns.shapeDistTraveled, .invalidFloat)
        guard let sequence = place(row.place, record, columns.stopSequence) else { return }
        if let group = record.id(columns.locationGroupID) {
            feed.locationGroupIDs.mark(feed.locationGroupIDs.intern(group), CheckedFeed.used)
        }
        let value = CheckedFeed.StopTime(
            stop: stop, arrival: FeedChecker.time(row.arrival, record[columns.arrivalTime]),
            departure: FeedChecker.time(row.departure, record[columns.departureTime]),
            line: record.lineInSource ?? 0,
            hasWindow: record[columns.startPickupDropOffWindow].isPresent
                || record[columns.endPickupDropOffWindow].isPresent)
        try feed.takeStopTime(value, sequence: sequence, distance: row.shapeDistance ?? .nan, of: trip)
        if value.hasWindow { takeWindow(record, sequence: sequence, of: trip) }
    }

    private func takeWindow(_ record: Record, sequence: UInt32, of trip: IDSpace.ID) {
        let columns = Tables.StopTimes.columns
        func seconds(_ value: JSONValue) -> Int32? {
            value.kind == .string ? ScheduleTime.seconds(value.inside).map { Int32(clamping: $0) } : nil
        }
        func type(_ value: JSONValue) -> Int8 {
            guard value.kind != .absent else { return 0 }
            return value.integer.flatMap { (0...3).contains($0) ? Int8($0) : nil } ?? -1
        }
        guard let start = seconds(record[columns.startPickupDropOffWindow]),
            let end = seconds(record[columns.endPickupDropOffWindow])
        else { return }
        let (pickup, dropOff) = (type(record[columns.pickupType]), type(record[columns.dropOffType]))
        if pickup == 2, dropOff == 2 { feed.change(trip) { $0.isBooked = true } }
        guard let location = record.id(columns.locationID) else { return }
        feed.zoneCalls.append(
            CheckedFeed.ZoneCall(
                trip: trip, location: feed.locationIDs.intern(location), sequence: sequence,
                line: UInt32(truncatingIfNeeded: record.lineInSource ?? 0), start: start, end: end, pickup: pickup,
                dropOff: dropOff))
    }

    /// Tells an id of a table whose ids are not looked at one by one.
    @inline(__always)
    private func checkASCII(_ id: IDSpace.ID, _ space: IDSpace, _ record: Record) {
        guard space.has(id, IDSpace.isForeign) else { return }
        checks[record.table].add(.nonAsciiOrNonPrintableChar, record, shows: [space.name])
    }

    /// A place in a trip or shape; a number that is none is told, and its row is no part of it.
    @inline(__always)
    private func place<M, P>(_ sequence: UInt32?, _ record: Record, _ column: Column<M, Whole, P>) -> UInt32? {
        if sequence == nil, record[column].integer != nil {
            checks[record.table].add(.numberOutOfRange, record, shows: [column.name])
        }
        return sequence
    }

    /// A null of records says that a value broke its type.
    @inline(__always)
    private func nullCheck<M, V, P>(_ record: Record, _ column: Column<M, V, P>, _ rule: Rule) {
        guard record.isLine || record.lineInSource == nil, record[column].kind == .null else { return }
        checks[record.table].add(rule, record, shows: [column.name])
    }

    @inline(__always)
    private static func time(_ seconds: Int?, _ value: JSONValue) -> Int32 {
        if let seconds { return Int32(truncatingIfNeeded: seconds) }
        return value.kind == .absent ? CheckedFeed.StopTime.unknown : CheckedFeed.StopTime.broken
    }

    private func takeShapePoint(_ record: Record) throws {
        let columns = Tables.Shapes.columns
        let row = rows.shapePoint(record)
        let shape = id(row.shapeID, feed.shapeIDs)
        guard !shape.isNone else { return }
        feed.shapeIDs.mark(shape, IDSpace.defined)
        checkASCII(shape, feed.shapeIDs, record)
        nullCheck(record, columns.shapePtLat, .numberOutOfRange)
        nullCheck(record, columns.shapePtLon, .numberOutOfRange)
        nullCheck(record, columns.shapePtSequence, .invalidInteger)
        nullCheck(record, columns.shapeDistTraveled, .invalidFloat)
        guard let latitude = record[columns.shapePtLat].double, let longitude = record[columns.shapePtLon].double,
            abs(latitude) <= 90, abs(longitude) <= 180,
            let sequence = place(row.sequence, record, columns.shapePtSequence)
        else { return }
        checkPoint(latitude, longitude, record, shows: ["shape_pt_lat", "shape_pt_lon"])
        try takePoint(
            FeedChecker.place(latitude, longitude), record, sequence: sequence, distance: row.distance ?? .nan,
            of: shape)
    }

    @inline(__always)
    private func takePoint(
        _ place: (Int32, Int32), _ record: Record, sequence: UInt32, distance: Double, of shape: IDSpace.ID
    ) throws {
        let point = CheckedFeed.ShapePoint(
            latitude: place.0, longitude: place.1, line: UInt32(truncatingIfNeeded: record.lineInSource ?? 0),
            distance: distance)
        try feed.shapePoints.append(point, sequence: sequence, to: shape)
    }

    private func checkPoint(_ latitude: Double, _ longitude: Double, _ record: Record, shows fields: [String]) {
        // As the canonical validator has it; a position of exactly one degree is one for other stages.
        if abs(latitude) <= 1, abs(longitude) <= 1 {
            checks[record.table].add(.pointNearOrigin, record, shows: fields)
        } else if abs(latitude) >= 89 {
            checks[record.table].add(.pointNearPole, record, shows: fields)
        }
    }

    private func takeStop(_ record: Record) {
        let columns = Tables.Stops.columns
        let row = rows.stop(record)
        let stop = id(row.stopID, feed.stopIDs)
        guard !stop.isNone else { return }
        var value = CheckedFeed.Stop()
        value.line = record.lineInSource ?? 0
        // Of rows of one id the first counts, which another rule tells of.
        if stop.index < feed.stops.count, feed.stops[stop.index].isRow { return }
        value.isRow = true
        value.type = record[columns.locationType].integer ?? 0
        value.parent = id(row.parentStation, feed.stopIDs)
        value.hasZone = record[columns.zoneID].isPresent
        value.hasLevel = record[columns.levelID].isPresent
        value.isOutsidePathways = record[columns.stopAccess].integer == 1
        value.name = record.text(columns.stopName).map(TextForm.foldedFingerprint) ?? 0
        if let latitude = record[columns.stopLat].double, let longitude = record[columns.stopLon].double,
            abs(latitude) <= 90, abs(longitude) <= 180
        {
            if let place = Coordinate(place: latitude, longitude) {
                value.latitude = place.latitude
                value.longitude = place.longitude
            }
            checkPoint(latitude, longitude, record, shows: ["stop_lat", "stop_lon"])
        }
        if !value.parent.isNone {
            feed.stopIDs.mark(
                value.parent, value.type == 0 ? CheckedFeed.isParent | CheckedFeed.hasStop : CheckedFeed.isParent)
        }
        feed.set(value, stop)
        side.takeStop(record, stop)
    }

    private func takeRoute(_ record: Record) {
        let columns = Tables.Routes.columns
        let row = rows.route(record)
        let route = id(row.routeID, feed.routeIDs)
        guard !route.isNone else { return }
        if route.index < feed.routes.count, feed.routes[route.index].line != 0 { return }
        var value = CheckedFeed.Route()
        value.type = record[columns.routeType].integer
        value.line = record.lineInSource ?? -1
        value.agency = id(row.agencyID, feed.agencyIDs)
        value.isContinuous =
            [record[columns.continuousPickup].integer, record[columns.continuousDropOff].integer]
            .contains { $0 != nil && $0 != 1 }
        feed.set(value, route)
        side.takeRoute(record, route, checks[record.table])
    }

    private func takeTrip(_ record: Record) {
        let row = rows.trip(record)
        let trip = id(row.tripID, feed.tripIDs)
        guard !trip.isNone, feed.trip(trip).line == 0 else { return }
        let route = id(row.routeID, feed.routeIDs)
        let service = id(row.serviceID, feed.serviceIDs)
        let shape = id(row.shapeID, feed.shapeIDs)
        let block = id(row.blockID, feed.blockIDs)
        let headsign = id(record.id(Tables.Trips.columns.tripHeadsign), feed.headsigns)
        let bikes = record[Tables.Trips.columns.bikesAllowed].integer
        if !route.isNone { feed.routeIDs.mark(route, CheckedFeed.used) }
        if !service.isNone { feed.serviceIDs.mark(service, CheckedFeed.used) }
        if !shape.isNone { feed.shapeIDs.mark(shape, CheckedFeed.used) }
        feed.change(trip) {
            $0.route = route
            $0.service = service
            $0.shape = shape
            $0.block = block
            $0.headsign = headsign
            $0.lacksBikes = bikes != 1 && bikes != 2
            $0.direction = record[Tables.Trips.columns.directionID].integer
            $0.line = UInt32(truncatingIfNeeded: record.lineInSource ?? Int(UInt32.max))
        }
    }

    private func takeWeek(_ record: Record) {
        let row = rows.week(record)
        let service = id(row.serviceID, feed.serviceIDs)
        guard !service.isNone else { return }
        feed.serviceIDs.mark(service, CheckedFeed.inCalendar)
        guard let first = row.first, let last = row.last else {
            feed.uncertainServices.insert(service)
            return
        }
        feed.calendar.addWeek(service.index, weekdays: row.weekdays, first: first, last: last)
        feed.note(service, file: file("calendar"), line: record.lineInSource)
    }

    private func takeDate(_ record: Record) {
        let row = rows.exception(record)
        let service = id(row.serviceID, feed.serviceIDs)
        guard !service.isNone else { return }
        guard let day = row.day, let runs = row.runs else {
            feed.uncertainServices.insert(service)
            return
        }
        feed.calendar.addException(service.index, day: day, runs: runs)
        feed.note(service, file: file("calendar_dates"), line: record.lineInSource)
    }

    private func takeGroupStop(_ record: Record) {
        let columns = Tables.LocationGroupStops.columns
        let group = id(record.id(columns.locationGroupID), feed.locationGroupIDs)
        let stop = id(record.id(columns.stopID), feed.stopIDs)
        if !stop.isNone, !group.isNone { feed.groupStops.append((group, stop)) }
    }
}
