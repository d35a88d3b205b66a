extension Tables {
    /// What a stage noticed about its input.
    public struct Diagnostics: Table {
        public static let columns = Diagnostics()
        public static let about = About<Diagnostics>(
            "diagnostics", "What a stage noticed about its input: where it was, what is wrong, what was done about it.",
            from: "any, with --diagnostics or --log-format json"
        ) { _ in .wholeRecord }

        public let stage = text("stage", .always, "The stage that noticed it.")
        public let level = text("level", .always, "error, warning, repair or note.")
        public let time = text(
            "time", .ifKnown,
            "When, RFC 3339 in Universal time: in a log alone, since a file of findings is to be the same each time.")
        public let code = text("code", .always, "A stable name to count by.")
        public let file = text("file", .ifKnown, "The file, or the file inside an archive.")
        public let line = whole("line", .ifKnown, "Counted from 1.")
        public let field = text("field", .ifKnown)
        public let value = text("value", .ifKnown, "As it stood in the input.")
        public let message = text("message", .always, "What is wrong and what was done about it.")
        public let count = whole("count", .always, "How many findings the line stands for.")
    }

    /// A row, line or entity that was left out, as it stood.
    public struct Rejects: Table {
        public static let columns = Rejects()
        public static let about = About<Rejects>(
            "rejects", "A row, line or entity that was left out, as it stood.", from: "any, with --rejects"
        ) { _ in .wholeRecord }

        public let file = text("file", .ifKnown)
        public let line = whole("line", .ifKnown, "Counted from 1.")
        public let code = text("code", .always, "The reason's name, as in diagnostics.")
        public let message = text("message", .always)
        public let raw = text("raw", .always, "The bytes left out.")
    }

    /// The figures of a run.
    public struct Summaries: Table {
        public static let columns = Summaries()
        public static let about = About<Summaries>(
            "summaries",
            "The figures of a run. Over all tables, read + made = written + rejected + ignored + merged + filtered.",
            from: "any, with --summary"
        ) { _ in .wholeRecord }

        public let stage = text("stage", .always)
        public let read = counts("read", "Records read, by table.")
        public let written = counts("written", "Records written, by table.")
        public let rejected = counts(
            "rejected", "Records left out, by code; not_finished are those that were in hand when the run broke off.")
        public let ignored = counts("ignored", "Records of tables or kinds that were not asked for, by table.")
        public let merged = counts("merged", "Records that live on inside an output record of others, by table.")
        public let made = whole(
            "made", .ifKnown, "Records written beyond those read, because one record became several.")
        public let filtered = json(
            "filtered", .object([]), .ifKnown,
            "With --where, or a window of time: records that they passed over, by table.")
        public let nulled = whole("nulled", .always, "Values that broke their type and were written as null.")
        public let faults = whole(
            "faults", .always, "Files and messages that broke off or were corrupt; what was whole of them was read.")
        public let incomplete = whole(
            "incomplete", .always, "What is required and was not there: files, columns, records of a table.")
        public let unmatched = whole("unmatched", .always, "References that nothing matched.")
        public let outliers = whole(
            "outliers", .ifKnown, "stop-visits: positions that contradict the other positions of their run.")
        public let bytesIn = whole("bytes_in", .always, unit: .bytes, "Bytes read, compressed as they lay there.")
        public let bytesOut = whole(
            "bytes_out", .always, unit: .bytes, "Bytes of records written, before any compression.")
        public let elapsedMilliseconds = whole(
            "elapsed_ms", .always, unit: .milliseconds, "Milliseconds from start to end.")
        public let peakRSSBytes = whole(
            "peak_rss_bytes", .always, unit: .bytes, "The process's largest resident set in bytes.")

        private static func counts(_ name: String, _ sentence: String) -> Column<Self, Anything, Always> {
            json(name, .object([]), .always, sentence)
        }
    }
}
