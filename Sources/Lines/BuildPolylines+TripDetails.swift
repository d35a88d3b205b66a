import Feeds
import Geometry
import NDJSON
import StageKit

/// Trips that come with their stops.
extension BuildPolylines {
    /// Writes the line of one `trip_details` record.
    mutating func takeTripDetails(_ record: Record, _ feed: UInt16) throws {
        tripDetailsRead += 1
        guard let tripID = record[PolylineField.tripID].asID else {
            return reject(record, .tripDetails, "no_trip_id", "the trip has no trip_id (left out)")
        }
        let routeID = record[PolylineField.routeID].asID
        if !filter.isEmpty {
            // For what to say of ids that were asked for and are not there.
            if let id = id(record, PolylineField.routeID) { _ = schedule.route(id, feed) }
            if let id = id(record, PolylineField.tripID) { _ = schedule.trip(id, feed) }
        }
        guard filter.takes(route: routeID, trip: tripID) else { return }
        guard runsOnDate(record, tripID) else { return }
        var line = Line()
        line.feed = feed
        line.polylineID = tripID
        line.tripID = tripID
        line.routeID = routeID
        line.direction = direction(record)
        line.routeShortName = record.string(PolylineField.routeShortName)
        line.routeLongName = record.string(PolylineField.routeLongName)
        line.routeType = routeType(record)
        if serviceDay != nil { line.runs = 1 }
        line.routeColor = record.string(PolylineField.routeColor)
        let route = id(record, PolylineField.routeID).map { schedule.route($0, feed) }
        let visits = visits(record, feed)
        var drawn: [Coordinate] = []
        var missing: Set<UInt32> = []
        for visit in visits {
            if let coordinate = visit.coordinate {
                line.stops.append(visit.stop)
                drawn.append(coordinate)
            } else if missing.insert(visit.stop.number).inserted {
                line.missingStops.append(visit.stop)
            }
        }
        if options.geometry != .stops, let id = id(record, PolylineField.tripID) {
            var scratch: [Int] = []
            let points = schedule.points(of: schedule[schedule.trip(id, feed)].shape, scratch: &scratch)
            if points.count > 1 || options.geometry == .shapes {
                drawn = points
                line.source = .shapes
            }
        }
        guard drawn.count > 1 else {
            return report(
                record, .warning, line.source == .shapes ? "no_shape" : "too_few_points",
                "trip \(Finding.quoted(tripID)) has \(drawn.count) point\(drawn.count == 1 ? "" : "s"): "
                    + "no line drawn")
        }
        line.parts = [Polyline(drawn)]
        try writer.write(line)
        if options.pins { for stop in line.stops { pins.note(stop, on: route ?? .none) } }
    }

    /// Whether the run is of the day asked for: it is one run, of its start_date, whatever a calendar says.
    private func runsOnDate(_ record: Record, _ tripID: String) -> Bool {
        guard let serviceDay else { return true }
        let text = record[PolylineField.startDate].asID
        if text == nil {
            report(
                record, .warning, "no_start_date",
                "trip \(Finding.quoted(tripID)) has no start_date, which --date asks for (left out)")
        }
        return serviceDay.takes(run: text)
    }

    private struct Visit {
        var stop: Identifier<ScheduleTables.Stop>
        var coordinate: Coordinate?
        var sequence: Int?
    }

    /// The trip's stops in the order of their sequence, or as they stand where one has none.
    private mutating func visits(_ record: Record, _ feed: UInt16) -> [Visit] {
        var visits: [Visit] = []
        record[PolylineField.stops].forEachElement { element in
            var members = StopMembers()
            element.forEachMember { key, value in members.take(key, value) }
            guard let text = members.id.asID else {
                return report(record, .warning, "no_stop_id", "a stop of the trip has no stop_id (left out)")
            }
            var copy = text
            let stop = copy.withUTF8 { schedule.stop(UnsafeRawBufferPointer($0), feed) }
            let coordinate = copy.withUTF8 {
                self.coordinate(members.latitude, members.longitude, of: UnsafeRawBufferPointer($0), record)
            }
            stopsInTripDetails += 1
            visits.append(Visit(stop: stop, coordinate: coordinate, sequence: members.sequence.integer))
            if !schedule[stop].isListed {
                list(stop, members, coordinate)
            } else if let coordinate, schedule[stop].coordinate == nil {
                schedule[stop].latitude = coordinate.latitude
                schedule[stop].longitude = coordinate.longitude
            }
        }
        if visits.allSatisfy({ $0.sequence != nil }) {
            let order = visits.indices.sorted { (visits[$0].sequence ?? 0, $0) < (visits[$1].sequence ?? 0, $1) }
            visits = order.map { visits[$0] }
        }
        return visits
    }

    /// Remembers a stop that no row of stops.txt told of, for its pin.
    private func list(_ stop: Identifier<ScheduleTables.Stop>, _ members: StopMembers, _ coordinate: Coordinate?) {
        var entry = schedule[stop]
        entry.isListed = true
        if let coordinate {
            entry.latitude = coordinate.latitude
            entry.longitude = coordinate.longitude
        }
        if options.pins, var name = members.name.string {
            entry.name = name.withUTF8 { schedule.keep(UnsafeRawBufferPointer($0)) }
            entry.wheelchairBoarding = boarding(members.wheelchairBoarding)
        }
        schedule[stop] = entry
        schedule.stopOrder.append(stop)
    }
}

/// What is looked at in one element of `stops`.
private struct StopMembers {
    var id = JSONValue.absent
    var name = JSONValue.absent
    var sequence = JSONValue.absent
    var latitude = JSONValue.absent
    var longitude = JSONValue.absent
    var wheelchairBoarding = JSONValue.absent

    mutating func take(_ key: JSONValue, _ value: JSONValue) {
        if StopMembers.names(key, "stop_id") {
            id = value
        } else if StopMembers.names(key, "stop_name") {
            name = value
        } else if StopMembers.names(key, "stop_sequence") {
            sequence = value
        } else if StopMembers.names(key, "lat") {
            latitude = value
        } else if StopMembers.names(key, "lon") {
            longitude = value
        } else if StopMembers.names(key, "wheelchair_boarding") {
            wheelchairBoarding = value
        }
    }

    private static func names(_ key: JSONValue, _ name: StaticString) -> Bool {
        key.inside.elementsEqual(UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
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
