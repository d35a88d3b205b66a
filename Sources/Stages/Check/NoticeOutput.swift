import Contract
import NDJSON
import StageKit
import TimeZones

/// Writes notices as records, as text for people, as a page, or as the report of the canonical validator.
struct NoticeOutput {
    private let report: NoticeReport
    private let checker: FeedChecker
    /// POSIX seconds for which the feed was checked.
    private let now: Int
    private let zone: Zone
    private let options: CheckOptions
    private let context: StageContext
    private var sink: RecordSink { context.sink }

    init(
        _ report: NoticeReport, _ checker: FeedChecker, at now: Int, in zone: Zone, _ options: CheckOptions,
        _ context: StageContext
    ) {
        self.report = report
        self.checker = checker
        self.now = now
        self.zone = zone
        self.options = options
        self.context = context
    }

    func write() throws {
        switch options.format {
        case .own(.ndjson): try writeRecords()
        case .table(let format):
            try context.writeTable(Tables.Notices.self, as: format)
            try writeRecords()
        case .own(.table): try writeText()
        case .own(.html): try NoticePage(report, checker, feed: name, at: now, in: zone).write(to: sink)
        case .own(.canonical): try CanonicalReport(report, checker, feed: name, at: now, in: zone).write(to: sink)
        }
    }

    private var name: String { options.feed == "-" ? "standard input" : InputFile.displayName(options.feed) }

    private func writeRecords() throws {
        let rows = context.rows(of: Tables.Notices.self)
        for notice in report.notices {
            try rows.write { row, columns in
                row[columns.code] = notice.rule.code
                row[columns.severity] = notice.severity.rawValue
                row[columns.file] = notice.file
                row[columns.count] = notice.count
                if let count = notice.newCount { row[columns.newCount] = count }
                row.json(columns.samples) { writer in
                    writer.beginArray()
                    for sample in notice.samples {
                        writer.separator()
                        sample.write(to: writer)
                    }
                    writer.endArray()
                }
            }
        }
    }

    private func writeText() throws {
        for (place, notice) in report.notices.enumerated() {
            let severity = notice.severity.rawValue
            let news = notice.newCount.map { $0 == notice.count ? ", all new" : ", \(grouped($0)) new" } ?? ""
            try sink.text(
                "\(severity)\(String(repeating: " ", count: 8 - severity.count))\(notice.rule.code): "
                    + "\(Finding.printable(notice.file)), \(grouped(notice.count))\(news)\n")
            for sample in notice.samples.prefix(2) where sample.line != nil || !sample.fields.isEmpty {
                try sink.text("        \(sample.text)\n")
            }
            // Once for the files that break one rule.
            if place + 1 == report.notices.count || report.notices[place + 1].rule != notice.rule {
                try sink.text("        remedy: \(notice.rule.remedy)\n")
            }
        }
        for line in [report.counts] + report.remarks { try sink.text("\(Finding.printable(name)): \(line)\n") }
    }
}

extension NoticeSample {
    /// `line 12: stop_id 'S9', refers_to 'stops.txt'`
    var text: String {
        let values = fields.map { name, value in
            switch value {
            case .text(let text): "\(Finding.printable(name)) \(Finding.quoted(text))"
            case .whole(let number): "\(Finding.printable(name)) \(number)"
            case .number(let number, let decimals): "\(Finding.printable(name)) \(NoticeSample.text(number, decimals))"
            case .null: "no \(Finding.printable(name))"
            }
        }
        return (line.map { "line \($0)" + (values.isEmpty ? "" : ": ") } ?? "") + values.joined(separator: ", ")
    }

    private static func text(_ number: Double, _ decimals: Int) -> String {
        let writer = RecordWriter(capacity: 32)
        write(.number(number, decimals: decimals), to: writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Writes a value of a field as JSON.
    static func write(_ value: Value, to writer: RecordWriter) {
        switch value {
        case .text(let text): writer.string(text)
        case .whole(let number): writer.integer(number)
        case .number(let number, let decimals):
            if decimals < 0 { writer.double(number) } else { writer.rounded(number, decimals: decimals) }
        case .null: writer.null()
        }
    }

    func write(to writer: RecordWriter) {
        writer.beginObject()
        if let line {
            writer.member(named: "line")
            writer.integer(line)
        }
        for field in fields {
            writer.member(named: field.name)
            NoticeSample.write(field.value, to: writer)
        }
        writer.endObject()
    }
}
