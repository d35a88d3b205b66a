import Containers
import Contract
import NDJSON
import Occupancy
import Reports
import StageKit
import TimeZones

/// What all parts of one report must have in common.
struct PartialTerms: Equatable {
    var keys: [OccupancyKey]
    var countsCarriages: Bool
    var deduplication: OccupancyReportOptions.Deduplication
    /// nil where nothing is read off a clock.
    var zone: String?
    /// nil where no key is a bin.
    var bin: TimeBin?
    /// With instants in the place of local times.
    var window = ReportWindow()
}

/// Adds up the parts of a report.
struct PartialStage: HasFeedOption {
    static let version = 1
    /// Larger counts are not counts,
    private static let largestCount = 1 << 40
    /// nor are larger sums of all parts' counts: figures that are made of them must not overflow.
    private static let largestSum = 1 << 56

    let tables = [Tables.OccupancyPartials.name]
    let scansAhead = true
    let needs = RecordNeeds(
        anyOf: [Tables.OccupancyPartials.name],
        advice: [(Tables.VehiclePositions.name, "--merge adds up parts, without it positions are counted")])
    let columns = Tables.OccupancyPartials.all
    private(set) var terms: PartialTerms?
    private let accumulator: CrowdingAccumulator
    private let keyBytes = GroupKeyBytes()
    private let expected: (PartialTerms) -> String?
    private var lastTerms: [UInt8] = []
    private var sum = 0

    private static let part = Tables.OccupancyPartials.columns
    private static let counts = part.counts.all
    /// Those that tell the terms.
    private static let heads = [
        part.partialVersion.json, part.by.json, part.carriages.json, part.deduplicate.json, part.timezone.json,
        part.bin.json, part.days.json, part.from.json, part.to.json,
    ]

    /// - Parameter expected: says why the first part does not go with the command line, or nil.
    init(into accumulator: CrowdingAccumulator, expected: @escaping (PartialTerms) -> String?) {
        self.accumulator = accumulator
        self.expected = expected
    }

    mutating func process(_ record: Record) throws {
        try checkTerms(record)
        guard let terms else { return }
        let part = PartialStage.part
        keyBytes.removeAll()
        for key in terms.keys { try append(key, record) }
        let counts = try PartialStage.counts.map { try count(record, $0) }
        var percentages: [CrowdingFigures.PercentageCount] = []
        guard record[part.percentages].kind == .array else { throw broken(record, part.percentages) }
        try record[part.percentages].forEachElement { pair in
            var numbers: [Int] = []
            pair.forEachElement { numbers.append($0.integer ?? -1) }
            guard numbers.count == 2, (0...Observation.largestPercentage).contains(numbers[0]),
                (0...PartialStage.largestCount).contains(numbers[1])
            else { throw broken(record, part.percentages) }
            percentages.append(.init(percentage: numbers[0], count: numbers[1]))
        }
        var trips: [UInt64] = []
        guard record[part.tripFingerprints].kind == .array else { throw broken(record, part.tripFingerprints) }
        try record[part.tripFingerprints].forEachElement { value in
            guard let trip = value.unsigned, trip > 0, trip < 1 << 48 else {
                throw broken(record, part.tripFingerprints)
            }
            trips.append(trip)
        }
        let vehicles = try count(record, part.vehicles)
        let observations = counts.reduce(0, +)
        // No part has more vehicles, or percentages, than observations.
        guard vehicles <= observations else { throw broken(record, part.vehicles) }
        guard percentages.reduce(0, { $0 + $1.count }) <= observations else { throw broken(record, part.percentages) }
        sum += observations
        guard sum <= PartialStage.largestSum else {
            throw StageFailure(.dataUnusable, "\(place(record)): more observations than can be added up")
        }
        guard let group = accumulator.intern(keyBytes.bytes) else {
            throw StageFailure(.dataUnusable, "more than \(GroupKeys.capacity) groups")
        }
        let figures = CrowdingFigures(
            counts: counts, vehicles: vehicles, trips: 0, percentages: percentages)
        accumulator.addPartial(figures, tripFingerprints: trips, group: group)
    }

    func finish() throws {}

    // MARK: Terms

