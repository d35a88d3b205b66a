import Pipelines
import StageKit

/// What `run` is asked to do with a pipeline file.
public struct RunOptions: StageOptions {
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
    public var file = ""
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
    var inheritsOutput = false
    /// The world's environment, which the run puts here.
    var environment: [String: String] = [:]

    public init() {}
    public init(file: String) { self.file = file }

    public var problem: String? {
        if isOnce, stage != nil {
            return "--once has no effect with --stage, which always ends after one turn"
        }
        if let log, log.isEmpty || log.hasSuffix(".gz") {
            return "--log takes the name of a regular file"
        }
        return nil
    }

    /// Whether only the name and the lock of the file are wanted.
    var isForStatus: Bool {
        if case .status = action { true } else { false }
    }
}

extension RunOptions {
    /// What `--dry-run`, `--print-shell` and `--status` ask for.
    public static func action(show: Bool, printShell: Bool, status: Bool) throws(UnusableOption) -> Action {
        guard [show, printShell, status].count(where: { $0 }) <= 1 else {
            throw UnusableOption("--dry-run, --print-shell and --status cannot be combined")
        }
        return show ? .show : printShell ? .printShell : status ? .status : .execute
    }

    /// The variable and the value that `--set` names.
    public static func setting(_ text: String) throws(UnusableOption) -> (name: String, value: String) {
        guard let equals = text.firstIndex(of: "="), Parameter.isName(text[..<equals]) else {
            throw UnusableOption("--set takes NAME=VALUE, not '\(text)'")
        }
        return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }
}
