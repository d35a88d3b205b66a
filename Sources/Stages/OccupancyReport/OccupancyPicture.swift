import Charts
import Occupancy
import Reports
import StageKit

/// A report as a picture: the shares of its groups that are crowded as a heat map, and bars of the four levels.
struct OccupancyPicture {
    let map: HeatMap

    /// Draws the rows of a report in its order, so that `--sort` orders the picture too.
    init(_ report: OccupancyRows, _ terms: ReportTerms, minimumObservations: Int) {
        let keys = report.columns.keys
        let labels = OccupancyLabels(report, terms.bin ?? .hour)
        var total = OccupancyCounts()
        let groups = (0..<report.count).map { position -> HeatMap.Group in
            let counts = OccupancyCounts(report.crowding(position))
            total.add(counts)
            return HeatMap.Group(
                zip(keys, report.keys(position)).map(labels.label), counts.cell, parts: counts.levels,
                events: counts.observations)
        }
        var sentences = [OccupancyPicture.subtitle(report, terms, total)]
        if let window = OccupancyPicture.words(terms.window) { sentences.append(window) }
        if minimumObservations > 0 {
            sentences.append("Groups with fewer than \(minimumObservations) observations are not shown.")
        }
        var map = HeatMap(
            title: "Occupancy by " + ChartWords.list(keys.map(\.word)),
            sentences: sentences, legends: total.observations > 0 ? OccupancyPicture.legends(keys.count > 1) : [],
            keys: keys, noun: "observations",
            bars: HeatMap.Bars(
                ShareBar(ChartColors.levels, ends: [0.22, 0.47, 0.7, 1], nothing: "no status"), width: 270,
                noun: "observations"
            ) { OccupancyCounts(levels: $0, observations: $1).words },
            gap: keys.count > 1 ? labels.gap(keys[1]) : nil, groups)
        map.description = OccupancyPicture.description(map, total, hasCells: keys.count > 1)
        self.map = map
    }

    private static func legends(_ hasCells: Bool) -> [ChartHead.Legend] {
        let cells = [
            ChartHead.Legend(
                "Cell: share at high occupancy or very crowded; below it, observations with a status",
                .all(ChartColors.shares)),
            ChartHead.Legend(
                "Paler colours rest on fewer observations with a status; blank: no observations",
                ChartHead.Sample.weights + [ChartHead.Sample(unknown: "observations, but no status")]),
        ]
        return (hasCells ? cells : []) + [
            ChartHead.Legend("Bar: shares of the four levels, over the whole row", .all(ChartColors.levels))
        ]
    }

    // MARK: Words

    /// What was counted, and on which clock.
    private static func subtitle(_ report: OccupancyRows, _ terms: ReportTerms, _ total: OccupancyCounts) -> String {
        guard total.observations > 0 else { return "No observations." }
        var text = total.counted + ", in \(ChartWords.count(report.count, "group"))"
        if let zone = terms.zone { text += "; times: \(zone)" }
        if let bin = terms.bin { text += "; each time of day covers \(bin.length)" }
        return text + "."
    }

    /// The part of the time that was looked at; nil for all of it.
    private static func words(_ window: ReportWindow) -> String? {
        guard !window.isEverything else { return nil }
        var parts = window.dayNames.map { [$0.map { $0 + "s" }.joined(separator: ", ")] } ?? []
        switch (window.from.map(ReportWindow.text), window.to.map(ReportWindow.text)) {
        case (let from?, let to?): parts.append("from \(from) to \(to)")
        case (let from?, nil): parts.append("from \(from)")
        case (nil, let to?): parts.append("before \(to)")
        case (nil, nil): break
        }
        return "Only " + parts.joined(separator: ", ") + "."
    }

