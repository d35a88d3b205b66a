import Containers
import Contract
import NDJSON
import Occupancy
import Reports
import StageKit

/// The parts of a report of crowding: how they are written, and added up.
final class CrowdingParts {
    /// Trips of one part; a group with more has several parts, so that no line grows without bound.
    private static let tripsPerPart = 50_000
    /// Larger sums of all parts' counts are none: figures that are made of them must not overflow.
    private static let largestSum = 1 << 56

    private static let part = Tables.OccupancyPartials.columns
    private static let counts = part.counts.all

    private let accumulator: CrowdingAccumulator
    private var sum = 0

    init(of accumulator: CrowdingAccumulator) { self.accumulator = accumulator }

    // MARK: Writing

    func write(_ terms: CrowdingTerms, _ context: StageContext) throws {
        let sink = context.rows(of: Tables.OccupancyPartials.self)
        let totals = accumulator.tally.totals()
        let trips = accumulator.tally.tripFingerprints()
        for group in accumulator.groups.inOrder() where totals.observations(group) > 0 {
            let keys = accumulator.groups.withKey(group, GroupKeyBytes.values)
            let own = trips[group]
            var from = own.startIndex
            var figures: CrowdingFigures? = totals.figures(group)
            repeat {
                let until = min(from + CrowdingParts.tripsPerPart, own.endIndex)
                try sink.write { row, columns in
                    terms.write(row, columns)
                    CrowdingParts.write(row, columns, zip(terms.report.keys, keys), figures, own[from..<until])
                }
                from = until
                figures = nil
            } while from < own.endIndex
        }
    }

    private static func write(
        _ row: Row<Tables.OccupancyPartials>, _ columns: Tables.OccupancyPartials,
        _ keys: some Sequence<(ReportKey, GroupKeyBytes.Value)>, _ figures: CrowdingFigures?,
        _ trips: ArraySlice<UInt64>
    ) {
        for (key, value) in keys { row.json(columns.keys[key]) { key.cell(value).write(to: $0) } }
        row[columns.vehicles] = figures?.vehicles ?? 0
        for (code, column) in counts.enumerated() { row[column] = figures?.counts[code] ?? 0 }
        row.json(columns.percentages) { writer in
            writer.beginArray()
            for entry in figures?.percentages ?? [] {
                writer.separator()
                writer.beginArray()
                writer.integer(entry.percentage)
                writer.append(UInt8(ascii: ","))
                writer.integer(entry.count)
                writer.endArray()
            }
            writer.endArray()
        }
        row.json(columns.tripFingerprints) { writer in
            writer.beginArray()
            for trip in trips {
                writer.separator()
                writer.unsigned(trip)
            }
            writer.endArray()
        }
    }

    // MARK: Adding up

    func take(_ record: Record, _ terms: CrowdingTerms, _ keys: GroupKeyBytes) throws {
        let part = CrowdingParts.part
        func broken<V, P>(_ column: Column<Tables.OccupancyPartials, V, P>) -> BrokenPart {
            BrokenPart(column.name, isMissing: !record[column].isPresent)
        }
        func count(_ column: Column<Tables.OccupancyPartials, Whole, Always>) throws -> Int {
            guard let count = record[column].integer, (0...PartReader.largestCount).contains(count) else {
                throw broken(column)
            }
            return count
        }
        for key in terms.report.keys {
            try keys.append(key, of: record[part.keys[key]], key.name, bin: terms.report.bin)
        }
        let counts = try CrowdingParts.counts.map(count)
        var percentages: [CrowdingFigures.PercentageCount] = []
        guard record[part.percentages].kind == .array else { throw broken(part.percentages) }
        try record[part.percentages].forEachElement { pair in
            var numbers: [Int] = []
            pair.forEachElement { numbers.append($0.integer ?? -1) }
            guard numbers.count == 2, (0...Observation.largestPercentage).contains(numbers[0]),
                (0...PartReader.largestCount).contains(numbers[1])
            else { throw broken(part.percentages) }
            percentages.append(.init(percentage: numbers[0], count: numbers[1]))
        }
        var trips: [UInt64] = []
        guard record[part.tripFingerprints].kind == .array else { throw broken(part.tripFingerprints) }
        try record[part.tripFingerprints].forEachElement { value in
            guard let trip = value.unsigned, trip > 0, trip < 1 << 48 else { throw broken(part.tripFingerprints) }
            trips.append(trip)
        }
        let vehicles = try count(part.vehicles)
        let observations = counts.reduce(0, +)
        // No part has more vehicles, or percentages, than observations.
        guard vehicles <= observations else { throw broken(part.vehicles) }
        guard percentages.reduce(0, { $0 + $1.count }) <= observations else { throw broken(part.percentages) }
        sum += observations
        guard sum <= CrowdingParts.largestSum else {
            throw PartConflict("the number of observations is too large")
        }
        guard let group = accumulator.intern(keys.bytes) else {
            throw StageFailure(.dataUnusable, "the parts have more than \(GroupKeys.capacity) groups")
        }
        accumulator.addPartial(
            CrowdingFigures(counts: counts, vehicles: vehicles, trips: 0, percentages: percentages),
            tripFingerprints: trips, group: group)
    }
}

extension Tables.GroupKeys {
    /// The column that holds a key's value.
    subscript(key: ReportKey) -> Column<M, Anything, WhereAsked> {
        switch key {
        case .routeID, .patternID: routeID.json
        case .directionID: directionID.json
        case .tripID: tripID.json
        case .stopID: stopID.json
        case .stopSequence: stopSequence.json
        case .vehicleID: vehicleID.json
        case .hour: hour.json
        case .timeBin: timeBin.json
        case .weekday: weekday.json
        case .dayType: dayType.json
        case .date: date.json
        case .serviceDate: serviceDate.json
        case .feedID: feedID.json
        case .carriage: carriage.json
        }
    }
}
