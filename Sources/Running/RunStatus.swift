import NDJSON

/// How a run is going: what its lock's file says, and what `--status` tells.
struct RunStatus: Equatable {
    var pipeline: String
    var state: String
    var lock: String
    var pid: Int?
    /// When the process began, in the kernel's ticks: tells it from a later one with its number.
    var processStart: String?
    var since: Int?
    var turn: Int?
    var stage: String?
    var stageSince: Int?
    var attempt: Int?
    var lastStage: String?
    var lastStatus: Int?
    var lastEnded: Int?
    var lastError: String?
    var ended: Int?
    var status: Int?

    init(pipeline: String, lock: String, state: String = "running") {
        self.state = state
        self.pipeline = pipeline
        self.lock = lock
    }

    /// The members after `table`.
    func write(into writer: RecordWriter, withProcessStart: Bool) {
        func text(_ key: JSONKey, _ value: String?) {
            guard let value else { return }
            writer.key(key)
            writer.string(value)
        }
        func number(_ key: JSONKey, _ value: Int?) {
            guard let value else { return }
            writer.key(key)
            writer.integer(value)
        }
        text(Keys.pipeline, pipeline)
        text(Keys.state, state)
        text(Keys.lock, lock)
        number(Keys.pid, pid)
        if withProcessStart { text(Keys.processStart, processStart) }
        number(Keys.since, since)
        number(Keys.turn, turn)
        text(Keys.stage, stage)
        number(Keys.stageSince, stageSince)
        number(Keys.attempt, attempt)
        text(Keys.lastStage, lastStage)
        number(Keys.lastStatus, lastStatus)
        number(Keys.lastEnded, lastEnded)
        text(Keys.lastError, lastError)
        number(Keys.ended, ended)
        number(Keys.status, status)
    }

    /// The status in the first line of a lock's file; nil where there is none to be read.
    init?(_ line: [UInt8]) {
        let scanner = RecordScanner(fields: RunStatus.names)
        let parsed: RunStatus? = line.withUnsafeBytes { bytes in
            // A line that is being written over is no line yet; the caller looks again.
            guard (try? scanner.scan(bytes)) != nil, let pipeline = scanner[0].string, let lock = scanner[2].string
            else {
                return nil
            }
            var status = RunStatus(pipeline: pipeline, lock: lock)
            status.state = scanner[1].string ?? ""
            status.pid = scanner[3].integer
            status.processStart = scanner[4].string
            status.since = scanner[5].integer
            status.turn = scanner[6].integer
            status.stage = scanner[7].string
            status.stageSince = scanner[8].integer
            status.attempt = scanner[9].integer
            status.lastStage = scanner[10].string
            status.lastStatus = scanner[11].integer
            status.lastEnded = scanner[12].integer
            status.lastError = scanner[13].string
            status.ended = scanner[14].integer
            status.status = scanner[15].integer
            return status
        }
        guard let parsed else { return nil }
        self = parsed
    }

    private static let names = [
        "pipeline", "state", "lock", "pid", "process_start", "since", "turn", "stage", "stage_since", "attempt",
        "last_stage", "last_status", "last_ended", "last_error", "ended", "status",
    ]

    private enum Keys {
        static let pipeline = JSONKey("pipeline")
        static let state = JSONKey("state")
        static let lock = JSONKey("lock")
        static let pid = JSONKey("pid")
        static let processStart = JSONKey("process_start")
        static let since = JSONKey("since")
        static let turn = JSONKey("turn")
        static let stage = JSONKey("stage")
        static let stageSince = JSONKey("stage_since")
        static let attempt = JSONKey("attempt")
        static let lastStage = JSONKey("last_stage")
        static let lastStatus = JSONKey("last_status")
        static let lastEnded = JSONKey("last_ended")
        static let lastError = JSONKey("last_error")
        static let ended = JSONKey("ended")
        static let status = JSONKey("status")
    }
}
