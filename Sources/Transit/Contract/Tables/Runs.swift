extension Tables {
    /// A stage's end, for `run --log`.
    public struct StageRuns: Table {
        public static let columns = StageRuns()
        public static let about = About<StageRuns>(
            "stage_runs", "A stage of a pipeline that has come to its end, one way or another.", from: "run, with --log"
        ) { .ladder([[$0.stage]], with: [$0.pipeline, $0.turn], time: [$0.started], conflict: .last) }

        public let pipeline = text("pipeline", .always)
        public let stage = text("stage", .always)
        public let turn = whole("turn", .always, "Counted from 1; it grows when a loop comes round.")
        public let started = instant("started", .always, "POSIX seconds.")
        public let ended = instant(
            "ended", .always,
            "POSIX seconds: `started` and the time that has passed, whatever was done to the clock meanwhile.")
        public let status = whole("status", .always, "As a shell has it; 0 is success, 124 the end of a duration.")
        public let attempts = whole("attempts", .always)
        public let bytesOut = whole(
            "bytes_out", .ifKnown, unit: .bytes, "Bytes of standard output, where the run saw them.")
        public let error = text("error", .ifKnown, "What the last attempt failed with.")
    }

    /// How a run is going, for `run --status`.
    public struct PipelineStatus: Table {
        public static let columns = PipelineStatus()
        public static let about = About<PipelineStatus>(
            "pipeline_status", "How a pipeline's run is going, or how the last one went.", from: "run, with --status"
        ) { _ in .wholeRecord }

        public let pipeline = text("pipeline", .always)
        public let state = text(
            "state", .always, "running, pausing, ended, killed (it did not come to its end), or never.")
        public let lock = text("lock", .always, "The lock's file, where this is kept.")
        public let pid = whole("pid", .ifKnown, "The run's process.")
        public let since = instant("since", .ifKnown, "POSIX seconds of its start.")
        public let turn = whole("turn", .ifKnown, "Counted from 1.")
        public let stage = text("stage", .ifKnown, "The stage that is running, or the one that a pause is before.")
        public let stageSince = instant("stage_since", .ifKnown, "POSIX seconds.")
        public let attempt = whole("attempt", .ifKnown, "Counted from 1.")
        public let lastStage = text("last_stage", .ifKnown, "The last stage that has come to its end.")
        public let lastStatus = whole("last_status", .ifKnown)
        public let lastEnded = instant("last_ended", .ifKnown, "POSIX seconds.")
        public let lastError = text("last_error", .ifKnown)
        public let ended = instant("ended", .ifKnown, "POSIX seconds of the run's end.")
        public let status = whole("status", .ifKnown, "The run's exit status.")
    }
}
