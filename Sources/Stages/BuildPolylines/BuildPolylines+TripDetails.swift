import Containers
import Contract
import Geometry
import NDJSON
import Schedule
import StageKit

/// Trips that come with their stops.
extension BuildPolylines {
    /// Writes the line of one `trip_details` record.
    mutating func takeTripDetails(_ record: Record, _ feed: UInt16) throws {
        if tripDetailsRead == 0 { try applyDetours() }
        tripDetailsRead += 1
        guard let tripID = record.id(Columns.tripDetails.tripID).map(String.init(bytes:)) else {
            return reject(record, .tripDetails, "no_trip_id", "the trip has no trip_id; skipped")
        }
        let routeID = record.id(Columns.tripDetails.routeID).map(String.init(bytes:))
        if !filter.isEmpty {
            // For what to say of ids that were asked for and are not there.
            if let id = record.id(Columns.tripDetails.routeID) { _ = schedule.route(id, feed) }
            if let id = record.id(Columns.tripDetails.tripID) { _ = schedule.trip(id, feed) }
        }
        guard filter.takes(route: routeID, trip: tripID) else { return }
        guard runsOnDate(record, tripID) else { return }
        var line = Line()
        line.feed = feed
        line.polylineID = tripID
        line.tripID = tripID
        line.routeID = routeID
        line.direction = rows.trip(record).directionID.map { UInt8($0) } ?? 2
        line.routeShortName = record[Columns.tripDetails.routeShortName].string
        line.routeLongName = record[Columns.tripDetails.routeLongName].string
        line.routeType = rows.route(record).type
        if serviceDay != nil { line.runs = 1 }
        line.routeColor = record[Columns.tripDetails.routeColor].string
        line.routeTextColor = record[Columns.tripDetails.routeTextColor].string
        let route = record.id(Columns.tripDetails.routeID).map { schedule.route($0, feed) }
        // Trip details have no agency; the timetable's rows that came before them may tell of it.
        let agency = route.map(schedule.agency)
        line.agencyName = agency?.name.map { String(decoding: $0, as: UTF8.self) }
        line.agencyTimezone =
            agency?.timezone.map { String(decoding: $0, as: UTF8.self) } ?? record[Columns.tripDetails.timezone].string
        let stopTimes = stopTimes(record, feed)
        var drawn: [Coordinate] = []
        var missing: Set<UInt32> = []
        for stopTime in stopTimes {
            if let coordinate = stopTime.coordinate {
                line.stops.append(stopTime.stop)
                drawn.append(coordinate)
            } else if missing.insert(stopTime.stop.number).inserted {
                line.missingStops.append(stopTime.stop)
            }
        }
        line.modificationsID = record[Columns.tripDetails.modificationsID].string
        if options.geometry != .stops, let points = detourLine(record) {
            drawn = points
            line.source = .shapes
        } else if options.geometry != .stops, let id = record.id(Columns.tripDetails.tripID) {
            var scratch: [Int] = []
            let trip = schedule.trip(id, feed)
            // The shape of the timetable is not the path of a detour.
            let isOther = schedule.detours[trip.number]?.modificationsID != line.modificationsID
            let points = isOther ? [] : schedule.points(of: schedule[trip].shape, scratch: &scratch)
            if points.count > 1 || options.geometry == .shapes {
                drawn = points
                line.source = .shapes
            }
        }
        guard drawn.count > 1 else {
            return report(
                record, .warning, line.source == .shapes ? "no_shape" : "too_few_points",
                "trip \(Finding.quoted(tripID)) has \(drawn.count) point\(drawn.count == 1 ? "" : "s"); "
                    + "no line drawn")
        }
        line.parts = [Polyline(drawn)]
        try writer.write(line)
        if options.pins { for stop in line.stops { pins.note(stop, on: route ?? .none) } }
    }

