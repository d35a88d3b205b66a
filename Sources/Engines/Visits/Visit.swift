import Contract
import StageKit

/// What every kind of figures looks at of a visit; the rest is read out of its record.
public struct Visit {
    /// TIDES's words.
    public enum Relationship: Int {
        case scheduled, skipped, added, missing
        /// A word that the contract does not have.
        case other

        public static let words: [StaticString] = ["Scheduled", "Skipped", "Added", "Missing"]
    }

    /// The number of the performed trip.
    public var run: Int
    /// The place among its stops, from 1.
    public var sequence: Int
    public var relationship: Relationship
    /// The service day, as days after 1970-01-01.
    public var day: Int
    /// Whether `--where` takes it; one that it passes over is in no figure, and no figure spans it.
    public var isTaken: Bool

    public init(run: Int, sequence: Int, relationship: Relationship, day: Int, isTaken: Bool) {
        self.run = run
        self.sequence = sequence
        self.relationship = relationship
        self.day = day
        self.isTaken = isTaken
    }

    /// Whether a vehicle may have called there.
    public var isCalledAt: Bool { relationship != .skipped && relationship != .missing }
}

/// The times of a visit.
public struct VisitTimes {
    public var scheduledArrival: Moment
    public var scheduledDeparture: Moment
    public var arrival: Moment
    public var departure: Moment

    public static let columns: [any AnyColumn] = [
        Tables.StopVisits.columns.scheduleArrivalTime, Tables.StopVisits.columns.scheduleDepartureTime,
        Tables.StopVisits.columns.actualArrivalTime, Tables.StopVisits.columns.actualDepartureTime,
    ]

    /// - Parameter day: the service day, as days after 1970-01-01.
    @inline(__always)
    public init(_ record: Record, of day: Int, _ reader: VisitReader) {
        let visit = Tables.StopVisits.columns
        scheduledArrival = reader.moment(record, visit.scheduleArrivalTime, of: day)
        scheduledDeparture = reader.moment(record, visit.scheduleDepartureTime, of: day)
        arrival = reader.moment(record, visit.actualArrivalTime, of: day)
        departure = reader.moment(record, visit.actualDepartureTime, of: day)
    }

    /// When the visit was due to end, or where the timetable does not say when it ended.
    public var atDeparture: Moment { scheduledDeparture ?? scheduledArrival ?? departure ?? arrival }
    /// The same of its beginning.
    public var atArrival: Moment { scheduledArrival ?? scheduledDeparture ?? arrival ?? departure }
}

/// A trip as `trips_performed` has it.
public struct PerformedTrip {
    public var run: Int
    public var day: Int
    public var relationship: Relationship

    public init(run: Int, day: Int, relationship: Relationship) {
        self.run = run
        self.day = day
        self.relationship = relationship
    }

    public enum Relationship: Int {
        case scheduled, added, unscheduled, canceled, duplicated, other

        public static let words: [StaticString] = ["Scheduled", "Added", "Unscheduled", "Canceled", "Duplicated"]
    }
}
