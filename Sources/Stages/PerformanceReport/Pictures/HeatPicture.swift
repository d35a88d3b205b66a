import Charts
import Drawing
import Reports
import StageKit

/// Figures by two keys as a heat map, a third key as heat maps of their own.
struct HeatPicture: PerformancePicture {
    private struct Cell {
        let value: String
        let step: ChartColors.Step
        let events: Int
        /// How many values its figure is of.
        let basis: Int
        let title: String
        /// What the cells are ordered by: the larger the worse.
        let badness: Double
        /// Whether there is a figure of its events.
        let isKnown: Bool
        let splits: (early: Int, onTime: Int, late: Int)
    }

    private struct Line {
        let label: String
        let full: String
        var cells: [Cell?]
        var top = 0.0
    }

    private struct Panel {
        let label: String?
        var lines: [Line] = []
        var title = 0.0
        var head = 0.0
    }

    private static let cellPitch = 46.0
    private static let rowPitch = 34.0
    private static let barWidth = 200.0
    private static let mostRows = 1000
    private static let mostColumns = 100

    private let figures: PerformanceFigures
    private var panels: [Panel] = []
    private var columns: [(label: String, full: String)] = []
    private var head = ChartHead(title: "", sentences: [], legends: [], width: 100)
    private var labelRoom = 70.0
    private var isRotated = false
    private var columnRoom = 46.0
    private(set) var width = 0.0
    private(set) var height = 0.0
    private(set) var omissions: [String] = []

    private var isOfHeadways: Bool { figures.rows.kind == .headways }
    private var hasBars: Bool { !isOfHeadways }
    private var left: Double { ChartHead.margin + labelRoom + 12 }
    private var bar: Double { left + Double(columns.count) * HeatPicture.cellPitch + 16 }

    var title: String {
        (isOfHeadways ? "Excess waiting time" : "Punctuality") + " by "
            + ChartWords.list(figures.keys.map(\.word))
    }

    init(_ figures: PerformanceFigures) {
        self.figures = figures
        gather()
        layOut()
    }

    // MARK: Values

    private mutating func gather() {
        let keys = figures.keys
        var order: [[String]: Int] = [:]
        let sorted = HeatPicture.columns(figures, keys[1])
        let kept = HeatPicture.mostColumns
        if sorted.count > kept {
            omissions.append(
                "Not drawn for want of room: the last \(grouped(sorted.count - kept)) of \(keys[1].name)")
        }
        columns = sorted.prefix(kept).map { ($0.label, $0.full) }
        let places = Dictionary(
            sorted.prefix(kept).enumerated().map { ($0.element.full, $0.offset) },
            uniquingKeysWith: { first, _ in first })
        var rowsLeftOut = 0
        var lines = 0
        for row in figures.all {
            let panelLabel = keys.count > 2 ? figures.label(keys[2], row) : nil
            let panelPlace =
                panels.firstIndex { $0.label == panelLabel }
                ?? {
                    panels.append(Panel(label: panelLabel))
                    return panels.count - 1
                }()
            let full = figures.fullLabel(keys[0], row)
            let key = [panelLabel ?? "", full]
            var line = order[key]
            if line == nil {
                guard lines < HeatPicture.mostRows else {
                    rowsLeftOut += 1
                    continue
                }
                lines += 1
                line = panels[panelPlace].lines.count
                order[key] = line
                panels[panelPlace].lines.append(
                    Line(
                        label: figures.label(keys[0], row), full: full,
                        cells: Array(repeating: nil, count: columns.count)))
            }
            guard let line, let column = places[figures.fullLabel(keys[1], row)] else { continue }
            panels[panelPlace].lines[line].cells[column] = cell(row)
        }
        if rowsLeftOut > 0 {
            omissions.append(
                "Not drawn for want of room: \(grouped(rowsLeftOut)) groups after the first "
                    + "\(grouped(HeatPicture.mostRows)) rows")
        }
        panels.sort { ($0.label ?? "") < ($1.label ?? "") }
    }

