import GTFSSchedule
import StageKit

/// What a stage wants to know of a schedule.
package struct TimetableRequest {
    /// Stops whose trips are wanted; a parent stands for all its platforms.
    package var stops: [String] = []
    /// Trips that are wanted with their stop times, where the schedule has them.
    package var trips: [String] = []
    /// Trips of which it is enough to know whether and when they run, stop times only if they call at `stops`.
    package var namedTrips: [String] = []
    /// Stops and routes that realtime names, where the schedule has them.
    package var namedStops: [String] = []
    package var namedRoutes: [String] = []
    /// The departures that matter at `stops`, once these and the agencies are in the timetable: a source that finds rows
    /// by time may leave out others of trips that are not named. Asked at most once.
    package var window: ((_ timetable: Timetable) throws -> ServiceWindow)?

    package init() {}
}

/// A schedule of which parts can be had: a zip, a folder, a store, or a file of records.
package protocol TimetableSource: AnyObject {
    /// The part of the schedule that a question needs, times filled in.
    ///
    /// - Throws: `StageFailure` with status 65 where a stop is unknown or there is no schedule, 66 where it is missing.
    func timetable(for request: TimetableRequest) throws -> Timetable

    /// The platforms of the stops that the last request named.
    var platforms: Set<StopIndex> { get }

    /// Whether the schedule has a stop, a route or a trip of that id.
    func knows(_ kind: IdentifierKind, _ id: UnsafeRawBufferPointer) throws -> Bool

    /// Calls `take` with every id of a kind.
    func forEachID(_ kind: IdentifierKind, _ take: @escaping (UnsafeRawBufferPointer) -> Void) throws

    /// What the schedule lacks that no trip runs without, as sentences.
    var gaps: [String] { get }

    /// Why no stop time of the schedule is of use, as a sentence; nil where one is: of a trip that trips has, with a time.
    ///
    /// Cost: nothing where the last request's trips show it, else up to one more reading.
    func unusableStopTimes() throws -> String?

    /// When all its services run.
    func calendar() throws -> ServiceCalendar

    /// The first and the last day of service, days after 1970-01-01; nil where the schedule does not tell.
    func serviceDays() throws -> ClosedRange<Int>?

    /// Counts the rows that were read as living on in other records.
    ///
    /// - Parameter written: records that came of rows of stop_times.
    func countAsMerged(_ summary: RunSummary, written: Int)
}
