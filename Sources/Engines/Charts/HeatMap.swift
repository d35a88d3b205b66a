import Drawing
import Reports
import StageKit

/// Figures by two keys as cells, a third key as heat maps of their own, and beside each row a bar of all of it; of one
/// key, bars alone.
///
/// Rows come in the order of the groups, columns and panels in that of their values.
package struct HeatMap: Chart {
    /// A value of a key; values of one `full` are one.
    package struct Label: Hashable {
        /// As it stands in the picture, before it is cut.
        package let text: String
        /// With its key and its id, for a title.
        package let full: String
        /// As titles of cells have it.
        package let name: String
        fileprivate let number: Int
        private let order: String

        /// - Parameters:
        ///   - number: what labels are ordered by; `Int.max` for what is no value.
        ///   - order: what labels of one number are ordered by; nil for their text.
        package init(_ text: String, full: String, name: String? = nil, number: Int = 0, order: String? = nil) {
            self.text = text
            self.full = full
            self.name = name ?? full
            self.number = number
            self.order = order ?? text
        }

        package static func == (left: Label, right: Label) -> Bool { left.full == right.full }
        package func hash(into hasher: inout Hasher) { hasher.combine(full) }

        fileprivate func precedes(_ other: Label) -> Bool {
            number != other.number ? number < other.number : order.utf8.lexicographicallyPrecedes(other.order.utf8)
        }
    }

    package struct Cell {
        /// nil where its events tell nothing.
        let value: String?
        let step: ChartColors.Step
        /// What stands below the value.
        let count: Int
        /// How much the value rests on.
        let basis: Int
        package let words: String
        /// What cells are ranked by: the larger the worse.
        let badness: Int

        package var isKnown: Bool { value != nil }
        package var weight: ChartWeight { ChartWeight(basis) }

        /// `25% of 40`, or that nothing is known.
        package var summary: String { value.map { "\($0) of \(grouped(basis))" } ?? words }

        package init(
            _ value: String?, _ step: ChartColors.Step, count: Int, basis: Int, badness: Int, words: String
        ) {
            self.value = value
            self.step = step
            self.count = count
            self.basis = basis
            self.badness = badness
            self.words = words
        }
    }

    package struct Group {
        let labels: [Label]
        let cell: Cell
        let parts: [Int]
        let events: Int

        /// - Parameters:
        ///   - labels: one of each key.
        ///   - parts: counts of the parts of a row's bar.
        ///   - events: how many the parts are of, known or not.
        package init(_ labels: [Label], _ cell: Cell, parts: [Int], events: Int) {
            self.labels = labels
            self.cell = cell
            self.parts = parts
            self.events = events
        }
    }

    /// What stands beside each row.
    package struct Bars {
        let bar: ShareBar
        let width: Double
        /// What is counted, in the plural.
        let noun: String
        /// What a bar says of its events, for a title.
        let words: (_ parts: [Int], _ events: Int) -> String

        package init(
            _ bar: ShareBar, width: Double, noun: String, words: @escaping (_ parts: [Int], _ events: Int) -> String
        ) {
            self.bar = bar
            self.width = width
            self.noun = noun
            self.words = words
        }
    }

    package struct Row {
        package let label: Label
        /// As many as there are columns; nil where there is no group. Of one key, the row's group.
        var cells: [Cell?]
        package var parts: [Int]
        var events = 0
        var top = 0.0

        package var known: Int { parts.reduce(0, +) }
        fileprivate var count: String { grouped(events) }
        /// How many of the events are known; nil where all are.
        fileprivate var knownCount: String? { known == events ? nil : "\(grouped(known)) known" }
    }

    package struct Panel {
        let label: Label?
        package var rows: [Row] = []
        var title = 0.0
        /// The base of what is above the first row.
        var head = 0.0
    }

    /// A picture has at most this many keys.
    package static let mostKeys = 3
    /// Rows and columns beyond these, those with the fewest events, are left to tables.
    package static let mostRows = 1000
    package static let mostColumns = 100

    private static let cellPitch = 46.0
    private static let cellWidth = 44.0
    private static let cellHeight = 30.0
    private static let rowPitch = 34.0
    /// After so many rows the head of the columns is drawn again.
    private static let rowsPerHead = 25

    package let title: String
    package var description = ""
    package let keys: [ReportKey]
    package private(set) var columns: [Label] = []
    package private(set) var panels: [Panel] = []
    /// What has no room, as a sentence without its end; nil where all has.
    package private(set) var omission: String?
    package private(set) var width = 0.0
    package private(set) var height = 0.0
    private let bars: Bars?
    private let noun: String
    private var head = ChartHead(title: "", sentences: [], legends: [], width: 100)
    private var labelRoom = 70.0
    private var isRotated = false
    private var columnRoom = HeatMap.cellPitch
    private var countRoom = 64.0

    /// - Parameters:
    ///   - noun: what figures are of, in the plural.
    ///   - gap: which numbers lie between the first column and the last: a gap would hide that there is nothing.
    package init(
        title: String, sentences: [String], legends: [ChartHead.Legend], keys: [ReportKey], noun: String, bars: Bars?,
        gap: (step: Int, label: (Int) -> Label)? = nil, _ groups: [Group]
    ) {
        self.title = title
        self.keys = keys
        self.noun = noun
        self.bars = bars
        gather(groups, gap)
        layOut(sentences, legends)
    }
}

