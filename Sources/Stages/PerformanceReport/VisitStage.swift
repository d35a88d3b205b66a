import Contract
import NDJSON
import StageKit
import Visits

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
    private var heads: VisitHeads
    /// Records that were rejected here, by their table's place.
    var rejected: [Int] { heads.rejected + tables.dropFirst(heads.rejected.count).map { _ in 0 } }

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
        heads = VisitHeads(input.reader, input.context.diagnostics)
        columns = VisitHeads.inOrder(
            VisitHeads.columns + input.groups.columns + input.nameColumns + count.columns
                + (readsListing ? [VisitStage.report.listsMissing, VisitStage.report.reasonCounts] : []))
        needs = RecordNeeds(
            anyOf: [kind.count.countsTrips ? VisitStage.trips : VisitStage.visits],
            advice: [
                (Tables.PerformancePartials.name, "--merge adds them up"),
                (Tables.VehiclePositions.name, "pipe them through stop-visits --feed FEED"),
            ])
    }

    var adviceOnMessages: String { "pipe it through decode-rt and stop-visits --feed FEED" }

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
        guard let visit = heads.visit(record, isTaken, &input.runs) else { return }
        if isTaken { input.see(day: visit.day) }
        try count.take(visit, record, input)
    }

    private mutating func takeTrip(_ record: Record, _ isTaken: Bool) throws {
        guard let trip = heads.trip(record, isTaken, &input.runs), isTaken else { return }
        input.see(day: trip.day)
        input.noteMode(record)
        try count.take(trip, record, input)
    }
}
