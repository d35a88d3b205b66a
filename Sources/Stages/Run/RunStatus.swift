import Contract
import NDJSON

/// How a run is going: what its lock's file says, and what `--status` tells.
struct RunStatus: Equatable {
    var pipeline: String
    var state: String
    var lock: String
    var pid: Int?
    /// When the process began, in the kernel's ticks: tells it from a later one with its number.
    var processStart: String?
    /// The day that the run works on.
    var day: String?
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
    var lastSuccess: Int?
    var failures: Int?

    init(pipeline: String, lock: String, state: String = "running") {
        self.state = state
        self.pipeline = pipeline
        self.lock = lock
    }

    /// What stands in the lock's file beside the table's columns.
    private struct Own: Members {
        static let columns = Own()
        let processStart = text("process_start", .ifKnown)
    }

    /// Counts the end of a run, or of a turn of a loop.
    mutating func endTurn(failed: Bool, at now: Int) {
        if failed {
            failures = (failures ?? 0) + 1
        } else {
            failures = 0
            lastSuccess = now
        }
    }

    /// Whether nobody has to look at it.
    var isWell: Bool {
        !["killed", "never"].contains(state) && (status ?? 0) == 0 && (failures ?? 0) == 0
    }

    /// The members after `table`.
    func write(into writer: RecordWriter, withProcessStart: Bool) {
        let row = Row<Tables.PipelineStatus>(writer)
        let columns = Tables.PipelineStatus.columns
        row[columns.pipeline] = pipeline
        row[columns.state] = state
        row[columns.lock] = lock
        row[columns.pid] = pid
        if withProcessStart { Row<Own>(writer)[Own.columns.processStart] = processStart }
        row[columns.day] = day
        row[columns.since] = since
        row[columns.turn] = turn
        row[columns.stage] = stage
        row[columns.stageSince] = stageSince
        row[columns.attempt] = attempt
        row[columns.lastStage] = lastStage
        row[columns.lastStatus] = lastStatus
        row[columns.lastEnded] = lastEnded
        row[columns.lastError] = lastError
        row[columns.ended] = ended
        row[columns.status] = status
        row[columns.lastSuccess] = lastSuccess
        row[columns.failures] = failures
        row.end()
    }

    /// The status in the first line of a lock's file; nil if there is none to be read.
    init?(_ line: [UInt8]) {
        let record = ColumnScanner(Tables.PipelineStatus.all + Own.all)
        let columns = Tables.PipelineStatus.columns
        let parsed: RunStatus? = line.withUnsafeBytes { bytes in
            // A line that is being written over is not a line yet; the caller looks again.
            guard (try? record.scan(bytes)) != nil, let pipeline = record[columns.pipeline].string,
                let lock = record[columns.lock].string
            else { return nil }
            var status = RunStatus(pipeline: pipeline, lock: lock, state: record[columns.state].string ?? "")
            status.pid = record[columns.pid].integer
            status.processStart = record[Own.columns.processStart].string
            status.day = record[columns.day].string
            status.since = record[columns.since].integer
            status.turn = record[columns.turn].integer
            status.stage = record[columns.stage].string
            status.stageSince = record[columns.stageSince].integer
            status.attempt = record[columns.attempt].integer
            status.lastStage = record[columns.lastStage].string
            status.lastStatus = record[columns.lastStatus].integer
            status.lastEnded = record[columns.lastEnded].integer
            status.lastError = record[columns.lastError].string
            status.ended = record[columns.ended].integer
            status.status = record[columns.status].integer
            status.lastSuccess = record[columns.lastSuccess].integer
            status.failures = record[columns.failures].integer
            return status
        }
        guard let parsed else { return nil }
        self = parsed
    }
}
