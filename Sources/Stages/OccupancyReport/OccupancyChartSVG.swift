import Charts
import Drawing
import StageKit

/// Draws a picture of a report.
struct OccupancyChartSVG {
    let chart: OccupancyChart
    let words: OccupancyChartWords
    let layout: OccupancyChartLayout
    typealias Colors = ChartColors
    typealias Marks = ChartMarks
    typealias Words = OccupancyChartWords

    init(_ chart: OccupancyChart) {
        self.chart = chart
        words = OccupancyChartWords(chart: chart)
        layout = OccupancyChartLayout(chart)
    }

    /// Writes the whole element in pieces.
    /// - Parameter isDocument: a file of its own, with the XML declaration.
    func write(to sink: RecordSink, isDocument: Bool) throws {
        let document = ChartDocument(
            title: words.title, description: words.description, width: layout.width, height: layout.height)
        try document.write(to: sink, isDocument: isDocument) { try draw(to: sink) }
    }

    private func draw(to sink: RecordSink) throws {
        try sink.text(head())
        for (panel, place) in zip(chart.panels, layout.panels) {
            try sink.text(panelHead(panel, place))
            for (index, row) in panel.rows.enumerated() {
                let top = place.top(ofRow: index)
                if index > 0, top - place.top(ofRow: index - 1) > OccupancyChartLayout.rowPitch {
                    try sink.text(columnHead(base: top - 8))
                }
                try sink.text(draw(row, in: panel, top: top))
            }
        }
    }

    // MARK: Head and legend

    private func head() -> String {
        let left = OccupancyChartLayout.margin
        let room = layout.width - 2 * left
        var svg = Marks.text(
            left, 34, TextWidth.cut(words.title, to: room, size: 20, isBold: true), size: 20, isBold: true)
        var y = 56.0
        for line in layout.lines {
            svg += Marks.text(left, y, line, size: 13, isMuted: true)
            y += OccupancyChartLayout.linePitch
        }
        for item in layout.legend { svg += legend(item) }
        return svg
    }

    private func legend(_ item: OccupancyChartLayout.LegendItem) -> String {
        let (x, y) = (item.x, item.y)
        func label(_ swatch: Double, _ words: String) -> String {
            Marks.text(x + swatch + 6, y + 15, words, size: 12)
        }
        switch item.kind {
        case .caption(let words): return Marks.text(x, y + 15, words, size: 12, isBold: true)
        case .share(let step): return Marks.rect(x, y + 2, 26, 18, step.fill, step.name) + label(26, step.words)
        case .weight(let weight):
            return Marks.cellGround(x, y, width: 26, height: 20, weight, Colors.shares[3]) + label(26, weight.words)
        case .nothing:
            return Marks.text(x, y + 15, OccupancyChartLayout.blankWords, size: 12)
        case .unknown: return Marks.unknown(x, y, 26, 20) + label(26, "observations, but no status")
        case .level(let step): return Marks.rect(x, y + 4, 26, 12, step.fill, step.name) + label(26, step.words)
        }
    }

    // MARK: Panels

    private func panelHead(_ panel: OccupancyChart.Panel, _ place: OccupancyChartLayout.PanelPlace) -> String {
        var svg = ""
        let left = OccupancyChartLayout.margin
        if let label = panel.label, let key = chart.panelKey {
            let words = TextWidth.cut(
                "\(Words.word(key)): \(label.text)", to: layout.width - 2 * left, size: 15, isBold: true)
            svg += Marks.titled(label.full, Marks.text(left, place.title, words, size: 15, isBold: true))
        }
        if let key = chart.columnKey {
            svg += Marks.text(layout.cells, place.axis, Words.word(key), size: 12, isMuted: true)
        }
        return svg + columnHead(base: place.rows - 8)
    }

    private func columnHead(base: Double) -> String {
        var svg = Marks.text(OccupancyChartLayout.margin, base, Words.word(chart.rowKey), size: 12, isMuted: true)
        if chart.columnKey != nil {
            for (column, label) in chart.columns.enumerated() {
                let x =
                    layout.cells + Double(column) * OccupancyChartLayout.cellPitch + OccupancyChartLayout.cellWidth / 2
                if layout.isRotated {
                    let words = TextWidth.cut(label.text, to: layout.columnRoom, size: 12)
                    svg += Marks.titled(
                        label.full,
                        "<text transform=\"translate(\(Marks.number(x + 4)) \(Marks.number(base + 2))) rotate(-90)\" font-size=\"12\">"
                            + "\(MarkupText.escaped(words))</text>")
                } else {
                    svg += Marks.titled(label.full, Marks.text(x, base, label.text, size: 12, anchor: "middle"))
                }
            }
        }
        for (level, x) in layout.levelEnds.enumerated() {
            svg += Marks.text(x, base, Colors.levels[level].words, size: 10.5, anchor: "end", isMuted: true)
        }
        svg += Marks.text(layout.countEnd, base, "observations", size: 10.5, anchor: "end", isMuted: true)
        return svg
    }

