import Contract
import Geometry
import NDJSON
import Schedule
import StageKit

/// The schedule's rows on their way into `ScheduleTables`.
extension BuildPolylines {
    /// An id: a text that is not empty, or a number as it is written.
    @inline(__always)
    func id<M, P: RecordPresence>(_ record: Record, _ column: Column<M, Text, P>) -> UnsafeRawBufferPointer? {
        let value = record[column]
        switch value.kind {
        case .string:
            let text = record.text(column)
            return text?.isEmpty == true ? nil : text
        case .number: return value.inside
        case .absent, .null, .bool, .array, .object: return nil
        }
    }

    mutating func takeStopTime(_ record: Record, _ feed: UInt16) throws {
        guard let tripID = id(record, Columns.stopTime.tripID) else {
            return reject(record, .stopTimes, "no_trip_id", "the row has no trip_id (left out)")
        }
        let trip = schedule.trip(tripID, feed)
        guard let stopID = id(record, Columns.stopTime.stopID) else {
            if record[Columns.stopTime.locationID].isPresent || record[Columns.stopTime.locationGroupID].isPresent {
                return report(record, .note, "area_in_line", "an area, not a stop: no part of the line")
            }
            return reject(record, .stopTimes, "no_stop_id", "the row has no stop_id (left out)")
        }
        let sequence = record[Columns.stopTime.stopSequence]
        guard let number = sequence.integer, let place = UInt32(exactly: number) else {
            return reject(
                record, .stopTimes, "bad_stop_sequence",
                "stop_sequence \(Finding.quoted(sequence.raw)) is not a place in a trip (row left out)")
        }
        try schedule.stopTimes.append(schedule.stop(stopID, feed), sequence: place, to: trip)
    }

    mutating func takeShapePoint(_ record: Record, _ feed: UInt16) throws {
        guard let shapeID = id(record, Columns.shape.shapeID) else {
            return reject(record, .shapes, "no_shape_id", "the row has no shape_id (left out)")
        }
        let sequence = record[Columns.shape.shapePtSequence]
        guard let number = sequence.integer, let place = UInt32(exactly: number) else {
            return reject(
                record, .shapes, "bad_shape_pt_sequence",
                "shape_pt_sequence \(Finding.quoted(sequence.raw)) is not a place in a shape (row left out)")
        }
        guard
            let point = Coordinate(
                place: record[Columns.shape.shapePtLat].double, record[Columns.shape.shapePtLon].double)
        else {
            return reject(
                record, .shapes, "bad_shape_point", "nothing can be at shape_pt_lat and shape_pt_lon (row left out)")
        }
        try schedule.shapePoints.append(point, sequence: place, to: schedule.shapeIDs.intern(shapeID, feed: feed))
    }

    mutating func takeStop(_ record: Record, _ feed: UInt16) {
        guard let stopID = id(record, Columns.stop.stopID) else {
            if record.isPassedOver { return }
            return reject(record, .stops, "no_stop_id", "the row has no stop_id (left out)")
        }
        let stop = schedule.stop(stopID, feed)
        if schedule[stop].isListed {
            return report(
                record, .warning, "duplicate_stop", "stop_id \(Finding.quoted(stopID)) came before (first row holds)")
        }
        var entry = schedule[stop]
        entry.isListed = true
        entry.coordinate = coordinate(
            record[Columns.stop.stopLat], record[Columns.stop.stopLon], of: stopID, record)
        if let parent = id(record, Columns.stop.parentStation) { entry.parent = schedule.stop(parent, feed) }
        if options.pins {
            entry.name = schedule.keep(record.text(Columns.stop.stopName))
            entry.platformCode = schedule.keep(id(record, Columns.stop.platformCode))
            entry.wheelchairBoarding = boarding(record[Columns.stop.wheelchairBoarding])
        }
        schedule[stop] = entry
        // Lines go through stops that --where passes over, and have no pins there.
        if !record.isPassedOver { schedule.stopOrder.append(stop) }
    }

