import Occupancy
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
        var text = OccupancyChartWords.count(total.observations, "observation")
        text += ", \(grouped(total.withStatus)) with a status"
        text += ", in \(OccupancyChartWords.count(chart.groups, "group"))"
        if let zone = chart.zone { text += "; times: \(zone)" }
        return text + "."
    }

    /// What the picture does not show.
    var notes: [String] {
        var notes: [String] = []
        if chart.minimumObservations > 0 {
            notes.append("Groups with fewer than \(chart.minimumObservations) observations are left out.")
        }
        if let omitted = omission { notes.append(omitted + ".") }
        return notes
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
            + OccupancyChartWords.count(chart.omitted.groups, "group")
    }

    /// What the picture tells somebody who does not see it.
    var description: String {
        guard chart.total.observations > 0 else { return "There are no observations to show." }
        var text = ""
        let rows = chart.panels.reduce(0) { max($0, $1.rows.count) }
        if let key = chart.columnKey {
            text +=
                "A heat map of \(OccupancyChartWords.count(rows, "row")), one for each \(chart.rowKey.name), and "
            text += "\(OccupancyChartWords.count(chart.columns.count, "column")), one for each \(key.name)"
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
                ? ". " : " (no group has \(OccupancyChart.Weight.ampleFrom) observations). "
        }
        if let most = busiestRow, chart.columnKey != nil {
            text += "Most crowded \(chart.rowKey.name) of those with \(OccupancyChart.Weight.someFrom) or more: "
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
            text += "fewer than \(OccupancyChart.Weight.ampleFrom) observations. "
        }
        if unknown > 0 { text += "\(grouped(unknown)) have observations, but none with a status. " }
        return text.isEmpty ? nil : text
    }

    func name(_ panel: OccupancyChart.Panel, _ row: OccupancyChart.Row, _ column: Int?) -> String {
        var name = "\(OccupancyChartWords.word(chart.rowKey)) \(OccupancyChartWords.brief(row.label))"
        if let key = chart.columnKey, let column {
            name += ", \(OccupancyChartWords.word(key)) \(OccupancyChartWords.brief(chart.columns[column]))"
        }
        if let key = chart.panelKey, let label = panel.label {
            name += ", \(OccupancyChartWords.word(key)) \(OccupancyChartWords.brief(label))"
        }
        return name
    }

    /// A name short enough to stand in every cell's title.
    private static func brief(_ label: OccupancyChart.Label) -> String {
        label.text.unicodeScalars.count <= 60 ? label.text : String(label.text.prefix(59)) + "…"
    }

    // MARK: Figures

    static func sentence(_ name: String, _ counts: OccupancyChart.Counts) -> String {
        let name = name.unicodeScalars.count <= 200 ? name : String(name.prefix(199)) + "…"
        guard counts.withStatus > 0 else {
            return "\(name): \(count(counts.observations, "observation")), none with a status"
        }
        return "\(name): \(percent(counts.crowded, of: counts.withStatus)) of \(grouped(counts.withStatus))"
    }

    /// `low 61%, moderate 20%, high 15%, very crowded 4%`
    static func levels(_ counts: OccupancyChart.Counts) -> String {
        guard counts.withStatus > 0 else { return "none has a status" }
        return OccupancyLevel.allCases.enumerated().map { place, level in
            "\(word(level)) \(percent(counts.levels[place], of: counts.withStatus))"
        }.joined(separator: ", ")
    }

    static func word(_ level: OccupancyLevel) -> String {
        level == .veryCrowded ? "very crowded" : level.rawValue
    }

    static func word(_ key: OccupancyKey) -> String {
        switch key {
        case .routeID: "route"
        case .directionID: "direction"
        case .tripID: "trip"
        case .stopID: "stop"
        case .vehicleID: "vehicle"
        case .hour: "hour"
        case .weekday: "weekday"
        case .dayType: "day type"
        case .date: "date"
        case .serviceDate: "service date"
        case .feedID: "feed"
        case .carriage: "carriage"
        }
    }

    static func percent(_ count: Int, of total: Int) -> String { CrowdingFigures.percent(count, of: total) ?? "–" }

    /// A number that fits into a cell: `9,999`, `12k`, `3M`.
    static func short(_ number: Int) -> String {
        if number < 10_000 { return grouped(number) }
        if number < 1_000_000 { return "\(number / 1000)k" }
        return "\(number / 1_000_000)M"
    }

    static func count(_ number: Int, _ noun: String) -> String {
        "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
    }
}
