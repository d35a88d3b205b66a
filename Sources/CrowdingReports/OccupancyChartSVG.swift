import Drawing
import Occupancy
import StageKit

/// Draws a picture of a report as SVG that needs nothing else: no script, no fonts of its own, no links.
///
/// Every colour stands on its element, for programs that know no style sheets, and has a class for those that do.
struct OccupancyChartSVG {
    let chart: OccupancyChart
    let words: OccupancyChartWords
    let layout: OccupancyChartLayout
    typealias Colors = OccupancyChartColors
    typealias Words = OccupancyChartWords

    init(_ chart: OccupancyChart) {
        self.chart = chart
        words = OccupancyChartWords(chart: chart)
        layout = OccupancyChartLayout(chart)
    }

    /// Writes the whole element in pieces.
    /// - Parameter isDocument: a file of its own, with the XML declaration.
    func write(to sink: RecordSink, isDocument: Bool) throws {
        if isDocument { try sink.text("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n") }
        let width = Int(layout.width)
        let height = Int(layout.height)
        let size = width > 2400 ? "widest" : width > 1280 ? "wider" : width > 960 ? "wide" : "fit"
        try sink.text(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
                + "viewBox=\"0 0 \(width) \(height)\" class=\"chart \(size)\" role=\"img\" "
                + "aria-labelledby=\"lf-title\" aria-describedby=\"lf-desc\" font-family=\"sans-serif\" fill=\"\(Colors.ink)\">\n"
                + "<title id=\"lf-title\">\(MarkupText.escaped(words.title))</title>\n"
                + "<desc id=\"lf-desc\">\(MarkupText.escaped(words.description))</desc>\n"
                + "<defs><pattern id=\"lf-unknown\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">"
                + "<path d=\"M-1 7L7 -1M-1 1L1 -1M5 7L7 5\" stroke=\"\(Colors.line)\" stroke-width=\"1\" class=\"line\"/>"
                + "</pattern></defs>\n"
                + "<rect width=\"\(width)\" height=\"\(height)\" fill=\"\(Colors.paper)\" class=\"paper\"/>\n")
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
        try sink.text("</svg>\n")
    }

    // MARK: Head and legend

    private func head() -> String {
        let left = OccupancyChartLayout.margin
        let room = layout.width - 2 * left
        var svg = text(left, 34, TextWidth.cut(words.title, to: room, size: 20, isBold: true), size: 20, isBold: true)
        var y = 56.0
        for line in layout.lines {
            svg += text(left, y, line, size: 13, isMuted: true)
            y += OccupancyChartLayout.linePitch
        }
        for item in layout.legend { svg += legend(item) }
        return svg
    }

    private func legend(_ item: OccupancyChartLayout.LegendItem) -> String {
        let (x, y) = (item.x, item.y)
        func label(_ swatch: Double, _ words: String) -> String {
            text(x + swatch + 6, y + 15, words, size: 12)
        }
        switch item.kind {
        case .caption(let words): return text(x, y + 15, words, size: 12, isBold: true)
        case .share(let step): return rect(x, y + 2, 26, 18, step.fill, step.name) + label(26, step.words)
        case .weight(let weight):
            return cellGround(x, y, width: 26, height: 20, weight, Colors.shares[3]) + label(26, weight.words)
        case .nothing:
            return text(x, y + 15, OccupancyChartLayout.blankWords, size: 12)
        case .unknown: return unknown(x, y, 26, 20) + label(26, "observations, but no status")
        case .level(let step): return rect(x, y + 4, 26, 12, step.fill, step.name) + label(26, step.words)
        }
    }

    // MARK: Panels

    private func panelHead(_ panel: OccupancyChart.Panel, _ place: OccupancyChartLayout.PanelPlace) -> String {
        var svg = ""
        let left = OccupancyChartLayout.margin
        if let label = panel.label, let key = chart.panelKey {
            let words = TextWidth.cut(
                "\(Words.word(key)): \(label.text)", to: layout.width - 2 * left, size: 15, isBold: true)
            svg += titled(label.full, text(left, place.title, words, size: 15, isBold: true))
        }
        if let key = chart.columnKey {
            svg += text(layout.cells, place.axis, Words.word(key), size: 12, isMuted: true)
        }
        return svg + columnHead(base: place.rows - 8)
    }

