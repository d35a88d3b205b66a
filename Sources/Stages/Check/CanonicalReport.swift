import Contract
import NDJSON
import Schedule
import StageKit
import TimeZones

/// The notices as the `report.json` of the canonical GTFS validator, for tools that read that file.
///
/// Codes, severities and counts are those of the notices. A sample has `filename`, `csvRowNumber` and the fields of the
/// notice in camelCase; samples of references and of cells have the validator's names.
struct CanonicalReport {
    private let report: NoticeReport
    private let checker: FeedChecker
    private let feed: String
    private let now: Int
    private let zone: Zone
    private let writer = RecordWriter(capacity: 1 << 14)

    init(_ report: NoticeReport, _ checker: FeedChecker, feed: String, at now: Int, in zone: Zone) {
        self.report = report
        self.checker = checker
        self.feed = feed
        self.now = now
        self.zone = zone
    }

    func write(to sink: RecordSink) throws {
        object {
            member("summary") { object(writeSummary) }
            member("notices") { array(byRule) { notices in object { write(notices) } } }
        }
        writer.newline()
        try sink.text(writer.bytes)
    }

    /// The notices of each rule, which name a file each.
    private var byRule: [[NoticeBook.Notice]] {
        report.notices.reduce(into: []) { groups, notice in
            if groups.last?.first?.rule == notice.rule {
                groups[groups.count - 1].append(notice)
            } else {
                groups.append([notice])
            }
        }
    }

    // MARK: The summary

    private func writeSummary() {
        let feed = checker.feed
        let facts = checker.side.facts
        text("validatorVersion", "linefeed")
        text("validatedAt", RFC3339.text(now))
        text("gtfsInput", self.feed)
        text("dateForValidation", zone.date(at: now).text)
        let window = checker.serviceWindow
        if facts.info != nil || window != nil {
            member("feedInfo") {
                object {
                    text("publisherName", facts.info?.publisherName)
                    text("publisherUrl", facts.info?.publisherURL)
                    text("feedLanguage", facts.info?.language)
                    text("feedStartDate", facts.info?.startDate)
                    text("feedEndDate", facts.info?.endDate)
                    text("feedEmail", facts.info?.contactEmail)
                    text("feedServiceWindowStart", window.map { CivilDate(daysSinceEpoch: $0.first).text })
                    text("feedServiceWindowEnd", window.map { CivilDate(daysSinceEpoch: $0.last).text })
                }
            }
        }
        member("agencies") {
            array(facts.agencies) { agency in
                object {
                    text("name", agency.name)
                    text("url", agency.url)
                    text("phone", agency.phone)
                    text("email", agency.email)
                    text("timezone", agency.timezone)
                }
            }
        }
        member("files") { array(checker.seen.map(checker.file).sorted()) { writer.string($0) } }
        member("counts") {
            object {
                var shapes = 0
                feed.shapeIDs.forEachDefined { _ in shapes += 1 }
                count("Shapes", shapes)
                count("Stops", checker.check(of: Tables.Stops.name).rowCount)
                count("Routes", checker.check(of: Tables.Routes.name).rowCount)
                count("Trips", checker.check(of: Tables.Trips.name).rowCount)
                count("Agencies", facts.agencyCount)
                count("Blocks", feed.blockIDs.count)
            }
        }
        let features = FeedFeature.used { table, column in
            let check = checker.check(of: table)
            return column.map(check.filled.contains) ?? (check.rowCount > 0)
        }
        member("gtfsFeatures") { array(features) { writer.string($0.name) } }
    }

    // MARK: Notices

    private func write(_ notices: [NoticeBook.Notice]) {
        guard let first = notices.first else { return }
        text("code", first.rule.code)
        text("severity", first.severity.rawValue)
        count("totalNotices", notices.reduce(0) { $0 + $1.reported })
        member("sampleNotices") {
            writer.beginArray()
            for notice in notices {
                for sample in notice.samples {
                    writer.separator()
                    object { write(sample, of: notice) }
                }
            }
            writer.endArray()
        }
    }

    private func write(_ sample: NoticeSample, of notice: NoticeBook.Notice) {
        if notice.rule == .foreignKeyViolation { return writeReference(sample, notice.file) }
        text("filename", notice.file)
        if let line = sample.line { count("csvRowNumber", line) }
        let cell = cell(of: sample, notice)
        for (place, field) in sample.fields.enumerated() {
            if place == cell {
                text("fieldName", field.name)
                value("fieldValue", field.value)
            } else {
                value(field.name == "field" ? "fieldName" : CanonicalReport.camelCase(field.name), field.value)
            }
        }
    }

    /// The place of the cell that a rule about single cells is about; nil for other rules, and where several cells may be
    /// meant.
    private func cell(of sample: NoticeSample, _ notice: NoticeBook.Notice) -> Int? {
        guard CanonicalReport.cells.contains(notice.rule.code), !sample.fields.isEmpty else { return nil }
        if sample.fields.count == 1 { return ["field", "message"].contains(sample.fields[0].name) ? nil : 0 }
        guard case .columns(let key) = table(of: notice.file)?.key else { return nil }
        let others = sample.fields.indices.filter { !key.contains(sample.fields[$0].name) }
        return others.count == 1 ? others[0] : nil
    }

    private static let cells = Set(Rule.cells.rules.map(\.code))

    /// The names of a reference: `childFilename` has the row, `parentFilename` lacks it.
    private func writeReference(_ sample: NoticeSample, _ file: String) {
        text("childFilename", file)
        guard let child = sample.fields.first else { return }
        text("childFieldName", child.name)
        if case .text(let parent)? = sample.fields.first(where: { $0.name == "refers_to" })?.value {
            text("parentFilename", parent)
        }
        let field = table(of: file)?.fields.first { $0.name == child.name }
        if let target = field?.targets.first { text("parentFieldName", target.column) }
        value("fieldValue", child.value)
        if let line = sample.line { count("csvRowNumber", line) }
    }

    private func table(of file: String) -> TableDefinition? {
        checker.checks.first { $0.file == file }.flatMap { TableDefinition.named($0.name) }
    }

    /// `stopId` of `stop_id`.
    private static func camelCase(_ name: String) -> String {
        let words = name.split(separator: "_")
        return words.enumerated().map { $0 == 0 ? String($1) : $1.prefix(1).uppercased() + $1.dropFirst() }.joined()
    }

    // MARK: JSON

    private func object(_ body: () -> Void) {
        writer.beginObject()
        body()
        writer.endObject()
    }

    private func array<Element>(_ elements: [Element], _ body: (Element) -> Void) {
        writer.beginArray()
        for element in elements {
            writer.separator()
            body(element)
        }
        writer.endArray()
    }

    private func member(_ name: String, _ body: () -> Void) {
        writer.member(named: name)
        body()
    }

    /// Members without a value are left out, as the validator does.
    private func text(_ name: String, _ text: String?) {
        if let text { member(name) { writer.string(text) } }
    }

    private func count(_ name: String, _ count: Int) { member(name) { writer.integer(count) } }

    private func value(_ name: String, _ value: NoticeSample.Value) {
        member(name) { NoticeSample.write(value, to: writer) }
    }
}
