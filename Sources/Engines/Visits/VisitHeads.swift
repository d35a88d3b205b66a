import Contract
import Hashing
import NDJSON
import StageKit

/// Reads which performed trip and which of its stops a record is about, and rejects records that do not say it or that
/// repeat an earlier record.
///
/// A stage that uses it lists `stop_visits` first among its tables and `trips_performed` second.
public struct VisitHeads {
    public let reader: VisitReader
    private let diagnostics: Diagnostics
    /// Records that were rejected, by the place of their table.
    public private(set) var rejected = [0, 0]
    /// The run of the record before, which is most often this record's too.
    private var lastKey = (feed: UInt64(0), day: Int.min, trip: UInt64(0))
    private var lastRun = 0

    private static let visit = Tables.StopVisits.columns
    private static let trip = Tables.TripsPerformed.columns

    public static let columns: [any AnyColumn] = [
        Tables.AnyRecord.columns.feedID, visit.serviceDate, visit.tripIDPerformed, visit.tripStopSequence,
        visit.scheduleRelationship, trip.visitsScheduled,
    ]

    public init(_ reader: VisitReader, _ diagnostics: Diagnostics) {
        self.reader = reader
        self.diagnostics = diagnostics
    }

    /// Columns in the order in which visits have them, in which they are found fastest.
    public static func inOrder(_ columns: [any AnyColumn]) -> [any AnyColumn] {
        let order = [Tables.AnyRecord.columns.feedID.name] + Tables.StopVisits.names
        func place(_ column: any AnyColumn) -> Int { order.firstIndex(of: column.name) ?? order.count }
        return columns.enumerated().sorted { (place($0.element), $0.offset) < (place($1.element), $1.offset) }
            .map(\.element)
    }

    /// The visit of a record; nil for a record that is rejected.
    /// - Parameters:
    ///   - isTaken: false for a record that `--where` excludes.
    ///   - runs: the performed trips of the input, which learn of the visit.
    @inline(__always)
    public mutating func visit(_ record: Record, _ isTaken: Bool, _ runs: inout PerformedRuns) -> Visit? {
        guard let day = reader.day(record, VisitHeads.visit.serviceDate), let run = run(record, day, &runs) else {
            reject(record, isTaken, "no_performed_trip", "the visit does not identify its performed trip")
            return nil
        }
        guard
            let sequence = reader.whole(
                record, VisitHeads.visit.tripStopSequence, in: 1...PerformedRuns.mostStops)
        else {
            reject(record, isTaken, "no_trip_stop_sequence", "the visit has no trip_stop_sequence")
            return nil
        }
        guard runs.see(sequence, of: run) else {
            reject(
                record, isTaken, "visit_twice",
                "an earlier visit has the same trip and trip_stop_sequence; the first counts")
            return nil
        }
        let word = reader.word(record, VisitHeads.visit.scheduleRelationship, of: Visit.Relationship.words)
        let relationship = word.flatMap(Visit.Relationship.init(rawValue:)) ?? .other
        if relationship == .other { warn(record) }
        return Visit(run: run, sequence: sequence, relationship: relationship, day: day, isTaken: isTaken)
    }

    /// The performed trip of a record; nil for a record that is rejected.
    public mutating func trip(_ record: Record, _ isTaken: Bool, _ runs: inout PerformedRuns) -> PerformedTrip? {
        guard let day = reader.day(record, VisitHeads.trip.serviceDate), let run = run(record, day, &runs) else {
            reject(record, isTaken, "no_performed_trip", "the record does not identify the performed trip")
            return nil
        }
        let word = reader.word(record, VisitHeads.trip.scheduleRelationship, of: PerformedTrip.Relationship.words)
        let relationship = word.flatMap(PerformedTrip.Relationship.init(rawValue:)) ?? .other
        if relationship == .other { warn(record) }
        let stops = reader.whole(record, VisitHeads.trip.visitsScheduled, in: 0...PerformedRuns.mostStops) ?? 0
        guard runs.see(stops: stops, isCanceled: relationship == .canceled, of: run) else {
            reject(record, isTaken, "trip_twice", "an earlier record has the same performed trip; the first counts")
            return nil
        }
        return PerformedTrip(run: run, day: day, relationship: relationship)
    }

    /// The number of the performed trip that a record is of.
    @inline(__always)
    private mutating func run(_ record: Record, _ day: Int, _ runs: inout PerformedRuns) -> Int? {
        let feed = reader.text(record, Tables.AnyRecord.columns.feedID).map { Fingerprint.of($0) } ?? 0
        guard let id = reader.text(record, VisitHeads.visit.tripIDPerformed) else { return nil }
        let trip = Fingerprint.of(id)
        if lastKey == (feed, day, trip) { return lastRun }
        lastKey = (feed, day, trip)
        lastRun = runs.number(of: Fingerprint.of(trip, Fingerprint.of(feed, UInt64(bitPattern: Int64(day)))))
        return lastRun
    }

    private mutating func reject(_ record: Record, _ isTaken: Bool, _ code: StaticString, _ message: StaticString) {
        // What --where passes over is counted as that.
        guard isTaken else { return }
        rejected[record.table] += 1
        diagnostics.report(
            Finding(
                .reject, "\(code)", file: record.displayName, line: record.line,
                message: "\(message); skipped"))
        diagnostics.keepReject(
            file: record.displayName, line: record.line, code: "\(code)", message: "\(message)", raw: record.bytes)
    }

    private func warn(_ record: Record) {
        let value = record[VisitHeads.visit.scheduleRelationship]
        diagnostics.report(
            .warning, "unknown_schedule_relationship", file: record.displayName, line: record.line,
            field: VisitHeads.visit.scheduleRelationship.name, value: value.inside
        ) { "\($0) is not a value of \(Tables.StopVisits.name) or \(Tables.TripsPerformed.name); counted as unknown" }
    }
}
