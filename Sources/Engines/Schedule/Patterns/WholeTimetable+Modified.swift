import GTFSSchedule
import Geometry

/// Trips that realtime modifies.
extension WholeTimetable {
    /// What is kept of a modified trip beside its row.
    struct ModifiedTrip {
        /// The trip of trips.txt that it stands for; nil for a place that another modified trip may take.
        var original: TripIndex?
        var profile: Int32
        /// The line that it follows; nil for the shape of its row.
        var line: [ShapePoints.Point]?
    }

    /// Adds a trip that runs instead of another one on some days: with its id, and other stop times.
    ///
    /// It is not among `listedTrips`. It is kept until `removeModified`.
    /// - Parameters:
    ///   - stopTimes: with times from the same second as the original's.
    ///   - shape: the id of its shape, and the points to use if the schedule has no such shape; nil for the original shape.
    package func addModified(
        _ trip: TripIndex, stopTimes: [Timetable.StopTime], shape: (id: String, line: [Coordinate])?
    ) -> TripIndex {
        var row = trips[trip.index]
        row.isListed = false
        let first = row.profile < 0 ? nil : profiles[Int(row.profile)].first
        let added = spareTrips.popLast() ?? TripIndex(trips.count)
        let profile = modified[added.index]?.profile ?? Int32(profiles.count)
        if profile == profiles.count { profiles.append(.none) }
        if added.index == trips.count { trips.append(row) }
        row.profile = profile
        profiles[Int(profile)] = RunningTimes(
            stopTimes: stopTimes, pattern: profile, first: first,
            last: stopTimes.last { $0.departure != nil }?.departure)
        var line: [ShapePoints.Point]?
        if let shape {
            row.shape = Int32(shape.id.withBytes { shapeIDs.intern($0, feed: 0) }.index)
            if !shapes.hasPoints(Int(row.shape)) { line = ShapePoints.points(along: shape.line) }
        }
        modified[added.index] = ModifiedTrip(original: original(of: trip), profile: profile, line: line)
        trips[added.index] = row
        return added
    }

    /// Forgets a modified trip that nobody asks for any more; the next one takes its place.
    package func removeModified(_ trip: TripIndex) {
        guard let known = modified[trip.index], known.original != nil else { return }
        forgetWay(of: trip)
        profiles[Int(known.profile)] = .none
        modified[trip.index] = ModifiedTrip(original: nil, profile: known.profile, line: nil)
        spareTrips.append(trip)
    }

    /// Returns the points of a shape of the schedule; empty if it has no shape with the id.
    package func shapeLine(_ id: String) -> [Coordinate] {
        id.withBytes { shapeIDs.find($0, feed: 0) }.map { shapes.points(of: $0.index).map(\.coordinate) } ?? []
    }

    /// Returns the points of a trip's shape; empty without one.
    package func shapeLine(of trip: TripIndex) -> [Coordinate] {
        let shape = trips[trip.index].shape
        return shape < 0 ? [] : shapes.points(of: Int(shape)).map(\.coordinate)
    }
}
