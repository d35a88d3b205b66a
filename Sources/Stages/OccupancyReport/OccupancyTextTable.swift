import Contract
import Occupancy
import Reports

/// A report for people: the columns that say most, aligned for a terminal or as a Markdown table.
struct OccupancyTextTable {
    let table: TextTable

    /// - Parameter isMarkdown: writes the specification's names and the columns' own; a terminal gets shorter words.
    init(_ report: OccupancyRows, isMarkdown: Bool) {
        let rows = (0..<report.count).map { report[$0] }
        var columns: [TextTable.Column] = []
        for (place, key) in report.columns.keys.enumerated() {
            columns.append(
                TextTable.Column(
                    title: key.name, isNumber: key == .hour || key == .directionID || key == .stopSequence,
                    cells: rows.map { OccupancyTextTable.text(OccupancyRow.cell(key, $0.keys[place])) }))
        }
        for (place, name) in report.columns.scheduleNames.enumerated()
        where isMarkdown || name != .routeLongName {
            columns.append(
                TextTable.Column(
                    title: name.column.name, isNumber: false,
                    cells: rows.map { $0.scheduleNames[place] ?? "" }))
        }
        let names = Tables.Occupancy.columns
        func add(
            _ column: any AnyColumn, short: String, isNumber: Bool = true, _ cell: (CrowdingFigures) -> String
        ) {
            columns.append(
                TextTable.Column(
                    title: isMarkdown ? column.name : short, isNumber: isNumber, cells: rows.map { cell($0.figures) }))
        }
        add(names.observations, short: "seen") { String($0.observations) }
        if isMarkdown {
            add(names.vehicles, short: "vehicles") { String($0.vehicles) }
            add(names.trips, short: "trips") { String($0.trips) }
        }
        add(names.withStatus, short: "known") { String($0.withStatus) }
        let shares: [(any AnyColumn, OccupancyLevel, String)] = [
            (names.shareLow, OccupancyLevel.low, "low"), (names.shareModerate, .moderate, "mod"),
            (names.shareHigh, .high, "high"), (names.shareVeryCrowded, .veryCrowded, "very"),
        ]
        for (column, level, short) in shares {
            add(column, short: short) { CrowdingFigures.percent($0.count(of: level), of: $0.withStatus) ?? "-" }
        }
        add(names.modeStatus, short: "mode", isNumber: false) { OccupancyTextTable.word($0.modeStatus, isMarkdown) }
        add(names.worstStatus, short: "worst", isNumber: false) { OccupancyTextTable.word($0.worstStatus, isMarkdown) }
        if report.hasPercentages {
            add(names.percentageP50, short: "p50") { OccupancyTextTable.text($0.percentile(50)) }
            add(names.percentageP90, short: "p90") { OccupancyTextTable.text($0.percentile(90)) }
        }
        table = TextTable(
            columns: columns, rowCount: rows.count,
            zone: report.columns.hasZone && !report.zone.isEmpty ? report.zone : nil)
    }

    private static func text(_ value: Int?) -> String { value.map { "\($0)%" } ?? "-" }

    private static func text(_ cell: OccupancyRow.Cell) -> String {
        switch cell {
        case .null: "-"
        case .integer(let value): String(value)
        case .share(let value): String(value)
        case .text(let text): text
        }
    }

    private static let shortWords = [
        "empty", "many seats", "few seats", "standing", "crushed", "full", "not accepting",
    ]

    private static func word(_ status: OccupancyStatus?, _ isMarkdown: Bool) -> String {
        guard let status else { return "-" }
        return isMarkdown ? status.name ?? "" : shortWords[status.code]
    }
}