    /// What the picture tells somebody who does not see it.
    private static func description(_ map: HeatMap, _ total: OccupancyCounts, hasCells: Bool) -> String {
        guard total.observations > 0 else { return "There are no observations to show." }
        let row = map.keys[0].name
        var text = ""
        if hasCells {
            let rows = map.panels.reduce(0) { max($0, $1.rows.count) }
            text +=
                "A heat map of \(ChartWords.count(rows, "row")), one for each \(row), and "
                + "\(ChartWords.count(map.columns.count, "column")), one for each \(map.keys[1].name)"
                + (map.keys.count > 2 ? ", drawn once for each \(map.keys[2].name)" : "")
                + ". A cell shows the share of observations at high occupancy or very crowded, "
                + "and how many observations have a status. "
        }
        text += "A bar for each \(row) shows its shares of the four levels. Of all: \(total.shares). "
        let worst = map.worst(3)
        if !worst.groups.isEmpty {
            text +=
                "Most crowded: "
                + worst.groups.map { "\(ChartWords.brief($0.name, 200)): \($0.cell.summary)" }.joined(separator: "; ")
                + (worst.isAmple ? ". " : " (no group has \(ChartWeight.ampleFrom) observations). ")
        }
        guard hasCells else { return String(text.dropLast()) }
        if let most = busiest(map) {
            text +=
                "Most crowded \(row) of those with \(ChartWeight.someFrom) or more: "
                + "\(ChartWords.brief(most.label.text, 200)): \(OccupancyCounts(levels: most.parts).cell.summary). "
        }
        let cells = map.cells.map(\.cell)
        let few = cells.count { $0.isKnown && $0.weight != .ample }
        if few > 0 {
            text +=
                "\(grouped(few)) of \(grouped(cells.count)) cells rest on fewer than \(ChartWeight.ampleFrom) "
                + "observations. "
        }
        let unknown = cells.count { !$0.isKnown }
        if unknown > 0 { text += "\(grouped(unknown)) have observations, but none with a status. " }
        return String(text.dropLast())
    }

    /// The row with the largest share of those that do not rest on next to nothing.
    private static func busiest(_ map: HeatMap) -> HeatMap.Row? {
        guard map.panels.count == 1 else { return nil }
        func rank(_ row: HeatMap.Row) -> (Int, Int) { (OccupancyCounts(levels: row.parts).crowdedShare, row.known) }
        return map.panels[0].rows.filter { ChartWeight($0.known) != .thin }.max { rank($0) < rank($1) }
    }
}

/// Counts of a group, or of several.
struct OccupancyCounts {
    private(set) var observations = 0
    /// By level, from low to very crowded.
    private(set) var levels = [0, 0, 0, 0]

    init() {}

    init(_ figures: CrowdingFigures) {
        self.init(levels: OccupancyLevel.allCases.map(figures.count), observations: figures.observations)
    }

    init(levels: [Int], observations: Int = 0) {
        self.levels = levels
        self.observations = observations
    }

    mutating func add(_ other: OccupancyCounts) {
        observations += other.observations
        for level in levels.indices { levels[level] += other.levels[level] }
    }

    /// Observations with a status.
    var known: Int { levels.reduce(0, +) }

    /// Observations at high occupancy or very crowded: standing room only, or less.
    private var crowded: Int { levels[2] + levels[3] }

    /// Ten-thousandths of `known` that are crowded.
    var crowdedShare: Int { CrowdingFigures.tenThousandths(crowded, of: known) ?? 0 }

    var cell: HeatMap.Cell {
        // Something that rounds to nothing is not nothing.
        let share = max(crowdedShare, crowded > 0 ? 1 : 0)
        return HeatMap.Cell(
            known > 0 ? ChartWords.percent(crowded, of: known) : nil,
            ChartColors.shares.last { $0.from <= share } ?? ChartColors.shares[0],
            count: known > 0 ? known : observations, basis: known, badness: crowdedShare, words: words)
    }

    /// `40 observations, 30 with a status`
    var counted: String {
        "\(ChartWords.count(observations, "observation")), \(grouped(known)) with a status"
    }

    /// `low 61%, moderate 20%, high 15%, very crowded 4%`
    var shares: String {
        guard known > 0 else { return "none has a status" }
        return OccupancyLevel.allCases.enumerated().map { place, level in
            "\(ChartWords.word(level)) \(ChartWords.percent(levels[place], of: known))"
        }.joined(separator: ", ")
    }

    var words: String { "\(shares); \(counted)" }
}
