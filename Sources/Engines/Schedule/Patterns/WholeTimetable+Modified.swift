import GTFSSchedule
import Geometry

/// Trips that realtime modifies.
extension WholeTimetable {
    /// Adds a trip that runs instead of another one on some days: with its id, and other stop times.
    ///
    /// It is not among `listedTrips`.
    /// - Parameters:
    ///   - stopTimes: with times from the same second as the original's.
    ///   - shape: the id of its shape, and the points to use if no shape has the id yet; nil for the original shape.
    package func addModified(
        _ trip: TripIndex, stopTimes: [Timetable.StopTime], shape: (id: String, line: [Coordinate])?
    ) -> TripIndex {
        var row = trips[trip.index]
        row.isListed = false
        if row.profile >= 0 {
            let original = profiles[Int(row.profile)]
            row.profile = Int32(profiles.count)
            profiles.append(
                RunningTimes(
                    stopTimes: stopTimes, pattern: row.profile, first: original.first,
                    last: stopTimes.last { $0.departure != nil }?.departure))
        }
        if let shape {
            let known = shape.id.withBytes { shapeIDs.intern($0, feed: 0) }
            if shapes.points(of: known.index).isEmpty { shapes.add(shape.line, to: known.index) }
            row.shape = Int32(known.index)
        }
        let added = TripIndex(trips.count)
        trips.append(row)
        originals[added.index] = original(of: trip)
        return added
    }

    /// Returns the points of a shape of the schedule or of a detour; empty if no shape has the id.
    package func shapeLine(_ id: String) -> [Coordinate] {
        id.withBytes { shapeIDs.find($0, feed: 0) }.map { shapes.points(of: $0.index).map(\.coordinate) } ?? []
    }

    /// Returns the points of a trip's shape; empty without one.
    package func shapeLine(of trip: TripIndex) -> [Coordinate] {
        let shape = trips[trip.index].shape
        return shape < 0 ? [] : shapes.points(of: Int(shape)).map(\.coordinate)
    }
}