    /// The second key's values in their order, hours without a gap: one without events is seen to be one.
    private static func columns(
        _ figures: PerformanceFigures, _ key: ReportKey
    ) -> [(label: String, full: String)] {
        var known: [(cell: ReportCell, label: String, full: String)] = []
        var seen: Set<String> = []
        for row in figures.all {
            let full = figures.fullLabel(key, row)
            guard seen.insert(full).inserted else { continue }
            known.append((figures.cell(row, key.name), figures.label(key, row), full))
        }
        func number(_ cell: ReportCell) -> Int {
            switch cell {
            case .integer(let value): value
            case .text(let text):
                key == .weekday
                    ? ReportKey.weekdays.firstIndex(of: text) ?? 0
                    : key == .dayType ? ReportKey.dayTypes.firstIndex(of: text) ?? 0 : 0
            default: .max
            }
        }
        known.sort { (number($0.cell), $0.label) < (number($1.cell), $1.label) }
        guard key == .hour else { return known.map { ($0.label, $0.full) } }
        let hours = known.compactMap { known -> Int? in if case .integer(let hour) = known.cell { hour } else { nil } }
        guard let first = hours.first, let last = hours.last else { return known.map { ($0.label, $0.full) } }
        return (first...last).map { (String($0, digits: 2), "hour \(String($0, digits: 2))") }
            + known.filter { $0.cell == .null }.map { ($0.label, $0.full) }
    }

    private func cell(_ row: PerformanceRow) -> Cell? {
        let name = figures.fullLabel(figures.keys, row)
        let events = figures.count(row, "events")
        if isOfHeadways {
            let wait = figures.integer(row, "excess_wait_time")
            let words =
                "\(name): " + (wait.map { "\(HeatPicture.seconds($0)) of excess wait" } ?? "no waits to compare")
                + ", \(ChartWords.count(events, "pair")) of departures, \(grouped(figures.count(row, "bunched"))) bunched, "
                + "\(grouped(figures.count(row, "gapped"))) gapped, "
                + "\(grouped(figures.count(row, "broken_by_no_data"))) broken by no data"
            return Cell(
                value: wait.map(HeatPicture.seconds) ?? "–",
                step: HeatPicture.waits.last { $0.from <= wait ?? .min } ?? HeatPicture.waits[0],
                events: events, basis: figures.basis(row, "excess_wait_time"), title: words,
                badness: wait.map(Double.init) ?? -1e9, isKnown: wait != nil,
                splits: (0, 0, 0))
        }
        let splits = (
            early: figures.count(row, "early"), onTime: figures.count(row, "on_time"), late: figures.count(row, "late")
        )
        let missed = events > 0 ? 10_000 - splits.onTime * 10_000 / events : 0
        return Cell(
            value: ChartWords.percent(splits.onTime, of: events),
            step: HeatPicture.misses.last { $0.from <= missed } ?? HeatPicture.misses[0],
            events: events, basis: events,
            title:
                "\(name): \(ChartWords.percent(splits.onTime, of: events)) of \(ChartWords.count(events, "visit")) on time, "
                + "\(grouped(splits.early)) early, \(grouped(splits.late)) late"
                + (figures.integer(row, "delay_p50").map { "; median delay \(PerformanceFigures.duration($0))" } ?? ""),
            badness: Double(missed), isKnown: events > 0, splits: splits)
    }

    private static func seconds(_ seconds: Int) -> String {
        seconds > 0 ? "+\(seconds) s" : seconds < 0 ? "−\(-seconds) s" : "0 s"
    }

    /// Steps of what is not on time, in ten-thousandths: the worse the darker.
    private static let misses = steps(
        [.min, 501, 1001, 2001, 3001, 5001],
        ["95% and more", "90 to 95%", "80 to 90%", "70 to 80%", "50 to 70%", "below 50%"])
    /// Steps of seconds.
    private static let waits = steps(
        [.min, 16, 31, 61, 121, 241], ["to 15 s", "to 30 s", "to 60 s", "to 2 min", "to 4 min", "more"])

    private static func steps(_ from: [Int], _ words: [String]) -> [ChartColors.Step] {
        zip(ChartColors.shares, zip(from, words)).map { $0.with(from: $1.0, words: $1.1) }
    }

    // MARK: Places

