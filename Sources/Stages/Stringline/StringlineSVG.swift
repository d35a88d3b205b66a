import Charts
import Drawing
import Occupancy
import StageKit

/// Draws a picture of lines.
struct StringlineSVG {
    let chart: StringlineChart
    let words: StringlineWords
    let layout: StringlineLayout
    typealias Colors = ChartColors
    typealias Marks = ChartMarks

    init(_ chart: StringlineChart, _ words: StringlineWords) {
        self.chart = chart
        self.words = words
        layout = StringlineLayout(chart, words)
    }

    /// Writes the whole element in pieces.
    /// - Parameter isDocument: a file of its own, with the XML declaration.
    func write(to sink: RecordSink, isDocument: Bool) throws {
        var document = ChartDocument(
            title: words.title, description: words.description, width: layout.width, height: layout.height)
        for (place, plot) in layout.plots.enumerated() {
            document.definitions +=
                "<clipPath id=\"lf-plot-\(place)\"><rect x=\"\(Marks.number(layout.left))\" "
                + "y=\"\(Marks.number(plot.top - 6))\" width=\"\(Marks.number(layout.plotWidth))\" "
                + "height=\"\(Marks.number(plot.height + 12))\"/></clipPath>"
        }
        try document.write(to: sink, isDocument: isDocument) {
            try sink.text(head())
            for (place, plot) in layout.plots.enumerated() { try draw(chart.panels[place], plot, place, to: sink) }
        }
    }

    // MARK: Head and legend

    private func head() -> String {
        let left = StringlineLayout.margin
        let title = TextWidth.cut(words.title, to: layout.width - 2 * left, size: 20, isBold: true)
        var svg = Marks.text(left, 34, title, size: 20, isBold: true)
        var y = 56.0
        for line in layout.lines {
            svg += Marks.text(left, y, line, size: 13, isMuted: true)
            y += StringlineLayout.linePitch
        }
        for item in layout.legend {
            svg += sample(item.sample, item.x, item.y + 10)
            svg += Marks.text(item.x + 40, item.y + 14, StringlineWords.words(item.sample), size: 12)
        }
        return svg + "\n"
    }

    private func sample(_ sample: StringlineLayout.Sample, _ x: Double, _ y: Double) -> String {
        let line = [(x, y + 5), (x + 34, y - 5)]
        switch sample {
        case .scheduled: return StringlineMarks.scheduled(StringlineMarks.path(line))
        case .low: return StringlineMarks.actual(StringlineMarks.path(line), .low)
        case .moderate: return StringlineMarks.actual(StringlineMarks.path(line), .moderate)
        case .high: return StringlineMarks.actual(StringlineMarks.path(line), .high)
        case .veryCrowded: return StringlineMarks.actual(StringlineMarks.path(line), .veryCrowded)
        case .unknown: return StringlineMarks.actual(StringlineMarks.path(line), nil)
        case .predicted: return StringlineMarks.faded(StringlineMarks.actual(StringlineMarks.path(line), .moderate))
        case .gap: return StringlineMarks.gap(StringlineMarks.path(line))
        case .dwell:
            return StringlineMarks.actual(
                StringlineMarks.path([(x, y + 5), (x + 11, y), (x + 23, y), (x + 34, y - 5)]), .moderate)
        case .bunched:
            return StringlineMarks.tint([(x, y + 5), (x + 24, y - 6), (x + 34, y - 6), (x + 10, y + 5)])
                + StringlineMarks.bracket(x, x + 10, y + 5) + StringlineMarks.bracket(x + 24, x + 34, y - 6)
        }
    }

    // MARK: A direction

