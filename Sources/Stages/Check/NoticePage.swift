import Charts
import Drawing
import StageKit

/// Notices as a page: how many of each severity, what is broken where, and samples of each.
struct NoticePage {
    private let notices: [NoticeBook.Notice]
    private let feed: String
    private let counts: String

    init(_ notices: [NoticeBook.Notice], feed: String, counts: String) {
        self.notices = notices
        self.feed = feed
        self.counts = counts
    }

    func write(to sink: RecordSink) throws {
        let title = "Check of \(Finding.printable(feed))"
        try ChartPage(title: title, style: "h1{margin:1rem 20px .5rem}").write(sections: title, to: sink) {
            try sink.text("<p>\(MarkupText.escaped(counts)).</p>\n")
            guard !notices.isEmpty else { return }
            try writeRules(sink)
            try writeSamples(sink)
        }
    }

    private func writeRules(_ sink: RecordSink) throws {
        let table = try ChartTable(
            "Broken rules", id: "rules",
            introduction:
                "Errors break the GTFS reference. Warnings are likely to cause problems for riders or software.",
            columns: ["code", "severity", "file", "count", "broken when", "remedy"], to: sink)
        for notice in notices {
            try table.write([
                .text(notice.rule.code), .text(notice.rule.severity.rawValue), .text(notice.file),
                .number(grouped(notice.count)), .text(notice.rule.condition),
                .text(notice.rule.remedy),
            ])
        }
        try table.end()
    }

    private func writeSamples(_ sink: RecordSink) throws {
        let table = try ChartTable(
            "Samples", id: "samples", introduction: "Up to \(NoticeBook.shown) samples for each rule and file.",
            columns: ["code", "file", "line", "values"], to: sink)
        for notice in notices {
            for sample in notice.samples where sample.line != nil || !sample.fields.isEmpty {
                let values = NoticeSample(line: nil, fields: sample.fields).text
                try table.write([
                    .text(notice.rule.code), .text(notice.file),
                    sample.line.map { .number(String($0)) } ?? .empty, .text(values),
                ])
            }
        }
        try table.end()
    }
}
