import Contract
import NDJSON
import StageKit

/// Writes notices as records, as text for people, or as a page.
struct NoticeOutput {
    private let notices: [NoticeBook.Notice]
    private let options: CheckOptions
    private let context: StageContext
    private var sink: RecordSink { context.sink }

    init(_ notices: [NoticeBook.Notice], _ options: CheckOptions, _ context: StageContext) {
        self.notices = notices
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
        case .own(.html): try NoticePage(notices, feed: name, counts: counts).write(to: sink)
        }
    }

    private var name: String { options.feed == "-" ? "standard input" : InputFile.displayName(options.feed) }

    private func writeRecords() throws {
        let rows = context.rows(of: Tables.Notices.self)
        for notice in notices {
            try rows.write { row, columns in
                row[columns.code] = notice.rule.code
                row[columns.severity] = notice.rule.severity.rawValue
                row[columns.file] = notice.file
                row[columns.count] = notice.count
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

    /// `2 errors, 10 warnings, 1 info`
    private var counts: String {
        let parts = Severity.allCases.compactMap { severity -> String? in
            let count = notices.reduce(0) { $0 + ($1.rule.severity == severity ? $1.count : 0) }
            return count == 0 ? nil : "\(grouped(count)) \(severity.rawValue.lowercased())\(count == 1 ? "" : "s")"
        }
        return parts.isEmpty ? "nothing found" : parts.joined(separator: ", ")
    }

    private func writeText() throws {
        for notice in notices {
            let severity = notice.rule.severity.rawValue
            try sink.text(
                "\(severity)\(String(repeating: " ", count: 8 - severity.count))\(notice.rule.code): "
                    + "\(Finding.printable(notice.file)), \(grouped(notice.count))\n")
            for sample in notice.samples.prefix(2) where sample.line != nil || !sample.fields.isEmpty {
                try sink.text("        \(sample.text)\n")
            }
            try sink.text("        Remedy: \(notice.rule.remedy)\n")
        }
        try sink.text("\(Finding.printable(name)): \(counts)\n")
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
        write(number, decimals, to: writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func write(_ number: Double, _ decimals: Int, to writer: RecordWriter) {
        if decimals < 0 { writer.double(number) } else { writer.rounded(number, decimals: decimals) }
    }

    func write(to writer: RecordWriter) {
        writer.beginObject()
        if let line {
            writer.string("line")
            writer.append(UInt8(ascii: ":"))
            writer.integer(line)
        }
        for (place, field) in fields.enumerated() {
            if line != nil || place > 0 { writer.append(UInt8(ascii: ",")) }
            writer.string(field.name)
            writer.append(UInt8(ascii: ":"))
            switch field.value {
            case .text(let text): writer.string(text)
            case .whole(let number): writer.integer(number)
            case .number(let number, let decimals): NoticeSample.write(number, decimals, to: writer)
            case .null: writer.null()
            }
        }
        writer.endObject()
    }
}
