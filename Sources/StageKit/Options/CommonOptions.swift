import NDJSON
import Platform
import TableFormats

/// When something that suits only a terminal is done.
public enum When: String, Sendable, CaseIterable {
    case auto, always, never
}

public enum LogFormat: String, Sendable, CaseIterable {
    case text, json
}

/// How much is said on standard error.
public enum Verbosity: Int, Sendable, Comparable {
    /// Errors only.
    case quiet
    /// Findings on a terminal; to a log only errors and one line when something was rejected or unmatched.
    case normal
    /// Repairs too.
    case verbose
    /// Timings too.
    case timings

    public static func < (left: Verbosity, right: Verbosity) -> Bool { left.rawValue < right.rawValue }
}

/// The options that every stage has.
public struct CommonOptions: Sendable {
    public var output: String?
    public var verbosity: Verbosity = .normal
    public var logFormat: LogFormat = .text
    public var diagnosticsFile: String?
    public var rejectsFile: String?
    public var summaryFile: String?
    public var strict = false
    public var progress: When = .auto
    public var color: When = .auto
    public var passThrough = false
    /// Whether having nothing to work on is not a failure.
    public var allowsEmpty = false
    /// Whether text of CSV that a spreadsheet would take for a formula begins with an apostrophe.
    public var guardsFormulas = false
    /// How Parquet files are compressed.
    public var compression = TableCompression.gzip
    /// Longest accepted input line in bytes.
    public var maxLineBytes = 16 << 20
    /// The number of threads that may work on rows at once.
    public var jobs = Workers.count
    /// What rows of consumed tables must satisfy; of stages that read records.
    public var conditions: [Condition] = []
    /// The value of the `feed_id` member that every written record gets; nil for none.
    public var feedID: String?

    public init() {}

    /// The outputs that are named, by their options.
    var namedOutputs: [(what: String, path: String)] {
        let all: [(String, String?)] = [
            ("-o", output), ("--diagnostics", diagnosticsFile), ("--rejects", rejectsFile), ("--summary", summaryFile),
        ]
        return all.compactMap { option, path in path.map { (option, $0) } }
    }

    /// What is wrong with a number of threads, or nil.
    public static func problem(ofJobs jobs: Int) -> String? {
        (1...Workers.most).contains(jobs) ? nil : "--jobs takes a number from 1 to \(Workers.most), not \(jobs)"
    }

    /// What is wrong with the options, or nil.
    public var problem: String? {
        guard (1..<RecordScanner.sizeLimit).contains(maxLineBytes) else {
            return "--max-line-bytes takes a number of bytes from 1 to \(RecordScanner.sizeLimit - 1)"
        }
        if let problem = CommonOptions.problem(ofJobs: jobs) { return problem }
        return namedOutputs.first { $0.path.isEmpty }.map { "\($0.what) takes a file name" }
            ?? NamedFiles().conflict(with: self)
    }
}
