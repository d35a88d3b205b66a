import Contract
import StageKit

/// What a run reports: its notices, and how many it found and does not report.
struct NoticeReport {
    /// A number of notices, and of breaches in them.
    struct Count {
        var notices = 0
        var breaches = 0

        mutating func add(_ breaches: Int) {
            notices += 1
            self.breaches += breaches
        }

        /// `12 breaches`
        var words: String { "\(grouped(breaches)) breach\(breaches == 1 ? "" : "es")" }
    }

    let notices: [NoticeBook.Notice]
    /// What `--ignore` leaves out.
    let ignored: Count
    /// What the baseline has too; nil without one.
    let known: Count?
    /// How many notices of the baseline do not occur any more.
    let gone: Int

    init(_ book: NoticeBook, _ baseline: Baseline?) {
        var ignored = Count()
        for count in book.ignored.values { ignored.add(count) }
        self.ignored = ignored
        let all = book.sorted
        guard let baseline else {
            notices = all
            known = nil
            gone = 0
            return
        }
        var known = Count()
        notices = all.compactMap { notice in
            guard let news = baseline.news(notice) else {
                known.add(notice.count)
                return nil
            }
            known.breaches += notice.count - news.count
            var notice = notice
            (notice.newCount, notice.samples) = (news.count, news.samples)
            return notice
        }
        self.known = known
        gone = baseline.gone(all, book.choice)
    }

    /// How many notices were found and are not reported.
    var suppressed: Int { ignored.notices + (known?.notices ?? 0) }

    func has(_ severities: [Severity]) -> Bool { notices.contains { severities.contains($0.severity) } }

    /// How many breaches of a severity are reported, and of how many rules.
    func count(_ severity: Severity) -> (breaches: Int, rules: Int) {
        let those = notices.filter { $0.severity == severity }
        return (those.reduce(0) { $0 + $1.reported }, Set(those.map(\.rule.code)).count)
    }

    /// `2 errors, 10 warnings, 1 info`
    var counts: String {
        let parts = Severity.allCases.compactMap { severity -> String? in
            let count = count(severity).breaches
            return count == 0 ? nil : "\(grouped(count)) \(severity.rawValue.lowercased())\(count == 1 ? "" : "s")"
        }
        return parts.isEmpty ? (known == nil ? "nothing found" : "nothing new found") : parts.joined(separator: ", ")
    }

    /// What was found and is not reported, as sentences without a full stop.
    var remarks: [String] {
        var remarks: [String] = []
        if ignored.notices > 0 { remarks.append("\(ignored.words) ignored (--ignore)") }
        if let known, known.breaches > 0 { remarks.append("\(known.words) known (--baseline)") }
        if gone > 0 { remarks.append(goneWords) }
        return remarks
    }

    /// `1 notice of the baseline no longer occurs`
    private var goneWords: String {
        "\(grouped(gone)) notice\(gone == 1 ? "" : "s") of the baseline no longer occur\(gone == 1 ? "s" : "")"
    }

    /// Tells the user and the summary what is not reported.
    func tell(_ context: StageContext) {
        if ignored.notices > 0 {
            context.diagnostics.report(
                .note, "ignored_notices", message: "--ignore: found and did not report \(ignored.words)",
                count: ignored.notices)
        }
        if let known, known.breaches > 0 {
            context.diagnostics.report(
                .note, "known_notices",
                message: "--baseline: found and did not report \(known.words), which the baseline has too",
                count: max(1, known.notices))
        }
        if gone > 0 {
            context.diagnostics.report(
                .note, "baseline_notices_gone",
                message: "--baseline: \(goneWords)",
                count: gone)
        }
        context.summary.table(Tables.Notices.name).filtered += suppressed
    }
}
