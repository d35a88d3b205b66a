/// The tables that any stage may write beside its output.
public enum SideTables {
    public static let diagnostics = TableSchema(
        "diagnostics", stages: ["any, with --diagnostics or --log-format json"],
        "What a stage noticed about its input: where it was, what is wrong, what was done about it.",
        columns: [
            Column("stage", .string, required: true, "The stage that noticed it."),
            Column("level", .string, required: true, "error, warning, repair or note."),
            Column(
                "time", .string,
                "When, RFC 3339 in Universal time: in a log alone, since a file of findings is to be the same each time."
            ),
            Column("code", .string, required: true, "A stable name to count by."),
            Column("file", .string, "The file, or the file inside an archive."),
            Column("line", .integer, "Counted from 1."),
            Column("field", .string),
            Column("value", .string, "As it stood in the input."),
            Column("message", .string, required: true, "What is wrong and what was done about it."),
            Column("count", .integer, required: true, "How many findings the line stands for."),
        ])

    public static let rejects = TableSchema(
        "rejects", stages: ["any, with --rejects"], "A row, line or entity that was left out, as it stood.",
        columns: [
            Column("file", .string),
            Column("line", .integer, "Counted from 1."),
            Column("code", .string, required: true, "The reason's name, as in diagnostics."),
            Column("message", .string, required: true),
            Column("raw", .string, required: true, "The bytes left out."),
        ])

    private static let counts = ColumnType.object([])

    public static let summaries = TableSchema(
        "summaries", stages: ["any, with --summary"],
        "The figures of a run. Over all tables, read = written + rejected + ignored + merged.",
        columns: [
            Column("stage", .string, required: true),
            Column("read", counts, required: true, "Records read, by table."),
            Column("written", counts, required: true, "Records written, by table."),
            Column(
                "rejected", counts, required: true,
                "Records left out, by code; not_finished are those that were in hand when the run broke off."),
            Column("ignored", counts, required: true, "Records of tables or kinds that were not asked for, by table."),
            Column(
                "merged", counts, required: true, "Records that live on inside an output record of others, by table."),
            Column("nulled", .integer, required: true, "Values that broke their type and were written as null."),
            Column(
                "faults", .integer, required: true,
                "Files and messages that broke off or were corrupt; what was whole of them was read."),
            Column(
                "incomplete", .integer, required: true,
                "What is required and was not there: files, columns, records of a table."),
            Column("unmatched", .integer, required: true, "References that nothing matched."),
            Column("bytes_in", .integer, required: true, "Bytes read, compressed as they lay there."),
            Column("bytes_out", .integer, required: true, "Bytes of records written, before any compression."),
            Column("elapsed_ms", .integer, required: true, "Milliseconds from start to end."),
            Column("peak_rss_bytes", .integer, required: true, "The process's largest resident set in bytes."),
        ])

    public static let all = [diagnostics, rejects, summaries]
}