    private mutating func layOut() {
        for line in panels.flatMap(\.lines) where labelRoom < 220 {
            labelRoom = min(220, max(labelRoom, TextWidth.of(String(line.label.prefix(60)), size: 13) + 1))
        }
        let widest = columns.reduce(0) { max($0, TextWidth.of(String($1.label.prefix(40)), size: 12)) }
        isRotated = widest > HeatPicture.cellPitch - 2
        columnRoom = isRotated ? min(widest, 140) : HeatPicture.cellPitch
        width = max(680, bar + (hasBars ? HeatPicture.barWidth + 70 : 0) + ChartHead.margin).rounded(.up)
        head = ChartHead(
            title: title, sentences: [subtitle] + omissions.map { $0 + "." }, legends: legends, width: width)
        var y = head.end
        for place in panels.indices {
            if panels[place].label != nil {
                panels[place].title = y + 18
                y += 28
            }
            y += 18 + (isRotated ? columnRoom + 8 : 16) + 6
            panels[place].head = y - 8
            for line in panels[place].lines.indices {
                panels[place].lines[line].top = y
                y += HeatPicture.rowPitch
            }
            y += 14
        }
        height = (y + 12).rounded(.up)
    }

    private var legends: [(caption: String, samples: [ChartHead.Sample])] {
        let steps = isOfHeadways ? HeatPicture.waits : HeatPicture.misses
        var legends: [(caption: String, samples: [ChartHead.Sample])] = [
            (
                isOfHeadways
                    ? "Cell: what somebody waits longer than by the timetable; below it, pairs of departures"
                    : "Cell: share on time; below it, visits", steps.map { ChartHead.Sample($0.words, $0) }
            ),
            (
                "The less a cell rests on, the thinner its colour; blank: none",
                ChartWeight.allCases.map { ChartHead.Sample($0) }
                    + (isOfHeadways
                        ? [
                            ChartHead.Sample("pairs, but no waits to compare") {
                                ChartMarks.unknown($0, $1 - 10, 26, 20)
                            }
                        ] : [])
            ),
        ]
        if hasBars { legends.append(("Bar: early, on time, late, over the whole row", TimeSplit.samples)) }
        return legends
    }

    private var events: Int { figures.all.reduce(0) { $0 + $1.events } }

    private var subtitle: String {
        ChartWords.count(events, isOfHeadways ? "pair" : "visit") + (isOfHeadways ? " of departures" : "") + " in "
            + ChartWords.count(figures.all.count, "group") + figures.clock + "." + figures.days
            + (isOfHeadways ? figures.headwaysSentence : figures.punctualitySentence)
    }

    var description: String {
        var text =
            "A heat map, a row for each \(figures.keys[0].word) and a column for each \(figures.keys[1].word). "
            + subtitle + " "
        let cells = panels.flatMap(\.lines).flatMap(\.cells).compactMap { $0 }.filter(\.isKnown)
        let ranked = cells.filter { ChartWeight($0.basis) == .ample }
        let worst = (ranked.isEmpty ? cells : ranked).enumerated()
            .sorted { ($1.element.badness, $0.offset) < ($0.element.badness, $1.offset) }.prefix(3)
        if !worst.isEmpty {
            text +=
                (isOfHeadways ? "Longest waits: " : "Least punctual: ")
                + worst.map(\.element.title).joined(separator: "; ") + ". "
        }
        let thin = cells.count { ChartWeight($0.basis) != .ample }
        if thin > 0 {
            text +=
                "\(grouped(thin)) of \(ChartWords.count(cells.count, "cell")) rest on fewer than \(ChartWeight.ampleFrom). "
        }
        return String(text.dropLast())
    }

    // MARK: Drawing

    func draw(to sink: RecordSink) throws {
        try sink.text(head.svg)
        for panel in panels {
            try sink.text(heads(panel))
            for line in panel.lines { try sink.text(draw(line)) }
        }
    }

