import Charts
import Drawing
import Reports
import ServiceFigures
import StageKit

/// What riders have otherwise: bars of the trips a day before and after, and as a page a table of all of it too.
struct ServiceChangePicture: Chart {
    private let changes: [ServiceChange]
    private let comparison: ServiceComparison
    private let words: ServiceChangeWords
    /// Those that are drawn, the biggest first.
    private let drawn: [ServiceChange]
    /// Each of them with its top, and whether it is the first of its thing.
    private var places: [(change: ServiceChange, y: Double, isFirst: Bool)] = []
    private let most: Double
    private var head = ChartHead(title: "", sentences: [], legends: [], width: 100)
    let width = 1080.0
    private(set) var height = 0.0

    private static let mostBars = 40
    private static let labelRoom = 420.0
    private static let valueRoom = 90.0
    private static let pitch = 40.0
    /// Above what is another thing than before: its name.
    private static let nameRoom = 28.0
    private static let oldStep = ChartColors.shares[1].called("before")
    private static let newStep = ChartColors.shares[3].called("after")

    init(_ changes: [ServiceChange], _ comparison: ServiceComparison, by keys: [ReportKey]) {
        self.changes = changes
        self.comparison = comparison
        words = ServiceChangeWords(comparison, by: keys)
        drawn = Array(words.subjects(changes).flatMap(\.changes).prefix(ServiceChangePicture.mostBars))
        most = drawn.reduce(0) { max($0, $1.old?.tripsPerDay ?? 0, $1.new?.tripsPerDay ?? 0) }
        layOut()
    }

    var title: String { "What changes for riders" }

    private var sentences: [String] {
        let feeds = words.feeds
        var sentences = ["From \(feeds.old) to \(feeds.new). \(words.days)"]
        if let sentence = words.notCompared { sentences.append(sentence) }
        guard !changes.isEmpty else { return sentences + ["Riders have the same service in both feeds."] }
        for total in comparison.totals() {
            let (was, now) = (total.old?.tripsPerDay ?? 0, total.new?.tripsPerDay ?? 0)
            let trips =
                was == now ? "\(words.rate(now)) trips a day" : "\(words.rate(was)) → \(words.rate(now)) trips a day"
            sentences.append("\(words.capitalized(ServiceChangeWords.days(total.type))): \(trips) in all.")
        }
        if changes.count > drawn.count {
            sentences.append(
                "The picture shows the \(drawn.count) biggest of \(grouped(changes.count)) changes; the table lists all."
            )
        }
        return sentences
    }

    private func label(_ change: ServiceChange) -> String {
        words.capitalized(
            [words.subject(change), ServiceChangeWords.days(change.dayType)].compactMap { $0 }.joined(separator: ", "))
    }

    func writePage(to sink: RecordSink) throws {
        try ChartPage(title: title).write(self, to: sink) { try writeTable(to: sink) }
    }

    // MARK: Picture

    private mutating func layOut() {
        let legend = ChartHead.Legend(
            "Bars: trips per day, the biggest change first",
            .all([ServiceChangePicture.oldStep, ServiceChangePicture.newStep]))
        head = ChartHead(title: title, sentences: sentences, legends: drawn.isEmpty ? [] : [legend], width: width)
        var y = head.end + 4
        for change in drawn {
            let before = places.last?.change
            let isFirst = before?.bundle != change.bundle || before?.cell != change.cell
            if isFirst { y += ServiceChangePicture.nameRoom }
            places.append((change, y, isFirst))
            y += ServiceChangePicture.pitch
        }
        height = (y + 12).rounded(.up)
    }

    func draw(_ pen: ChartPen) {
        head.draw(pen)
        for place in places {
            if place.isFirst, let name = words.subject(place.change) {
                pen.name(
                    ChartHead.margin, place.y - 8, name, room: width - 2 * ChartHead.margin, size: 14, isBold: true)
            }
            let phrases = words.phrases(place.change)
            pen.titled("\(label(place.change)): \(phrases.joined(separator: "; "))") {
                draw(place.change, phrases, place.y, pen)
            }
        }
    }

    var description: String {
        sentences.joined(separator: " ")
            + drawn.prefix(5).map { " \(label($0)): \(words.phrases($0).joined(separator: "; "))." }.joined()
    }

    private func draw(_ change: ServiceChange, _ phrases: [String], _ y: Double, _ pen: ChartPen) {
        let margin = ChartHead.margin
        let x = margin + ServiceChangePicture.labelRoom
        let room = width - margin - x - ServiceChangePicture.valueRoom
        // Two lines, of which the second ends where there is no more room.
        let text = "\(words.capitalized(ServiceChangeWords.days(change.dayType))): \(phrases.joined(separator: "; "))"
        let lines = TextWidth.broken(MarkupText.shown(text), to: ServiceChangePicture.labelRoom - 16, size: 12)
        for (place, line) in [lines.first ?? "", lines.dropFirst().joined(separator: " ")].enumerated()
        where !line.isEmpty {
            pen.name(margin, y + 13 + 15 * Double(place), line, room: ServiceChangePicture.labelRoom - 16, size: 12)
        }
        for (row, y, step) in [
            (change.old, y + 2, ServiceChangePicture.oldStep), (change.new, y + 17, ServiceChangePicture.newStep),
        ] {
            let value = row?.tripsPerDay ?? 0
            let length = most > 0 ? room * value / most : 0
            if value > 0 { pen.box(x, y, max(length, 1), 13, step) }
            pen.text(x + length + 6, y + 11, value > 0 ? words.rate(value) : "none", size: 12)
        }
    }

    // MARK: Table

    private func writeTable(to sink: RecordSink) throws {
        let table = try ChartTable(
            "All changes", id: "changes",
            introduction:
                "Times are counted from the start of the service day and exceed 24:00 after midnight. Headway is the median. Runs are "
                + "trips on a day, over all days, without a counterpart at the same stops and times in the other feed.",
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