// MARK: Values

extension HeatMap {
    /// Distinct values of a key in the order of their coming, each with its events.
    private struct Values {
        private(set) var labels: [Label] = []
        private var events: [Int] = []
        private var places: [Label: Int] = [:]

        mutating func add(_ label: Label, _ count: Int) -> Int {
            if let place = places[label] {
                events[place] += count
                return place
            }
            places[label] = labels.count
            labels.append(label)
            events.append(count)
            return labels.count - 1
        }

        /// The places with the most events, in the order of coming.
        func kept(_ limit: Int) -> [Int] {
            guard labels.count > limit else { return Array(labels.indices) }
            return labels.indices.sorted { (events[$0], $1) > (events[$1], $0) }.prefix(limit).sorted()
        }

        func sorted(_ places: [Int]) -> [Int] { places.sorted { labels[$0].precedes(labels[$1]) } }
    }

    private mutating func gather(_ groups: [Group], _ gap: (step: Int, label: (Int) -> Label)?) {
        var values = keys.map { _ in Values() }
        let places = groups.map { group in
            keys.indices.map { values[$0].add(group.labels[$0], group.events) }
        }
        // The room is shared by the panels: each may show every row.
        let panelOrder = keys.count > 2 ? values[2].sorted(values[2].kept(HeatMap.mostRows)) : [0]
        let rowOrder = values[0].kept(max(1, HeatMap.mostRows / max(1, panelOrder.count)))
        let columnOrder = keys.count > 1 ? values[1].sorted(values[1].kept(HeatMap.mostColumns)) : [0]
        if keys.count > 1 { columns = HeatMap.filled(columnOrder.map { values[1].labels[$0] }, gap) }
        func sequence(_ order: [Int]) -> [Int: Int] {
            Dictionary(uniqueKeysWithValues: order.enumerated().map { ($0.element, $0.offset) })
        }
        let rowPlaces = sequence(rowOrder)
        let panelPlaces = sequence(panelOrder)
        let shown = Dictionary(uniqueKeysWithValues: columns.enumerated().map { ($0.element, $0.offset) })
        let columnPlaces = columnOrder.reduce(into: [Int: Int]()) { places, value in
            places[value] = keys.count > 1 ? shown[values[1].labels[value]] : 0
        }
        let blank = rowOrder.map {
            Row(
                label: values[0].labels[$0], cells: Array(repeating: nil, count: max(1, columns.count)),
                parts: Array(repeating: 0, count: bars?.bar.steps.count ?? 0))
        }
        panels = panelOrder.map { Panel(label: keys.count > 2 ? values[2].labels[$0] : nil, rows: blank) }
        var omitted = 0
        for (group, places) in zip(groups, places) {
            guard let panel = panelPlaces[keys.count > 2 ? places[2] : 0], let row = rowPlaces[places[0]] else {
                omitted += 1
                continue
            }
            // A row's bar is of all its groups, drawn as cells or not.
            panels[panel].rows[row].events += group.events
            for (part, count) in group.parts.enumerated() { panels[panel].rows[row].parts[part] += count }
            if let column = columnPlaces[keys.count > 1 ? places[1] : 0] {
                panels[panel].rows[row].cells[column] = group.cell
            } else {
                omitted += 1
            }
        }
        for panel in panels.indices {
            panels[panel].rows.removeAll { $0.events == 0 && $0.cells.allSatisfy { $0 == nil } }
        }
        panels.removeAll(where: \.rows.isEmpty)
        guard omitted > 0 else { return }
        let rows = values[0].labels.count - rowOrder.count
        let others = keys.count > 1 ? values[1].labels.count - columnOrder.count : 0
        let what = [
            rows > 0 ? "\(grouped(rows)) values of \(keys[0].name)" : nil,
            others > 0 ? "\(grouped(others)) of \(keys[1].name)" : nil,
        ].compactMap { $0 }.joined(separator: " and ")
        omission =
            "Not drawn because of limited space: the \(what) with the fewest \(noun), "
            + ChartWords.count(omitted, "group")
    }

