import Contract
import Hashing
import NDJSON
import StageKit

/// Turns records of visits, performed trips and predictions into what a kind of figures counts.
struct VisitStage: MindsGaps, HasFeedOption, ReadsOnlyColumns {
    let tables: [String]
    let columns: [any AnyColumn]
    let needs: RecordNeeds
    let scansAhead = true

    private let count: any VisitCount
    /// The place of the table with match reports; nil where it does not matter whether the input has every run that was due.
    private let reports: Int?
    private let input: VisitInput
    /// Records that were rejected here, by their table's place.
    private(set) var rejected: [Int]
    /// The run of the record before, which is most often this one's too.
    private var lastKey = (feed: UInt64(0), day: Int.min, trip: UInt64(0))
    private var lastRun = 0

    private static let visit = Tables.StopVisits.columns
    private static let trip = Tables.TripsPerformed.columns
    private static let report = Tables.MatchReports.columns
    private static let visits = Tables.StopVisits.name
    private static let trips = Tables.TripsPerformed.name

    init(_ kind: PerformanceReportOptions.Kind, _ count: any VisitCount, _ input: VisitInput) {
        self.count = count
        self.input = input
        let readsListing = kind.count.readsListing
        tables =
            [VisitStage.visits, VisitStage.trips] + kind.count.furtherTables
            + (readsListing ? [Tables.MatchReports.name] : [])
        reports = readsListing ? tables.count - 1 : nil
        rejected = tables.map { _ in 0 }
        let (visit, trip) = (VisitStage.visit, VisitStage.trip)
        columns = VisitStage.inOrder(
            [
                Tables.AnyRecord.columns.feedID, visit.serviceDate, visit.tripIDPerformed, visit.tripStopSequence,
                visit.scheduleRelationship, trip.visitsScheduled,
            ] + input.groups.columns + input.nameColumns + count.columns
                + (readsListing ? [VisitStage.report.listsMissing, VisitStage.report.reasonCounts] : []))
        needs = RecordNeeds(
            anyOf: [kind.count.countsTrips ? VisitStage.trips : VisitStage.visits],
            advice: [
                (Tables.PerformancePartials.name, "--merge adds them up"),
                (Tables.VehiclePositions.name, "pipe them through stop-visits --feed FEED"),
            ])
    }

    var adviceOnMessages: String { "pipe it through decode-rt and stop-visits --feed FEED" }

    /// Columns in the order in which visits have them, which is the fastest to find them in.
    private static func inOrder(_ columns: [any AnyColumn]) -> [any AnyColumn] {
        let order = [Tables.AnyRecord.columns.feedID.name] + Tables.StopVisits.names
        func place(_ column: any AnyColumn) -> Int { order.firstIndex(of: column.name) ?? order.count }
        return columns.enumerated().sorted { (place($0.element), $0.offset) < (place($1.element), $1.offset) }
            .map(\.element)
    }

    mutating func process(_ record: Record) throws { try take(record, isTaken: true) }

    mutating func recordPassedOver(_ record: Record) throws {
        if record.table > 1 { return }
        input.leaveOut(.passedOver)
        try take(record, isTaken: false)
    }

    /// Records that lie outside of the window, by their table's place.
    var outside: [Int] { [input.outsideVisits, input.outsideTrips] + tables.dropFirst(2).map { _ in 0 } }

    func finish() throws { try count.finish(input) }

    @inline(__always)
    private mutating func take(_ record: Record, isTaken: Bool) throws {
        switch record.table {
        case 0: try takeVisit(record, isTaken)
        case 1: try takeTrip(record, isTaken)
        case let table where table == reports: input.listing.merge(RunListing(record, input.reader))
        case let table: try count.take(record, ofFurther: table - 2, input)
        }
    }

    // MARK: Visits and trips

    @inline(__always)
    private mutating func takeVisit(_ record: Record, _ isTaken: Bool) throws {
        let reader = input.reader
        guard let day = reader.day(record, VisitStage.visit.serviceDate), let run = run(record, day) else {
            return reject(record, isTaken, "no_performed_trip", "the visit does not identify its performed trip")
        }
        guard
            let sequence = reader.whole(
                record, VisitStage.visit.tripStopSequence, in: 1...PerformedRuns.mostStops)
        else { return reject(record, isTaken, "no_trip_stop_sequence", "the visit has no trip_stop_sequence") }
        guard input.runs.see(sequence, of: run) else {
            return reject(
                record, isTaken, "visit_twice",
                "an earlier visit has the same trip and trip_stop_sequence; the first counts")
        }
        let word = reader.word(record, VisitStage.visit.scheduleRelationship, of: Visit.Relationship.words)
        let relationship = word.flatMap(Visit.Relationship.init(rawValue:)) ?? .other
        if relationship == .other { warn(record) }
        if isTaken { input.see(day: day) }
        try count.take(
            Visit(run: run, sequence: sequence, relationship: relationship, day: day, isTaken: isTaken), record, input)
    }

    private mutating func takeTrip(_ record: Record, _ isTaken: Bool) throws {
        let reader = input.reader
        guard let day = reader.day(record, VisitStage.trip.serviceDate), let run = run(record, day) else {
            return reject(record, isTaken, "no_performed_trip", "the record does not identify the performed trip")
        }
        let word = reader.word(record, VisitStage.trip.scheduleRelationship, of: PerformedTrip.Relationship.words)
        let relationship = word.flatMap(PerformedTrip.Relationship.init(rawValue:)) ?? .other
        if relationship == .other { warn(record) }
        let stops = reader.whole(record, VisitStage.trip.visitsScheduled, in: 0...PerformedRuns.mostStops) ?? 0
        guard input.runs.see(stops: stops, isCanceled: relationship == .canceled, of: run) else {
            return reject(
                record, isTaken, "trip_twice", "an earlier record has the same performed trip; the first counts")
        }
        guard isTaken else { return }
        input.see(day: day)
        input.noteMode(record)
        try count.take(PerformedTrip(run: run, day: day, relationship: relationship), record, input)
    }

    /// The number of the performed trip that a record is of.
    @inline(__always)
    private mutating func run(_ record: Record, _ day: Int) -> Int? {
        let feed = input.reader.text(record, Tables.AnyRecord.columns.feedID).map { Fingerprint.of($0) } ?? 0
        guard let id = input.reader.text(record, VisitStage.visit.tripIDPerformed) else { return nil }
        let trip = Fingerprint.of(id)
        if lastKey == (feed, day, trip) { return lastRun }
        lastKey = (feed, day, trip)
        lastRun = input.runs.number(
            of: Fingerprint.of(trip, Fingerprint.of(feed, UInt64(bitPattern: Int64(day)))))
        return lastRun
    }

    private mutating func reject(_ record: Record, _ isTaken: Bool, _ code: StaticString, _ message: StaticString) {
        // What --where passes over is counted as that.
        guard isTaken else { return }
        rejected[record.table] += 1
        input.context.diagnostics.report(
            Finding(
                .reject, "\(code)", file: record.displayName, line: record.line,
                message: "\(message); skipped"))
        input.context.diagnostics.keepReject(
            file: record.displayName, line: record.line, code: "\(code)", message: "\(message)", raw: record.bytes)
    }

    private func warn(_ record: Record) {
        let value = record[VisitStage.visit.scheduleRelationship]
        input.context.diagnostics.report(
            .warning, "unknown_schedule_relationship", file: record.displayName, line: record.line,
            field: VisitStage.visit.scheduleRelationship.name, value: value.inside
        ) { "\($0) is not a value of \(Tables.StopVisits.name) or \(Tables.TripsPerformed.name); counted as unknown" }
    }
}
