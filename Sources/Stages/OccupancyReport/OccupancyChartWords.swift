import Charts
import Occupancy
import Reports
import StageKit

/// The words of a picture of a report: titles, the text alternative, figures as people read them.
struct OccupancyChartWords {
    let chart: OccupancyChart

    var title: String {
        let keys = chart.keys.map(OccupancyChartWords.word)
        let last = keys[keys.count - 1]
        return "Occupancy by " + (keys.count > 1 ? keys.dropLast().joined(separator: ", ") + " and \(last)" : last)
    }

    /// What was counted, and on which clock.
    var subtitle: String {
        let total = chart.total
        guard total.observations > 0 else { return "No observations." }
        var text = ChartWords.count(total.observations, "observation")
        text += ", \(grouped(total.withStatus)) with a status"
        text += ", in \(ChartWords.count(chart.groups, "group"))"
        if let zone = chart.zone { text += "; times: \(zone)" }
        if let bin = chart.bin { text += "; each time of day is the \(bin.length) from it on" }
        return text + "."
    }

    /// What the picture does not show.
    var notes: [String] {
        var notes: [String] = []
        if let window { notes.append(window) }
        if chart.minimumObservations > 0 {
            notes.append("Groups with fewer than \(chart.minimumObservations) observations are left out.")
        }
        if let omitted = omission { notes.append(omitted + ".") }
        return notes
    }

    /// The part of the time that was looked at; nil for all of it.
    private var window: String? {
        guard !chart.window.isEverything else { return nil }
        var parts = chart.window.dayNames.map { [$0.map { $0 + "s" }.joined(separator: ", ")] } ?? []
        switch (chart.window.from.map(ReportWindow.text), chart.window.to.map(ReportWindow.text)) {
        case (let from?, let to?): parts.append("from \(from) to \(to)")
        case (let from?, nil): parts.append("from \(from)")
        case (nil, let to?): parts.append("before \(to)")
        case (nil, nil): break
        }
        return "Only " + parts.joined(separator: ", ") + "."
    }

    /// Which groups have no room; nil where all have.
    var omission: String? {
        guard chart.omitted.groups > 0 else { return nil }
        var parts: [String] = []
        if chart.omitted.rows > 0 {
            parts.append("\(grouped(chart.omitted.rows)) values of \(chart.rowKey.name)")
        }
        if chart.omitted.columns > 0, let key = chart.columnKey {
            parts.append("\(grouped(chart.omitted.columns)) of \(key.name)")
        }
        return "Not drawn for want of room: the \(parts.joined(separator: " and ")) with the fewest observations, "
            + ChartWords.count(chart.omitted.groups, "group")
    }

    /// What the picture tells somebody who does not see it.
    var description: String {
        guard chart.total.observations > 0 else { return "There are no observations to show." }
        var text = ""
        let rows = chart.panels.reduce(0) { max($0, $1.rows.count) }
        if let key = chart.columnKey {
            text +=
                "A heat map of \(ChartWords.count(rows, "row")), one for each \(chart.rowKey.name), and "
            text += "\(ChartWords.count(chart.columns.count, "column")), one for each \(key.name)"
            if let panel = chart.panelKey { text += ", drawn once for each \(panel.name)" }
            text += ". A cell shows the share of observations at high occupancy or very crowded, "
            text += "and how many observations have a status. "
        }
        text += "A bar for each \(chart.rowKey.name) shows its shares of the four levels. "
        text += "Of all: \(OccupancyChartWords.levels(chart.total)). "
        let cells = ranked
        if let most = cells.first {
            text +=
                "Most crowded: "
                + cells.prefix(3).map { OccupancyChartWords.sentence($0.name, $0.counts) }
                .joined(separator: "; ")
            text +=
                most.counts.weight == .ample
                ? ". " : " (no group has \(ChartWeight.ampleFrom) observations). "
        }
        if let most = busiestRow, chart.columnKey != nil {
            text += "Most crowded \(chart.rowKey.name) of those with \(ChartWeight.someFrom) or more: "
            text += OccupancyChartWords.sentence(most.label.text, most.total) + ". "
        }
        if chart.columnKey != nil, let thin { text += thin }
        return text.hasSuffix(" ") ? String(text.dropLast()) : text
    }

