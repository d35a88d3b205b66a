import Contract
import GeoJSON
import NDJSON
import StageKit

/// Reads lines and pins of records, and says what is wrong with those that it does not take.
///
/// A stage that reads them asks for `recordColumns` and hands over each record of the two tables.
public struct NetworkReader {
    private static let feature = Tables.Feature.columns
    private static let line = Tables.Polylines.columns
    private static let pin = Tables.StopPins.columns

    /// What is read of a record itself.
    public static let recordColumns: [any AnyColumn] = [
        Tables.AnyRecord.columns.feedID, feature.properties, feature.geometry,
    ]

    private let diagnostics: Diagnostics
    private let reader: ColumnReader
    private let properties = ColumnScanner(
        [
            line.polylineID, line.tripID, line.routeID, line.directionID, line.routeShortName, line.routeLongName,
            line.routeType, line.routeColor, line.routeTextColor, line.agencyName, line.agencyTimezone, line.tripCount,
            line.runs, line.length, line.routes, line.fromNode, line.toNode, line.stopIDs, line.missingStopIDs,
            pin.stopID, pin.stopName, pin.parentStation, pin.stationName, pin.platformCode, pin.wheelchairBoarding,
            pin.routeIDs,
        ])
    private let geometry = ColumnScanner(Tables.Feature.Geometry.all)
    private let route = ColumnScanner(Tables.Polylines.WayRoute.all)

    public init(_ diagnostics: Diagnostics) {
        self.diagnostics = diagnostics
        reader = ColumnReader(diagnostics)
    }

    // MARK: Lines

    /// The line of a `polylines` record: a Feature with a LineString or a MultiLineString.
    /// - Returns: nil for one that was rejected.
    public func line(_ record: Record) -> NetworkLine? {
        reader.begin(record)
        guard let properties = properties.opened(record[NetworkReader.feature.properties]) else {
            return reject(record, "no_properties", "the line is not a GeoJSON Feature with properties; skipped")
        }
        guard let geometry = geometry.opened(record[NetworkReader.feature.geometry]) else {
            return reject(
                record, "no_geometry", "the line has no geometry, so it is not a GeoJSON Feature; skipped")
        }
        guard let found = FeatureGeometry(geometry, ["LineString", "MultiLineString"]) else {
            return reject(
                record, "not_a_line", "the geometry is neither a LineString nor a MultiLineString; skipped")
        }
        if found.badPositions > 0 {
            diagnostics.report(
                .null, "invalid_position", file: record.displayName, line: record.line,
                message: "\(found.badPositions) of the line's positions are not valid coordinates; skipped",
                count: found.badPositions)
        }
        guard !found.lines.isEmpty else {
            return reject(record, "too_few_points", "the line has fewer than two positions; skipped")
        }
        func value<V: ColumnValue, P: RecordPresence>(_ column: Column<Tables.Polylines, V, P>) -> V.Value? {
            reader.value(of: column, in: properties)
        }
        let columns = NetworkReader.line
        return NetworkLine(
            feedID: reader[Tables.AnyRecord.columns.feedID], polylineID: value(columns.polylineID),
            tripID: value(columns.tripID), routeID: value(columns.routeID), directionID: value(columns.directionID),
            routeShortName: value(columns.routeShortName), routeLongName: value(columns.routeLongName),
            routeType: value(columns.routeType),
            routeColor: diagnostics.color(record, columns.routeColor, in: properties),
            routeTextColor: diagnostics.color(record, columns.routeTextColor, in: properties),
            agencyName: value(columns.agencyName), agencyTimezone: value(columns.agencyTimezone),
            tripCount: value(columns.tripCount), runs: value(columns.runs), length: value(columns.length),
            stopIDs: properties[columns.stopIDs].ids,
            missingStopCount: properties[columns.missingStopIDs].ids.count, routes: routes(record),
            fromNode: value(columns.fromNode), toNode: value(columns.toNode), parts: found.lines)
    }

    /// The routes of a piece of way; none of one without.
    private func routes(_ record: Record) -> [NetworkRoute] {
        var routes: [NetworkRoute] = []
        properties[NetworkReader.line.routes].forEachElement { element in
            let columns = Tables.Polylines.WayRoute.columns
            guard let members = route.opened(element), let id = reader.value(of: columns.routeID, in: members) else {
                return diagnostics.warn(record, "no_route_id", field: NetworkReader.line.routes.name, value: element) {
                    "\($0) has no route_id; the path is drawn without it"
                }
            }
            func value<V: ColumnValue, P: RecordPresence>(
                _ column: Column<Tables.Polylines.WayRoute, V, P>
            ) -> V.Value? { reader.value(of: column, in: members) }
            routes.append(
                NetworkRoute(
                    routeID: id, routeShortName: value(columns.routeShortName),
                    routeLongName: value(columns.routeLongName), routeType: value(columns.routeType),
                    routeColor: diagnostics.color(record, columns.routeColor, in: members),
                    routeTextColor: diagnostics.color(record, columns.routeTextColor, in: members),
                    agencyName: value(columns.agencyName), agencyTimezone: value(columns.agencyTimezone),
                    tripCount: value(columns.tripCount), runs: value(columns.runs),
                    fromPieces: members[columns.fromPieces].ids, toPieces: members[columns.toPieces].ids))
        }
        return routes
    }

    // MARK: Pins

    /// The pin of a `stop_pins` record: a Feature with a Point.
    /// - Returns: nil for one that was rejected.
    public func pin(_ record: Record) -> NetworkPin? {
        reader.begin(record)
        guard let properties = properties.opened(record[NetworkReader.feature.properties]),
            let geometry = geometry.opened(record[NetworkReader.feature.geometry]),
            let found = FeatureGeometry(geometry, ["Point"])
        else { return reject(record, "not_a_point", "the stop is not a GeoJSON Feature with a Point; skipped") }
        guard let coordinate = found.points.first else {
            return reject(record, "invalid_position", "the stop's position is not a valid coordinate; skipped")
        }
        let columns = NetworkReader.pin
        guard let id = reader.value(of: columns.stopID, in: properties) else {
            return reject(record, "no_stop_id", "the stop has no stop_id; skipped")
        }
        return NetworkPin(
            feedID: reader[Tables.AnyRecord.columns.feedID], stopID: id,
            stopName: reader.value(of: columns.stopName, in: properties),
            parentStation: reader.value(of: columns.parentStation, in: properties),
            stationName: reader.value(of: columns.stationName, in: properties),
            platformCode: reader.value(of: columns.platformCode, in: properties),
            wheelchairBoarding: reader.value(of: columns.wheelchairBoarding, in: properties),
            routeIDs: reader.values(of: columns.routeIDs, in: properties), coordinate: coordinate)
    }

    private func reject<Drawn>(_ record: Record, _ code: String, _ message: String) -> Drawn? {
        diagnostics.reject(record, code, message)
        return nil
    }
}

extension FeatureGeometry {
    /// The geometry whose members were found; nil for one of other types than those asked for.
    fileprivate init?(_ members: ColumnScanner, _ types: [String]) {
        let columns = Tables.Feature.Geometry.columns
        guard let type = members[columns.type].string, types.contains(type) else { return nil }
        self.init(type: type, coordinates: members[columns.coordinates])
    }
}

extension JSONValue {
    /// The elements of an array of ids, whatever they are.
    fileprivate var ids: [String] {
        var ids: [String] = []
        forEachElement { ids.append($0.string ?? String(decoding: $0.inside, as: UTF8.self)) }
        return ids
    }
}
