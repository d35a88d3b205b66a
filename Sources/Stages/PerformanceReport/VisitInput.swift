import Contract
import GTFSSchedule
import Reports
import StageKit
import Visits

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
    private let hasStops: Bool
    private var routeIDs = TextNumbers.Chain()
    /// By the number of the route's id.
    private var modes: [UInt32: RouteMode] = [:]
    /// Whether the input says that every run that was due is in it.
    var listing = RunListing.silent
    /// Visits and trips that lie outside of the window.
    var outsideVisits = 0
    var outsideTrips = 0
    /// Service days of visits and trips, days after 1970-01-01.
    private(set) var days: ClosedRange<Int>?
    /// Visits that are in no figure; reported at the end.
    private var leftOut = LeftOutVisits()
    /// Whether the rows of a load profile are asked for by pattern.
    let askedForPatterns: Bool
    /// Whether the figures are made later, of parts.
    let writesParts: Bool
    let context: StageContext

    init(_ terms: PerformanceTerms, clock: ReportClock, writesParts: Bool, _ context: StageContext) {
        reader = VisitReader(context.diagnostics)
        groups = VisitGroups(keys: terms.rowKeys, terms.report.bin ?? .hour)
        askedForPatterns = terms.report.keys.contains(.patternID)
        hasRoutes = groups.keys.contains(.routeID)
        hasStops = groups.keys.contains(.stopID)
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

    // MARK: What parts have beside their figures

    private static let dayRange: StaticString = "days"
    private static let listed: StaticString = "lists_missing"

    func write(to part: PartWriter) {
        if let days { part.lists(VisitInput.dayRange) { add in add([days.lowerBound, days.upperBound]) } }
        if let listed = listing.isListed { part.flag(VisitInput.listed, listed) }
    }

    func takePart(_ values: PartReader) throws {
        if values.has(VisitInput.dayRange) {
            try values.lists(VisitInput.dayRange, of: 2) { range in
                guard let first = range[0], let last = range[1], first <= last, VisitInput.possibleDays.contains(first),
                    VisitInput.possibleDays.contains(last)
                else { throw BrokenPart("\(VisitInput.dayRange)") }
                see(day: first)
                see(day: last)
            }
        }
        listing.merge(RunListing(try values.flag(VisitInput.listed)))
    }

    /// Those that a date YYYYMMDD can be.
    private static let possibleDays = -800_000...3_000_000

    /// The group of a visit at a time.
    @inline(__always)
    func group(_ visit: Visit, _ record: Record, at moment: Moment) throws -> Int {
        let second = groups.readsTimes && moment.isKnown ? clock.second(at: moment) : nil
        return try groups.group(
            record, day: visit.day, sequence: visit.sequence, second: second,
            tripID: Tables.StopVisits.columns.tripID, reader)
    }

    /// The group of a visit that counts; nil for one that `--where` skips, and for one outside the window, which is counted.
    @inline(__always)
    func groupInside(_ visit: Visit, _ record: Record, at moment: Moment) throws -> Int? {
        guard visit.isTaken else { return nil }
        guard clock.takes(day: visit.day, moment) else {
            outsideVisits += 1
            return nil
        }
        return try group(visit, record, at: moment)
    }

    /// The names of the visit's route and stop, as far as they are keys.
    @inline(__always)
    func names(_ record: Record) -> VisitNames {
        var names = VisitNames()
        let visit = Tables.StopVisits.columns
        if hasRoutes { names.route = texts.number(of: reader.text(record, visit.routeShortName), in: &routeNames) }
        if hasStops { names.stop = texts.number(of: reader.text(record, visit.stopName), in: &stopNames) }
        return names
    }

    /// Notes the mode of a trip's route, by which routes of one name can be told apart.
    func noteMode(_ record: Record) {
        let trip = Tables.TripsPerformed.columns
        guard hasRoutes else { return }
        let number = texts.number(of: reader.text(record, trip.routeID), in: &routeIDs)
        guard number != 0, modes[number] == nil, let word = reader.text(record, trip.routeType),
            let mode = RouteMode(rawValue: String(decoding: word, as: UTF8.self))
        else { return }
        modes[number] = mode
    }

    func mode(ofRoute id: String) -> RouteMode? { modes[number(of: id)] }

    /// The columns that `names` and `noteMode` read.
    var nameColumns: [any AnyColumn] {
        let visit = Tables.StopVisits.columns
        return (hasRoutes ? [visit.routeShortName, Tables.TripsPerformed.columns.routeType] : [])
            + (hasStops ? [visit.stopName] : [])
    }

    /// The number of a text.
    func number(of text: String?) -> UInt32 {
        guard var text else { return 0 }
        return text.withUTF8 { texts.number(of: UnsafeRawBufferPointer($0)) }
    }

    /// Counts a visit that is in no figure.
    func leaveOut(_ reason: Reason, times: Int = 1) { leftOut.count(reason, times: times) }

    typealias Reason = LeftOutVisits.Reason

    /// Reports why visits are in no figure.
    func tell() { leftOut.report(context.diagnostics) }
}
