/// How much a notice matters: what the reference forbids, what will hurt riders or tools, what is worth knowing.
public enum Severity: String, CaseIterable, Sendable {
    case error = "ERROR"
    case warning = "WARNING"
    case info = "INFO"

    /// The word of a command line: `error`.
    public var word: String { rawValue.lowercased() }
}

/// A rule that feeds are checked by, as a value: its code, what a breach of it means, when it is one and what to do
/// about it, with two changes to a sound feed that show it.
///
/// Codes are those of the canonical GTFS validator where it has the rule.
public struct Rule: Sendable, Hashable {
    public let code: String
    public let severity: Severity
    /// The condition under which there is a notice, as a sentence.
    public let condition: String
    /// What the producer of the feed does about a breach, as a sentence.
    public let remedy: String
    /// Where and why the rule differs from the canonical validator's rule of the same code, or why the canonical
    /// validator has no such rule; nil where nothing differs.
    public let difference: String?
    /// A change to the feed of docs/check-rules.md, in the notation explained there, that breaks the rule.
    public let breaks: String
    /// A change that only just obeys the rule.
    public let passes: String
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

    init(
        _ code: String, _ severity: Severity, _ condition: String, remedy: String, differs: String? = nil,
        breaks: String, passes: String, _ rows: Row...
    ) {
        self.code = code
        self.severity = severity
        self.condition = condition
        self.remedy = remedy
        difference = differs
        self.breaks = breaks
        self.passes = passes
        self.rows = rows
    }

    public static func == (left: Rule, right: Rule) -> Bool { left.code == right.code }
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    /// The rules of timetables, then those of realtime, in the order in which documents and notices list them.
    public static let all = RuleGroup.all.flatMap(\.rules)

    /// Those of timetables.
    static let schedule = RuleGroup.schedule.flatMap(\.rules)

    /// The rule of a code, or nil.
    public static func named(_ code: String) -> Rule? { byCode[code] }

    /// The rules that a name of a command line means: the rule of a code, or those of a number as `E048`; empty for an
    /// unknown name.
    public static func all(named name: String) -> [Rule] {
        byCode[name].map { [$0] } ?? all.filter { $0.number == name }
    }

    private static let byCode = Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })

    /// The number of the canonical GTFS-Realtime validator, `E048`, with which the condition ends; nil for a rule without
    /// one.
    public var number: String? {
        let end = Array(condition.utf8.suffix(7))
        guard end.count == 7, end[0] == UInt8(ascii: "("), end.suffix(2) == [UInt8(ascii: ")"), UInt8(ascii: ".")],
            end[1] == UInt8(ascii: "E") || end[1] == UInt8(ascii: "W"),
            end[2...4].allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return String(decoding: end[1...4], as: UTF8.self)
    }
}

/// Rules of one subject: a file in this folder, and a chapter of docs/check-rules.md.
///
/// A rule that one row breaks by itself is an entry of its subject's list and nothing else; a rule that compares rows has
/// a name there, by which the check reports it.
public struct RuleGroup: Sendable {
    public let title: String
    /// What holds for all rules of the group, as Markdown; nil if there is nothing to say.
    public let note: String?
    public let rules: [Rule]

    init(_ title: String, note: String? = nil, _ rules: [Rule]) {
        self.title = title
        self.note = note
        self.rules = rules
    }

    public static let all = schedule + [Rule.realtime]

    static let schedule = [
        Rule.files, Rule.cells, Rule.references, Rule.agencies, Rule.stops, Rule.routes, Rule.service, Rule.stopTimes,
        Rule.shapes, Rule.locations, Rule.transfers, Rule.pathways, Rule.fares, Rule.bookings,
    ]
}
