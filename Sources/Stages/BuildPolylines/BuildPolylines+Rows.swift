import Containers
import Contract
import GTFSSchedule
import Schedule
import StageKit

/// The schedule's rows on their way into `ScheduleTables`.
extension BuildPolylines {
    mutating func takeStopTime(_ record: Record, _ feed: UInt16) throws {
        let row = rows.stopTime(record)
        guard let tripID = row.tripID else {
            return reject(record, .stopTimes, "no_trip_id", "the row has no trip_id; skipped")
        }
        let trip = schedule.trip(tripID, feed)
        if !detouredTrips.isEmpty, detouredTrips.has(trip, tripID, feed) { keepTimes(row, of: trip, feed) }
        guard let stopID = row.stopID else {
            if row.isArea {
                return report(
                    record, .note, "area_in_line", "this stop time is at an area, not a stop; the line omits it")
            }
            return reject(record, .stopTimes, "no_stop_id", "the row has no stop_id; skipped")
        }
        guard let sequence = row.place else {
            return reject(
                record, .stopTimes, "bad_stop_sequence",
                "stop_sequence \(Finding.quoted(record[Columns.stopTime.stopSequence].raw)) is not a whole number"
                    + "; row skipped")
        }
        try schedule.stopTimes.append(schedule.stop(stopID, feed), sequence: sequence, to: trip)
    }

    /// Keeps the times of a stop time, with its stop or, at an area, without one.
    private mutating func keepTimes(
        _ row: StopTimeRow, of trip: Identifier<ScheduleTables.Trip>, _ feed: UInt16
    ) {
        guard let sequence = row.place else { return }
        var stopTime = Timetable.StopTime(row, sequence: Int(sequence))
        stopTime.stop = row.stopID.map { StopIndex(schedule.stop($0, feed).index) }
        detouredTrips.append(stopTime, to: trip)
    }

    mutating func takeShapePoint(_ record: Record, _ feed: UInt16) throws {
        let row = rows.shapePoint(record)
        guard let shapeID = row.shapeID else {
            return reject(record, .shapes, "no_shape_id", "the row has no shape_id; skipped")
        }
        guard let sequence = row.sequence else {
            return reject(
                record, .shapes, "bad_shape_pt_sequence",
                "shape_pt_sequence \(Finding.quoted(record[Columns.shape.shapePtSequence].raw)) is not a whole number"
                    + "; row skipped")
        }
        guard let point = row.position else {
            return reject(
                record, .shapes, "bad_shape_point",
                "shape_pt_lat and shape_pt_lon are not a valid position; row skipped")
        }
        try schedule.shapePoints.append(point, sequence: sequence, to: schedule.shapeIDs.intern(shapeID, feed: feed))
    }

    mutating func takeStop(_ record: Record, _ feed: UInt16) {
        let row = rows.stop(record)
        guard let stopID = row.stopID else {
            if record.isPassedOver { return }
            return reject(record, .stops, "no_stop_id", "the row has no stop_id; skipped")
        }
        let stop = schedule.stop(stopID, feed)
        guard !schedule[stop].isListed else { return }
        var entry = schedule[stop]
        entry.isListed = true
        entry.coordinate = row.position
        if !detouredTrips.isEmpty { entry.isPlatform = Stations.isPlatform(locationType: row.locationType) }
        if let parent = row.parentStation { entry.parent = schedule.stop(parent, feed) }
        if options.pins {
            entry.name = schedule.keep(row.name)
            entry.platformCode = schedule.keep(row.platformCode)
            entry.wheelchairBoarding = BuildPolylines.boarding(row.wheelchairBoarding)
        }
        schedule[stop] = entry
        // Lines go through stops that --where passes over, and have no pins there.
        if !record.isPassedOver { schedule.stopOrder.append(stop) }
    }

    mutating func takeRoute(_ record: Record, _ feed: UInt16) {
        let row = rows.route(record)
        guard let routeID = row.routeID else {
            return reject(record, .routes, "no_route_id", "the row has no route_id; skipped")
        }
        let route = schedule.route(routeID, feed)
        guard !schedule[route].isListed else { return }
        var entry = schedule[route]
        entry.isListed = true
        entry.shortName = schedule.keep(row.shortName)
        entry.longName = schedule.keep(row.longName)
        entry.type = row.type
        entry.color = schedule.keep(row.color)
        entry.textColor = schedule.keep(row.textColor)
        if let agency = row.agencyID { entry.agency = schedule.agency(agency, feed) }
        schedule[route] = entry
        schedule.routeOrder.append(route)
    }

