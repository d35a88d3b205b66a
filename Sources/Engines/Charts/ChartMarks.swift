import Drawing

/// The elements of a chart as SVG.
///
/// Every colour stands on its element, for programs that know no style sheets, and has a class for those that do.
package enum ChartMarks {
    package typealias Colors = ChartColors

    /// What stands out where nothing is known; its pattern is in the document's head.
    package static func unknown(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> String {
        rect(x, y, width, height, "url(#lf-unknown)", nil, stroke: Colors.edge, strokeClass: "edge")
    }

    package static func titled(_ title: String, _ svg: String) -> String {
        "<g><title>\(MarkupText.escaped(title))</title>\(svg)</g>"
    }

    package static func rect(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ fill: String, _ name: String?,
        stroke: String = Colors.edge, strokeClass: String = "edge"
    ) -> String {
        // Half a unit inwards, so that a line of one unit is sharp.
        let names = [name, strokeClass == "edge" ? "e" : "el"].compactMap { $0 }.joined(separator: " ")
        return "<rect x=\"\(number(x + 0.5))\" y=\"\(number(y + 0.5))\" width=\"\(number(max(0.1, width - 1)))\" "
            + "height=\"\(number(max(0.1, height - 1)))\" fill=\"\(fill)\" stroke=\"\(stroke)\" class=\"\(names)\"/>"
    }

    /// A rectangle without an outline.
    package static func strip(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ fill: String, _ name: String
    ) -> String {
        "<rect x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(width))\" height=\"\(number(height))\" "
            + "fill=\"\(fill)\" class=\"\(name)\"/>"
    }

    /// A cell's ground: the less it rests on, the thinner its colour.
    package static func cellGround(
        _ x: Double, _ y: Double, width: Double, height: Double, _ weight: ChartWeight, _ step: Colors.Step
    ) -> String {
        if weight == .ample { return rect(x, y, width, height, step.fill, step.name) }
        // The outline comes last: it bounds a strip as pale as the paper, too.
        return strip(x, y, width, height, Colors.paper, "paper")
            + strip(x, y, weight.strip(of: width), height, step.fill, step.name)
            + rect(x, y, width, height, "none", nil)
    }

    package static func text(
        _ x: Double, _ y: Double, _ words: String, size: Double, anchor: String? = nil, isBold: Bool = false,
        isMuted: Bool = false, fill: String? = nil, inkClass: String? = nil
    ) -> String {
        var svg = "<text x=\"\(number(x))\" y=\"\(number(y))\" font-size=\"\(number(size))\""
        if let anchor { svg += " text-anchor=\"\(anchor)\"" }
        if isBold { svg += " font-weight=\"bold\"" }
        if isMuted { svg += " fill=\"\(Colors.muted)\" class=\"muted\"" }
        if let fill, fill != Colors.ink { svg += " fill=\"\(fill)\"" }
        if let inkClass { svg += " class=\"\(inkClass)\"" }
        return svg + ">\(MarkupText.escaped(words))</text>"
    }

    package static func number(_ value: Double) -> String { SVGPainter.number(value) }
}
