import Contract
import NDJSON
import StageKit

/// The notices of an earlier run, with which a later run is compared.
///
/// Memory: some 500 bytes for each rule and file.
struct Baseline: RecordStage {
    let tables = [Tables.Notices.name]
    let feedReading = FeedReading.none
    let columns: [any AnyColumn] = [notice.code, notice.file, notice.count, notice.samples]

    private struct Known {
        var count: Int
        /// How often each breach among the samples occurs.
        var breaches: [String: Int]

        /// Whether every breach is among the samples.
        var isComplete: Bool { breaches.values.reduce(0, +) == count }
    }

    private static let notice = Tables.Notices.columns
    private var known: [NoticeBook.Key: Known] = [:]
    private var records = 0

    private init() {}

    /// Reads the notices of a file.
    /// - Throws: `StageFailure` with status 66 for a file that cannot be read, and with 65 for one with other records.
    static func read(_ path: String, _ context: StageContext) throws -> Baseline {
        var baseline = Baseline()
        let figures = context.summary.table(Tables.Notices.name)
        let before = figures.taken
        try context.read([path], to: &baseline, forwarding: false)
        figures.merged += figures.taken - before
        let others = context.summary.tables.filter { $0.table != Tables.Notices.name && $0.read > 0 }
        guard baseline.records > 0 || others.isEmpty else {
            throw StageFailure(
                .dataUnusable,
                "--baseline: \(InputFile.displayName(path)) contains \(others[0].table), no notices; make a baseline with "
                    + "'linefeed check FEED -o notices.ndjson'")
        }
        return baseline
    }

    mutating func process(_ record: Record) throws {
        let row = Baseline.notice
        records += 1
        guard let code = record[row.code].string, let file = record[row.file].string else { return }
        let count = record[row.count].integer ?? 1
        let key = NoticeBook.Key(code: code, file: file)
        // Of runs that were joined, the one with more breaches counts.
        if let other = known[key], other.count >= count { return }
        var breaches: [String: Int] = [:]
        let samples = record[row.samples]
        if samples.kind == .array { samples.forEachElement { breaches[Baseline.name(of: $0), default: 0] += 1 } }
        known[key] = Known(count: count, breaches: breaches)
    }

    mutating func finish() {}

    /// What names a breach: the texts of its sample. Lines move from run to run, and numbers are measured.
    private static func name(of sample: JSONValue) -> String {
        var name = ""
        guard sample.kind == .object else { return name }
        sample.forEachMember { key, value in
            guard let key = key.string, let text = value.string else { return }
            name += key + "=" + text + "\0"
        }
        return name
    }

    /// How many breaches of a notice are new, and which of its samples may be; nil if none is.
    ///
    /// If both runs list every breach, breaches are compared by name. Otherwise the surplus is new.
    func news(_ notice: NoticeBook.Notice) -> (count: Int, samples: [NoticeSample])? {
        guard let known = known[NoticeBook.Key(code: notice.rule.code, file: notice.file)] else {
            return (notice.count, notice.samples)
        }
        if known.isComplete, notice.count == notice.samples.count {
            var rest = known.breaches
            let samples = notice.samples.filter { sample in
                guard let count = rest[sample.name], count > 0 else { return true }
                rest[sample.name] = count - 1
                return false
            }
            return samples.isEmpty ? nil : (samples.count, samples)
        }
        let more = notice.count - known.count
        return more > 0 ? (more, notice.samples) : nil
    }

    /// How many notices of rules that this run reports do not occur any more.
    func gone(_ notices: [NoticeBook.Notice], _ choice: RuleChoice) -> Int {
        let now = Set(notices.map { NoticeBook.Key(code: $0.rule.code, file: $0.file) })
        return known.keys.filter { key in
            guard let rule = Rule.named(key.code), choice.wants(rule), !choice.ignores(rule) else { return false }
            return !now.contains(key)
        }.count
    }
}

extension NoticeSample {
    /// What names a breach in a baseline.
    fileprivate var name: String {
        fields.reduce(into: "") { name, field in
            if case .text(let text) = field.value { name += field.name + "=" + text + "\0" }
        }
    }
}