    private func draw(
        _ panel: StringlinePanel, _ plot: StringlineLayout.Plot, _ place: Int, to sink: RecordSink
    ) throws {
        let left = StringlineLayout.margin
        let heading = TextWidth.cut(words.heading(panel), to: layout.width - 2 * left, size: 15, isBold: true)
        var svg = Marks.text(left, plot.title, heading, size: 15, isBold: true)
        var y = plot.title + 18
        for line in plot.lines {
            svg += Marks.text(left, y, line, size: 12, isMuted: true)
            y += 16
        }
        try sink.text(svg + "\n" + grid(panel, plot) + "<g clip-path=\"url(#lf-plot-\(place))\">\n")
        try sink.text(bunched(panel, plot))
        let seen = Set(panel.runs.map(\.run.key))
        for run in panel.due {
            let points = scheduled(run, panel, plot)
            guard points.count > 1 else { continue }
            try sink.text(
                Marks.titled(
                    words.dueTitle(run, isSeen: seen.contains(run.run.key)),
                    StringlineMarks.scheduled(StringlineMarks.path(points))) + "\n")
        }
        for run in panel.runs {
            try sink.text(
                "<g class=\"run\"><title>\(MarkupText.escaped(words.title(run)))</title>"
                    + RunLine(run, layout, plot, panel.axis).svg + "</g>\n")
        }
        try sink.text("</g>\n")
    }

    private func grid(_ panel: StringlinePanel, _ plot: StringlineLayout.Plot) -> String {
        var svg = ""
        for time in layout.ticks {
            let x = layout.x(time)
            svg +=
                "<path d=\"M\(Marks.number(x)) \(Marks.number(plot.top - 6))V\(Marks.number(plot.bottom + 6))\" "
                + "stroke=\"\(Colors.line)\" class=\"line\"/>"
            let label = chart.clock.shortText(time)
            svg += Marks.text(x, plot.top - 11, label, size: 12, anchor: "middle")
            svg += Marks.text(x, plot.bottom + 19, label, size: 12, anchor: "middle")
        }
        svg += "\n"
        for (place, stop) in panel.axis.stops.enumerated() {
            let y = plot.top + panel.axis.share(place) * plot.height
            let label = plot.labels[place]
            // From the name to the place of the stop, and on along it.
            svg +=
                "<path d=\"M\(Marks.number(layout.labelEnd + 4)) \(Marks.number(label))"
                + "L\(Marks.number(layout.left - 4)) \(Marks.number(y))H\(Marks.number(layout.right))\" "
                + "stroke=\"\(Colors.line)\" fill=\"none\" class=\"line\"/>"
            let name = TextWidth.cut(
                MarkupText.shown(stop.name), to: layout.labelEnd - StringlineLayout.margin, size: 12)
            svg += Marks.titled(
                "\(stop.name) (\(stop.id))" + distance(place, panel.axis),
                Marks.text(layout.labelEnd, label + 4, name, size: 12, anchor: "end"))
        }
        return svg + "\n"
    }

    private func distance(_ place: Int, _ axis: PatternAxis) -> String {
        axis.isMeasured ? ", \(grouped(Int(axis.stops[place].position.rounded()))) m" : ""
    }

    private func scheduled(
        _ run: DrawnRun, _ panel: StringlinePanel, _ plot: StringlineLayout.Plot
    ) -> [(Double, Double)] {
        run.points.flatMap { point -> [(Double, Double)] in
            let y = plot.top + panel.axis.share(point.place) * plot.height
            let times = [point.call.scheduledArrival, point.call.scheduledDeparture].compactMap { $0 }
            return (times.first == times.last ? Array(times.prefix(1)) : times).map { (layout.x($0), y) }
        }
    }

    /// What makes vehicles close behind each other stand out: a bracket at each stop, a tint between two in a row.
    private func bunched(_ panel: StringlinePanel, _ plot: StringlineLayout.Plot) -> String {
        var svg = ""
        for (pair, places) in panel.bunching.places {
            var before: (place: Int, earlier: Double, later: Double, y: Double)?
            for place in places {
                guard let first = departure(panel.runs[pair.earlier], place),
                    let second = departure(panel.runs[pair.later], place)
                else { continue }
                let y = plot.top + panel.axis.share(place) * plot.height
                let (earlier, later) = (layout.x(first), layout.x(second))
                if let before, before.place == place - 1 {
                    svg += StringlineMarks.tint([
                        (before.earlier, before.y), (earlier, y), (later, y), (before.later, before.y),
                    ])
                }
                svg += StringlineMarks.bracket(earlier, later, y)
                before = (place, earlier, later, y)
            }
            svg += "\n"
        }
        return svg
    }

    private func departure(_ run: DrawnRun, _ place: Int) -> Int? {
        run.points.first { $0.place == place }?.call.departure
    }
}
