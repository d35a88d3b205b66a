import Containers
import GTFSSchedule
import RealtimeJoin
import Schedule
import StageKit

/// The stop times, with times, of the trips that detours select: the times decide where a detour inserts a stop.
///
/// Memory: 40 bytes a stop time; nothing for other trips.
struct DetouredTrips {
    private var ids = IdentifierTable<ScheduleTables.Trip>()
    private var trips: [UInt32: Timetable.Trip] = [:]
    /// The trip of the last row; the rows of a trip are usually consecutive.
    private var current = Identifier<ScheduleTables.Trip>.none
    private var isCurrentSelected = false

    init() {}

    init(_ detours: Detours) {
        // The ids have a table of their own, so that the feed's trips are only those that its rows name.
        for id in detours.tripIDs { _ = id.withBytes { ids.intern($0, feed: 0) } }
    }

    /// Whether no detour selects a trip.
    var isEmpty: Bool { ids.count == 0 }

    /// Whether a detour selects this trip.
    @inline(__always)
    mutating func has(_ trip: Identifier<ScheduleTables.Trip>, _ id: UnsafeRawBufferPointer, _ feed: UInt16) -> Bool {
        if trip != current {
            current = trip
            isCurrentSelected = ids.find(id, feed: feed) != nil
        }
        return isCurrentSelected
    }

    /// Keeps a stop time of a selected trip.
    mutating func append(_ stopTime: Timetable.StopTime, to trip: Identifier<ScheduleTables.Trip>) {
        trips[trip.number, default: Timetable.Trip(id: "")].stopTimes.append(stopTime)
    }

    /// Returns the stop times of a selected trip as the boards have them: sorted, with interpolated times.
    func stopTimes(of trip: Identifier<ScheduleTables.Trip>, _ stops: DetourStops) -> [Timetable.StopTime] {
        guard var trip = trips[trip.number] else { return [] }
        trip.sortVisits()
        trip.fillTimes(distance: stops.distance)
        return trip.stopTimes
    }
}