    mutating func takeRoute(_ record: Record, _ feed: UInt16) {
        guard let routeID = id(record, Columns.route.routeID) else {
            return reject(record, .routes, "no_route_id", "the row has no route_id (left out)")
        }
        let route = schedule.route(routeID, feed)
        if schedule[route].isListed {
            return report(
                record, .warning, "duplicate_route",
                "route_id \(Finding.quoted(routeID)) came before (first row holds)")
        }
        var entry = schedule[route]
        entry.isListed = true
        entry.shortName = schedule.keep(record.text(Columns.route.routeShortName))
        entry.longName = schedule.keep(record.text(Columns.route.routeLongName))
        entry.type = routeType(record)
        entry.color = schedule.keep(record.text(Columns.route.routeColor))
        entry.textColor = schedule.keep(record.text(Columns.route.routeTextColor))
        if let agency = id(record, Columns.route.agencyID) { entry.agency = schedule.agency(agency, feed) }
        schedule[route] = entry
        schedule.routeOrder.append(route)
    }

    mutating func takeAgency(_ record: Record, _ feed: UInt16) {
        let agencyID = id(record, Columns.agency.agencyID) ?? UnsafeRawBufferPointer(start: nil, count: 0)
        let agency = schedule.agency(agencyID, feed)
        if schedule[agency].isListed {
            return report(
                record, .warning, "duplicate_agency",
                "agency_id \(Finding.quoted(agencyID)) came before (first row holds)")
        }
        schedule[agency].isListed = true
        schedule[agency].name = schedule.keep(record.text(Columns.agency.agencyName))
        schedule[agency].timezone = schedule.keep(record.text(Columns.agency.agencyTimezone))
        schedule.agenciesOfFeeds[feed, default: []].append(agency)
    }

    mutating func takeTrip(_ record: Record, _ feed: UInt16) {
        guard let tripID = id(record, Columns.trip.tripID) else {
            return reject(record, .trips, "no_trip_id", "the row has no trip_id (left out)")
        }
        let trip = schedule.trip(tripID, feed)
        if schedule[trip].isListed {
            return report(
                record, .warning, "duplicate_trip", "trip_id \(Finding.quoted(tripID)) came before (first row holds)")
        }
        var entry = schedule[trip]
        entry.isListed = true
        if let routeID = id(record, Columns.trip.routeID) { entry.route = schedule.route(routeID, feed) }
        entry.direction = direction(record)
        if options.geometry != .stops, let shapeID = id(record, Columns.trip.shapeID) {
            entry.shape = schedule.shapeIDs.intern(shapeID, feed: feed)
        }
        if serviceDay != nil, let serviceID = id(record, Columns.trip.serviceID) {
            entry.service = schedule.serviceIDs.intern(serviceID, feed: feed)
        }
        schedule[trip] = entry
        schedule.tripOrder.append(trip)
    }

    // MARK: Values

    /// 0 or 1; 2 for none.
    func direction(_ record: Record) -> UInt8 {
        let value = record[Columns.trip.directionID]
        guard value.isPresent else { return 2 }
        if let number = value.integer, number == 0 || number == 1 { return UInt8(number) }
        report(
            record, .null, "bad_direction_id",
            "direction_id \(Finding.quoted(value.inside)) is neither 0 nor 1 (taken for absent)")
        return 2
    }

    func routeType(_ record: Record) -> Int? {
        let value = record[Columns.route.routeType]
        guard value.isPresent else { return nil }
        if let number = value.integer { return number }
        report(
            record, .null, "bad_route_type",
            "route_type \(Finding.quoted(value.inside)) is not a whole number (taken for absent)")
        return nil
    }

    /// 0, 1 or 2; 255 for none.
    func boarding(_ value: JSONValue) -> UInt8 {
        value.integer.flatMap { (0...2).contains($0) ? UInt8($0) : nil } ?? 255
    }

    /// A stop's position; nil, and a finding unless both are absent, where there is none.
    func coordinate(
        _ latitude: JSONValue, _ longitude: JSONValue, of stop: UnsafeRawBufferPointer, _ record: Record
    ) -> Coordinate? {
        guard latitude.isPresent || longitude.isPresent else { return nil }
        if let place = Coordinate(place: latitude.double, longitude.double) { return place }
        let words = [latitude, longitude].map {
            $0.isPresent ? Finding.printable(String(decoding: $0.inside, as: UTF8.self)) : "nothing"
        }
        report(
            record, .null, ColumnReader.invalidPosition,
            PlaceWords.refusal("stop \(Finding.quoted(stop))", words[0], words[1]))
        return nil
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
