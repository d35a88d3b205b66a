import NDJSON

/// The `summaries` record of a run.
enum SummaryRecord {
    static func write(_ context: StageContext, elapsed: Double, into writer: RecordWriter) {
        let summary = context.summary
        writer.append("{\"table\":\"summaries\",\"stage\":")
        writer.string(context.stage)
        counts("read", summary.tables.map { ($0.table, $0.read) }, writer)
        counts("written", summary.tables.map { ($0.table, $0.written) }, writer)
        counts(
            "rejected", summary.rejected.map { ($0.code, $0.count) } + [("not_finished", summary.unfinished)], writer)
        counts("ignored", summary.tables.map { ($0.table, $0.ignored) }, writer)
        counts("merged", summary.tables.map { ($0.table, $0.merged) }, writer)
        if !context.options.conditions.isEmpty {
            counts("filtered", summary.tables.map { ($0.table, $0.filtered) }, writer)
        }
        for (name, value) in [
            ("nulled", summary.nulled), ("faults", summary.faults), ("incomplete", summary.incomplete),
            ("unmatched", summary.unmatched),
            ("bytes_in", summary.bytesIn),
            ("bytes_out", summary.bytesOut), ("elapsed_ms", Int(elapsed * 1000)),
            ("peak_rss_bytes", ProcessState.peakResidentBytes),
        ] {
            writer.key(JSONKey(name))
            writer.integer(value)
        }
        writer.append("}\n")
    }

    private static func counts(_ name: String, _ figures: [(String, Int)], _ writer: RecordWriter) {
        writer.key(JSONKey(name))
        writer.beginObject()
        for (key, count) in figures where count != 0 {
            writer.member(JSONKey(key))
            writer.integer(count)
        }
        writer.endObject()
    }
}
