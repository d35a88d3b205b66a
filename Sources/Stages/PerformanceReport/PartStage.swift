import Contract
import NDJSON
import Occupancy
import StageKit
import TimeZones

/// Adds up the parts of a report.
struct PartStage: HasFeedOption {
    let tables = [Tables.PerformancePartials.name]
    let scansAhead = true
    let needs = RecordNeeds(
        anyOf: [Tables.PerformancePartials.name],
        advice: [
            (Tables.StopVisits.name, "--merge adds up parts, without it visits are counted"),
            (Tables.OccupancyPartials.name, "'linefeed occupancy-report --merge' adds them up"),
        ])
    let columns = Tables.PerformancePartials.all

    private(set) var terms: PerformanceTerms?
    private(set) var count: (any VisitCount)?
    private var input: VisitInput?
    private let start: (PerformanceTerms) -> (any VisitCount, VisitInput)
    private let expected: (PerformanceTerms) -> String?
    private let keyBytes = GroupKeyBytes()
    private var lastHead: [UInt8] = []

    private static let part = Tables.PerformancePartials.columns

    /// - Parameters:
    ///   - expected: says why the first part does not go with the command line, or nil.
    ///   - start: makes what counts figures of the first part's kind.
    init(
        expected: @escaping (PerformanceTerms) -> String?,
        start: @escaping (PerformanceTerms) -> (any VisitCount, VisitInput)
    ) {
        self.expected = expected
        self.start = start
    }

    mutating func process(_ record: Record) throws {
        do { try take(record) } catch let part as BrokenPart { throw broken(record, part) }
    }

    func finish() throws {}

    private mutating func take(_ record: Record) throws {
        try checkTerms(record)
        guard let terms, let count, let input else { return }
        keyBytes.removeAll()
        var values: [JSONValue] = []
        record[PartStage.part.keys].forEachElement { values.append($0) }
        if values.isEmpty, record[PartStage.part.values].kind == .object {
            // A part without figures.
            return try input.takePart(PartReader(record[PartStage.part.values]))
        }
        guard values.count == terms.rowKeys.count else { throw BrokenPart(member: "keys") }
        for (key, value) in zip(terms.rowKeys, values) { try append(key, value, terms) }
        guard record[PartStage.part.values].kind == .object else { throw BrokenPart(member: "values") }
        let part = PartReader(record[PartStage.part.values])
        try input.takePart(part)
        try count.takePart(keys: keyBytes.bytes, part)
    }

    /// Parts that were counted by other rules cannot be added up.
    private mutating func checkTerms(_ record: Record) throws {
        var head: [UInt8] = []
        for column in PerformanceTerms.heads {
            head.append(contentsOf: record[column].raw)
            head.append(0)
        }
        // Most parts have their terms written alike.
        if head == lastHead { return }
        let found = try PerformanceTerms(record)
        if let terms {
            guard terms == found else {
                throw StageFailure(
                    .dataUnusable,
                    "\(place(record)): this part was made with \(found.words), the parts before it with \(terms.words): "
                        + "they do not add up")
            }
        } else if let reason = expected(found) {
            throw StageFailure(.dataUnusable, "\(place(record)): \(reason)")
        }
        if terms == nil {
            let (count, input) = start(found)
            self.count = count
            self.input = input
        }
        terms = found
        lastHead = head
    }

    private func append(_ key: PerformanceKey, _ value: JSONValue, _ terms: PerformanceTerms) throws {
        if value.kind == .null { return keyBytes.appendNull() }
        let broken = BrokenPart(member: "keys")
        switch key {
        case .directionID, .hour, .stopSequence:
            let range = key == .hour ? 0...23 : VisitReader.counts
            guard let number = value.integer, range.contains(number) else { throw broken }
            keyBytes.append(number)
        case .weekday, .dayType:
            let words = key == .weekday ? PerformanceKey.weekdays : PerformanceKey.dayTypes
            guard let word = value.string.flatMap({ words.firstIndex(of: $0) }) else { throw broken }
            keyBytes.append(word)
        case .serviceDate:
            guard value.kind == .string, let date = CivilDate(compact: value.inside) else { throw broken }
            keyBytes.append(date.daysSinceEpoch)
        case .timeBin:
            guard let text = value.string, case .clock(let second)? = WrittenTime(text), let bin = terms.binSeconds,
                second % bin == 0
            else { throw broken }
            keyBytes.append(second)
        case .routeID, .patternID, .tripID, .stopID, .vehicleID, .feedID:
            guard var text = value.string else { throw broken }
            text.withUTF8 { keyBytes.append(UnsafeRawBufferPointer($0)) }
        }
    }

    private func broken(_ record: Record, _ part: BrokenPart) -> StageFailure {
        StageFailure(.dataUnusable, "\(place(record)): \(part.member): not what --partial writes")
    }

    private func place(_ record: Record) -> String { "\(record.displayName):\(record.line)" }
}
