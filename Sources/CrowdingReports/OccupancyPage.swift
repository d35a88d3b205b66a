import Drawing
import NDJSON
import StageKit

/// A report as a page: the picture, and below it every group as a table for copying.
///
/// The page is one file without scripts or links; its policy forbids everything but its own style sheet.
struct OccupancyPage {
    let chart: OccupancyChart
    let rows: OccupancyRows
    let feedID: String?

    /// Writes the page; the rows are made one at a time.
    func write(to sink: RecordSink) throws {
        let svg = OccupancyChartSVG(chart)
        try sink.text(
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '\(OccupancyPage.styleHash)'; base-uri 'none'; form-action 'none'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(MarkupText.escaped(svg.words.title))</title>
            <style>\(OccupancyPage.style)</style>
            </head>
            <body>
            <main>
            <h1 class="spoken">\(MarkupText.escaped(svg.words.title))</h1>
            <div class="scroll" tabindex="0" role="region" aria-label="Picture of the report">

            """)
        try svg.write(to: sink, isDocument: false)
        try sink.text("</div>\n")
        try writeTable(sink)
        try sink.text("</main>\n</body>\n</html>\n")
    }

    private func writeTable(_ sink: RecordSink) throws {
        let columns = rows.columns
        try sink.text(
            "<h2 id=\"groups\">Every group</h2>\n"
                + "<p>The columns are those of linefeed's occupancy records: shares are of with_status, "
                + "an empty cell is null.</p>\n"
                + "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-labelledby=\"groups\">\n<table>\n<thead><tr>"
        )
        if feedID != nil { try sink.text("<th scope=\"col\">feed_id</th>") }
        for column in columns.all { try sink.text("<th scope=\"col\">\(MarkupText.escaped(column.name))</th>") }
        try sink.text("</tr></thead>\n<tbody>\n")
        let feedCell = feedID.map { "<td><bdi>\(MarkupText.escaped($0))</bdi></td>" } ?? ""
        for position in 0..<rows.count {
            let row = rows[position]
            var line = "<tr>" + feedCell
            for (place, column) in columns.all.enumerated() {
                let name = place == 0 ? "th scope=\"row\"" : "td"
                let end = place == 0 ? "th" : "td"
                switch column.cell(row) {
                case .null: line += "<\(name)></\(end)>"
                case .integer(let value): line += "<\(name) class=\"n\">\(value)</\(end)>"
                case .share(let value): line += "<\(name) class=\"n\">\(OccupancyPage.decimal(value))</\(end)>"
                case .text(let text):
                    // A name of kilobytes scrolls in its cell.
                    let isLong = text.utf8.count > 200
                    let shown = "<bdi>\(MarkupText.escaped(text))</bdi>"
                    line += "<\(name)>\(isLong ? "<div class=\"long\" tabindex=\"0\">\(shown)</div>" : shown)</\(end)>"
                }
            }
            try sink.text(line + "</tr>\n")
        }
        try sink.text("</tbody>\n</table>\n</div>\n")
    }

    /// Ten-thousandths as the records write them.
    private static func decimal(_ value: Int) -> String {
        let writer = RecordWriter(capacity: 16)
        OccupancyRow.Cell.share(value).write(to: writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
