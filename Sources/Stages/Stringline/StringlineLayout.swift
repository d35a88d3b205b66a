import Charts
import Drawing
import Occupancy

/// Where everything stands in a picture of lines, in its units.
struct StringlineLayout {
    private static let labelPitch = 14.0
    private static let leastWidth = 640.0
    private static let mostWidth = 4200.0
    private static let unitsPerMinute = 6.0

    struct Plot {
        let title: Double
        /// Sentences under the title.
        let lines: [String]
        let top: Double
        let height: Double
        /// Where the stops' names stand.
        let labels: [Double]

        var bottom: Double { top + height }
    }

    /// The right end of the stops' names.
    let labelEnd: Double
    /// The left edge of time.
    let left: Double
    let width: Double
    let plotWidth: Double
    let height: Double
    let head: ChartHead
    let plots: [Plot]
    let ticks: [Int]
    private let range: Range<Int>

    var right: Double { left + plotWidth }
    var unitsPerSecond: Double { plotWidth / Double(max(1, range.count)) }

    func x(_ time: Int) -> Double { left + Double(time - range.lowerBound) * unitsPerSecond }

    init(_ chart: StringlineChart, _ words: StringlineWords) {
        typealias Layout = StringlineLayout
        range = chart.range
        var longest = 90.0
        for stop in chart.panels.flatMap(\.axis.stops) where longest < 240 {
            longest = max(longest, TextWidth.of(String(stop.name.prefix(60)), size: 12) + 1)
        }
        labelEnd = ChartHead.margin + min(240, longest)
        let left = labelEnd + 22
        self.left = left
        let minutes = Double(range.count) / 60
        let plotWidth = min(max(Layout.leastWidth, minutes * Layout.unitsPerMinute), Layout.mostWidth).rounded(.up)
        self.plotWidth = plotWidth
        // The last label of time stands out by half.
        let width = (left + plotWidth + ChartHead.margin + 16).rounded(.up)
        self.width = width
        let scale = plotWidth / Double(max(1, range.count))
        ticks =
            chart.panels.isEmpty
            ? []
            : TimeTicks.times(
                in: range.lowerBound..<range.upperBound + 1, step: TimeTicks.step(unitsPerSecond: scale, room: 56)
            ) {
                chart.clock.offset(at: $0)
            }
        let room = width - 2 * ChartHead.margin
        head = ChartHead(
            title: words.title, sentences: [words.subtitle],
            legends: chart.panels.isEmpty ? [] : [ChartHead.Legend(nil, Layout.samples)], width: width)
        var y = head.end
        plots = chart.panels.map { panel in
            let title = y + 14
            let sentences = words.sentences(panel).flatMap { TextWidth.broken($0, to: room, size: 12) }
            let top = title + 8 + Double(sentences.count) * 16 + 26
            let count = panel.axis.stops.count
            let height = max(260, min(900, Double(count) * 24), Double(count) * Layout.labelPitch)
            let wanted = panel.axis.stops.indices.map { top + panel.axis.share($0) * height }
            y = top + height + 44
            return Plot(
                title: title, lines: sentences, top: top, height: height,
                labels: SpreadLabels.places(
                    wanted, room: Layout.labelPitch, within: top...(top + height)))
        }
        height = (y + 4).rounded(.up)
    }

    private static var samples: [ChartHead.Sample] {
        func sample(_ words: String, _ draw: @escaping (ChartPen, [Point]) -> Void) -> ChartHead.Sample {
            ChartHead.Sample(words, width: 34) { draw($0, [Point($1, $2 + 5), Point($1 + 34, $2 - 5)]) }
        }
        let levels = OccupancyLevel.allCases.map { level in
            sample(level == .low ? "low occupancy" : ChartWords.word(level)) { $0.actual($1, level) }
        }
        return [sample("scheduled") { $0.scheduled($1) }] + levels + [
            sample("occupancy unknown") { $0.actual($1, nil) },
            sample("only predicted") { $0.predicted($1, .moderate) }, sample("past stops not observed") { $0.gap($1) },
            ChartHead.Sample("standing at a stop", width: 34) { pen, x, y in
                pen.actual([Point(x, y + 5), Point(x + 11, y), Point(x + 23, y), Point(x + 34, y - 5)], .moderate)
            },
            ChartHead.Sample("bunched", width: 34) { pen, x, y in
                pen.tint([Point(x, y + 5), Point(x + 24, y - 6), Point(x + 34, y - 6), Point(x + 10, y + 5)])
                pen.bracket(x, x + 10, y + 5)
                pen.bracket(x + 24, x + 34, y - 6)
            },
        ]
    }
}
