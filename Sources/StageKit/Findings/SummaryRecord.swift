import Contract
import NDJSON
import Platform

/// The `summaries` record of a run.
enum SummaryRecord {
    static func write(_ context: StageContext, elapsed: Double, into writer: RecordWriter) {
        let summary = context.summary
        Tables.Summaries.write(to: writer) { row, columns in
            row[columns.stage] = context.stage
            counts(columns.read, summary.tables.map { ($0.table, $0.read) }, row)
            counts(columns.written, summary.tables.map { ($0.table, $0.written) }, row)
            counts(
                columns.rejected,
                summary.rejected.map { ($0.code, $0.count) } + [("not_finished", summary.unfinished)], row)
            counts(columns.ignored, summary.tables.map { ($0.table, $0.ignored) }, row)
            counts(columns.merged, summary.tables.map { ($0.table, max($0.merged, 0)) }, row)
            if summary.made > 0 { row[columns.made] = summary.made }
            if !context.options.conditions.isEmpty || summary.tables.contains(where: { $0.filtered > 0 }) {
                counts(columns.filtered, summary.tables.map { ($0.table, $0.filtered) }, row)
            }
            row[columns.nulled] = summary.nulled
            row[columns.faults] = summary.faults
            row[columns.incomplete] = summary.incomplete
            row[columns.unmatched] = summary.unmatched
            row[columns.outliers] = summary.outliers
            row[columns.bytesIn] = summary.bytesIn
            row[columns.bytesOut] = summary.bytesOut
            row[columns.elapsedMilliseconds] = Int(elapsed * 1000)
            row[columns.peakRSSBytes] = peakResidentBytes
        }
        writer.newline()
    }

    private static func counts(
        _ column: Column<Tables.Summaries, Anything, some RecordPresence>, _ figures: [(String, Int)],
        _ row: Row<Tables.Summaries>
    ) {
        row.json(column) { writer in
            writer.beginObject()
            for (key, count) in figures where count != 0 {
                writer.separator()
                writer.string(key)
                writer.append(UInt8(ascii: ":"))
                writer.integer(count)
            }
            writer.endObject()
        }
    }
}
