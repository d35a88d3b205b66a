import GTFSSchedule
import Geometry
import Schedule
import StageKit

/// The path that vehicles take on a detour.
package struct DetourLine {
    /// The id of the detour's shape; nil if the line is derived from the original shape.
    package let shapeID: String?
    /// The points of the line; at least two.
    package let points: [Coordinate]
}

extension Detours {
    /// Returns the line of a detour, or nil if neither the messages nor the schedule have one.
    ///
    /// If the detour names a shape, the line is that shape, from the schedule or else from a Shape entity. Otherwise it
    /// follows the original shape along the stops that stay, with straight lines to the replacement stops.
    /// - Parameters:
    ///   - rows: the original stop times.
    ///   - scheduled: returns the points of a shape in the schedule; empty if the schedule lacks the shape.
    ///   - original: returns the points of the trip's shape; empty if the trip has no shape.
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

    /// Returns the points of a Shape entity; nil if the entity is missing. Reports an unusable line and returns nil.
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
