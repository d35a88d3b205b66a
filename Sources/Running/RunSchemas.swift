import StageKit

/// The tables of `run`.
public enum RunSchemas {
    /// A stage's end, for `--log`.
    public static let stageRuns = TableSchema(
        "stage_runs", stages: ["run, with --log"],
        "A stage of a pipeline that has come to its end, one way or another.",
        columns: [
            Column("pipeline", .string, required: true),
            Column("stage", .string, required: true),
            Column("turn", .integer, required: true, "Counted from 1; it grows when a loop comes round."),
            Column("started", .integer, required: true, "POSIX seconds."),
            Column(
                "ended", .integer, required: true,
                "POSIX seconds: `started` and the time that has passed, whatever was done to the clock meanwhile."),
            Column("status", .integer, required: true, "As a shell has it; 0 is success, 124 the end of a duration."),
            Column("attempts", .integer, required: true),
            Column("bytes_out", .integer, "Bytes of standard output, where the run saw them."),
            Column("error", .string, "What the last attempt failed with."),
        ])

    /// How a run is going, for `--status`.
    public static let pipelineStatus = TableSchema(
        "pipeline_status", stages: ["run, with --status"], "How a pipeline's run is going, or how the last one went.",
        columns: [
            Column("pipeline", .string, required: true),
            Column(
                "state", .string, required: true,
                "running, pausing, ended, killed (it did not come to its end), or never."),
            Column("lock", .string, required: true, "The lock's file, where this is kept."),
            Column("pid", .integer, "The run's process."),
            Column("since", .integer, "POSIX seconds of its start."),
            Column("turn", .integer, "Counted from 1."),
            Column("stage", .string, "The stage that is running, or the one that a pause is before."),
            Column("stage_since", .integer, "POSIX seconds."),
            Column("attempt", .integer, "Counted from 1."),
            Column("last_stage", .string, "The last stage that has come to its end."),
            Column("last_status", .integer),
            Column("last_ended", .integer, "POSIX seconds."),
            Column("last_error", .string),
            Column("ended", .integer, "POSIX seconds of the run's end."),
            Column("status", .integer, "The run's exit status."),
        ])

    public static let all = [stageRuns, pipelineStatus]
}
