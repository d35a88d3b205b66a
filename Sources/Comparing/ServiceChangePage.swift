import Charts
import Drawing
import ServiceFigures
import StageKit
import TimeZones

/// What riders have otherwise, as a page: bars of the trips a day before and after, and a table of all of it.
struct ServiceChangePage {
    private let changes: [ServiceChange]
    private let comparison: ServiceComparison
    private let words: ServiceChangeWords
    /// Those that are drawn, the biggest first.
    private let drawn: [ServiceChange]
    private let most: Double

    private static let mostBars = 40
    private static let labelRoom = 300.0
    private static let valueRoom = 130.0
    private static let width = 960.0
    private static let pitch = 46.0
    private static let oldStep = ChartColors.shares[1]
    private static let newStep = ChartColors.shares[3]

    init(_ changes: [ServiceChange], _ comparison: ServiceComparison, by keys: [LevelKey]) {
        self.changes = changes
        self.comparison = comparison
        words = ServiceChangeWords(comparison, by: keys)
        drawn = changes.enumerated().sorted { one, other in
            func moved(_ change: ServiceChange) -> Int { change.counts.runsAdded + change.counts.runsRemoved }
            return (abs(other.element.net), moved(other.element), one.offset)
                < (abs(one.element.net), moved(one.element), other.offset)
        }.prefix(ServiceChangePage.mostBars).map(\.element)
        most = drawn.reduce(0) { max($0, $1.old?.tripsPerDay ?? 0, $1.new?.tripsPerDay ?? 0) }
    }

    private var title: String { "What changes for riders" }

    private var sentences: [String] {
        let days = comparison.days
        var sentences = [
            "From \(Finding.printable(comparison.old.name)) to \(Finding.printable(comparison.new.name)), on days that "
                + "both cover, \(ServiceDates.words(days.range)): \(ServiceChangeWords.counts(days))."
        ]
        guard !changes.isEmpty else { return sentences + ["Riders have the same service in both: no differences."] }
        for total in comparison.totals() {
            let (was, now) = (total.old?.tripsPerDay ?? 0, total.new?.tripsPerDay ?? 0)
            let trips =
                was == now ? "\(words.rate(now)) trips a day" : "\(words.rate(was)) → \(words.rate(now)) trips a day"
            let days = ServiceChangeWords.days(total.type)
            sentences.append("\(days.prefix(1).uppercased() + days.dropFirst()): \(trips) in all.")
        }
        if changes.count > drawn.count {
            sentences.append(
                "Drawn are the \(drawn.count) biggest of \(grouped(changes.count)) changes; the table has all.")
        }
        return sentences
    }

    private func label(_ change: ServiceChange) -> String {
        let text = [words.subject(change), ServiceChangeWords.days(change.dayType)].compactMap { $0 }
            .joined(separator: ", ")
        return text.prefix(1).uppercased() + text.dropFirst()
    }

    func write(to sink: RecordSink) throws {
        try ChartPage(title: title).write(to: sink) {
            try writePicture(to: sink)
        } rest: {
            try writeTable(to: sink)
        }
    }

    // MARK: Picture

    private func writePicture(to sink: RecordSink) throws {
        let samples = [
            ChartHead.Sample("before", ServiceChangePage.oldStep), ChartHead.Sample("after", ServiceChangePage.newStep),
        ]
        let head = ChartHead(
            title: title, sentences: sentences,
            legends: drawn.isEmpty ? [] : [("Bars are trips a day, the biggest change first", samples)],
            width: ServiceChangePage.width)
        let height = (head.end + 8 + Double(drawn.count) * ServiceChangePage.pitch + 12).rounded(.up)
        let document = ChartDocument(
            title: title, description: description, width: ServiceChangePage.width, height: height)
        try document.write(to: sink, isDocument: false) {
            try sink.text(head.svg)
            for (place, change) in drawn.enumerated() {
                try sink.text(draw(change, head.end + 8 + Double(place) * ServiceChangePage.pitch) + "\n")
            }
        }
    }

    private var description: String {
        sentences.joined(separator: " ")
            + drawn.prefix(5).map { " \(label($0)): \(words.phrases($0).joined(separator: "; "))." }.joined()
    }

    private func draw(_ change: ServiceChange, _ y: Double) -> String {
        let margin = ChartHead.margin
        let x = margin + ServiceChangePage.labelRoom
        let room = ServiceChangePage.width - margin - x - ServiceChangePage.valueRoom
        func bar(_ row: LevelRow?, _ y: Double, _ step: ChartColors.Step) -> String {
            let value = row?.tripsPerDay ?? 0
            let length = most > 0 ? room * value / most : 0
            let mark = value > 0 ? ChartMarks.rect(x, y, max(length, 1), 13, step.fill, step.name) : ""
            let text = value > 0 ? words.rate(value) : "none"
            return mark + ChartMarks.text(x + length + 6, y + 11, text, size: 12)
        }
        let label = TextWidth.cut(
            MarkupText.shown(label(change)), to: ServiceChangePage.labelRoom - 12, size: 13, isBold: true)
        let phrases = words.phrases(change).joined(separator: "; ")
        let below = TextWidth.cut(
            MarkupText.shown(phrases), to: ServiceChangePage.labelRoom - 12, size: 11)
        return ChartMarks.titled(
            "\(self.label(change)): \(phrases)",
            ChartMarks.text(margin, y + 13, label, size: 13, isBold: true)
                + ChartMarks.text(margin, y + 29, below, size: 11, isMuted: true)
                + bar(change.old, y + 2, ServiceChangePage.oldStep) + bar(change.new, y + 17, ServiceChangePage.newStep)
        )
    }

    // MARK: Table

    private func writeTable(to sink: RecordSink) throws {
        let table = try ChartTable(
            "All changes", id: "changes",
            introduction:
                "Times are of the service day, and pass 24:00 after midnight; headway is the median. Runs are "
                + "trips on a day, over all days, that the other feed does not have at the same stops and times.",
            columns: [
                "", "days", "trips a day", "first", "last", "headway, min", "km a day", "runs gained", "runs lost",
                "stops gained", "stops lost",
            ], to: sink)
        for change in changes {
            let (old, new) = (change.old, change.new)
            func pair(_ text: (LevelRow?) -> String) -> ChartTable.Cell {
                let (was, now) = (text(old), text(new))
                return .number(was == now ? was : "\(was) → \(now)")
            }
            try table.write([
                .text(label(change)), .number(grouped(change.days)), pair { words.rate($0?.tripsPerDay ?? 0) },
                pair { $0?.first.map(ServiceChangeWords.clock) ?? "–" },
                pair { $0?.last.map(ServiceChangeWords.clock) ?? "–" },
                pair { ServiceChangeWords.minutes($0?.headway) },
                pair { row in row.map { $0.kilometresPerDay.map { fixed($0, 1) } ?? "–" } ?? "0.0" },
                .number(grouped(change.counts.runsAdded)), .number(grouped(change.counts.runsRemoved)),
                .text(change.stopsAdded.joined(separator: ", ")), .text(change.stopsRemoved.joined(separator: ", ")),
            ])
        }
        try table.end()
    }
}
