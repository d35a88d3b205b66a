import GTFSSchedule
import Geometry
import Schedule

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