    private func heads(_ panel: Panel) -> String {
        let margin = ChartHead.margin
        var svg = ""
        if let label = panel.label {
            svg += ChartMarks.text(
                margin, panel.title,
                TextWidth.cut("\(figures.keys[2].word): \(label)", to: width - 2 * margin, size: 15, isBold: true),
                size: 15, isBold: true)
        }
        let above = panel.head - (isRotated ? columnRoom + 8 : 16) - 2
        svg += ChartMarks.text(left, above, figures.keys[1].word, size: 12, isMuted: true)
        svg += ChartMarks.text(margin, panel.head, figures.keys[0].word, size: 12, isMuted: true)
        for (place, column) in columns.enumerated() {
            let x = left + Double(place) * HeatPicture.cellPitch + 22
            if isRotated {
                let words = TextWidth.cut(MarkupText.shown(column.label), to: columnRoom, size: 12)
                svg += ChartMarks.titled(
                    column.full,
                    "<text transform=\"translate(\(ChartMarks.number(x + 4)) \(ChartMarks.number(panel.head + 2))) "
                        + "rotate(-90)\" font-size=\"12\">\(MarkupText.escaped(words))</text>")
            } else {
                svg += ChartMarks.titled(
                    column.full, ChartMarks.text(x, panel.head, column.label, size: 12, anchor: "middle"))
            }
        }
        if hasBars {
            svg += TimeSplit.heads(bar, panel.head, width: HeatPicture.barWidth)
            svg += ChartMarks.text(
                bar + HeatPicture.barWidth + 64, panel.head, "visits", size: 10.5, anchor: "end", isMuted: true)
        }
        return svg + "\n"
    }

    private func draw(_ line: Line) -> String {
        let margin = ChartHead.margin
        var svg =
            "<path d=\"M\(ChartMarks.number(margin)) \(ChartMarks.number(line.top - 2))H\(ChartMarks.number(width - margin))\" "
            + "stroke=\"\(ChartColors.line)\" class=\"line\"/>"
        svg += ChartMarks.titled(
            line.full,
            ChartMarks.text(
                margin, line.top + 20, TextWidth.cut(MarkupText.shown(line.label), to: labelRoom, size: 13), size: 13))
        for (place, cell) in line.cells.enumerated() {
            guard let cell else { continue }
            svg += draw(cell, left + Double(place) * HeatPicture.cellPitch, line.top)
        }
        guard hasBars else { return svg + "\n" }
        let cells = line.cells.compactMap { $0?.splits }
        let splits = (
            early: cells.reduce(0) { $0 + $1.early }, onTime: cells.reduce(0) { $0 + $1.onTime },
            late: cells.reduce(0) { $0 + $1.late }
        )
        svg += TimeSplit.bar(splits, line.full, bar, line.top, width: HeatPicture.barWidth)
        svg += ChartMarks.text(
            bar + HeatPicture.barWidth + 64, line.top + 14, grouped(splits.early + splits.onTime + splits.late),
            size: 11,
            anchor: "end")
        return svg + "\n"
    }

    private func draw(_ cell: Cell, _ x: Double, _ y: Double) -> String {
        let (width, height) = (44.0, 30.0)
        guard cell.isKnown else {
            return ChartMarks.titled(
                cell.title,
                ChartMarks.unknown(x, y, width, height)
                    + ChartMarks.text(x + width / 2, y + 13, "–", size: 11, anchor: "middle")
                    + ChartMarks.text(x + width / 2, y + 25, ChartWords.short(cell.events), size: 9.5, anchor: "middle")
            )
        }
        let weight = ChartWeight(cell.basis)
        let strip = weight.strip(of: width)
        let isFilled = weight == .ample
        let middle = isFilled ? x + width / 2 : x + strip + (width - strip) / 2
        let ink = isFilled ? cell.step.ink : ChartColors.ink
        let inkClass = isFilled ? "on-\(cell.step.name)" : nil
        let size = TextWidth.of(cell.value, size: 11) > width - (isFilled ? 2 : strip + 2) ? 9.0 : 11
        return ChartMarks.titled(
            cell.title,
            ChartMarks.cellGround(x, y, width: width, height: height, weight, cell.step)
                + ChartMarks.text(
                    middle, y + 13, cell.value, size: size, anchor: "middle", fill: ink, inkClass: inkClass)
                + ChartMarks.text(
                    middle, y + 25, ChartWords.short(cell.events), size: 9.5, anchor: "middle", fill: ink,
                    inkClass: inkClass))
    }
}
