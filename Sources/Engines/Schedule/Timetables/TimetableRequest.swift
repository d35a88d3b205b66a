import GTFSSchedule
import Geometry
import StageKit

/// The part of a schedule that a stage needs.
package struct TimetableRequest {
    /// The stops whose trips are needed; a parent includes all its platforms.
    package var stops: [String] = []
    /// The trips needed with their stop times, if the schedule has them.
    package var trips: [String] = []
    /// The trips of which only their existence and days are needed, and stop times only if they call at `stops`.
    package var namedTrips: [String] = []
    /// The stops and routes in realtime records, if the schedule has them.
    package var namedStops: [String] = []
    package var namedRoutes: [String] = []
    /// Whether all routes are needed, to know their agencies and types.
    package var allRoutes = false
    /// Stops that realtime adds; they stand beside the schedule's, which count if both have an id.
    package var addedStops: [Timetable.Stop] = []
    /// Trips of realtime that may be matched by other means than their ids: if the schedule lacks the id, all trips are
    /// needed that may be meant.
    package var looseTrips: [LooseTrip] = []
    /// The needed departures at `stops`, once these and the agencies are in the timetable. A source that finds rows by
    /// time may omit others of trips that are not named. Called at most once.
    package var window: ((_ timetable: Timetable) throws -> ServiceWindow)?
    /// Whether the request needs all stop times of trips that are found only by a departure in `window`. If false, a source
    /// may return just those departures and the last stop time. Named trips always have all their stop times.
    package var needsWholeTrips = true

    package init() {}
}

/// What names a trip in realtime.
package struct LooseTrip: Hashable {
    package let tripID: String?
    package let routeID: String?
    /// The first stop of its update.
    package let firstStop: String?

    package init(tripID: String?, routeID: String?, firstStop: String?) {
        self.tripID = tripID
        self.routeID = routeID
        self.firstStop = firstStop
    }
}

/// A schedule that is read in parts: a zip, a folder, a database, or a file of records.
package protocol TimetableSource: AnyObject {
    /// Returns the requested part of the schedule, with interpolated times.
    ///
    /// - Throws: `StageFailure` with status 65 if a stop is unknown or there is no schedule, 66 if it is missing.
    func timetable(for request: TimetableRequest) throws -> Timetable

    /// The platforms of the stops in the last request.
    var platforms: Set<StopIndex> { get }

    /// Returns whether the schedule has a stop, route or trip with this id.
    func knows(_ kind: IdentifierKind, _ id: UnsafeRawBufferPointer) throws -> Bool

    /// Returns the points of these shapes, by shape_id, without shapes that the schedule lacks.
    ///
    /// Cost: in a database, one look-up for each shape; otherwise one pass over shapes.txt.
    func shapes(_ ids: Set<String>) throws -> [String: [Coordinate]]

    /// Calls `take` with every id of a kind.
    func forEachID(_ kind: IdentifierKind, _ take: @escaping (UnsafeRawBufferPointer) -> Void) throws

    /// What the schedule lacks that no trip runs without, as sentences.
    var gaps: [String] { get }

    /// Returns why no stop time of the schedule is usable, as a message; nil if one is: with a time, and of a trip in
    /// trips.txt.
    ///
    /// Cost: none if the trips of the last request show it, otherwise up to one more pass.
    func unusableStopTimes() throws -> String?

    /// Returns when all services run.
    func calendar() throws -> ServiceCalendar

    /// The first and last day of service, days since 1970-01-01; nil if unknown.
    func serviceDays() throws -> ClosedRange<Int>?

    /// Counts the rows read as merged into other records.
    ///
    /// - Parameter written: the records made from rows of stop_times.
    func countAsMerged(_ summary: RunSummary, written: Int)
}
