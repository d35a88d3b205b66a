extension Tables {
    /// A stage's end, for `run --log`.
    public struct StageRuns: Table {
        public static let columns = StageRuns()
        public static let about = About<StageRuns>(
            "stage_runs", "A pipeline stage that has ended, successfully or not.", from: "run, with --log"
        ) { .ladder([[$0.stage]], with: [$0.pipeline, $0.instance, $0.turn], time: [$0.started], conflict: .last) }

        public let pipeline = text("pipeline", .always)
        public let instance = text(
            "instance", .always,
            "Tells runs of one pipeline in several places apart: the machine and the lock file, unless the pipeline file names it."
        )
        public let stage = text("stage", .always)
        public let turn = whole("turn", .always, "Number of the turn, from 1; each pass through a loop adds 1.")
        public let started = instant("started", .always, "POSIX seconds.")
        public let ended = instant(
            "ended", .always,
            "`started` plus the elapsed time, POSIX seconds; changes of the system clock do not affect it.")
        public let status = whole(
            "status", .always, "Exit status as in a shell; 0 means success, 124 that the duration was exceeded.")
        public let attempts = whole("attempts", .always)
        public let bytesOut = whole(
            "bytes_out", .ifKnown, unit: .bytes, "Bytes written to standard output, if the run captured it.")
        public let error = text("error", .ifKnown, "Why the last attempt failed.")
        public let day = text("day", .ifKnown, "The day that the run works on, the value of DAY.")
    }

    /// How a run is going, for `run --status`.
    public struct PipelineStatus: Table {
        public static let columns = PipelineStatus()
        public static let about = About<PipelineStatus>(
            "pipeline_status", "The state of a pipeline's current or last run.", from: "run, with --status"
        ) { _ in .wholeRecord }

        public let pipeline = text("pipeline", .always)
        public let state = text(
            "state", .always, "running, pausing, ended, killed (stopped before its end) or never (has not run).")
        public let lock = text("lock", .always, "The lock file, which stores this status.")
        public let pid = whole("pid", .ifKnown, "Process id of the run.")
        public let day = text("day", .ifKnown, "The day that the run works on, the value of DAY.")
        public let since = instant("since", .ifKnown, "When the run started, POSIX seconds.")
        public let turn = whole("turn", .ifKnown, "Counted from 1.")
        public let stage = text("stage", .ifKnown, "The running stage, or the next stage during a pause.")
        public let stageSince = instant("stage_since", .ifKnown, "POSIX seconds.")
        public let attempt = whole("attempt", .ifKnown, "Counted from 1.")
        public let lastStage = text("last_stage", .ifKnown, "The last stage that ended.")
        public let lastStatus = whole("last_status", .ifKnown)
        public let lastEnded = instant("last_ended", .ifKnown, "POSIX seconds.")
        public let lastError = text("last_error", .ifKnown)
        public let ended = instant("ended", .ifKnown, "When the run ended, POSIX seconds.")
        public let status = whole("status", .ifKnown, "Exit status of the run.")
        public let lastSuccess = instant(
            "last_success", .ifKnown,
            "When a run, or a turn of the loop, last ended without a failed stage, or a feed was last fetched during a stage; POSIX seconds."
        )
        public let failures = whole("failures", .ifKnown, "Runs, or turns of the loop, in a row with a failed stage.")
    }
    /// How the fetches of a feed go, for `run --status`.
    public struct FeedStatus: Table {
        public static let columns = FeedStatus()
        public static let about = About<FeedStatus>(
            "feed_status", "The state of a feed that a pipeline fetches.", from: "run, with --status"
        ) { _ in .wholeRecord }

        public let feed = text("feed", .always, "The name of the feed.")
        public let url = text("url", .always, "The URL without user, password and values of keys.")
        public let state = text(
            "state", .always,
            "fresh, failing (the last turn failed), stale (no success for `alert_after`) or too_old (the newest content is older than --max-age allows)."
        )
        public let lastAttempt = instant("last_attempt", .ifKnown, "POSIX seconds.")
        public let lastSuccess = instant(
            "last_success", .ifKnown, "When the last successful attempt began, POSIX seconds.")
        public let lastChange = instant("last_change", .ifKnown, "When the newest content arrived, POSIX seconds.")
        public let contentTime = instant(
            "content_time", .ifKnown,
            "Time of the newest content by its own header or by Last-Modified; otherwise `last_change`; POSIX seconds.")
        public let failures = whole("failures", .always, "Turns in a row that failed.")
        public let failingSince = instant(
            "failing_since", .ifKnown, "When the first of these failures ended, POSIX seconds.")
        public let lastError = text("last_error", .ifKnown, "Why the last turn failed; absent after a success.")
        public let alertAfter = whole(
            "alert_after", .ifKnown, unit: .seconds, "Seconds without a success after which the feed is stale.")
        public let attempts = whole("attempts", .always, "All attempts so far.")
        public let failedAttempts = whole("failed_attempts", .always, "Attempts that failed.")
        public let rejected = whole("rejected", .always, "Responses that were not the feed.")
        public let newContents = whole("new_contents", .always, "Contents that were new.")
        public let bytes = whole("bytes", .always, unit: .bytes, "Bytes of all decompressed bodies.")
    }
}
