import StageKit

/// The metrics of a run: of its stages since it started, and of its feeds.
final class RunMetrics {
    private struct Stage {
        let name: String
        var runs = 0
        var failures = 0
        var seconds = 0.0
        var lastSeconds = 0.0
        var lastStatus: Int32 = 0
        var lastEnded = 0
    }

    private let path: String
    private let pipeline: String
    private var stages: [Stage] = []

    init?(path: String?, pipeline: String) {
        guard let path else { return nil }
        self.path = path
        self.pipeline = pipeline
    }

    /// - Parameters:
    ///   - elapsed: nanoseconds.
    ///   - ended: POSIX seconds.
    func count(_ name: String, status: Int32, elapsed: UInt64, ended: Int) {
        let place = stages.firstIndex { $0.name == name } ?? stages.count
        if place == stages.count { stages.append(Stage(name: name)) }
        stages[place].runs += 1
        if status != 0 { stages[place].failures += 1 }
        stages[place].lastSeconds = Double(elapsed) / 1e9
        stages[place].seconds += Double(elapsed) / 1e9
        stages[place].lastStatus = status
        stages[place].lastEnded = ended
    }

    /// Replaces the file.
    /// - Throws: `StageFailure` with status 73 or 74.
    func write(_ feeds: [FeedStatus], at now: Int) throws {
        let own = [("pipeline", pipeline)]
        var text = MetricsText()
        func add(_ name: String, _ kind: MetricsText.Kind, _ help: String, _ value: (Stage) -> String) {
            text.family(
                "linefeed_stage_" + name, kind, help, of: stages, labels: { own + [("stage", $0.name)] }, { value($0) })
        }
        add("runs_total", .counter, "Ends of the stage since the run started.") { "\($0.runs)" }
        add("failures_total", .counter, "Ends of the stage with a status other than 0.") { "\($0.failures)" }
        add("duration_seconds_total", .counter, "Seconds that the stage took, with its retries.") {
            fixed($0.seconds, 3)
        }
        add("last_duration_seconds", .gauge, "Seconds that the stage took the last time.") { fixed($0.lastSeconds, 3) }
        add("last_status", .gauge, "The status with which the stage ended the last time.") { "\($0.lastStatus)" }
        add("last_end_timestamp_seconds", .gauge, "When the stage ended the last time.") { "\($0.lastEnded)" }
        text.add(feeds, labels: own, at: now)
        try text.write(to: path)
    }
}
