extension Tables {
    /// What a stage noticed about its input.
    public struct Diagnostics: Table {
        public static let columns = Diagnostics()
        public static let about = About<Diagnostics>(
            "diagnostics", "A problem that a stage found in its input: where it is, what is wrong, what the stage did.",
            from: "any, with --diagnostics or --log-format json"
        ) { _ in .wholeRecord }

        public let stage = text("stage", .always, "The stage that reports the problem.")
        public let level = text("level", .always, "Severity: error, warning, repair or note.")
        public let time = text(
            "time", .ifKnown,
            "Time in UTC, RFC 3339. Present only in logs, so that diagnostics files stay reproducible.")
        public let code = text("code", .always, "Stable name for this kind of problem.")
        public let file = text("file", .ifKnown, "The input file, or the file inside an archive.")
        public let line = whole("line", .ifKnown, "Line number, from 1.")
        public let field = text("field", .ifKnown)
        public let value = text("value", .ifKnown, "The value as it is in the input.")
        public let message = text("message", .always, "What is wrong and what the stage did.")
        public let count = whole("count", .always, "How many findings this record stands for.")
    }

    /// A skipped row, line or entity, unchanged.
    public struct Rejects: Table {
        public static let columns = Rejects()
        public static let about = About<Rejects>(
            "rejects", "A skipped row, line or entity, unchanged.", from: "any, with --rejects"
        ) { _ in .wholeRecord }

        public let file = text("file", .ifKnown)
        public let line = whole("line", .ifKnown, "Line number, from 1.")
        public let code = text("code", .always, "Code of the reason, as in diagnostics.")
        public let message = text("message", .always)
        public let raw = text("raw", .always, "The skipped bytes.")
    }

    /// The figures of a run.
    public struct Summaries: Table {
        public static let columns = Summaries()
        public static let about = About<Summaries>(
            "summaries",
            "Counts for one run. Over all tables, read + made = written + rejected + ignored + merged + filtered.",
            from: "any, with --summary"
        ) { _ in .wholeRecord }

        public let stage = text("stage", .always)
        public let read = counts("read", "Number of records read, by table.")
        public let written = counts("written", "Number of records written, by table.")
        public let rejected = counts(
            "rejected",
            "Number of records skipped, by code; not_finished counts records in progress when the run stopped early.")
        public let ignored = counts(
            "ignored", "Number of records of tables or kinds that were not requested, by table.")
        public let merged = counts("merged", "Number of records combined into other output records, by table.")
        public let made = whole(
            "made", .ifKnown, "Number of records written beyond those read, because one record became several.")
        public let filtered = json(
            "filtered", .object([]), .ifKnown,
            "Number of records excluded by --where or a time window, by table.")
        public let nulled = whole("nulled", .always, "Number of values of the wrong type that were written as null.")
        public let faults = whole(
            "faults", .always, "Number of truncated or corrupt files and messages; their intact parts were read.")
        public let incomplete = whole(
            "incomplete", .always, "Number of required files, columns and tables that were missing.")
        public let unmatched = whole("unmatched", .always, "Number of references without a match.")
        public let outliers = whole(
            "outliers", .ifKnown, "stop-visits: number of positions that contradict the other positions of their run.")
        public let bytesIn = whole("bytes_in", .always, unit: .bytes, "Bytes read, before decompression.")
        public let bytesOut = whole(
            "bytes_out", .always, unit: .bytes, "Bytes of records written, before compression.")
        public let elapsedMilliseconds = whole(
            "elapsed_ms", .always, unit: .milliseconds, "Elapsed time of the run.")
        public let peakRSSBytes = whole(
            "peak_rss_bytes", .always, unit: .bytes, "Largest resident set of the process.")

        private static func counts(_ name: String, _ sentence: String) -> Column<Self, Anything, Always> {
            json(name, .object([]), .always, sentence)
        }
    }
}
