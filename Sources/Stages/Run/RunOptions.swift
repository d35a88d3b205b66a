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

    public enum Days: Sendable, Equatable {
        /// In days after 1970-01-01.
        case range(ClosedRange<Int>)
        /// So many days up to the file's own.
        case last(Int)
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
    /// The file with metrics for Prometheus.
    public var metrics: String?
    /// The days to run the file for, one after another; nil for the file's own.
    public var days: Days?
    public var ifLocked: IfLocked = .fail
    /// Whether stages may write to standard output themselves; otherwise what they print goes through the sink.
    var inheritsOutput = false
    /// The day that the run at hand works on; nil where the file takes none.
    var day: String?
    /// The world's environment, which the run puts here.
    var environment: [String: String] = [:]

    public init() {}
    public init(file: String) { self.file = file }

    public var problem: String? {
        if isOnce, stage != nil {
            return "--once has no effect with --stage, which always ends after one turn"
        }
        if days != nil {
            if isOnce { return "--days has no effect with --once" }
            switch action {
            case .execute, .show: break
            case .printShell, .status: return "--days cannot be combined with --print-shell or --status"
            }
            if settings.contains(where: { $0.name == Pipeline.day }) {
                return "--days and --set \(Pipeline.day) both name days; leave one out"
            }
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

    /// The days that `--days` names: `20261120-20261124`, or how many up to the last one.
    public static func days(_ text: String) throws(UnusableOption) -> Days {
        if let count = Int(text), text.utf8.count <= 3 {
            guard (1...366).contains(count) else { throw UnusableOption("--days takes 1 to 366 days, not \(count)") }
            return .last(count)
        }
        return .range(try ServiceDates.range(text, "--days"))
    }

    /// The variable and the value that `--set` names.
    public static func setting(_ text: String) throws(UnusableOption) -> (name: String, value: String) {
        guard let equals = text.firstIndex(of: "="), Parameter.isName(text[..<equals]) else {
            throw UnusableOption("--set takes NAME=VALUE, not '\(text)'")
        }
        return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }
}