    /// Returns the line of the detour in the record; nil if the record has no line.
    private func detourLine(_ record: Record) -> [Coordinate]? {
        let value = record[Columns.tripDetails.encodedPolyline]
        guard let text = value.string else { return nil }
        if let points = EncodedPolyline.decode(text.utf8), points.count > 1 { return points }
        report(
            record, .null, "invalid_encoded_polyline",
            "the encoded_polyline of the trip is not an encoded polyline of two points or more; treated as absent")
        return nil
    }

    /// Whether the run is of the day asked for: it is one run, of its start_date, whatever a calendar says.
    private func runsOnDate(_ record: Record, _ tripID: String) -> Bool {
        guard let serviceDay else { return true }
        let text = record[Columns.tripDetails.startDate].asID
        if text == nil {
            report(
                record, .warning, "no_start_date",
                "trip \(Finding.quoted(tripID)) has no start_date to compare with --date; skipped")
        }
        return serviceDay.takes(run: text)
    }

    static let stopColumns: [any AnyColumn] = {
        let columns = Tables.TripDetails.Stop.columns
        return [
            columns.stopID, columns.stopName, columns.stopSequence, columns.lat, columns.lon,
            columns.platformCode, columns.wheelchairBoarding,
        ]
    }()

    private struct StopTime {
        var stop: Identifier<ScheduleTables.Stop>
        var coordinate: Coordinate?
        var sequence: Int?
    }

    /// The trip's stops in the order of their sequence, or as they stand where one has none.
    private mutating func stopTimes(_ record: Record, _ feed: UInt16) -> [StopTime] {
        var stopTimes: [StopTime] = []
        record[Columns.tripDetails.stops].forEachElement { element in
            let columns = Tables.TripDetails.Stop.columns
            stopsOfTrip.scan(element)
            guard let text = stopsOfTrip[columns.stopID].asID else {
                return report(record, .warning, "no_stop_id", "a stop of the trip has no stop_id; skipped")
            }
            let stop = text.withBytes { schedule.stop($0, feed) }
            rows.values.begin(record)
            let coordinate = rows.values.place(
                stopsOfTrip[columns.lat], stopsOfTrip[columns.lon], field: columns.lat.name,
                of: "stop \(Finding.quoted(text))")
            stopsInTripDetails += 1
            stopTimes.append(
                StopTime(stop: stop, coordinate: coordinate, sequence: stopsOfTrip[columns.stopSequence].integer))
            if !schedule[stop].isListed {
                list(stop, coordinate)
            } else if let coordinate, schedule[stop].coordinate == nil {
                schedule[stop].coordinate = coordinate
            }
        }
        if stopTimes.allSatisfy({ $0.sequence != nil }) {
            let order = stopTimes.indices.sorted {
                (stopTimes[$0].sequence ?? 0, $0) < (stopTimes[$1].sequence ?? 0, $1)
            }
            stopTimes = order.map { stopTimes[$0] }
        }
        return stopTimes
    }

    /// Remembers a stop that no row of stops.txt told of, for its pin.
    private func list(_ stop: Identifier<ScheduleTables.Stop>, _ coordinate: Coordinate?) {
        let columns = Tables.TripDetails.Stop.columns
        var entry = schedule[stop]
        entry.isListed = true
        entry.coordinate = coordinate
        if options.pins {
            func kept(_ text: String?) -> ScheduleTables.Text {
                text.map { $0.withBytes { schedule.keep($0) } } ?? .none
            }
            entry.name = kept(stopsOfTrip[columns.stopName].string)
            entry.platformCode = kept(stopsOfTrip[columns.platformCode].asID)
            entry.wheelchairBoarding = BuildPolylines.boarding(stopsOfTrip[columns.wheelchairBoarding].integer)
        }
        schedule[stop] = entry
        schedule.stopOrder.append(stop)
    }
}

extension JSONValue {
    /// The text of an id: a string that is not empty, or a number as it is written.
    fileprivate var asID: String? {
        if kind == .number { return String(decoding: inside, as: UTF8.self) }
        guard let string, !string.isEmpty else { return nil }
        return string
    }
}
