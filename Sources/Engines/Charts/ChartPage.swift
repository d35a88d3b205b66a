import Drawing
import Hashing
import NDJSON
import Reports
import StageKit

/// A page with a chart, and below it the same as a table for copying and for those who do not see it.
///
/// The page is one file without scripts or links; its policy forbids everything but its own style sheet.
package struct ChartPage {
    package let title: String
    /// What the chart has beside the style sheet of all.
    private let sheet: String

    package init(title: String, style: String = "") {
        self.title = title
        sheet = ChartPage.style + style
    }

    /// Writes the page of a chart.
    /// - Parameter rest: writes what stands below it.
    package func write(_ chart: any Chart, to sink: RecordSink, rest: () throws -> Void) throws {
        try head(to: sink)
        try sink.text("<h1 class=\"spoken\">\(MarkupText.escaped(title))</h1>\n")
        try ChartPage.region("Picture of the report", to: sink) { try chart.writeElement(id: nil, to: sink) }
        try rest()
        try sink.text("</main>\n</body>\n</html>\n")
    }

    /// Writes a page of several pictures under a heading, each in a `frame`.
    package func write(sections heading: String, to sink: RecordSink, content: () throws -> Void) throws {
        try head(to: sink)
        try sink.text("<h1>\(MarkupText.escaped(heading))</h1>\n")
        try content()
        try sink.text("</main>\n</body>\n</html>\n")
    }

    /// Writes one picture of several; its heading is spoken only, since the picture has its title.
    package static func frame(_ chart: any Chart, id: String, to sink: RecordSink) throws {
        try sink.text("<h2 class=\"spoken\">\(MarkupText.escaped(chart.title))</h2>\n")
        try region("Picture: " + chart.title, to: sink) { try chart.writeElement(id: id, to: sink) }
    }

    private static func region(_ label: String, to sink: RecordSink, _ chart: () throws -> Void) throws {
        try sink.text(
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"\(MarkupText.escaped(label))\">\n")
        try chart()
        try sink.text("</div>\n")
    }

    private func head(to sink: RecordSink) throws {
        try sink.text(
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '\(ChartPage.hash(sheet))'; base-uri 'none'; form-action 'none'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(MarkupText.escaped(title))</title>
            <style>\(sheet)</style>
            </head>
            <body>
            <main>

            """)
    }

    /// A style sheet as the page's policy names it.
    private static func hash(_ sheet: String) -> String {
        var hash = SHA256()
        hash.update(sheet)
        return hash.finishBytes().withUnsafeBytes { "sha256-" + Base64.text(of: $0) }
    }
}

/// A table of a page, row by row.
package struct ChartTable {
    package enum Cell {
        case empty
        /// What numbers are, written already.
        case number(String)
        case text(String)
        /// A text that leads to another place of the page, by its id.
        case link(String, to: String)
    }

    private let sink: RecordSink

    /// Begins the table.
    /// - Parameters:
    ///   - id: of its heading, by which it is called.
    ///   - introduction: a sentence of ours on what its columns are; it needs no escaping.
    package init(_ heading: String, id: String, introduction: String, columns: [String], to sink: RecordSink) throws {
        try sink.text("<h2 id=\"\(id)\">\(MarkupText.escaped(heading))</h2>\n<p>\(introduction)</p>\n")
        try self.init(under: id, columns: columns, to: sink)
    }

    /// Begins a table under a heading that was written before.
    /// - Parameter heading: the id of that heading.
    package init(under heading: String, columns: [String], to sink: RecordSink) throws {
        self.sink = sink
        try sink.text(
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-labelledby=\"\(heading)\">\n<table>\n<thead><tr>"
                + columns.map { "<th scope=\"col\">\(MarkupText.escaped($0))</th>" }.joined()
                + "</tr></thead>\n<tbody>\n")
    }

    /// - Parameter head: the place of the cell that names the row.
    package func write(_ cells: [Cell], head: Int = 0) throws {
        var line = "<tr>"
        for (place, cell) in cells.enumerated() {
            let name = place == head ? "th scope=\"row\"" : "td"
            let end = place == head ? "th" : "td"
            switch cell {
            case .empty: line += "<\(name)></\(end)>"
            case .number(let text): line += "<\(name) class=\"n\">\(text)</\(end)>"
            case .text(let text):
                // A name of kilobytes scrolls in its cell.
                let isLong = text.utf8.count > 200
                let shown = "<bdi>\(MarkupText.escaped(text))</bdi>"
                line += "<\(name)>\(isLong ? "<div class=\"long\" tabindex=\"0\">\(shown)</div>" : shown)</\(end)>"
            case .link(let text, let id):
                line += "<\(name)><a href=\"#\(id)\">\(MarkupText.escaped(text))</a></\(end)>"
            }
        }
        try sink.text(line + "</tr>\n")
    }

    package func end() throws { try sink.text("</tbody>\n</table>\n</div>\n") }
}

extension ChartTable {
    /// Writes every row of a report, each made when its turn comes.
    package static func write<Source: ReportSource>(
        _ rows: ReportRows<Source>, _ heading: String, id: String, introduction: String, feedID: String?,
        to sink: RecordSink
    ) throws {
        let table = try ChartTable(
            heading, id: id, introduction: introduction,
            columns: (feedID == nil ? [] : ["feed_id"]) + rows.columns.names, to: sink)
        let heads = feedID.map { [Cell.text($0)] } ?? []
        for position in 0..<rows.count {
            let cells = rows[position].cells.map { cell -> Cell in
                switch cell {
                case .null: .empty
                case .text(let text): .text(text)
                default: .number(cell.json)
                }
            }
            try table.write(heads + cells, head: heads.count)
        }
        try table.end()
    }
}
