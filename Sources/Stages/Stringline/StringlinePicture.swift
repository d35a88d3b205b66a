import Charts
import Drawing
import StageKit

/// The trips of a route as lines of time against distance.
struct StringlinePicture: Chart {
    let chart: StringlineChart
    let words: StringlineWords
    let layout: StringlineLayout

    init(_ chart: StringlineChart, _ words: StringlineWords) {
        self.chart = chart
        self.words = words
        layout = StringlineLayout(chart, words)
    }

    var title: String { words.title }
    var description: String { words.description }
    var width: Double { layout.width }
    var height: Double { layout.height }

    func draw(_ pen: ChartPen) {
        layout.head.draw(pen)
        for (panel, plot) in zip(chart.panels, layout.plots) { draw(panel, plot, pen) }
    }

    // MARK: A direction

    private func draw(_ panel: StringlinePanel, _ plot: StringlineLayout.Plot, _ pen: ChartPen) {
        let left = ChartHead.margin
        pen.name(left, plot.title, words.heading(panel), room: layout.width - 2 * left, size: 15, isBold: true)
        for (place, line) in plot.lines.enumerated() {
            pen.text(left, plot.title + 18 + 16 * Double(place), line, size: 12, isMuted: true)
        }
        drawGrid(panel, plot, pen)
        pen.add(.clip(Frame(layout.left, plot.top - 6, layout.plotWidth, plot.height + 12)))
        drawBunched(panel, plot, pen)
        let seen = Set(panel.runs.map(\.run.key))
        for run in panel.due {
            let points = scheduled(run, panel, plot)
            guard points.count > 1 else { continue }
            pen.titled(words.dueTitle(run, isSeen: seen.contains(run.run.key))) { pen.scheduled(points) }
        }
        for run in panel.runs {
            pen.titled(words.title(run), "run") { RunLine(run, layout, plot, panel.axis).draw(pen) }
        }
        pen.add(.end)
    }

    private func drawGrid(_ panel: StringlinePanel, _ plot: StringlineLayout.Plot, _ pen: ChartPen) {
        for time in layout.ticks {
            let x = layout.x(time)
            pen.rule((x, plot.top - 6), (x, plot.bottom + 6))
            for y in [plot.top - 11, plot.bottom + 19] {
                pen.text(x, y, chart.clock.shortText(time), size: 12, anchor: .middle)
            }
        }
        for (place, stop) in panel.axis.stops.enumerated() {
            let y = plot.top + panel.axis.share(place) * plot.height
            let label = plot.labels[place]
            // From the name to the place of the stop, and on along it.
            pen.rule([Point(layout.labelEnd + 4, label), Point(layout.left - 4, y), Point(layout.right, y)])
            pen.titled("\(stop.name) (\(stop.id))" + distance(place, panel.axis)) {
                pen.name(
                    layout.labelEnd, label + 4, stop.name, room: layout.labelEnd - ChartHead.margin, size: 12,
                    anchor: .end)
            }
        }
    }

    private func distance(_ place: Int, _ axis: PatternAxis) -> String {
        axis.isMeasured ? ", \(grouped(Int(axis.stops[place].position.rounded()))) m" : ""
    }

    private func scheduled(
        _ run: DrawnRun, _ panel: StringlinePanel, _ plot: StringlineLayout.Plot
    ) -> [Point] {
        run.points.flatMap { point -> [Point] in
            let y = plot.top + panel.axis.share(point.place) * plot.height
            let times = [point.call.scheduledArrival, point.call.scheduledDeparture].compactMap { $0 }
            return (times.first == times.last ? Array(times.prefix(1)) : times).map { Point(layout.x($0), y) }
        }
    }

    /// What makes vehicles close behind each other stand out: a bracket at each stop, a tint between two in a row.
    private func drawBunched(_ panel: StringlinePanel, _ plot: StringlineLayout.Plot, _ pen: ChartPen) {
        for (pair, places) in panel.bunching.places {
            var before: (place: Int, ends: [Point])?
            for place in places {
                guard let first = departure(panel.runs[pair.earlier], place),
                    let second = departure(panel.runs[pair.later], place)
                else { continue }
                let y = plot.top + panel.axis.share(place) * plot.height
                let ends = [Point(layout.x(first), y), Point(layout.x(second), y)]
                if let before, before.place == place - 1 {
                    pen.tint([before.ends[0], ends[0], ends[1], before.ends[1]])
                }
                pen.bracket(ends[0].x, ends[1].x, y)
                before = (place, ends)
            }
        }
    }

    private func departure(_ run: DrawnRun, _ place: Int) -> Int? {
        run.points.first { $0.place == place }?.call.departure
    }
}
