import Drawing
import StageKit

/// A chart as SVG that needs nothing else: no script, no fonts of its own, no links.
package struct ChartDocument {
    package let title: String
    /// What the chart tells somebody who does not see it.
    package let description: String
    package let width: Double
    package let height: Double
    /// Elements for `defs`, beside the hatching of what is not known.
    package var definitions = ""
    /// Tells the ids of a picture from those of others on its page; all share the hatching of the first.
    package var name: String?

    package init(title: String, description: String, width: Double, height: Double) {
        self.title = title
        self.description = description
        self.width = width
        self.height = height
    }

    /// Writes the whole element in pieces.
    /// - Parameter isDocument: a file of its own, with the XML declaration.
    package func write(to sink: RecordSink, isDocument: Bool, content: () throws -> Void) throws {
        typealias Colors = ChartColors
        if isDocument { try sink.text("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n") }
        let width = Int(self.width)
        let height = Int(self.height)
        let id = name.map { "lf-" + $0 } ?? "lf"
        let size = width > 2400 ? "widest" : width > 1280 ? "wider" : width > 960 ? "wide" : "fit"
        try sink.text(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
                + "viewBox=\"0 0 \(width) \(height)\" class=\"chart \(size)\" role=\"img\" "
                + "aria-labelledby=\"\(id)-title\" aria-describedby=\"\(id)-desc\" font-family=\"sans-serif\" fill=\"\(Colors.ink)\">\n"
                + "<title id=\"\(id)-title\">\(MarkupText.escaped(title))</title>\n"
                + "<desc id=\"\(id)-desc\">\(MarkupText.escaped(description))</desc>\n"
                + "<defs><pattern id=\"lf-unknown\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">"
                + "<path d=\"M-1 7L7 -1M-1 1L1 -1M5 7L7 5\" stroke=\"\(Colors.line)\" stroke-width=\"1\" class=\"line\"/>"
                + "</pattern>\(definitions)</defs>\n"
                + "<rect width=\"\(width)\" height=\"\(height)\" fill=\"\(Colors.paper)\" class=\"paper\"/>\n")
        try content()
        try sink.text("</svg>\n")
    }
}
