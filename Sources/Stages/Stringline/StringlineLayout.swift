import Charts
import Drawing
import StageKit

/// Where everything stands in a picture of lines, in its units.
struct StringlineLayout {
    static let margin = 20.0
    static let linePitch = 18.0
    private static let labelPitch = 14.0
    private static let leastWidth = 640.0
    private static let mostWidth = 4200.0
    private static let unitsPerMinute = 6.0

    enum Sample: CaseIterable {
        case scheduled, low, moderate, high, veryCrowded, unknown, predicted, gap, dwell, bunched
    }

    struct LegendItem {
        let sample: Sample
        let x: Double
        let y: Double
    }

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
    let lines: [String]
    let legend: [LegendItem]
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
        labelEnd = Layout.margin + min(240, longest)
        let left = labelEnd + 22
        self.left = left
        let minutes = Double(range.count) / 60
        let plotWidth = min(max(Layout.leastWidth, minutes * Layout.unitsPerMinute), Layout.mostWidth).rounded(.up)
        self.plotWidth = plotWidth
        // The last label of time stands out by half.
        let width = (left + plotWidth + Layout.margin + 16).rounded(.up)
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
        let room = width - 2 * Layout.margin
        lines = ([words.subtitle] + words.notes).flatMap { TextWidth.broken($0, to: room, size: 13) }
        var y = 56 + Double(lines.count) * Layout.linePitch
        var legend: [LegendItem] = []
        if !chart.panels.isEmpty {
            var x = Layout.margin
            for sample in Sample.allCases {
                let need = 34 + 6 + TextWidth.of(StringlineWords.words(sample), size: 12) + 16
                if x > Layout.margin, x + need > width - Layout.margin {
                    x = Layout.margin
                    y += 22
                }
                legend.append(LegendItem(sample: sample, x: x, y: y))
                x += need
            }
            y += 34
        }
        self.legend = legend
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
}
