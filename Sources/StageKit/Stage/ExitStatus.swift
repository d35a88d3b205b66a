/// The exit statuses of all stages, following sysexits.h and shell conventions.
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

    /// The meaning of the status, as in `docs/exit-codes.md` and the help of every stage.
    public var meaning: String {
        switch self {
        case .done: "success; findings are reported and counted, but not fatal"
        case .found: "diff, check --fail-on or run --status found something; output is complete"
        case .usage: "the command line is wrong"
        case .dataUnusable: "unusable or corrupt data, nothing to work on, or --strict found something"
        case .inputMissing: "an input is missing or cannot be read"
        case .serviceFailed: "a remote service failed, or zone files or a library are missing"
        case .internalFault: "internal error: a bug in linefeed"
        case .outputUncreatable: "the output cannot be created"
        case .ioFailed: "input or output failed, for example on a full disk"
        case .tryLater: "another process holds a lock; try again later"
        case .configurationWrong: "a pipeline, style or configuration file is wrong"
        }
    }
}

/// An error that ends a stage early.
public struct StageFailure: Error, CustomStringConvertible {
    public let status: ExitStatus
    /// The complete message, with a location if there is one.
    public let description: String

    public init(_ status: ExitStatus, _ description: String) {
        self.status = status
        self.description = description
    }
}

/// The error for a closed standard output, which ends the run silently, as SIGPIPE would.
public struct OutputClosed: Error {
    public init() {}
}

/// The error for a received signal that ends the run: outputs stay unchanged, and the process dies of the signal.
public struct Interrupted: Error {
    public let signal: Int32

    public init(signal: Int32) { self.signal = signal }
}
