import Geometry

/// A detour as a message states it (TripModifications): which trips it changes on which days, and how.
package struct TripModification {
    /// Trips that follow one shape.
    package struct Selection: Equatable {
        package var tripIDs: [String]
        package var shapeID: String?
    }

    /// A stop time of the original trip (StopSelector).
    package struct Selector: Equatable {
        var sequence: Int?
        var stopID: String?
    }

    /// A stop at which the trip calls instead (ReplacementStop).
    package struct Replacement: Equatable {
        package var stopID: String?
        /// Seconds after the arrival at the reference stop.
        var travelTime: Int?
    }

    /// A span of stop times and the stops that replace them (Modification).
    package struct Change: Equatable {
        var start: Selector?
        var end: Selector?
        /// Seconds that every later time moves.
        var delay = 0
        package var replacements: [Replacement] = []
    }

    /// The id of its entity.
    package var id: String
    /// The time of its message, POSIX seconds.
    package var feedTimestamp: Int?
    package var selections: [Selection] = []
    /// Seconds of the service day; empty for all runs of the day.
    package var startTimes: [Int] = []
    /// Days after 1970-01-01.
    package var days: Set<Int> = []
    package var changes: [Change] = []
    /// Whether a differential message deletes it.
    var isDeleted = false
}

extension TripModification {
    /// Whether another message says the same.
    package func isSame(as other: TripModification) -> Bool {
        id == other.id && selections == other.selections && startTimes == other.startTimes && days == other.days
            && changes == other.changes && isDeleted == other.isDeleted
    }

    /// The same with the arrays of another statement where they are equal: then both share their memory.
    func sharing(_ other: TripModification) -> TripModification {
        var shared = self
        if selections == other.selections { shared.selections = other.selections }
        if startTimes == other.startTimes { shared.startTimes = other.startTimes }
        if days == other.days { shared.days = other.days }
        if changes == other.changes { shared.changes = other.changes }
        return shared
    }
}

/// A detour that selects a trip, with the shape that the trip then follows.
package struct DetourSelection {
    package let modification: TripModification
    package let shapeID: String?

    /// Whether another selection has the same content.
    package func isSame(as other: DetourSelection) -> Bool {
        shapeID == other.shapeID && modification.isSame(as: other.modification)
    }
}

extension TripModification {
    /// The selection of a trip; nil if the entity does not select it.
    package func selection(of trip: String) -> DetourSelection? {
        selections.first { $0.tripIDs.contains(trip) }.map { DetourSelection(modification: self, shapeID: $0.shapeID) }
    }

    /// The selected trips, without duplicates: if the entity selects a trip several times, the first selection counts.
    package var selected: [(tripID: String, selection: DetourSelection)] {
        var seen: Set<String> = []
        return selections.flatMap { selection in
            selection.tripIDs.filter { seen.insert($0).inserted }
                .map { ($0, DetourSelection(modification: self, shapeID: selection.shapeID)) }
        }
    }
}

/// A stop that a message adds (Stop).
package struct RealtimeStop {
    package var id: String
    package var name: String?
    package var place: Coordinate?
    package var platformCode: String?
    package var parentStation: String?
    package var timezone: String?
    package var wheelchairBoarding: Int?
}