    /// The labels with those between them.
    private static func filled(_ labels: [Label], _ gap: (step: Int, label: (Int) -> Label)?) -> [Label] {
        let known = labels.filter { $0.number != .max }
        guard let gap, let first = known.first?.number, let last = known.last?.number,
            // Of bins of some minutes there are more than a picture has columns: those that there are stand side by side.
            (last - first) / gap.step < mostColumns
        else { return labels }
        return stride(from: first, through: last, by: gap.step).map(gap.label) + labels.dropFirst(known.count)
    }

    /// The groups that are drawn, each with its title.
    package var cells: [(name: String, cell: Cell)] {
        panels.flatMap { panel in
            panel.rows.flatMap { row in
                row.cells.enumerated().compactMap { place, cell in cell.map { (name(panel, row, place), $0) } }
            }
        }
    }

    /// The worst of those that rest on much, or of all where none does.
    package func worst(_ count: Int) -> (groups: [(name: String, cell: Cell)], isAmple: Bool) {
        let all = cells.filter(\.cell.isKnown)
        let ample = all.filter { $0.cell.weight == .ample }
        let ranked = (ample.isEmpty ? all : ample).enumerated()
            .sorted { ($1.element.cell.badness, $0.offset) < ($0.element.cell.badness, $1.offset) }
        return (ranked.prefix(count).map(\.element), !ample.isEmpty)
    }

    private func name(_ panel: Panel, _ row: Row, _ column: Int?) -> String {
        let label = column.flatMap { columns.indices.contains($0) ? columns[$0] : nil }
        return [row.label.name, label?.name, panel.label?.name].compactMap { $0 }.joined(separator: ", ")
    }
}

// MARK: Places

extension HeatMap {
    private var left: Double { ChartHead.margin + labelRoom + 12 }
    private var bar: Double { left + Double(columns.count) * HeatMap.cellPitch + (columns.isEmpty ? 0 : 16) }
    /// Where the counts end.
    private var countEnd: Double { bar + (bars.map { $0.width + countRoom } ?? 0) }
    /// What the names of columns take.
    private var namesHeight: Double { isRotated ? columnRoom + 8 : 16 }

    private mutating func layOut(_ sentences: [String], _ legends: [ChartHead.Legend]) {
        for row in panels.flatMap(\.rows) where labelRoom < 250 {
            // A little more, for what rounding takes.
            labelRoom = min(250, max(labelRoom, TextWidth.of(String(row.label.text.prefix(60)), size: 13) + 1))
        }
        let widest = columns.reduce(0) { max($0, TextWidth.of(String($1.text.prefix(40)), size: 12)) }
        isRotated = widest > HeatMap.cellPitch - 2
        if isRotated { columnRoom = min(widest, 140) }
        countRoom = panels.flatMap(\.rows).reduce(
            max(64, (TextWidth.of(bars?.noun ?? "", size: 10.5) + 14).rounded(.up))
        ) {
            max($0, TextWidth.of($1.count, size: 11) + 8, TextWidth.of($1.knownCount ?? "", size: 9.5) + 8)
        }
        width = max(ChartHead.leastWidth, countEnd + (bars == nil ? 0 : 6) + ChartHead.margin).rounded(.up)
        head = ChartHead(
            title: title, sentences: sentences + (omission.map { [$0 + "."] } ?? []), legends: legends, width: width)
        var y = head.end
        for place in panels.indices {
            if panels[place].label != nil {
                panels[place].title = y + 18
                y += 28
            }
            y += (columns.isEmpty ? 20 : namesHeight + 18) + 6
            panels[place].head = y - 8
            let isLong = panels[place].rows.count > HeatMap.rowsPerHead + 5
            for row in panels[place].rows.indices {
                if isLong, row > 0, row % HeatMap.rowsPerHead == 0 { y += namesHeight + 14 }
                panels[place].rows[row].top = y
                y += HeatMap.rowPitch
            }
            y += 14
        }
        height = (y + 12).rounded(.up)
    }
}

