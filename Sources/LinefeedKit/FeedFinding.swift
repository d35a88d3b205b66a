import StageKit

/// Something that was noticed while reading: where it was, what is wrong, what was done about it.
public struct FeedFinding: Sendable, CustomStringConvertible {
    public enum Severity: Sendable {
        /// Data breaks off or is corrupt: the answer lacks a part.
        case error
        /// Data was lost, lacks what is required, or may be wrong.
        case warning
        /// A certain repair: trimmed blanks, a padded row.
        case repair
        /// Worth knowing: an extra file, an unknown field.
        case note
    }

    public let severity: Severity
    /// A stable name in lower_snake_case to count by.
    public let code: String
    public let file: String?
    /// Counted from 1.
    public let line: Int?
    public let field: String?
    /// The value as the feed has it.
    public let value: String?
    /// The sentence, without place and field.
    public let message: String
    /// How many of its kind it tells of.
    public let count: Int
    /// `stop_times.txt:1042: arrival_time: '25:61:00' is not HH:MM:SS (written as null)`
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
