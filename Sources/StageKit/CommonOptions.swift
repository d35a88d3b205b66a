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
    /// Whether having nothing to work on is no failure.
    public var allowsEmpty = false
    /// Longest accepted input line in bytes.
    public var maxLineBytes = 16 << 20
    /// The value of the `feed_id` member that every written record gets; nil for none.
    public var feedID: String?

    public init() {}

    /// Why the outputs cannot all be made, or nil: two files of one name would destroy each other.
    public var conflict: String? {
        let named: [(option: String, path: String?)] = [
            ("-o", output), ("--diagnostics", diagnosticsFile), ("--rejects", rejectsFile), ("--summary", summaryFile),
        ]
        for (index, one) in named.enumerated() {
            guard let path = one.path else { continue }
            if path.isEmpty { return "\(one.option) takes the name of a file" }
            // What is no regular file takes several outputs one after another.
            if path == "-" || path.hasPrefix("/dev/") || path.hasPrefix("/proc/self/fd/") { continue }
            for other in named[(index + 1)...] where other.path == path {
                return "\(one.option) and \(other.option) name the same file, \(path)"
            }
        }
        return nil
    }
}