    /// Parts that were counted by other rules cannot be added up.
    private mutating func checkTerms(_ record: Record) throws {
        var bytes: [UInt8] = []
        for column in PartialStage.heads {
            bytes.append(contentsOf: record[column].raw)
            bytes.append(0)
        }
        // Most parts have their terms written alike.
        if bytes == lastTerms { return }
        let part = PartialStage.part
        guard record[part.partialVersion].integer == PartialStage.version else {
            throw broken(record, part.partialVersion)
        }
        var keys: [OccupancyKey] = []
        try record[part.by].forEachElement { value in
            guard let key = value.string.flatMap(OccupancyKey.init(named:)) else { throw broken(record, part.by) }
            keys.append(key)
        }
        guard !keys.isEmpty, Set(keys).count == keys.count else { throw broken(record, part.by) }
        guard let carriages = record[part.carriages].bool else { throw broken(record, part.carriages) }
        guard
            let deduplication = record[part.deduplicate].string.flatMap(
                OccupancyReportOptions.Deduplication.init(rawValue:))
        else {
            throw broken(record, part.deduplicate)
        }
        let zone = record[part.timezone].string
        let window = try window(record)
        guard (zone != nil) == (keys.contains(where: { $0.isOfTime }) || !window.isEverything) else {
            throw broken(record, part.timezone)
        }
        let bin = record[part.bin].string.flatMap { try? TimeBin($0) }
        guard (bin != nil) == keys.contains(.timeBin), (bin != nil) == record[part.bin].isPresent else {
            throw broken(record, part.bin)
        }
        let found = PartialTerms(
            keys: keys, countsCarriages: carriages, deduplication: deduplication, zone: zone, bin: bin, window: window)
        if let terms {
            guard terms == found else {
                throw StageFailure(
                    .dataUnusable,
                    "\(place(record)): this part was made with \(PartialStage.words(found)), the parts before it with "
                        + "\(PartialStage.words(terms)): they do not add up")
            }
        } else if let reason = expected(found) {
            throw StageFailure(.dataUnusable, "\(place(record)): \(reason)")
        }
        terms = found
        lastTerms = bytes
    }

    /// The window that a part was made with.
    private func window(_ record: Record) throws -> ReportWindow {
        let part = PartialStage.part
        var window = ReportWindow()
        if record[part.days].isPresent {
            var names: [String] = []
            record[part.days].forEachElement { names.append($0.string ?? "") }
            guard let days = try? ReportWindow.weekdays(names.joined(separator: ",")) else {
                throw broken(record, part.days)
            }
            window.weekdays = days
        }
        window.from = try time(record, part.from)
        window.to = try time(record, part.to)
        return window
    }

    private func time(
        _ record: Record, _ column: Column<Tables.OccupancyPartials, Text, IfKnown>
    ) throws -> WrittenTime? {
        guard record[column].isPresent else { return nil }
        switch record[column].string.flatMap({ WrittenTime($0) }) {
        case .local?, nil: throw broken(record, column)
        case let time?: return time
        }
    }

    static func words(_ terms: PartialTerms) -> String {
        "--by \(terms.keys.map(\.name).joined(separator: ","))" + (terms.bin.map { " --bin \($0.length)" } ?? "")
            + terms.window.words + (terms.zone.map { " --timezone \($0)" } ?? "")
            + " --deduplicate \(terms.deduplication.rawValue)"
            + (terms.countsCarriages ? " --carriages" : "")
    }

    // MARK: Values

    private func append(_ key: OccupancyKey, _ record: Record) throws {
        let column = PartialStage.part.keys[key]
        let value = record[column]
        if value.kind == .null { return keyBytes.appendNull() }
        switch key {
        case .directionID, .stopSequence, .hour:
            let last = key == .hour ? 23 : Int.max
            guard let number = value.integer, (0...last).contains(number) else { throw broken(record, column) }
            keyBytes.append(number)
        case .timeBin:
            guard let second = value.string.flatMap(beginning) else { throw broken(record, column) }
            keyBytes.append(second)
        case .weekday, .dayType:
            let words = key == .weekday ? OccupancyKey.weekdays : OccupancyKey.dayTypes
            guard let word = value.string.flatMap({ words.firstIndex(of: $0) }) else { throw broken(record, column) }
            keyBytes.append(word)
        case .date, .serviceDate:
            guard value.kind == .string, let date = PositionReader.date(value) else { throw broken(record, column) }
            keyBytes.append(date)
        default:
            guard let text = record.text(column) else { throw broken(record, column) }
            keyBytes.append(text)
        }
    }

    /// The second of the day of a bin's beginning, as the records have it; nil for anything else.
    private func beginning(_ text: String) -> Int? {
        guard let length = terms?.bin?.seconds, case .clock(let second)? = WrittenTime(text), second % length == 0,
            text == ClockTime.shortText(second)
        else { return nil }
        return second
    }

    private func count(_ record: Record, _ column: Column<Tables.OccupancyPartials, Whole, Always>) throws -> Int {
        guard let count = record[column].integer, count >= 0, count <= PartialStage.largestCount else {
            throw broken(record, column)
        }
        return count
    }

    private func broken<V: ColumnValue, P: RecordPresence>(
        _ record: Record, _ column: Column<Tables.OccupancyPartials, V, P>
    ) -> StageFailure {
        StageFailure(
            .dataUnusable,
            "\(place(record)): \(column.name): \(record[column].isPresent ? "not what --partial writes" : "missing")")
    }

    private func place(_ record: Record) -> String {
        "\(record.displayName):\(record.line)"
    }
}
