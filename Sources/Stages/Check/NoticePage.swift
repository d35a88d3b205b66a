import Charts
import Drawing
import StageKit
import TimeZones

/// Notices as a page for those who make the feed: how many of each severity, where, which rules they break, what to do
/// about each, and samples with file and line.
struct NoticePage {
    private let report: NoticeReport
    private let checker: FeedChecker
    private let feed: String
    private let now: Int
    private let zone: Zone
    private let places: NoticePlaces

    init(_ report: NoticeReport, _ checker: FeedChecker, feed: String, at now: Int, in zone: Zone) {
        self.report = report
        self.checker = checker
        self.feed = feed
        self.now = now
        self.zone = zone
        places = NoticePlaces(report.notices, checker.feed)
    }

    func write(to sink: RecordSink) throws {
        let date = zone.date(at: now).text
        let title = "Check of \(Finding.printable(name)), \(date)"
        try ChartPage(title: title, style: NoticePageStyle.sheet).write(sections: title, to: sink) {
            try writeFacts(date, sink)
            try writeCounts(sink)
            guard !report.notices.isEmpty else { return }
            try writeRules(sink)
            if let map = NoticeMap(places, checker.feed) {
                try ChartPage.frame(map, id: "map", to: sink)
            }
            for group in RuleGroup.all { try write(group, sink) }
        }
    }

    // MARK: What was checked

    /// The feed without the folders it lies in, which are nobody else's business.
    private var name: String {
        StageContext.isRemote(feed) ? feed : feed.split(separator: "/").last.map(String.init) ?? feed
    }

    private func writeFacts(_ date: String, _ sink: RecordSink) throws {
        let facts = checker.side.facts
        var sentences: [String] = []
        let names = facts.agencies.compactMap(\.name)
        if !names.isEmpty {
            let shown = names.prefix(5).map { Finding.printable($0) }
            let rest = facts.agencyCount - shown.count
            sentences.append(
                (facts.agencyCount == 1 ? "Agency: " : "Agencies: ")
                    + ChartWords.list(shown + (rest > 0 ? ["\(grouped(rest)) more"] : [])) + ".")
        }
        if let version = facts.info?.version {
            sentences.append("Feed version: \(Finding.printable(version)).")
        }
        sentences.append("Checked for \(date), in the time zone \(zone.name).")
        try sink.text("<p class=\"muted-text\">\(MarkupText.escaped(sentences.joined(separator: " ")))</p>\n")
    }

    private func writeCounts(_ sink: RecordSink) throws {
        try sink.text("<dl class=\"counts\">\n")
        for severity in Severity.allCases {
            let (breaches, rules) = report.count(severity)
            let term = severity == .info ? "Infos" : severity == .error ? "Errors" : "Warnings"
            try sink.text(
                "<div class=\"\(severity.word)\"><dt>\(term)</dt><dd>\(grouped(breaches))</dd>"
                    + "<dd>\(ChartWords.count(rules, "rule"))</dd></div>\n")
        }
        try sink.text("</dl>\n")
        let sentences = (report.notices.isEmpty ? [report.counts] : []) + report.remarks
        for sentence in sentences {
            try sink.text("<p>\(MarkupText.escaped(sentence.prefix(1).uppercased() + sentence.dropFirst())).</p>\n")
        }
    }

    // MARK: Rules

    /// The notices of a rule, which name a file each.
    private func notices(of rule: Rule) -> [NoticeBook.Notice] { report.notices.filter { $0.rule == rule } }

    private var rules: [Rule] {
        report.notices.reduce(into: []) { if $0.last != $1.rule { $0.append($1.rule) } }
    }

    private func writeRules(_ sink: RecordSink) throws {
        let table = try ChartTable(
            "Broken rules", id: "rules",
            introduction:
                "Errors break the GTFS reference. Warnings are likely to cause problems for riders or software.",
            columns: ["rule", "severity", "count", "files"], to: sink)
        for rule in rules {
            let notices = notices(of: rule)
            try table.write([
                .link(rule.code, to: "rule-" + rule.code), .text(notices[0].severity.rawValue),
                .number(count(notices.reduce(0) { $0 + $1.count }, notices.reduce(0) { $0 + $1.reported })),
                .text(notices.map(\.file).joined(separator: ", ")),
            ])
        }
        try table.end()
    }

    /// `7`, or `7 (2 new)` beside a baseline.
    private func count(_ count: Int, _ new: Int) -> String {
        report.known == nil ? grouped(count) : "\(grouped(count)) (\(grouped(new)) new)"
    }

    private func write(_ group: RuleGroup, _ sink: RecordSink) throws {
        let broken = rules.filter(group.rules.contains)
        guard !broken.isEmpty else { return }
        try sink.text("<h2>\(MarkupText.escaped(group.title))</h2>\n")
        for rule in broken { try write(rule, sink) }
    }

    private func write(_ rule: Rule, _ sink: RecordSink) throws {
        let notices = notices(of: rule)
        let (id, severity) = ("rule-" + rule.code, notices[0].severity)
        try sink.text(
            "<section aria-labelledby=\"\(id)\">\n<h3 id=\"\(id)\">"
                + "<span class=\"badge \(severity.word)\">\(severity.rawValue)</span> \(rule.code)</h3>\n"
                + "<p>\(MarkupText.escaped(rule.condition))</p>\n"
                + "<p><strong>What to do:</strong> \(MarkupText.escaped(rule.remedy))</p>\n")
        let files = notices.map { "\(Finding.printable($0.file)): \(count($0.count, $0.reported))" }
        try sink.text("<p class=\"muted-text\">\(MarkupText.escaped(files.joined(separator: "; ")))</p>\n")
        let samples = notices.flatMap { notice in
            notice.samples.filter { $0.line != nil || !$0.fields.isEmpty }.map { (notice.file, $0) }
        }
        if !samples.isEmpty {
            let arePlaced = samples.contains { !places.numbers(of: $0.1).isEmpty }
            let table = try ChartTable(
                under: id, columns: ["file", "line"] + (arePlaced ? ["place"] : []) + ["values"], to: sink)
            for (file, sample) in samples {
                let numbers = places.numbers(of: sample).map(String.init).joined(separator: ", ")
                try table.write(
                    [.text(file), sample.line.map { .number(grouped($0)) } ?? .empty]
                        + (arePlaced ? [numbers.isEmpty ? .empty : .number(numbers)] : [])
                        + [.text(NoticeSample(line: nil, fields: sample.fields).text)])
            }
            try table.end()
        }
        try sink.text("</section>\n")
    }
}