    /// The groups with the largest shares, those that rest on many observations before all others.
    private var ranked: [(name: String, counts: OccupancyChart.Counts)] {
        var all: [(name: () -> String, counts: OccupancyChart.Counts, order: Int)] = []
        for panel in chart.panels {
            for row in panel.rows {
                for (column, cell) in chart.columnKey == nil
                    ? [(0, row.total)] : Array(zip(row.cells.indices, row.cells))
                {
                    guard let cell, cell.withStatus > 0 else { continue }
                    all.append(({ name(panel, row, column) }, cell, all.count))
                }
            }
        }
        all.sort { left, right in
            (
                left.counts.weight == .ample ? 0 : 1, -(left.counts.crowdedShare ?? 0), -left.counts.withStatus,
                left.order
            )
                < (
                    right.counts.weight == .ample ? 0 : 1, -(right.counts.crowdedShare ?? 0), -right.counts.withStatus,
                    right.order
                )
        }
        return all.prefix(3).map { ($0.name(), $0.counts) }
    }

    private var busiestRow: OccupancyChart.Row? {
        chart.panels.count == 1
            ? chart.panels[0].rows.filter { $0.total.weight != .thin }
                .max {
                    ($0.total.crowdedShare ?? 0, $0.total.withStatus) < (
                        $1.total.crowdedShare ?? 0, $1.total.withStatus
                    )
                }
            : nil
    }

    private var thin: String? {
        let cells = chart.panels.flatMap { $0.rows.flatMap { $0.cells.compactMap { $0 } } }
        let few = cells.filter { $0.withStatus > 0 && $0.weight != .ample }.count
        let unknown = cells.filter { $0.withStatus == 0 }.count
        var text = ""
        if few > 0 {
            text += "\(grouped(few)) of \(grouped(cells.count)) cells rest on "
            text += "fewer than \(ChartWeight.ampleFrom) observations. "
        }
        if unknown > 0 { text += "\(grouped(unknown)) have observations, but none with a status. " }
        return text.isEmpty ? nil : text
    }

    func name(_ panel: OccupancyChart.Panel, _ row: OccupancyChart.Row, _ column: Int?) -> String {
        var name = "\(OccupancyChartWords.word(chart.rowKey)) \(ChartWords.brief(row.label.text))"
        if let key = chart.columnKey, let column {
            name += ", \(OccupancyChartWords.word(key)) \(ChartWords.brief(chart.columns[column].text))"
        }
        if let key = chart.panelKey, let label = panel.label {
            name += ", \(OccupancyChartWords.word(key)) \(ChartWords.brief(label.text))"
        }
        return name
    }

    // MARK: Figures

    static func sentence(_ name: String, _ counts: OccupancyChart.Counts) -> String {
        let name = ChartWords.brief(name, 200)
        guard counts.withStatus > 0 else {
            return "\(name): \(ChartWords.count(counts.observations, "observation")), none with a status"
        }
        return "\(name): \(ChartWords.percent(counts.crowded, of: counts.withStatus)) of \(grouped(counts.withStatus))"
    }

    /// `low 61%, moderate 20%, high 15%, very crowded 4%`
    static func levels(_ counts: OccupancyChart.Counts) -> String {
        guard counts.withStatus > 0 else { return "none has a status" }
        return OccupancyLevel.allCases.enumerated().map { place, level in
            "\(ChartWords.word(level)) \(ChartWords.percent(counts.levels[place], of: counts.withStatus))"
        }.joined(separator: ", ")
    }

    static func word(_ key: ReportKey) -> String {
        switch key {
        case .routeID: "route"
        case .directionID: "direction"
        case .patternID: "pattern"
        case .tripID: "trip"
        case .stopID: "stop"
        case .stopSequence: "stop sequence"
        case .vehicleID: "vehicle"
        case .hour: "hour"
        case .timeBin: "time of day"
        case .weekday: "weekday"
        case .dayType: "day type"
        case .date: "date"
        case .serviceDate: "service date"
        case .feedID: "feed"
        case .carriage: "carriage"
        }
    }
}
