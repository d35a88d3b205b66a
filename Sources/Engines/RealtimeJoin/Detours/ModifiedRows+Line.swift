import GTFSSchedule
import Geometry
import Schedule
import StageKit

/// The line that vehicles drive on a detour.
package struct DetourLine {
    /// The id of the shape that it is; nil for a line that is made of the original shape.
    package let shapeID: String?
    /// Two points or more.
    package let points: [Coordinate]
}

extension Detours {
    /// Returns the line of a detour, or nil if neither the messages nor the schedule have one.
    ///
    /// It is the detour's shape, which may be one of the schedule or of a Shape entity; if both have its id, the schedule
    /// counts. Otherwise it is the original shape along the stops that stay, with straight lines to the others.
    /// - Parameters:
    ///   - rows: the original stop times.
    ///   - scheduled: the points of a shape of the schedule; empty if it has none.
    ///   - original: the points of the trip's shape; empty if it has none.
    package func line(
        of entry: TripDetours.Entry, from rows: [Timetable.StopTime], _ stops: DetourStops, _ diagnostics: Diagnostics,
        scheduled: (String) throws -> [Coordinate], original: () throws -> [Coordinate]
    ) rethrows -> DetourLine? {
        if let id = entry.shapeID {
            let points = try scheduled(id)
            if points.count > 1 { return DetourLine(shapeID: id, points: points) }
            if let points = shapePoints(id, diagnostics) { return DetourLine(shapeID: id, points: points) }
        }
        let shape = try original()
        guard shape.count > 1 else { return nil }
        let points = entry.rows.line(from: rows, along: shape, stops)
        return points.count > 1 ? DetourLine(shapeID: nil, points: points) : nil
    }

    /// The points of a Shape entity; nil if there is none, or its line is unusable, which is reported.
    private func shapePoints(_ id: String, _ diagnostics: Diagnostics) -> [Coordinate]? {
        guard let line = shape(id) else { return nil }
        if let points = EncodedPolyline.decode(line.utf8), points.count > 1 { return points }
        diagnostics.report(
            .null, "invalid_encoded_polyline", field: "encoded_polyline", value: id,
            message: "the line of shape \(Finding.quoted(id)) is not an encoded polyline of two points or more"
                + "; treated as absent")
        return nil
    }
}

extension ModifiedRows {
    /// Returns the line of a detour without a shape of its own: the original shape along the stops that stay, and
    /// straight lines to the stops that replace others.
    ///
    /// - Parameters:
    ///   - rows: the original stop times.
    ///   - shape: the original shape; empty if the trip has none.
    package func line(from rows: [Timetable.StopTime], along shape: [Coordinate], _ stops: DetourStops) -> [Coordinate]
    {
        let places = rows.map { $0.stop.flatMap(stops.place) }
        guard shape.count > 1 else { return stopTimes.compactMap { $0.stop.flatMap(stops.place) } }
        let way = Way(
            stops: places, stopDistances: rows.map { _ in nil },
            shape: shape.map { ShapePoints.Point(coordinate: $0, distance: nil) })
        var line: [Coordinate] = []
        var next = 0
        while next < originals.count {
            guard let first = originals[next] else {
                if let place = stopTimes[next].stop.flatMap(stops.place) { line.append(place) }
                next += 1
                continue
            }
            var last = first
            while next + 1 < originals.count, originals[next + 1] == last + 1 {
                last += 1
                next += 1
            }
            next += 1
            let start = first == 0 ? 0 : way.stopPositions[first]
            let end = last == rows.count - 1 ? way.line.length : way.stopPositions[last]
            if start.isNaN || end.isNaN {
                line += places[first...last].compactMap { $0 }
            } else {
                line += way.line.part(from: start, to: end)
            }
        }
        return line
    }
}
