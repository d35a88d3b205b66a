import Contract
import Geometry
import StageKit

/// Writes a GeoJSON line for each life of a vehicle, whose positions have the time as fourth number.
///
/// Memory: 32 bytes a frame of each vehicle that moves, until its life ends.
final class PathWriter: FrameTaker {
    private struct Point {
        var place: Coordinate
        var time: Double
    }

    private let context: StageContext
    private let figures: TableFigures
    /// Seconds that are taken from all times; nil where they stay POSIX seconds.
    private let origin: Double?
    private var points: [ObjectIdentifier: [Point]] = [:]
    private var isFirst = true
    /// Of degrees: a centimetre.
    private static let decimals = 7

    init(_ context: StageContext, origin: Double?) throws {
        self.context = context
        self.origin = origin
        figures = context.summary.table(Tables.VehiclePaths.name)
        try context.sink.text("{\"type\":\"FeatureCollection\",\"features\":[")
    }

    func frame(_ number: Int, time: Double, playback: Double, _ vehicles: [AnimatedVehicle]) throws {
        for vehicle in vehicles where vehicle.appears <= playback && !vehicle.isGone(at: playback) {
            let place = vehicle.state(at: playback).place.rounded(decimals: PathWriter.decimals)
            var point = Point(place: place, time: time)
            var line = points[ObjectIdentifier(vehicle)] ?? []
            // A line goes on past 180 rather than round the globe.
            if let last = line.last?.place {
                point.place.longitude += ((last.longitude - point.place.longitude) / 360).rounded() * 360
            }
            // Of the frames in which it stands the first and the last tell all.
            if line.count > 1, line[line.count - 1].place == point.place, line[line.count - 2].place == point.place {
                line.removeLast()
            }
            line.append(point)
            points[ObjectIdentifier(vehicle)] = line
        }
    }

    func left(_ vehicle: AnimatedVehicle) throws {
        guard var line = points.removeValue(forKey: ObjectIdentifier(vehicle)), let last = line.last else { return }
        // A line has two positions (RFC 7946 §3.1.4).
        if line.count == 1 { line.append(last) }
        try context.sink.text(isFirst ? "\n" : ",")
        isFirst = false
        let id = vehicle.feedID ?? context.options.feedID
        context.sink.begin(RecordHead(table: Tables.VehiclePaths.name, feedID: id, isFeature: true))
        let writer = context.sink.writer
        let columns = Tables.VehiclePaths.columns
        let feature = Row<Tables.Feature>(writer)
        feature.json(Tables.Feature.columns.properties) { writer in
            Row<Tables.VehiclePaths>.object(writer) { row in
                row[columns.vehicleID] = vehicle.vehicleID
                row[columns.tripID] = vehicle.tripID
                row[columns.routeID] = vehicle.routeID
                row[columns.timeOrigin] = origin
            }
        }
        feature.object(Tables.Feature.columns.geometry) { geometry in
            geometry[Tables.Feature.Geometry.columns.type] = "LineString"
            geometry.json(Tables.Feature.Geometry.columns.coordinates) { writer in
                writer.beginArray()
                for point in line {
                    writer.separator()
                    writer.beginArray()
                    writer.rounded(point.place.longitude, decimals: PathWriter.decimals)
                    writer.append(",")
                    writer.rounded(point.place.latitude, decimals: PathWriter.decimals)
                    writer.append(",0,")
                    writer.rounded(point.time - (origin ?? 0), decimals: 3)
                    writer.endArray()
                }
                writer.endArray()
            }
        }
        feature.end()
        try context.sink.end(figures)
    }

    func end(_ vehicles: [AnimatedVehicle]) throws {
        for vehicle in vehicles { try left(vehicle) }
        try context.sink.text("]}\n")
    }
}
