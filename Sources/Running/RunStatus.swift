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

    private static let members = StateMembers<RunStatus>([
        .required("pipeline", \.pipeline), .required("state", \.state), .required("lock", \.lock),
        .number("pid", \.pid), .text(processStartName, \.processStart), .number("since", \.since),
        .number("turn", \.turn), .text("stage", \.stage), .number("stage_since", \.stageSince),
        .number("attempt", \.attempt), .text("last_stage", \.lastStage), .number("last_status", \.lastStatus),
        .number("last_ended", \.lastEnded), .text("last_error", \.lastError), .number("ended", \.ended),
        .number("status", \.status),
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
