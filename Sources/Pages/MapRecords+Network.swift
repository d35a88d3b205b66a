import Contract
import Geometry
import NDJSON
import Occupancy
import StageKit

/// Lines, pins and crowding: what a network is drawn of.
extension MapRecords {
    private static let feature = Tables.Feature.columns
    private static let line = Tables.Polylines.columns
    private static let pin = Tables.StopPins.columns
    private static let group = Tables.Occupancy.columns

    static let lineColumns: [any AnyColumn] = [
        line.polylineID, line.tripID, line.routeID, line.directionID, line.routeShortName, line.routeLongName,
        line.routeColor, line.tripCount, line.runs, line.length, line.stopIDs, line.missingStopIDs,
    ]
    static let pinColumns: [any AnyColumn] = [pin.stopID, pin.stopName, pin.wheelchairBoarding, pin.routeIDs]
    static let occupancyColumns: [any AnyColumn] =
        [group.keys.routeID, group.keys.directionID, group.keys.hour, group.observations] + counts.map { $0.column }

    /// The counts of the statuses that say how crowded a vehicle is.
    private static let counts = zip(OccupancyStatus.crowdingCodes, group.counts.all).map {
        (status: OccupancyStatus(code: $0), column: $1)
    }

    /// Takes a Feature with a LineString or a MultiLineString.
    mutating func takeLine(_ record: Record) {
        guard let properties = opened(record[MapRecords.feature.properties], by: properties) else {
            return reject(record, "no_properties", "the line is not a GeoJSON Feature with properties (left out)")
        }
        guard let geometry = opened(record[MapRecords.feature.geometry], by: geometry) else {
            return reject(
                record, "no_geometry", "the line has no geometry; a GeoJSON Feature is read (left out)")
        }
        var parts: [Polyline] = []
        var bad = 0
        let coordinates = geometry[Tables.Feature.Geometry.columns.coordinates]
        switch geometry[Tables.Feature.Geometry.columns.type].string {
        case "LineString": parts = [polyline(coordinates, &bad)]
        case "MultiLineString": coordinates.forEachElement { parts.append(polyline($0, &bad)) }
        default:
            return reject(
                record, "not_a_line", "the geometry is neither a LineString nor a MultiLineString (left out)")
        }
        parts.removeAll { $0.coordinates.count < 2 }
        if bad > 0 {
            warn(record, "invalid_position") { _ in "\(bad) of the line's positions are none on earth (left out)" }
        }
        guard !parts.isEmpty else {
            return reject(record, "too_few_points", "the line has fewer than two positions (left out)")
        }
        func value<V: ColumnValue, P: RecordPresence>(_ column: Column<Tables.Polylines, V, P>) -> V.Value? {
            reader.value(of: column, in: properties)
        }
        let columns = MapRecords.line
        model.lines.append(
            MapLine(
                feedID: feedID, polylineID: value(columns.polylineID), tripID: value(columns.tripID),
                routeID: value(columns.routeID), directionID: value(columns.directionID),
                routeShortName: value(columns.routeShortName), routeLongName: value(columns.routeLongName),
                routeColor: color(record, columns.routeColor, in: properties), tripCount: value(columns.tripCount),
                runs: value(columns.runs), length: value(columns.length),
                stopCount: MapRecords.count(properties[columns.stopIDs]),
                missingStopCount: MapRecords.count(properties[columns.missingStopIDs]), parts: parts))
    }

    /// Takes a Feature with a Point.
    mutating func takePin(_ record: Record) {
        guard let properties = opened(record[MapRecords.feature.properties], by: properties),
            let geometry = opened(record[MapRecords.feature.geometry], by: geometry),
            geometry[Tables.Feature.Geometry.columns.type].string == "Point"
        else { return reject(record, "not_a_point", "the stop is not a GeoJSON Feature with a Point (left out)") }
        let columns = MapRecords.pin
        guard let coordinate = MapRecords.position(geometry[Tables.Feature.Geometry.columns.coordinates]) else {
            return reject(record, "invalid_position", "the stop's position is none on earth (left out)")
        }
        guard let id = reader.value(of: columns.stopID, in: properties) else {
            return reject(record, "no_stop_id", "the stop has no stop_id (left out)")
        }
        let routes = reader.values(of: columns.routeIDs, in: properties)
        model.pins.append(
            MapPin(
                feedID: feedID, stopID: id, stopName: reader.value(of: columns.stopName, in: properties),
                wheelchairBoarding: reader.value(of: columns.wheelchairBoarding, in: properties), routeIDs: routes,
                coordinate: coordinate))
    }

    /// Takes a group's counts, from which shares are made again when groups are added up.
    mutating func takeOccupancy(_ record: Record) {
        var levels = [0, 0, 0, 0]
        for (status, column) in MapRecords.counts {
            guard let count = reader[column], count > 0, let level = status.level,
                let place = OccupancyLevel.allCases.firstIndex(of: level)
            else { continue }
            levels[place] += min(count, 1 << 36)
        }
        let columns = MapRecords.group
        model.occupancy.append(
            MapOccupancyRow(
                feedID: feedID, routeID: reader[columns.keys.routeID],
                directionID: reader[columns.keys.directionID], hour: reader[columns.keys.hour],
                observations: max(0, reader[columns.observations] ?? 0),
                withStatus: levels.reduce(0, +), levels: levels))
    }

    // MARK: Geometry

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
