/// How much a notice matters: what the reference forbids, what will hurt riders or tools, what is worth knowing.
public enum Severity: String, CaseIterable, Sendable {
    case error = "ERROR"
    case warning = "WARNING"
    case info = "INFO"
}

/// A rule that feeds are checked by, as a value: its code, what a breach of it means, and when it is one.
///
/// Codes are those of the canonical GTFS validator where it has the rule.
public struct Rule: Sendable, Hashable {
    public let code: String
    public let severity: Severity
    /// The condition under which there is a notice, as a sentence.
    public let condition: String
    /// The rows that break it by themselves.
    let rows: [Row]

    /// How one row of a table breaks a rule.
    struct Row: Sendable {
        let table: String
        let when: RowCondition
        /// The fields that samples show beside the row's key.
        let shows: [String]

        static func row(of table: String, _ when: RowCondition, shows: String...) -> Row {
            Row(table: table, when: when, shows: shows)
        }
    }

    init(_ code: String, _ severity: Severity, _ condition: String, _ rows: Row...) {
        self.code = code
        self.severity = severity
        self.condition = condition
        self.rows = rows
    }

    public static func == (left: Rule, right: Rule) -> Bool { left.code == right.code }
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    /// Of timetables, then of realtime.
    public static let all: [Rule] = schedule + realtime

    /// The rule of a code, or nil.
    public static func named(_ code: String) -> Rule? { byCode[code] }

    private static let byCode = Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })
}
