import Charts
import Drawing
import Reports
import StageKit

/// Figures by rows as bars: delays, waits, what was delivered, whether predictions held.
struct BarPicture: PerformancePicture {
    private static let rowPitch = 34.0
    private static let gap = 36.0
    private static let mostRows = 1000

    private struct Line {
        let row: ReportRow
        let label: String
        let full: String
        /// What stands above it where it differs from the line before.
        let group: String?
        var top = 0.0
    }

    /// What a kind of figures makes of bars.
    struct Subject {
        let title: String
        /// What the figures are of.
        let noun: String
        /// What ends the subtitle.
        var meaning = ""
        /// Whether a row of keys has a bar for each stretch of time ahead.
        var isByHorizon = false
        let columns: [BarColumn]
    }

    private let figures: PerformanceFigures
    private let subject: Subject
    private var columns: [BarColumn] { subject.columns }
    private var lines: [Line] = []
    private var head = ChartHead(title: "", sentences: [], legends: [], width: 100)
    private var labelRoom = 90.0
    private var first = 0.0
    private(set) var width = 0.0
    private(set) var height = 0.0
    private(set) var omissions: [String] = []

    init(_ figures: PerformanceFigures, _ subject: Subject) {
        self.figures = figures
        self.subject = subject
        gather()
        layOut()
    }

    private mutating func gather() {
        let isByHorizon = subject.isByHorizon
        let keys = figures.keys
        for row in figures.all.prefix(BarPicture.mostRows) {
            let name = figures.label(keys, row)
            let full = figures.fullLabel(keys, row)
            let horizon = figures.text(row, "horizon").map { "\($0.replacing("-", with: " to ")) min" } ?? ""
            lines.append(
                Line(
                    row: row, label: isByHorizon ? horizon : name,
                    full: isByHorizon ? "\(full), \(horizon) ahead" : full,
                    group: isByHorizon ? name : nil))
        }
        if figures.all.count > BarPicture.mostRows {
            omissions.append(
                "Not drawn because of limited space: \(grouped(figures.all.count - BarPicture.mostRows)) rows after the first "
                    + grouped(BarPicture.mostRows))
        }
    }

    private mutating func layOut() {
        labelRoom = max(labelRoom, TextWidth.of(rowWord, size: 12))
        for line in lines where labelRoom < 260 {
            // A little more, for what rounding takes.
            labelRoom = min(260, max(labelRoom, TextWidth.of(String(line.label.prefix(60)), size: 13) + 1))
        }
        let bars = Double(columns.count) * (BarColumn.width + BarPicture.gap)
        width = max(
            ChartHead.leastWidth, ChartHead.margin + labelRoom + 12 + bars + 70 + ChartHead.margin
        ).rounded(.up)
        head = ChartHead(
            title: title, sentences: [subtitle] + omissions.map { $0 + "." },
            legends: columns.map(\.legend)
                + [ChartHead.Legend("Paler bars rest on less data", ChartHead.Sample.weights)],
            width: width)
        var y = head.end + 18
        first = y
        y += 8
        for place in lines.indices {
            if lines[place].group != nil, place == 0 || lines[place].group != lines[place - 1].group { y += 26 }
            lines[place].top = y
            y += BarPicture.rowPitch
        }
        height = (y + 16).rounded(.up)
    }

    // MARK: Words

    var title: String {
        subject.title + " by "
            + ChartWords.list(figures.keys.map(\.word) + (subject.isByHorizon ? ["time ahead"] : []))
    }

    private var subtitle: String {
        ChartWords.count(figures.events, subject.noun) + " in " + ChartWords.count(figures.all.count, "row")
            + figures.clock + "." + figures.days + subject.meaning
    }

    var description: String {
        var text = "Bars, a row for each \(ChartWords.list(figures.keys.map(\.word))). " + subtitle + " "
        let ample = lines.filter { ChartWeight($0.row.events) == .ample }
        let ranked = (ample.isEmpty ? lines : ample).enumerated()
            .compactMap { place, line in columns[0].badness(line.row).map { (place, line, $0) } }
            .sorted { ($1.2, $0.0) < ($0.2, $1.0) }.prefix(3)
        if !ranked.isEmpty {
            text +=
                "Worst: " + ranked.map { "\($0.1.full): \(columns[0].words($0.1.row))" }.joined(separator: "; ") + ". "
        }
        let thin = lines.count { ChartWeight($0.row.events) != .ample }
        if thin > 0 {
            text +=
                "\(grouped(thin)) of \(ChartWords.count(lines.count, "row")) rest on fewer than \(ChartWeight.ampleFrom). "
        }
        return String(text.dropLast())
    }

    // MARK: Drawing

    func draw(_ pen: ChartPen) {
        let margin = ChartHead.margin
        head.draw(pen)
        pen.text(margin, first, rowWord, size: 12, isMuted: true)
        for (place, column) in columns.enumerated() { column.drawHead(x(place), first, pen) }
        pen.text(width - margin, first, "\(subject.noun)s", size: 10.5, anchor: .end, isMuted: true)
        for (place, line) in lines.enumerated() {
            if let group = line.group, place == 0 || group != lines[place - 1].group {
                pen.name(margin, line.top - 10, group, room: width / 2, size: 13, isBold: true)
            }
            pen.rule((margin, line.top - 2), (width - margin, line.top - 2))
            pen.titled(line.full) { pen.name(margin, line.top + 20, line.label, room: labelRoom, size: 13) }
            for (place, column) in columns.enumerated() {
                pen.titled("\(line.full): \(column.words(line.row))") {
                    column.draw(line.row, x(place), line.top, pen)
                }
            }
            pen.text(width - margin, line.top + 14, grouped(line.row.events), size: 11, anchor: .end)
        }
    }

    private var rowWord: String { subject.isByHorizon ? "ahead" : ChartWords.list(figures.keys.map(\.word)) }

    private func x(_ column: Int) -> Double {
        ChartHead.margin + labelRoom + 12 + Double(column) * (BarColumn.width + BarPicture.gap)
    }
}