    mutating func takeAgency(_ record: Record, _ feed: UInt16) {
        let row = rows.agency(record)
        let agencyID = row.agencyID ?? UnsafeRawBufferPointer(start: nil, count: 0)
        let agency = schedule.agency(agencyID, feed)
        // An agency that comes again may begin another feed, so its rows reach the stage.
        if schedule[agency].isListed {
            return report(
                record, .warning, "duplicate_agency",
                "agency_id \(Finding.quoted(agencyID)) occurs more than once; the first row counts")
        }
        schedule[agency].isListed = true
        schedule[agency].name = schedule.keep(row.name)
        schedule[agency].timezone = schedule.keep(row.timezone)
        schedule.agenciesOfFeeds[feed, default: []].append(agency)
    }

    mutating func takeTrip(_ record: Record, _ feed: UInt16) {
        let row = rows.trip(record)
        guard let tripID = row.tripID else {
            return reject(record, .trips, "no_trip_id", "the row has no trip_id; skipped")
        }
        list(
            schedule.trip(tripID, feed), feed, route: row.routeID, direction: row.directionID.map { UInt8($0) } ?? 2,
            shape: row.shapeID, service: row.serviceID)
    }

    /// Stores the values of a trip's first row, and ignores later rows. The parameters are closures so that each id is stored
    /// before the next one is read, because reading an id may invalidate the bytes of the previous one.
    /// - Parameter direction: 2 for none.
    func list(
        _ trip: Identifier<ScheduleTables.Trip>, _ feed: UInt16, route: @autoclosure () -> UnsafeRawBufferPointer?,
        direction: @autoclosure () -> UInt8, shape: @autoclosure () -> UnsafeRawBufferPointer?,
        service: @autoclosure () -> UnsafeRawBufferPointer?
    ) {
        var entry = schedule[trip]
        guard !entry.isListed else { return }
        entry.isListed = true
        if let route = route() { entry.route = schedule.route(route, feed) }
        entry.direction = direction()
        if options.geometry != .stops, let shape = shape() { entry.shape = schedule.shapeIDs.intern(shape, feed: feed) }
        if serviceDay != nil, let service = service() {
            entry.service = schedule.serviceIDs.intern(service, feed: feed)
        }
        schedule[trip] = entry
        schedule.tripOrder.append(trip)
    }

    /// Notes the ids of rows that `--where` excludes, so that none of them is reported as absent.
    public mutating func recordPassedOver(_ record: Record) throws {
        let feed = try schedule.feed(record.text(Columns.record.feedID))
        switch consumed[record.table] {
        case .trips:
            if let id = rows.trip(record).tripID { schedule[schedule.trip(id, feed)].isExcluded = true }
        case .routes:
            if let id = rows.route(record).routeID { schedule[schedule.route(id, feed)].isExcluded = true }
        case .agencies:
            let id = rows.agency(record).agencyID ?? UnsafeRawBufferPointer(start: nil, count: 0)
            schedule[schedule.agency(id, feed)].isExcluded = true
        case .shapes:
            guard let id = rows.shapePoint(record).shapeID else { return }
            schedule.excludedShapes.insert(schedule.shapeIDs.intern(id, feed: feed).number)
        case .calendar: know(rows.week(record).serviceID, feed)
        case .calendarDates: know(rows.exception(record).serviceID, feed)
        case .stopTimes, .stops, .frequencies, .tripDetails: break
        }
    }

    private func know(_ serviceID: UnsafeRawBufferPointer?, _ feed: UInt16) {
        if let serviceID { serviceDay?.know(schedule.serviceIDs.intern(serviceID, feed: feed)) }
    }

    /// 0, 1 or 2; 255 for none.
    static func boarding(_ number: Int?) -> UInt8 {
        number.flatMap { (0...2).contains($0) ? UInt8($0) : nil } ?? 255
    }

    // MARK: Findings

    func report(_ record: Record, _ kind: Finding.Kind, _ code: String, _ message: @autoclosure () -> String) {
        let file = file(of: record)
        guard context.diagnostics.wants(kind, code, file: file) else {
            return context.diagnostics.count(kind, code, file: file)
        }
        context.diagnostics.report(
            Finding(kind, code, file: file, line: record.lineInSource, message: message()))
    }

    mutating func reject(
        _ record: Record, _ table: PolylineTable, _ code: String, _ message: @autoclosure () -> String
    ) {
        rejected[table, default: 0] += 1
        report(record, .reject, code, message())
        if context.diagnostics.keepsRejects {
            context.diagnostics.keepReject(
                file: file(of: record), line: record.lineInSource, code: code, message: message(),
                raw: record.bytes)
        }
    }

    /// Where a record stands, as people know it: rows of a feed beside the pipe by their table.
    private func file(of record: Record) -> String {
        guard record.isLine else { return Tables.file(of: tables[record.table]) }
        return record.displayName
    }
}
