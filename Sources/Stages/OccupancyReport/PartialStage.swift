import NDJSON
import Occupancy
import StageKit

/// What all parts of one report must have in common.
struct PartialTerms: Equatable {
    var keys: [OccupancyKey]
    var countsCarriages: Bool
    var deduplication: OccupancyReportOptions.Deduplication
    /// nil where no key is read off a clock.
    var zone: String?
}

/// Adds up the parts of a report.
struct PartialStage: RecordStage {
    static let version = 1
    /// Larger counts are no counts,
    private static let largestCount = 1 << 40
    /// nor are larger sums of all parts' counts: figures that are made of them must not overflow.
    private static let largestSum = 1 << 56

    let tables = [OccupancySchemas.partials.name]
    let needs = RecordNeeds(
        anyOf: [OccupancySchemas.partials.name],
        advice: [("vehicle_positions", "--merge adds up parts, without it positions are counted")])
    let takesFeed = true
    let fields: [String]
    private(set) var terms: PartialTerms?
    private let accumulator: CrowdingAccumulator
    private let keyBytes = GroupKeyBytes()
    private let expected: (PartialTerms) -> String?
    private var lastTerms: [UInt8] = []
    private var sum = 0

    private static let heads = [
        "partial_version", "by", "carriages", "deduplicate", "timezone", "vehicles", "percentages",
        "trip_fingerprints",
    ]

    /// - Parameter expected: says why the first part does not go with the command line, or nil.
    init(into accumulator: CrowdingAccumulator, expected: @escaping (PartialTerms) -> String?) {
        self.accumulator = accumulator
        self.expected = expected
        fields = PartialStage.heads + CrowdingFigures.countNames + OccupancyKey.allCases.map(\.rawValue)
    }

    mutating func process(_ record: Record) throws {
        try checkTerms(record)
        guard let terms else { return }
        keyBytes.removeAll()
        for key in terms.keys { try append(key, record) }
        let first = PartialStage.heads.count
        var counts: [Int] = []
        for place in CrowdingFigures.countNames.indices { counts.append(try count(record, first + place)) }
        var percentages: [CrowdingFigures.PercentageCount] = []
        guard record[6].kind == .array else { throw broken(record, 6) }
        try record[6].forEachElement { pair in
            var numbers: [Int] = []
            pair.forEachElement { numbers.append($0.integer ?? -1) }
            guard numbers.count == 2, (0...Observation.largestPercentage).contains(numbers[0]),
                (0...PartialStage.largestCount).contains(numbers[1])
            else { throw broken(record, 6) }
            percentages.append(.init(percentage: numbers[0], count: numbers[1]))
        }
        var trips: [UInt64] = []
        guard record[7].kind == .array else { throw broken(record, 7) }
        try record[7].forEachElement { value in
            guard let trip = value.unsigned, trip > 0, trip < 1 << 48 else { throw broken(record, 7) }
            trips.append(trip)
        }
        let vehicles = try count(record, 5)
        let observations = counts.reduce(0, +)
        // No part has more vehicles, or percentages, than observations.
        guard vehicles <= observations else { throw broken(record, 5) }
        guard percentages.reduce(0, { $0 + $1.count }) <= observations else { throw broken(record, 6) }
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
        for field in 0..<5 {
            bytes.append(contentsOf: record[field].raw)
            bytes.append(0)
        }
        // Most parts have their terms written alike.
        if bytes == lastTerms { return }
        guard record[0].integer == PartialStage.version else { throw broken(record, 0) }
        var keys: [OccupancyKey] = []
        try record[1].forEachElement { value in
            guard let key = value.string.flatMap(OccupancyKey.init(rawValue:)) else { throw broken(record, 1) }
            keys.append(key)
        }
        guard !keys.isEmpty, Set(keys).count == keys.count else { throw broken(record, 1) }
        guard let carriages = record[2].bool else { throw broken(record, 2) }
        guard let deduplication = record[3].string.flatMap(OccupancyReportOptions.Deduplication.init(rawValue:)) else {
            throw broken(record, 3)
        }
        let zone = record[4].string
        guard (zone != nil) == keys.contains(where: { $0.isOfTime }) else { throw broken(record, 4) }
        let found = PartialTerms(
            keys: keys, countsCarriages: carriages, deduplication: deduplication, zone: zone)
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

    static func words(_ terms: PartialTerms) -> String {
        "--by \(terms.keys.map(\.rawValue).joined(separator: ","))"
            + (terms.zone.map { " --timezone \($0)" } ?? "") + " --deduplicate \(terms.deduplication.rawValue)"
            + (terms.countsCarriages ? " --carriages" : "")
    }

    // MARK: Values

    private func append(_ key: OccupancyKey, _ record: Record) throws {
        let place =
            PartialStage.heads.count + CrowdingFigures.countNames.count
            + OccupancyKey.allCases.firstIndex(of: key).unsafelyUnwrapped
        let value = record[place]
        if value.kind == .null { return keyBytes.appendNull() }
        switch key {
        case .directionID, .hour:
            let last = key == .hour ? 23 : Int.max
            guard let number = value.integer, (0...last).contains(number) else { throw broken(record, place) }
            keyBytes.append(number)
        case .weekday, .dayType:
            let words = key == .weekday ? OccupancyKey.weekdays : OccupancyKey.dayTypes
            guard let word = value.string.flatMap({ words.firstIndex(of: $0) }) else { throw broken(record, place) }
            keyBytes.append(word)
        case .date, .serviceDate:
            guard value.kind == .string, let date = PositionReader.date(value) else { throw broken(record, place) }
            keyBytes.append(date)
        default:
            guard let text = record.text(place) else { throw broken(record, place) }
            keyBytes.append(text)
        }
    }

    private func count(_ record: Record, _ field: Int) throws -> Int {
        guard let count = record[field].integer, count >= 0, count <= PartialStage.largestCount else {
            throw broken(record, field)
        }
        return count
    }

    private func broken(_ record: Record, _ field: Int) -> StageFailure {
        StageFailure(
            .dataUnusable,
            "\(place(record)): \(fields[field]): \(record[field].isPresent ? "not what --partial writes" : "missing")")
    }

    private func place(_ record: Record) -> String {
        "\(record.file == "-" ? "standard input" : record.file):\(record.line)"
    }
}
