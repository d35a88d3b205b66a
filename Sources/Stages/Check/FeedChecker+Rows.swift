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
    func id(_ number: Int, _ record: Record, _ space: IDSpace) -> IDSpace.ID {
        guard let text = record.values.idText(number: number), !text.isEmpty else { return .none }
        return space.intern(text)
    }

    private static let stopTime = Tables.StopTimes.columns
    private static let shape = Tables.Shapes.columns

    private func takeStopTime(_ record: Record) throws {
        let row = FeedChecker.stopTime
        let trip = id(row.tripID.number, record, feed.tripIDs)
        guard !trip.isNone else { return }
        tripOfStopTimes.meet(trip, line: record.lineInSource)
        let stop = id(row.stopID.number, record, feed.stopIDs)
        if !stop.isNone {
            stopOfStopTimes.meet(stop, line: record.lineInSource)
            feed.stopIDs.mark(stop, CheckedFeed.called)
        }
        let sequence = record[row.stopSequence].integer
        nullCheck(record, row.arrivalTime, .invalidTime)
        nullCheck(record, row.departureTime, .invalidTime)
        nullCheck(record, row.stopSequence, .invalidInteger)
        nullCheck(record, row.shapeDistTraveled, .invalidFloat)
        guard let sequence else { return }
        let short = place(sequence, record, "stop_sequence")
        let value = CheckedFeed.StopTime(
            stop: stop, arrival: FeedChecker.seconds(record[row.arrivalTime]),
            departure: FeedChecker.seconds(record[row.departureTime]),
            line: record.lineInSource ?? 0,
            hasWindow: record[row.startPickupDropOffWindow].isPresent || record[row.endPickupDropOffWindow].isPresent)
        try feed.takeStopTime(value, sequence: short, of: trip)
        feed.note(distance: record[row.shapeDistTraveled].double ?? .nan)
    }

    /// A number of an order as it is kept: one beyond 32 bits is told, and stands at the end.
    private func place(_ sequence: Int, _ record: Record, _ field: String) -> UInt32 {
        if let short = UInt32(exactly: sequence) { return short }
        checks[record.table].add(.numberOutOfRange, record, shows: [field])
        return sequence < 0 ? 0 : .max
    }

    /// A null of records says that a value broke its type.
    @inline(__always)
    private func nullCheck<M, V, P>(_ record: Record, _ column: Column<M, V, P>, _ rule: Rule) {
        guard record[column].kind == .null, record.isLine || record.lineInSource == nil else { return }
        checks[record.table].add(rule, record, shows: [column.name])
    }

    @inline(__always)
    private static func seconds(_ value: JSONValue) -> Int32 {
        guard value.kind == .string, let seconds = ScheduleTime.seconds(value.inside) else {
            return value.kind == .absent ? CheckedFeed.StopTime.unknown : CheckedFeed.StopTime.broken
        }
        return Int32(truncatingIfNeeded: seconds)
    }

    private func takeShapePoint(_ record: Record) throws {
        let row = FeedChecker.shape
        let shape = id(row.shapeID.number, record, feed.shapeIDs)
        guard !shape.isNone else { return }
        feed.shapeIDs.mark(shape, IDSpace.defined)
        nullCheck(record, row.shapePtLat, .numberOutOfRange)
        nullCheck(record, row.shapePtLon, .numberOutOfRange)
        nullCheck(record, row.shapePtSequence, .invalidInteger)
        nullCheck(record, row.shapeDistTraveled, .invalidFloat)
        guard let sequence = record[row.shapePtSequence].integer,
            let latitude = record[row.shapePtLat].double, let longitude = record[row.shapePtLon].double,
            abs(latitude) <= 90, abs(longitude) <= 180
        else { return }
        let short = place(sequence, record, "shape_pt_sequence")
        checkPoint(latitude, longitude, record, shows: ["shape_pt_lat", "shape_pt_lon"])
        let point = CheckedFeed.ShapePoint(
            latitude: Int32((latitude * 1e7).rounded()), longitude: Int32((longitude * 1e7).rounded()),
            line: UInt32(truncatingIfNeeded: record.lineInSource ?? 0),
            distance: record[row.shapeDistTraveled].double ?? .nan)
        try feed.shapePoints.append(point, sequence: short, to: shape)
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
        let row = Tables.Stops.columns
        let stop = id(row.stopID.number, record, feed.stopIDs)
        guard !stop.isNone else { return }
        var value = CheckedFeed.Stop()
        value.line = record.lineInSource ?? 0
        // Of rows of one id the first counts, which another rule tells of.
        if stop.index < feed.stops.count, feed.stops[stop.index].isRow { return }
        value.isRow = true
        value.type = record[row.locationType].integer ?? 0
        value.parent = id(row.parentStation.number, record, feed.stopIDs)
        value.hasZone = record[row.zoneID].isPresent
        if let latitude = record[row.stopLat].double, let longitude = record[row.stopLon].double,
            abs(latitude) <= 90, abs(longitude) <= 180
        {
            if let place = Coordinate(place: latitude, longitude) {
                value.latitude = place.latitude
                value.longitude = place.longitude
            }
            checkPoint(latitude, longitude, record, shows: ["stop_lat", "stop_lon"])
        }
        if !value.parent.isNone {
            feed.stopIDs.mark(value.parent, value.type == 4 ? CheckedFeed.hasBoardingArea : CheckedFeed.isParent)
        }
        feed.set(value, stop)
        side.takeStop(record, stop)
    }

    private func takeRoute(_ record: Record) {
        let row = Tables.Routes.columns
        let route = id(row.routeID.number, record, feed.routeIDs)
        guard !route.isNone else { return }
        if route.index < feed.routes.count, feed.routes[route.index].line != 0 { return }
        var value = CheckedFeed.Route()
        value.type = record[row.routeType].integer
        value.line = record.lineInSource ?? -1
        value.agency = id(row.agencyID.number, record, feed.agencyIDs)
        value.isContinuous =
            [record[row.continuousPickup].integer, record[row.continuousDropOff].integer]
            .contains { $0 != nil && $0 != 1 }
        feed.set(value, route)
        side.takeRoute(record, route, checks[record.table])
    }

    private func takeTrip(_ record: Record) {
        let row = Tables.Trips.columns
        let trip = id(row.tripID.number, record, feed.tripIDs)
        guard !trip.isNone, feed.trip(trip).line == 0 else { return }
        let route = id(row.routeID.number, record, feed.routeIDs)
        let service = id(row.serviceID.number, record, feed.serviceIDs)
        let shape = id(row.shapeID.number, record, feed.shapeIDs)
        let block = id(row.blockID.number, record, feed.blockIDs)
        if !route.isNone { feed.routeIDs.mark(route, CheckedFeed.used) }
        if !service.isNone { feed.serviceIDs.mark(service, CheckedFeed.used) }
        if !shape.isNone { feed.shapeIDs.mark(shape, CheckedFeed.used) }
        feed.change(trip) {
            $0.route = route
            $0.service = service
            $0.shape = shape
            $0.block = block
            $0.direction = record[row.directionID].integer
            $0.line = UInt32(truncatingIfNeeded: record.lineInSource ?? Int(UInt32.max))
        }
    }

    private func takeWeek(_ record: Record) {
        let row = Tables.Calendar.columns
        let service = id(row.serviceID.number, record, feed.serviceIDs)
        guard !service.isNone else { return }
        guard let first = SideTables.day(record[row.startDate]), let last = SideTables.day(record[row.endDate]) else {
            feed.uncertainServices.insert(service)
            return
        }
        var days: UInt8 = 0
        for (place, column) in FeedChecker.weekdays.enumerated() where record[column].integer == 1 {
            days |= 1 << UInt8(place)
        }
        feed.calendar.addWeek(service.index, weekdays: days, first: first, last: last)
        feed.note(service, file: file("calendar"), line: record.lineInSource)
    }

    private static let weekdays = Tables.Calendar.columns.weekdays

    private func takeDate(_ record: Record) {
        let row = Tables.CalendarDates.columns
        let service = id(row.serviceID.number, record, feed.serviceIDs)
        guard !service.isNone else { return }
        guard let day = SideTables.day(record[row.date]), let type = record[row.exceptionType].integer,
            type == 1 || type == 2
        else {
            feed.uncertainServices.insert(service)
            return
        }
        feed.calendar.addException(service.index, day: day, runs: type == 1)
        feed.note(service, file: file("calendar_dates"), line: record.lineInSource)
    }

    /// Stops of a group are called at where the group is.
    private func takeGroupStop(_ record: Record) {
        let stop = id(Tables.LocationGroupStops.columns.stopID.number, record, feed.stopIDs)
        if !stop.isNone { feed.stopIDs.mark(stop, CheckedFeed.called) }
    }
}
