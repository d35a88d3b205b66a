import Contract
import Occupancy
import StageKit

/// A report for people: the columns that say most, aligned for a terminal or as a Markdown table.
struct OccupancyTextTable {
    private struct TextColumn {
        let title: String
        let isNumber: Bool
        let cells: [String]
    }

    private let columns: [TextColumn]
    private let rowCount: Int
    /// The zone that the keys of time are in; nil without such keys.
    private let zone: String?

    /// - Parameter isMarkdown: writes the specification's names and the columns' own; a terminal gets shorter words.
    init(_ report: OccupancyRows, isMarkdown: Bool) {
        let rows = (0..<report.count).map { report[$0] }
        rowCount = rows.count
        zone = report.columns.hasZone && !report.zone.isEmpty ? report.zone : nil
        var columns: [TextColumn] = []
        for (place, key) in report.columns.keys.enumerated() {
            columns.append(
                TextColumn(
                    title: key.name, isNumber: key == .hour || key == .directionID,
                    cells: rows.map { OccupancyTextTable.text(OccupancyRow.cell(key, $0.keys[place])) }))
        }
        for (place, name) in report.columns.scheduleNames.enumerated()
        where isMarkdown || name != .routeLongName {
            columns.append(
                TextColumn(
                    title: name.column.name, isNumber: false,
                    cells: rows.map { $0.scheduleNames[place] ?? "" }))
        }
        let names = Tables.Occupancy.columns
        func add(
            _ column: any AnyColumn, short: String, isNumber: Bool = true, _ cell: (CrowdingFigures) -> String
        ) {
            columns.append(
                TextColumn(
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
        self.columns = columns
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

    // MARK: Writing

    func writeAligned(_ sink: RecordSink) throws {
        let columns = columns.map { column in
            TextColumn(
                title: column.title, isNumber: column.isNumber,
                cells: column.cells.map { Finding.printable($0, limit: 32) })
        }
        let widths = columns.map { column in
            column.cells.reduce(column.title.unicodeScalars.count) { max($0, $1.unicodeScalars.count) }
        }
        func line(_ cell: (TextColumn) -> String) -> String {
            var line = ""
            for (place, column) in columns.enumerated() {
                if place > 0 { line += "  " }
                let text = cell(column)
                let blanks = String(repeating: " ", count: widths[place] - text.unicodeScalars.count)
                line += column.isNumber ? blanks + text : text + blanks
            }
            while line.hasSuffix(" ") { line.removeLast() }
            return line + "\n"
        }
        try sink.text(line { $0.title })
        for row in 0..<rowCount { try sink.text(line { $0.cells[row] }) }
        if let zone { try sink.text("times: \(Finding.printable(zone))\n") }
    }

    func writeMarkdown(_ sink: RecordSink) throws {
        try sink.text("| " + columns.map(\.title).joined(separator: " | ") + " |\n")
        try sink.text("|" + columns.map { $0.isNumber ? "---:" : "---" }.joined(separator: "|") + "|\n")
        for row in 0..<rowCount {
            let cells = columns.map { OccupancyTextTable.escaped(Finding.printable($0.cells[row], limit: 200)) }
            try sink.text("| " + cells.joined(separator: " | ") + " |\n")
        }
        if let zone { try sink.text("\nTimes: \(OccupancyTextTable.escaped(Finding.printable(zone)))\n") }
    }

    /// What Markdown would read as its own (GFM §4.10 and §2.4).
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if "\\|*_`<>[]&".unicodeScalars.contains(scalar), text.unicodeScalars.count > 1 {
                // Between letters and digits an underscore is one.
                if scalar != "_" && scalar != "-" { result += "\\" }
            }
            result.unicodeScalars.append(scalar)
        }
        return result
    }
}