    private func columnHead(base: Double) -> String {
        var svg = text(OccupancyChartLayout.margin, base, Words.word(chart.rowKey), size: 12, isMuted: true)
        if chart.columnKey != nil {
            for (column, label) in chart.columns.enumerated() {
                let x =
                    layout.cells + Double(column) * OccupancyChartLayout.cellPitch + OccupancyChartLayout.cellWidth / 2
                if layout.isRotated {
                    let words = TextWidth.cut(label.text, to: layout.columnRoom, size: 12)
                    svg += titled(
                        label.full,
                        "<text transform=\"translate(\(number(x + 4)) \(number(base + 2))) rotate(-90)\" font-size=\"12\">"
                            + "\(MarkupText.escaped(words))</text>")
                } else {
                    svg += titled(label.full, text(x, base, label.text, size: 12, anchor: "middle"))
                }
            }
        }
        for (level, x) in layout.levelEnds.enumerated() {
            svg += text(x, base, Colors.levels[level].words, size: 10.5, anchor: "end", isMuted: true)
        }
        svg += text(layout.countEnd, base, "observations", size: 10.5, anchor: "end", isMuted: true)
        return svg
    }

    private func draw(_ row: OccupancyChart.Row, in panel: OccupancyChart.Panel, top: Double) -> String {
        let left = OccupancyChartLayout.margin
        var svg =
            "<path d=\"M\(number(left)) \(number(top - 2))H\(number(layout.width - left))\" stroke=\"\(Colors.line)\" "
            + "class=\"line\"/>"
        let label = TextWidth.cut(MarkupText.shown(row.label.text), to: layout.labelRoom, size: 13)
        svg += titled(row.label.full, text(left, top + 20, label, size: 13))
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
            "\(name): \(Words.levels(cell)); \(Words.count(cell.observations, "observation")), "
            + "\(grouped(cell.withStatus)) with a status"
        guard cell.withStatus > 0 else {
            return titled(
                title,
                unknown(x, y, width, height)
                    + text(x + width / 2, y + 13, "–", size: 11, anchor: "middle")
                    + text(x + width / 2, y + 25, Words.short(cell.observations), size: 9.5, anchor: "middle"))
        }
        let step = Colors.step(cell)
        let strip = OccupancyChartSVG.strip(cell.weight, width)
        let isFilled = cell.weight == .ample
        let middle = isFilled ? x + width / 2 : x + strip + (width - strip) / 2
        let ink = isFilled ? step.ink : Colors.ink
        let inkClass = isFilled ? "on-\(step.name)" : nil
        return titled(
            title,
            cellGround(x, y, width: width, height: height, cell.weight, step)
                + text(
                    middle, y + 13, Words.percent(cell.crowded, of: cell.withStatus), size: 11, anchor: "middle",
                    fill: ink, inkClass: inkClass)
                + text(
                    middle, y + 25, Words.short(cell.withStatus), size: 9.5, anchor: "middle", fill: ink,
                    inkClass: inkClass))
    }

    /// How wide a cell's colour is: the less it rests on, the thinner.
    private static func strip(_ weight: OccupancyChart.Weight, _ width: Double) -> Double {
        switch weight {
        case .thin: 4
        case .some: width > 30 ? 9 : 7
        case .ample: width
        }
    }

    private func cellGround(
        _ x: Double, _ y: Double, width: Double, height: Double, _ weight: OccupancyChart.Weight, _ step: Colors.Step
    ) -> String {
        if weight == .ample { return rect(x, y, width, height, step.fill, step.name) }
        // The outline comes last: it bounds a strip as pale as the paper, too.
        return strip(x, y, width, height, Colors.paper, "paper")
            + strip(x, y, OccupancyChartSVG.strip(weight, width), height, step.fill, step.name)
            + rect(x, y, width, height, "none", nil)
    }

