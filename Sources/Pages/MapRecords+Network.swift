import Geometry
import NDJSON
import Occupancy
import StageKit

/// Lines, pins and crowding: what a network is drawn of.
extension MapRecords {
    /// Reads a Feature with a LineString or a MultiLineString.
    func line(_ record: Record) -> MapLine? {
        guard let properties = scanned(record[MapField.properties], outer) else {
            reject(record, "no_properties", "the line is no GeoJSON Feature with properties (left out)")
            return nil
        }
        guard let geometry = scanned(record[MapField.geometry], inner) else {
            reject(record, "no_geometry", "the line has no geometry; a GeoJSON Feature is read (left out)")
            return nil
        }
        var parts: [Polyline] = []
        var bad = 0
        let coordinates = geometry[MapField.coordinates]
        switch geometry[MapField.type].string {
        case "LineString": parts = [polyline(coordinates, &bad)]
        case "MultiLineString": coordinates.forEachElement { parts.append(polyline($0, &bad)) }
        default:
            reject(record, "not_a_line", "the geometry is no LineString and no MultiLineString (left out)")
            return nil
        }
        parts.removeAll { $0.coordinates.count < 2 }
        if bad > 0 {
            warn(record, "invalid_position") { _ in "\(bad) of the line's positions are none on earth (left out)" }
        }
        guard !parts.isEmpty else {
            reject(record, "too_few_points", "the line has fewer than two positions (left out)")
            return nil
        }
        return MapLine(
            feedID: text(record, MapField.feedID, "feed_id"),
            polylineID: text(properties, MapField.polylineID, "polyline_id"),
            tripID: text(properties, MapField.tripID, "trip_id"),
            routeID: text(properties, MapField.routeID, "route_id"),
            directionID: reader.integer(properties[MapField.directionID], "direction_id"),
            routeShortName: text(properties, MapField.routeShortName, "route_short_name"),
            routeLongName: text(properties, MapField.routeLongName, "route_long_name"),
            routeColor: color(record, properties, MapField.routeColor),
            tripCount: reader.integer(properties[MapField.tripCount], "trip_count"),
            runs: reader.integer(properties[MapField.runs], "runs"),
            length: reader.double(properties[MapField.length], "length_m"),
            stopCount: MapRecords.count(properties[MapField.stopIDs]),
            missingStopCount: MapRecords.count(properties[MapField.missingStopIDs]), parts: parts)
    }

    /// Reads a Feature with a Point.
    func pin(_ record: Record) -> MapPin? {
        guard let properties = scanned(record[MapField.properties], outer),
            let geometry = scanned(record[MapField.geometry], inner),
            geometry[MapField.type].string == "Point"
        else {
            reject(record, "not_a_point", "the stop is no GeoJSON Feature with a Point (left out)")
            return nil
        }
        guard let coordinate = MapRecords.position(geometry[MapField.coordinates]) else {
            reject(record, "invalid_position", "the stop's position is none on earth (left out)")
            return nil
        }
        guard let id = text(properties, MapField.stopID, "stop_id") else {
            reject(record, "no_stop_id", "the stop has no stop_id (left out)")
            return nil
        }
        var routes: [String] = []
        properties[MapField.routeIDs].forEachElement { element in
            if let route = reader.text(element, "route_ids") { routes.append(route) }
        }
        return MapPin(
            feedID: text(record, MapField.feedID, "feed_id"), stopID: id,
            stopName: text(properties, MapField.stopName, "stop_name"),
            wheelchairBoarding: reader.integer(properties[MapField.wheelchairBoarding], "wheelchair_boarding"),
            routeIDs: routes, coordinate: coordinate)
    }

    /// Reads a group's counts, from which shares are made again when groups are added up.
    func occupancy(_ record: Record) -> MapOccupancyRow? {
        var levels = [0, 0, 0, 0]
        for (code, field) in MapField.counts.enumerated() {
            guard let count = reader.integer(record[field], "observations"), count > 0 else { continue }
            guard let level = OccupancyStatus(code: code).level,
                let place = OccupancyLevel.allCases.firstIndex(of: level)
            else { continue }
            levels[place] += min(count, 1 << 36)
        }
        return MapOccupancyRow(
            feedID: text(record, MapField.feedID, "feed_id"), routeID: text(record, MapField.routeID, "route_id"),
            directionID: reader.integer(record[MapField.directionID], "direction_id"),
            hour: reader.integer(record[MapField.hour], "hour"),
            observations: max(0, reader.integer(record[MapField.observations], "observations") ?? 0),
            withStatus: levels.reduce(0, +), levels: levels)
    }

    // MARK: Geometry

    /// An object inside a record with its members found; nil where it is none.
    func scanned(_ value: JSONValue, _ scanner: RecordScanner) -> RecordScanner? {
        guard value.kind == .object else { return nil }
        // The line has been scanned, so its objects are whole.
        guard (try? scanner.scan(value.raw)) != nil else { return nil }
        return scanner
    }

    private func polyline(_ array: JSONValue, _ bad: inout Int) -> Polyline {
        var line = Polyline()
        array.forEachElement { element in
            guard let coordinate = MapRecords.position(element) else {
                bad += 1
                return
            }
            // A stop that is visited twice in a row is one point.
            if line.coordinates.last != coordinate { line.coordinates.append(coordinate) }
        }
        return line.unwrapped
    }

    /// A GeoJSON position: longitude, latitude, and what may follow.
    private static func position(_ array: JSONValue) -> Coordinate? {
        var degrees: [Double] = []
        array.forEachElement { if degrees.count < 2, let value = $0.double { degrees.append(value) } }
        guard degrees.count == 2 else { return nil }
        let coordinate = Coordinate(latitude: degrees[1], longitude: degrees[0])
        return coordinate.isValid ? coordinate : nil
    }

    private static func count(_ array: JSONValue) -> Int {
        var count = 0
        array.forEachElement { _ in count += 1 }
        return count
    }
}
