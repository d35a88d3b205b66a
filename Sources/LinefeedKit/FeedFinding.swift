import StageKit

/// A problem found while reading: where it is, what is wrong, what linefeed did.
public struct FeedFinding: Sendable, CustomStringConvertible {
    public enum Severity: Sendable {
        /// Data is truncated or corrupt, so the answer is incomplete.
        case error
        /// Data was skipped, lacks required parts, or may be wrong.
        case warning
        /// A safe repair, such as trimmed spaces or a padded row.
        case repair
        /// A remark, for example about an extra file or an unknown field.
        case note
    }

    public let severity: Severity
    /// A stable name of the kind of problem, in lower_snake_case.
    public let code: String
    public let file: String?
    /// The line number, from 1.
    public let line: Int?
    public let field: String?
    /// The value, unchanged.
    public let value: String?
    /// The message without location and field.
    public let message: String
    /// How many problems of this kind the finding stands for.
    public let count: Int
    /// The complete message: `stop_times.txt:1042: arrival_time: '25:61:00' is not HH:MM:SS; written as null`
    public let description: String

    init(_ finding: Finding, count: Int) {
        severity =
            switch finding.kind.level(isStrict: false) {
            case .error: .error
            case .warning: .warning
            case .repair: .repair
            case .note: .note
            }
        code = finding.code
        file = finding.file
        line = finding.line
        field = finding.field
        value = finding.value
        message = finding.message
        self.count = count
        description = finding.text
    }
}
