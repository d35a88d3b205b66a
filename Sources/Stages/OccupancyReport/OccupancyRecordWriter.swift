import Contract
import NDJSON
import Occupancy
import Reports
import StageKit

/// Writes a report as `occupancy` records, and its parts as `occupancy_partials`.
struct OccupancyRecordWriter {
    /// Trips of one part; a group with more has several parts, so that no line grows without bound.
    static let tripsPerPart = 50_000

    private let context: StageContext
    private let partials: RowSink<Tables.OccupancyPartials>

    init(_ context: StageContext) {
        self.context = context
        partials = context.rows(of: Tables.OccupancyPartials.self)
    }

    func write(_ rows: OccupancyRows) throws {
        let records = context.rows(of: Tables.Occupancy.self)
        for position in 0..<rows.count {
            let group = rows[position]
            try records.write { row, _ in
                for column in rows.columns.all {
                    let cell = column.cell(group)
                    // A name that the schedule lacks is an absent optional field.
                    if cell == .null, !column.column.description.isNullable { continue }
                    row.json(column.column) { cell.write(to: $0) }
                }
            }
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

    private func writePartial(
        _ terms: PartialTerms, _ keys: [GroupKeyBytes.Value], _ figures: CrowdingFigures?,
        _ trips: ArraySlice<UInt64>
    ) throws {
        try partials.write { row, columns in
            row[columns.partialVersion] = PartialStage.version
            row.texts(columns.by, terms.keys.map(\.name))
            row[columns.carriages] = terms.countsCarriages
            row[columns.deduplicate] = terms.deduplication.rawValue
            row[columns.timezone] = terms.zone
            row[columns.bin] = terms.bin?.length
            if let days = terms.window.dayNames { row.texts(columns.days, days) }
            row[columns.from] = terms.window.from.map(ReportWindow.text)
            row[columns.to] = terms.window.to.map(ReportWindow.text)
            for (key, value) in zip(terms.keys, keys) {
                row.json(columns.keys[key]) { OccupancyRow.cell(key, value).write(to: $0) }
            }
            row[columns.vehicles] = figures?.vehicles ?? 0
            for (code, column) in columns.counts.all.enumerated() { row[column] = figures?.counts[code] ?? 0 }
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
    }
}
