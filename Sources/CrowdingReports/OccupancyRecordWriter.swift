import NDJSON
import Occupancy
import StageKit

/// Writes a report as `occupancy` records, and its parts as `occupancy_partials`.
struct OccupancyRecordWriter {
    /// Trips of one part; a group with more has several parts, so that no line grows without bound.
    static let tripsPerPart = 50_000

    private let context: StageContext

    init(_ context: StageContext) { self.context = context }

    func write(_ rows: OccupancyRows) throws {
        let head = context.head(OccupancySchemas.occupancy.name)
        let figures = context.summary.table(OccupancySchemas.occupancy.name)
        let columns = rows.columns.all.map { (column: $0, key: JSONKey($0.name)) }
        for position in 0..<rows.count {
            let row = rows[position]
            context.sink.begin(head)
            for (column, key) in columns {
                let cell = row.cell(column, zone: rows.zone)
                // A name that the schedule lacks is an absent optional field.
                if cell == .null, case .scheduleName = column.figure { continue }
                context.sink.writer.key(key)
                cell.write(to: context.sink.writer)
            }
            try context.sink.end(figures)
        }
    }

    func writePartials(_ accumulator: CrowdingAccumulator, _ terms: PartialTerms) throws {
        let totals = accumulator.tally.totals()
        let trips = accumulator.tally.tripFingerprints()
        for group in accumulator.groups.inOrder() where totals.observations(group) > 0 {
            let keys = accumulator.groups.withKey(group, GroupKeyBytes.values)
            let own = trips[group]
            var from = own.startIndex
            var isFirst = true
            repeat {
                let until = min(from + OccupancyRecordWriter.tripsPerPart, own.endIndex)
                try writePartial(terms, keys, isFirst ? totals.figures(group) : nil, own[from..<until])
                from = until
                isFirst = false
            } while from < own.endIndex
        }
    }

    private enum Key {
        static let version = JSONKey("partial_version")
        static let by = JSONKey("by")
        static let carriages = JSONKey("carriages")
        static let deduplicate = JSONKey("deduplicate")
        static let timezone = JSONKey("timezone")
        static let vehicles = JSONKey("vehicles")
        static let percentages = JSONKey("percentages")
        static let trips = JSONKey("trip_fingerprints")
        static let counts = CrowdingFigures.countNames.map { JSONKey($0) }
    }

    private func writePartial(
        _ terms: PartialTerms, _ keys: [GroupKeyBytes.Value], _ figures: CrowdingFigures?,
        _ trips: ArraySlice<UInt64>
    ) throws {
        context.sink.begin(context.head(OccupancySchemas.partials.name))
        let writer = context.sink.writer
        writer.key(Key.version)
        writer.integer(PartialStage.version)
        writer.key(Key.by)
        writer.beginArray()
        for key in terms.keys {
            writer.separator()
            writer.string(key.rawValue)
        }
        writer.endArray()
        writer.key(Key.carriages)
        writer.bool(terms.countsCarriages)
        writer.key(Key.deduplicate)
        writer.string(terms.deduplication.rawValue)
        if let zone = terms.zone {
            writer.key(Key.timezone)
            writer.string(zone)
        }
        for (key, value) in zip(terms.keys, keys) {
            writer.key(JSONKey(key.rawValue))
            OccupancyRow.cell(key, value).write(to: writer)
        }
        writer.key(Key.vehicles)
        writer.integer(figures?.vehicles ?? 0)
        for (place, key) in Key.counts.enumerated() {
            writer.key(key)
            writer.integer(figures?.counts[place] ?? 0)
        }
        writer.key(Key.percentages)
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
        writer.key(Key.trips)
        writer.beginArray()
        for trip in trips {
            writer.separator()
            writer.unsigned(trip)
        }
        writer.endArray()
        try context.sink.end(context.summary.table(OccupancySchemas.partials.name))
    }
}