    private func draw(_ row: OccupancyChart.Row, in panel: OccupancyChart.Panel, top: Double) -> String {
        let left = OccupancyChartLayout.margin
        var svg =
            "<path d=\"M\(Marks.number(left)) \(Marks.number(top - 2))H\(Marks.number(layout.width - left))\" stroke=\"\(Colors.line)\" "
            + "class=\"line\"/>"
        let label = TextWidth.cut(MarkupText.shown(row.label.text), to: layout.labelRoom, size: 13)
        svg += Marks.titled(row.label.full, Marks.text(left, top + 20, label, size: 13))
        for (column, cell) in row.cells.enumerated() {
            guard let cell else { continue }
            let name = words.name(panel, row, column)
            svg += draw(cell, name, layout.cells + Double(column) * OccupancyChartLayout.cellPitch, top)
        }
        return svg + bar(row, words.name(panel, row, nil), top)
    }

    // MARK: Cells

    private func draw(_ cell: OccupancyChart.Counts, _ name: String, _ x: Double, _ y: Double) -> String {
        let width = OccupancyChartLayout.cellWidth
        let height = OccupancyChartLayout.cellHeight
        let title =
            "\(name): \(Words.levels(cell)); \(ChartWords.count(cell.observations, "observation")), "
            + "\(grouped(cell.withStatus)) with a status"
        guard cell.withStatus > 0 else {
            return Marks.titled(
                title,
                Marks.unknown(x, y, width, height)
                    + Marks.text(x + width / 2, y + 13, "–", size: 11, anchor: "middle")
                    + Marks.text(
                        x + width / 2, y + 25, ChartWords.short(cell.observations), size: 9.5, anchor: "middle"))
        }
        let step = cell.step
        let strip = cell.weight.strip(of: width)
        let isFilled = cell.weight == .ample
        let middle = isFilled ? x + width / 2 : x + strip + (width - strip) / 2
        let ink = isFilled ? step.ink : Colors.ink
        let inkClass = isFilled ? "on-\(step.name)" : nil
        return Marks.titled(
            title,
            Marks.cellGround(x, y, width: width, height: height, cell.weight, step)
                + Marks.text(
                    middle, y + 13, ChartWords.percent(cell.crowded, of: cell.withStatus), size: 11, anchor: "middle",
                    fill: ink, inkClass: inkClass)
                + Marks.text(
                    middle, y + 25, ChartWords.short(cell.withStatus), size: 9.5, anchor: "middle", fill: ink,
                    inkClass: inkClass))
    }

    // MARK: Bars

    private func bar(_ row: OccupancyChart.Row, _ name: String, _ top: Double) -> String {
        let total = row.total
        let thickness = total.weight.thickness
        var svg = ""
        if total.withStatus > 0 {
            var start = layout.bar
            for level in 0..<4 where total.levels[level] > 0 {
                let width = OccupancyChartLayout.barWidth * Double(total.levels[level]) / Double(total.withStatus)
                let step = Colors.levels[level]
                svg +=
                    total.weight == .thin
                    ? Marks.strip(start, top + 2, width, thickness, step.fill, step.name)
                    : Marks.rect(start, top + 2, width, thickness, step.fill, step.name)
                start += width
            }
            for (level, end) in layout.levelEnds.enumerated() {
                svg += Marks.text(
                    end, top + 27, ChartWords.percent(total.levels[level], of: total.withStatus), size: 11,
                    anchor: "end")
            }
        } else {
            svg += Marks.unknown(layout.bar, top + 2, OccupancyChartLayout.barWidth, 12)
            svg += Marks.text(layout.bar, top + 27, "no status", size: 11)
        }
        svg += Marks.text(layout.countEnd, top + 14, grouped(total.observations), size: 11, anchor: "end")
        if total.withStatus != total.observations {
            svg += Marks.text(
                layout.countEnd, top + 27, "\(grouped(total.withStatus)) known", size: 9.5, anchor: "end",
                isMuted: true)
        }
        return Marks.titled(
            "\(name): \(Words.levels(total)); \(ChartWords.count(total.observations, "observation")), "
                + "\(grouped(total.withStatus)) with a status", svg) + "\n"
    }
}
