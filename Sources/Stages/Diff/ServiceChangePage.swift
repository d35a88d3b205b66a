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
    private static let labelRoom = 420.0
    private static let valueRoom = 90.0
    private static let width = 1080.0
    private static let pitch = 40.0
    /// Above what is another thing than before: its name.
    private static let nameRoom = 28.0
    private static let oldStep = ChartColors.shares[1]
    private static let newStep = ChartColors.shares[3]

    init(_ changes: [ServiceChange], _ comparison: ServiceComparison, by keys: [LevelKey]) {
        self.changes = changes
        self.comparison = comparison
        words = ServiceChangeWords(comparison, by: keys)
        drawn = Array(words.subjects(changes).flatMap(\.changes).prefix(ServiceChangePage.mostBars))
        most = drawn.reduce(0) { max($0, $1.old?.tripsPerDay ?? 0, $1.new?.tripsPerDay ?? 0) }
    }

    private var title: String { "What changes for riders" }

    private var sentences: [String] {
        let feeds = words.feeds
        var sentences = ["From \(feeds.old) to \(feeds.new). \(words.days)"]
        if let sentence = words.notCompared { sentences.append(sentence) }
        guard !changes.isEmpty else { return sentences + ["Riders have the same service in both: no differences."] }
        for total in comparison.totals() {
            let (was, now) = (total.old?.tripsPerDay ?? 0, total.new?.tripsPerDay ?? 0)
            let trips =
                was == now ? "\(words.rate(now)) trips a day" : "\(words.rate(was)) → \(words.rate(now)) trips a day"
            sentences.append("\(words.capitalized(ServiceChangeWords.days(total.type))): \(trips) in all.")
        }
        if changes.count > drawn.count {
            sentences.append(
                "Drawn are the \(drawn.count) biggest of \(grouped(changes.count)) changes; the table has all.")
        }
        return sentences
    }

    private func label(_ change: ServiceChange) -> String {
        words.capitalized(
            [words.subject(change), ServiceChangeWords.days(change.dayType)].compactMap { $0 }.joined(separator: ", "))
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
        // Each with its top, and whether it is the first of its thing.
        var places: [(change: ServiceChange, y: Double, isFirst: Bool)] = []
        var y = head.end + 4
        for change in drawn {
            let before = places.last?.change
            let isFirst = before?.bundle != change.bundle || before?.cell != change.cell
            if isFirst { y += ServiceChangePage.nameRoom }
            places.append((change, y, isFirst))
            y += ServiceChangePage.pitch
        }
        let document = ChartDocument(
            title: title, description: description, width: ServiceChangePage.width, height: (y + 12).rounded(.up))
        try document.write(to: sink, isDocument: false) {
            try sink.text(head.svg)
            for place in places {
                if place.isFirst, let name = words.subject(place.change) {
                    let room = ServiceChangePage.width - 2 * ChartHead.margin
                    let text = TextWidth.cut(MarkupText.shown(name), to: room, size: 14, isBold: true)
                    try sink.text(
                        ChartMarks.text(ChartHead.margin, place.y - 8, text, size: 14, isBold: true) + "\n")
                }
                try sink.text(draw(place.change, place.y) + "\n")
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
        let days = words.capitalized(ServiceChangeWords.days(change.dayType))
        let phrases = words.phrases(change)
        // Two lines, of which the second ends where there is no more room.
        let text = "\(days): \(phrases.joined(separator: "; "))"
        var lines = TextWidth.broken(MarkupText.shown(text), to: ServiceChangePage.labelRoom - 16, size: 12)
        if lines.count > 2 {
            lines = [
                lines[0],
                TextWidth.cut(
                    lines[1...].joined(separator: " "), to: ServiceChangePage.labelRoom - 16, size: 12, isBold: false),
            ]
        }
        let labels = lines.enumerated().map {
            ChartMarks.text(margin, y + 13 + 15 * Double($0.offset), $0.element, size: 12)
        }
        return ChartMarks.titled(
            "\(label(change)): \(phrases.joined(separator: "; "))",
            labels.joined() + bar(change.old, y + 2, ServiceChangePage.oldStep)
                + bar(change.new, y + 17, ServiceChangePage.newStep))
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
