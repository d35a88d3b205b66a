/// The exit statuses of every stage, after sysexits.h and the shell's habits.
public enum ExitStatus: Int32, Sendable, CaseIterable {
    case done = 0
    case found = 1
    case usage = 64
    case dataUnusable = 65
    case inputMissing = 66
    case serviceFailed = 69
    case internalFault = 70
    case outputUncreatable = 73
    case ioFailed = 74
    case tryLater = 75
    case configurationWrong = 78

    /// What the status tells, as `docs/exit-codes.md` and every stage's help have it.
    public var meaning: String {
        switch self {
        case .done: "done; findings are counted, not fatal"
        case .found: "diff found differences, check --fail-on what it asked for; output whole"
        case .usage: "the command line is wrong"
        case .dataUnusable: "data unusable or corrupt, nothing to work on, or --strict found something"
        case .inputMissing: "an input is missing or cannot be read"
        case .serviceFailed: "a remote service failed, or zone files or a library are missing"
        case .internalFault: "a bug of ours"
        case .outputUncreatable: "the output cannot be made"
        case .ioFailed: "input or output failed, a full disk for instance"
        case .tryLater: "try later: a lock is held"
        case .configurationWrong: "a pipeline, style or configuration file is wrong"
        }
    }
}

/// What ends a stage before its work is done.
public struct StageFailure: Error, CustomStringConvertible {
    public let status: ExitStatus
    /// The whole sentence for people, with the place where there is one.
    public let description: String

    public init(_ status: ExitStatus, _ description: String) {
        self.status = status
        self.description = description
    }
}

/// Thrown when the reader of standard output has gone; ends the run quietly as SIGPIPE would.
public struct OutputClosed: Error {
    public init() {}
}

/// Thrown when a signal that was taken asks the run to end: outputs stay as they were, and the process dies of it.
public struct Interrupted: Error {
    public let signal: Int32

    public init(signal: Int32) { self.signal = signal }
}
