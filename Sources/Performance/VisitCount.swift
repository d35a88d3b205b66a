import Contract
import Occupancy
import StageKit

/// Counts one kind of figures, from visits or from parts.
protocol VisitCount: AnyObject {
    /// The columns of visits, trips and predictions that it looks at beside those of every kind.
    var columns: [any AnyColumn] { get }

    /// Takes a visit, those too that `--where` passes over.
    func take(_ visit: Visit, _ record: Record, _ input: VisitInput) throws
    func take(_ trip: PerformedTrip, _ record: Record, _ input: VisitInput) throws
    /// Called once after the last record.
    func finish(_ input: VisitInput) throws

    // MARK: Rows

    /// The rows' keys, and what they are told apart by beside them.
    var rows: GroupKeys { get }
    /// Whether a row has anything to tell.
    func isRow(_ row: Int) -> Bool
    /// The events that a row's figures are of.
    func events(_ row: Int) -> Int
    /// The row's cells in the order of the table's columns that follow the keys, without the zone.
    func figures(_ row: Int) -> [PerformanceCell]
    /// The name of the row's route.
    func routeName(_ row: Int) -> String?

    // MARK: Parts

    /// Writes what the rows are made of: calls `write` with the keys of a part laid out, and what writes its values.
    func writeParts(_ write: (_ keys: UnsafeRawBufferPointer, _ values: (PartWriter) -> Void) throws -> Void) throws
    /// Takes a part's values.
    /// - Throws: `BrokenPart` for what `--partial` does not write.
    func takePart(keys: UnsafeRawBufferPointer, _ values: PartReader) throws
}

/// What the counting of visits has at hand.
final class VisitInput {
    let reader: VisitReader
    let groups: VisitGroups
    var clock: ReportClock
    var runs = PerformedRuns()
    var texts = TextNumbers()
    /// Those that come with each visit.
    var stops = TextNumbers.Chain()
    var stopNames = TextNumbers.Chain()
    private var routeNames = TextNumbers.Chain()
    private let hasRoutes: Bool
    /// Visits and trips that lie outside of the window.
    var outsideVisits = 0
    var outsideTrips = 0
    /// Service days of visits and trips, days after 1970-01-01.
    private(set) var days: ClosedRange<Int>?
    /// Why visits are in no figure, with how many they are; told at the end.
    private(set) var reasons: [(code: StaticString, words: StaticString, count: Int)] = []
    /// Whether the figures are made later, of parts.
    let writesParts: Bool
    let context: StageContext

    init(groups: VisitGroups, clock: ReportClock, writesParts: Bool, _ context: StageContext) {
        reader = VisitReader(context.diagnostics)
        self.groups = groups
        hasRoutes = groups.keys.contains(.routeID)
        self.clock = clock
        self.writesParts = writesParts
        self.context = context
    }

    @inline(__always)
    func see(day: Int) {
        guard let days else {
            self.days = day...day
            return
        }
        if day < days.lowerBound { self.days = day...days.upperBound }
        if day > days.upperBound { self.days = days.lowerBound...day }
    }

    /// The group of a visit at a time.
    @inline(__always)
    func group(_ visit: Visit, _ record: Record, at moment: Moment) throws -> Int {
        let second = groups.readsTimes && moment.isKnown ? clock.second(at: moment) : nil
        return try groups.group(
            record, day: visit.day, sequence: visit.sequence, second: second,
            tripID: Tables.StopVisits.columns.tripID, reader)
    }

    /// The number of the visit's route_short_name.
    @inline(__always)
    func routeName(_ record: Record) -> UInt32 {
        guard hasRoutes else { return 0 }
        return texts.number(of: reader.text(record, Tables.StopVisits.columns.routeShortName), in: &routeNames)
    }

    /// Counts a visit that is in no figure.
    func leaveOut(_ reason: Reason, times: Int = 1) {
        guard times > 0 else { return }
        if let place = reasons.firstIndex(where: { $0.code.isSame(reason.code) }) {
            reasons[place].count += times
        } else {
            reasons.append((reason.code, reason.words, times))
        }
    }

    struct Reason {
        let code: StaticString
        let words: StaticString
    }

    /// Tells why visits are in no figure.
    func tell() {
        for reason in reasons {
            context.diagnostics.report(
                Finding(.note, "\(reason.code)", message: "\(grouped(reason.count)) \(reason.words)"))
        }
    }
}

extension StaticString {
    @inline(__always)
    func isSame(_ other: StaticString) -> Bool { utf8Start == other.utf8Start || "\(self)" == "\(other)" }
}

extension VisitInput.Reason {
    static let passedOver = Self(
        code: "context_only", words: "visits that --where passes over were looked at, not counted")
}