// MARK: Drawing

extension HeatMap {
    package func draw(_ pen: ChartPen) {
        head.draw(pen)
        for panel in panels {
            if let label = panel.label {
                pen.titled(label.full) {
                    pen.name(
                        ChartHead.margin, panel.title, "\(keys[2].word): \(label.text)",
                        room: width - 2 * ChartHead.margin, size: 15, isBold: true)
                }
            }
            if !columns.isEmpty {
                pen.text(left, panel.head - namesHeight - 2, keys[1].word, size: 12, isMuted: true)
            }
            drawHead(panel.head, pen)
            var bottom = panel.head + 8
            for row in panel.rows {
                if row.top > bottom { drawHead(row.top - 8, pen) }
                bottom = row.top + HeatMap.rowPitch
                draw(row, panel, pen)
            }
        }
    }

    private func drawHead(_ base: Double, _ pen: ChartPen) {
        pen.text(ChartHead.margin, base, keys[0].word, size: 12, isMuted: true)
        for (place, column) in columns.enumerated() {
            let x = left + Double(place) * HeatMap.cellPitch + HeatMap.cellWidth / 2
            pen.titled(column.full) {
                if isRotated {
                    pen.name(x + 4, base + 2, column.text, room: columnRoom, size: 12, climbs: true)
                } else {
                    pen.text(x, base, column.text, size: 12, anchor: .middle)
                }
            }
        }
        guard let bars else { return }
        bars.bar.drawHead(bar, base, width: bars.width, pen)
        pen.text(countEnd, base, bars.noun, size: 10.5, anchor: .end, isMuted: true)
    }

    private func draw(_ row: Row, _ panel: Panel, _ pen: ChartPen) {
        pen.rule((ChartHead.margin, row.top - 2), (width - ChartHead.margin, row.top - 2))
        pen.titled(row.label.full) {
            pen.name(ChartHead.margin, row.top + 20, row.label.text, room: labelRoom, size: 13)
        }
        for (place, cell) in row.cells.prefix(columns.count).enumerated() {
            guard let cell else { continue }
            pen.titled("\(name(panel, row, place)): \(cell.words)") {
                draw(cell, left + Double(place) * HeatMap.cellPitch, row.top, pen)
            }
        }
        guard let bars else { return }
        pen.titled("\(name(panel, row, nil)): \(bars.words(row.parts, row.events))") {
            bars.bar.draw(row.parts, bar, row.top, width: bars.width, pen)
            pen.text(countEnd, row.top + 14, row.count, size: 11, anchor: .end)
            if let known = row.knownCount {
                pen.text(countEnd, row.top + 27, known, size: 9.5, anchor: .end, isMuted: true)
            }
        }
    }

    private func draw(_ cell: Cell, _ x: Double, _ y: Double, _ pen: ChartPen) {
        let (width, height) = (HeatMap.cellWidth, HeatMap.cellHeight)
        let count = ChartWords.short(cell.count)
        guard let value = cell.value else {
            pen.unknown(x, y, width, height)
            pen.text(x + width / 2, y + 13, "–", size: 11, anchor: .middle)
            return pen.text(x + width / 2, y + 25, count, size: 9.5, anchor: .middle)
        }
        let weight = cell.weight
        pen.cellGround(x, y, width: width, height: height, weight, cell.step)
        // Beside a strip the figures stand on the paper.
        let strip = weight == .ample ? 0 : weight.strip(of: width)
        let middle = x + strip + (width - strip) / 2
        let ground = weight == .ample ? cell.step : nil
        let size = TextWidth.of(value, size: 11) > width - strip - 2 ? 9.0 : 11
        pen.text(middle, y + 13, value, size: size, anchor: .middle, on: ground)
        pen.text(middle, y + 25, count, size: 9.5, anchor: .middle, on: ground)
    }
}
