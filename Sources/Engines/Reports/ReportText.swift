/// The presentation of a report as text: aligned for a terminal, or as a Markdown table.
package struct ReportText {
    /// The number of values below which a figure is marked as thin.
    package static let fewEvents = 5

    /// The headings of columns on a terminal, if they differ from the names; a name ending in `_` applies to all
    /// columns with that prefix.
    package var words: [String: String]
    /// Returns whether a column is shown.
    package var shows: (_ column: ReportColumn, _ isMarkdown: Bool) -> Bool = { _, _ in true }
    /// The text of a cell, if it differs from the cell's own text.
    package var text: (_ column: ReportColumn, _ row: ReportRow, _ cell: ReportCell, _ isMarkdown: Bool) -> String? = {
        _, _, _, _ in nil
    }
    /// Whether thin figures are put in parentheses and empty name columns are hidden.
    package var marksThin = false

    package init(words: [String: String]) { self.words = words }

    package func table<Source>(_ report: ReportRows<Source>, isMarkdown: Bool) -> TextTable {
        let rows = report.all
        let bases = marksThin ? rows.map { report.bases($0) } : []
        let zone = report.columns.hasZone ? report.zone : nil
        let columns = report.columns.all.enumerated().compactMap { place, column -> TextTable.Column? in
            // The zone stands below.
            if report.columns.hasZone, place == report.columns.all.count - 1 { return nil }
            if !shows(column, isMarkdown) { return nil }
            if marksThin, !column.isAlwaysThere, column.key == nil,
                rows.allSatisfy({ $0.cells[place] == .null })
            {
                return nil
            }
            return TextTable.Column(
                title: isMarkdown ? column.name : title(column.name), isNumber: column.isNumber,
                cells: rows.indices.map { position in
                    let cell = rows[position].cells[place]
                    let text = text(column, rows[position], cell, isMarkdown) ?? cell.words
                    guard marksThin, column.isFigure, cell != .null,
                        (1..<ReportText.fewEvents).contains(bases[position][place])
                    else { return text }
                    return "(\(text))"
                })
        }
        return TextTable(columns: columns, rowCount: rows.count, zone: zone.flatMap { $0.isEmpty ? nil : $0 })
    }

    private func title(_ name: String) -> String {
        if let word = words[name] { return word }
        guard let start = words.keys.first(where: { $0.hasSuffix("_") && name.hasPrefix($0) }), let word = words[start]
        else { return name }
        return word + name.dropFirst(start.count)
    }
}
