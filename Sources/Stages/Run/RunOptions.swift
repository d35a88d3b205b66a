import Pipelines

/// What `run` is asked to do with a pipeline file.
public struct RunOptions: Sendable {
    public enum Action: Sendable {
        case execute
        /// Show what would be done.
        case show
        /// Print a shell script that does the same.
        case printShell
        /// Tell how a run is going.
        case status
    }

    public enum IfLocked: String, Sendable, CaseIterable {
        /// Status 75 and a message.
        case fail
        /// Status 0 without a word.
        case quiet
    }

    /// The pipeline's file; `-` is standard input.
    public var file: String
    public var action: Action = .execute
    /// In the order given; the last one of a name counts.
    public var settings: [(name: String, value: String)] = []
    /// The one stage to run.
    public var stage: String?
    public var isOnce = false
    /// Where `stage_runs` are added; nil for nowhere.
    public var log: String?
    public var ifLocked: IfLocked = .fail
    /// Whether stages may write to standard output themselves; otherwise what they print goes through the sink.
    public var inheritsOutput = false
    /// The world's environment, which the run puts here.
    var environment: [String: String] = [:]

    public init(file: String) { self.file = file }

    /// Whether only the name and the lock of the file are wanted.
    var isForStatus: Bool {
        if case .status = action { true } else { false }
    }
}

extension RunOptions {
    /// Whether a name can be a variable's.
    public static func isVariable(_ name: some StringProtocol) -> Bool { Parameter.isName(name) }
}
