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
        let file: String
        var count: Int
        var samples: [NoticeSample]
    }

    private struct Key: Hashable {
        let code: String
        let file: String
    }

    /// How many samples a notice has.
    static let shown = 5

    private var places: [Key: Int] = [:]
    private var notices: [Notice] = []
    /// nil for all.
    private let codes: Set<String>?
    private let skipped: Set<String>

    init(codes: Set<String>?, skipped: Set<String>) {
        self.codes = codes
        self.skipped = skipped
    }

    func wants(_ rule: Rule) -> Bool { (codes?.contains(rule.code) ?? true) && !skipped.contains(rule.code) }

    /// - Parameter fields: asked for only where one more sample is wanted.
    func add(
        _ rule: Rule, file: String, line: Int?, count: Int = 1,
        _ fields: @autoclosure () -> [(name: String, value: NoticeSample.Value)] = []
    ) {
        let key = Key(code: rule.code, file: file)
        guard let place = places[key] else {
            guard wants(rule) else { return }
            places[key] = notices.count
            notices.append(
                Notice(rule: rule, file: file, count: count, samples: [NoticeSample(line: line, fields: fields())]))
            return
        }
        notices[place].count += count
        if notices[place].samples.count < NoticeBook.shown {
            notices[place].samples.append(NoticeSample(line: line, fields: fields()))
        }
    }

    /// Counts breaches without a sample.
    func count(_ rule: Rule, file: String, times: Int) {
        let key = Key(code: rule.code, file: file)
        if let place = places[key] {
            notices[place].count += times
        } else if wants(rule) {
            places[key] = notices.count
            notices.append(Notice(rule: rule, file: file, count: times, samples: []))
        }
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
            (severities[$0.rule.severity] ?? 0, order[$0.rule.code] ?? 0, $0.file)
                < (severities[$1.rule.severity] ?? 0, order[$1.rule.code] ?? 0, $1.file)
        }
    }

    func has(_ severities: [Severity]) -> Bool { notices.contains { severities.contains($0.rule.severity) } }
}
