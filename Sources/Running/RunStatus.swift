import Contract
import NDJSON
import StageKit

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

    private static let columns = Tables.PipelineStatus.columns
    private static let members = StateMembers<RunStatus>([
        .required(columns.pipeline.name, \.pipeline), .required(columns.state.name, \.state), .required(columns.lock.name, \.lock),
        .number(columns.pid.name, \.pid), .text(processStartName, \.processStart), .number(columns.since.name, \.since),
        .number(columns.turn.name, \.turn), .text(columns.stage.name, \.stage), .number(columns.stageSince.name, \.stageSince),
        .number(columns.attempt.name, \.attempt), .text(columns.lastStage.name, \.lastStage), .number(columns.lastStatus.name, \.lastStatus),
        .number(columns.lastEnded.name, \.lastEnded), .text(columns.lastError.name, \.lastError), .number(columns.ended.name, \.ended),
        .number(columns.status.name, \.status),
    ])
    private static let processStartName = "process_start"

    /// The members after `table`.
    func write(into writer: RecordWriter, withProcessStart: Bool) {
        RunStatus.members.write(self, into: writer, without: withProcessStart ? nil : RunStatus.processStartName)
    }

    /// The status in the first line of a lock's file; nil if there is none to be read. A line that is being written
    /// over is no line yet; the caller looks again.
    init?(_ line: [UInt8]) {
        self.init(pipeline: "", lock: "")
        guard RunStatus.members.read(line, into: &self) else { return nil }
    }
}