    private func unknown(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> String {
        rect(x, y, width, height, "url(#lf-unknown)", nil, stroke: Colors.edge, strokeClass: "edge")
    }

    // MARK: Bars

    private func bar(_ row: OccupancyChart.Row, _ name: String, _ top: Double) -> String {
        let total = row.total
        let thickness: Double =
            switch total.weight {
            case .thin: 4
            case .some: 7
            case .ample: 12
            }
        var svg = ""
        if total.withStatus > 0 {
            var start = layout.bar
            for level in 0..<4 where total.levels[level] > 0 {
                let width = OccupancyChartLayout.barWidth * Double(total.levels[level]) / Double(total.withStatus)
                let step = Colors.levels[level]
                svg +=
                    total.weight == .thin
                    ? strip(start, top + 2, width, thickness, step.fill, step.name)
                    : rect(start, top + 2, width, thickness, step.fill, step.name)
                start += width
            }
            for (level, end) in layout.levelEnds.enumerated() {
                svg += text(
                    end, top + 27, Words.percent(total.levels[level], of: total.withStatus), size: 11, anchor: "end")
            }
        } else {
            svg += unknown(layout.bar, top + 2, OccupancyChartLayout.barWidth, 12)
            svg += text(layout.bar, top + 27, "no status", size: 11)
        }
        svg += text(layout.countEnd, top + 14, grouped(total.observations), size: 11, anchor: "end")
        if total.withStatus != total.observations {
            svg += text(
                layout.countEnd, top + 27, "\(grouped(total.withStatus)) known", size: 9.5, anchor: "end",
                isMuted: true)
        }
        return titled(
            "\(name): \(Words.levels(total)); \(Words.count(total.observations, "observation")), "
                + "\(grouped(total.withStatus)) with a status", svg) + "\n"
    }

    // MARK: Elements

    private func titled(_ title: String, _ svg: String) -> String {
        "<g><title>\(MarkupText.escaped(title))</title>\(svg)</g>"
    }

    private func rect(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ fill: String, _ name: String?,
        stroke: String = Colors.edge, strokeClass: String = "edge"
    ) -> String {
        // Half a unit inwards, so that a line of one unit is sharp.
        let names = [name, strokeClass == "edge" ? "e" : "el"].compactMap { $0 }.joined(separator: " ")
        return "<rect x=\"\(number(x + 0.5))\" y=\"\(number(y + 0.5))\" width=\"\(number(max(0.1, width - 1)))\" "
            + "height=\"\(number(max(0.1, height - 1)))\" fill=\"\(fill)\" stroke=\"\(stroke)\" class=\"\(names)\"/>"
    }

    /// A rectangle without an outline.
    private func strip(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ fill: String, _ name: String
    ) -> String {
        "<rect x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(width))\" height=\"\(number(height))\" "
            + "fill=\"\(fill)\" class=\"\(name)\"/>"
    }

    private func text(
        _ x: Double, _ y: Double, _ words: String, size: Double, anchor: String? = nil, isBold: Bool = false,
        isMuted: Bool = false, fill: String? = nil, inkClass: String? = nil
    ) -> String {
        var svg = "<text x=\"\(number(x))\" y=\"\(number(y))\" font-size=\"\(number(size))\""
        if let anchor { svg += " text-anchor=\"\(anchor)\"" }
        if isBold { svg += " font-weight=\"bold\"" }
        if isMuted { svg += " fill=\"\(Colors.muted)\" class=\"muted\"" }
        if let fill, fill != Colors.ink { svg += " fill=\"\(fill)\"" }
        if let inkClass { svg += " class=\"\(inkClass)\"" }
        return svg + ">\(MarkupText.escaped(words))</text>"
    }

    private func number(_ value: Double) -> String { SVGPainter.number(value) }
}
