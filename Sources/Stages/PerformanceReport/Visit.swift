import Contract
import StageKit

/// What every kind of figures looks at of a visit; the rest is read out of its record.
struct Visit {
    /// TIDES's words.
    enum Relationship: Int {
        case scheduled, skipped, added, missing
        /// A word that the contract does not have.
        case other

        static let words: [StaticString] = ["Scheduled", "Skipped", "Added", "Missing"]
    }

    /// The number of the performed trip.
    var run: Int
    /// The place among its stops, from 1.
    var sequence: Int
    var relationship: Relationship
    /// The service day, as days after 1970-01-01.
    var day: Int
    /// Whether `--where` takes it; one that it passes over is in no figure, and no figure spans it.
    var isTaken: Bool

    /// Whether a vehicle may have called there.
    var isCalledAt: Bool { relationship != .skipped && relationship != .missing }
}

/// The times of a visit.
struct VisitTimes {
    var scheduledArrival: Moment
    var scheduledDeparture: Moment
    var arrival: Moment
    var departure: Moment

    static let columns: [any AnyColumn] = [
        Tables.StopVisits.columns.scheduleArrivalTime, Tables.StopVisits.columns.scheduleDepartureTime,
        Tables.StopVisits.columns.actualArrivalTime, Tables.StopVisits.columns.actualDepartureTime,
    ]

    @inline(__always)
    init(_ record: Record, _ reader: VisitReader) {
        let visit = Tables.StopVisits.columns
        scheduledArrival = reader.moment(record, visit.scheduleArrivalTime)
        scheduledDeparture = reader.moment(record, visit.scheduleDepartureTime)
        arrival = reader.moment(record, visit.actualArrivalTime)
        departure = reader.moment(record, visit.actualDepartureTime)
    }

    /// When the visit was due to end, or where the timetable does not say when it ended.
    var atDeparture: Moment { scheduledDeparture ?? scheduledArrival ?? departure ?? arrival }
    /// The same of its beginning.
    var atArrival: Moment { scheduledArrival ?? scheduledDeparture ?? arrival ?? departure }
}

/// A trip as `trips_performed` has it.
struct PerformedTrip {
    var run: Int
    var day: Int
    var relationship: Relationship

    enum Relationship: Int {
        case scheduled, added, unscheduled, canceled, duplicated, other

        static let words: [StaticString] = ["Scheduled", "Added", "Unscheduled", "Canceled", "Duplicated"]
    }
}
