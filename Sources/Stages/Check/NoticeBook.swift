/// What a notice shows of one breach: where it is, and the values that make it one.
struct NoticeSample {
    enum Value {
        case text(String)
        case whole(Int)
        case number(Double, decimals: Int)
        /// What is not there.
        case null
    }

    /// In the file, counted from 1; nil where the row has none.
    let line: Int?
    let fields: [(name: String, value: Value)]
}

/// The notices of a run: each rule and file once, with how often it was broken and a few samples.
///
/// Memory: the samples, five of each rule and file.
final class NoticeBook {
    struct Notice {
        let rule: Rule
        /// How much it matters in this run.
        let severity: Severity
        let file: String
        var count: Int
        var samples: [NoticeSample]
        /// How many breaches are not in the baseline; nil for a run without a baseline.
        var newCount: Int?

        /// How many breaches the run reports.
        var reported: Int { newCount ?? count }
    }

    /// A rule and the file that breaks it.
    struct Key: Hashable {
        let code: String
        let file: String
    }

    /// How many samples a notice has.
    static let shown = 5

    private var places: [Key: Int] = [:]
    private var notices: [Notice] = []
    /// How often each file breaks a rule that is ignored.
    private(set) var ignored: [Key: Int] = [:]
    let choice: RuleChoice

    init(_ choice: RuleChoice) { self.choice = choice }

    /// Whether breaches of a rule are looked for.
    func wants(_ rule: Rule) -> Bool { choice.wants(rule) }

    /// - Parameter fields: asked for only where one more sample is wanted.
    func add(
        _ rule: Rule, file: String, line: Int?, count: Int = 1,
        _ fields: @autoclosure () -> [(name: String, value: NoticeSample.Value)] = []
    ) {
        let key = Key(code: rule.code, file: file)
        guard let place = places[key] ?? place(of: rule, key) else { return ignore(rule, key, count) }
        notices[place].count += count
        if notices[place].samples.count < NoticeBook.shown {
            notices[place].samples.append(NoticeSample(line: line, fields: fields()))
        }
    }

    /// Counts breaches without a sample.
    func count(_ rule: Rule, file: String, times: Int) {
        let key = Key(code: rule.code, file: file)
        guard let place = places[key] ?? place(of: rule, key) else { return ignore(rule, key, times) }
        notices[place].count += times
    }

    /// Begins a notice; nil for a rule that is not reported.
    private func place(of rule: Rule, _ key: Key) -> Int? {
        guard choice.wants(rule), !choice.ignores(rule) else { return nil }
        places[key] = notices.count
        notices.append(
            Notice(rule: rule, severity: choice.severity(of: rule), file: key.file, count: 0, samples: []))
        return notices.count - 1
    }

    private func ignore(_ rule: Rule, _ key: Key, _ count: Int) {
        if choice.wants(rule) { ignored[key, default: 0] += count }
    }

    /// Errors first, then in the order of the rules, then by file; samples by line.
    var sorted: [Notice] {
        let order = Dictionary(uniqueKeysWithValues: Rule.all.enumerated().map { ($1.code, $0) })
        let severities = Dictionary(uniqueKeysWithValues: Severity.allCases.enumerated().map { ($1, $0) })
        return notices.map { notice in
            var notice = notice
            // A sort that keeps the order of what has the same line.
            notice.samples = notice.samples.enumerated().sorted {
                ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset)
            }.map(\.element)
            return notice
        }.sorted {
            (severities[$0.severity] ?? 0, order[$0.rule.code] ?? 0, $0.file)
                < (severities[$1.severity] ?? 0, order[$1.rule.code] ?? 0, $1.file)
        }
    }
}
