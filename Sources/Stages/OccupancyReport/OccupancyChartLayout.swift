import Charts
import Drawing

/// Where everything stands in a picture of a report, in the picture's units.
struct OccupancyChartLayout {
    static let margin = 20.0
    static let linePitch = 18.0
    static let rowPitch = 34.0
    static let cellPitch = 44.0
    static let cellWidth = 42.0
    static let cellHeight = 30.0
    static let barWidth = 270.0
    private static let countWidth = 84.0
    private static let leastWidth = 680.0

    struct LegendItem {
        enum Kind {
            case caption(String)
            case share(ChartColors.Step)
            case weight(OccupancyChart.Weight)
            case nothing, unknown
            case level(ChartColors.Step)
        }

        let kind: Kind
        let x: Double
        let y: Double
    }

    struct PanelPlace {
        let title: Double
        /// The line that names the columns' key.
        let axis: Double
        /// The top of the first row.
        let rows: Double
        /// What a repeated head of the columns takes; 0 where all rows are near the first.
        let repeatedHead: Double

        func top(ofRow index: Int) -> Double {
            rows + Double(index) * rowPitch + Double(index / OccupancyChartLayout.rowsPerHead) * repeatedHead
        }
    }

    /// After so many rows the head of the columns is drawn again.
    static let rowsPerHead = 25
    static let blankWords = "blank: no observations"

    let labelRoom: Double
    /// The left edge of the first cell.
    let cells: Double
    let bar: Double
    /// The right ends of the four shares under a bar.
    let levelEnds: [Double]
    let countEnd: Double
    let isRotated: Bool
    /// How long a column's label may be.
    let columnRoom: Double
    let width: Double
    let height: Double
    /// What stands under the title, broken into lines.
    let lines: [String]
    let legend: [LegendItem]
    let panels: [PanelPlace]

    init(_ chart: OccupancyChart) {
        typealias Layout = OccupancyChartLayout
        var longest = 70.0
        for panel in chart.panels {
            for row in panel.rows where longest < 250 {
                longest = max(longest, TextWidth.of(String(row.label.text.prefix(60)), size: 13))
            }
        }
        labelRoom = min(250, longest)
        cells = Layout.margin + labelRoom + 12
        let columns = Double(chart.columns.count)
        bar = cells + (columns > 0 ? columns * Layout.cellPitch + 16 : 0)
        let start = bar
        levelEnds = [0.22, 0.47, 0.7, 1].map { start + $0 * Layout.barWidth }
        let end = bar + Layout.barWidth + Layout.countWidth
        let width = max(Layout.leastWidth, end + Layout.margin).rounded(.up)
        self.width = width
        countEnd = end
        let widest = chart.columns.reduce(0) { max($0, TextWidth.of(String($1.text.prefix(40)), size: 12)) }
        isRotated = widest > Layout.cellPitch - 2
        columnRoom = isRotated ? min(widest, 140) : Layout.cellPitch

        let words = OccupancyChartWords(chart: chart)
        lines = ([words.subtitle] + words.notes).flatMap {
            TextWidth.broken($0, to: width - 2 * Layout.margin, size: 13)
        }
        var y = 56 + Double(lines.count) * Layout.linePitch
        (legend, y) = Layout.legend(chart, width: width, top: y)
        let columnHead = chart.columnKey == nil ? 20 : (isRotated ? columnRoom + 8 : 16) + 18
        var panels: [PanelPlace] = []
        for panel in chart.panels where !panel.rows.isEmpty {
            let title = y + 18
            if panel.label != nil { y += 28 }
            let axis = y + 12
            y += columnHead + 6
            let isLong = panel.rows.count > Layout.rowsPerHead + 5
            let place = PanelPlace(
                title: title, axis: axis, rows: y, repeatedHead: isLong ? (isRotated ? columnRoom + 8 : 16) + 14 : 0)
            panels.append(place)
            y = place.top(ofRow: panel.rows.count - 1) + Layout.rowPitch + 14
        }
        self.panels = panels
        height = (y + Layout.margin - 8).rounded(.up)
    }

    /// The legend in lines, and where it ends.
    private static func legend(
        _ chart: OccupancyChart, width: Double, top: Double
    ) -> (items: [LegendItem], end: Double) {
        guard chart.total.observations > 0 else { return ([], top) }
        var items: [LegendItem] = []
        var y = top
        func place(_ caption: String, _ kinds: [(LegendItem.Kind, String)]) {
            var x = margin
            items.append(LegendItem(kind: .caption(caption), x: x, y: y))
            y += 24
            for (kind, words) in kinds {
                let room = (words == blankWords ? 0 : 26 + 6) + TextWidth.of(words, size: 12) + 14
                if x > margin, x + room > width - margin {
                    x = margin
                    y += 26
                }
                items.append(LegendItem(kind: kind, x: x, y: y))
                x += room
            }
            y += 28
        }
        if chart.columnKey != nil {
            place(
                "Cell: share at high occupancy or very crowded; below it, observations with a status",
                ChartColors.shares.map { (.share($0), $0.words) })
            place(
                "The less a cell rests on, the thinner its colour: observations with a status",
                OccupancyChart.Weight.allCases.map { (.weight($0), $0.words) } + [
                    (.nothing, blankWords), (.unknown, "observations, but no status"),
                ])
        }
        place("Bar: shares of the four levels, over the whole row", ChartColors.levels.map { (.level($0), $0.words) })
        return (items, y + 4)
    }
}
