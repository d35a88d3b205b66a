/// Writes a picture as SVG 1.1 with titles and text.
///
/// Every colour stands on its element, for programs that know no style sheets; what has a name has a class for those
/// that do.
public struct SVGPainter {
    private let picture: Picture
    private let take: (String) throws -> Void
    private var clips = 0

    private var id: String { picture.sheet?.id.map { "lf-" + $0 } ?? "lf" }

    /// Passes the document on in pieces.
    public static func write(_ picture: Picture, to take: @escaping (String) throws -> Void) throws {
        var painter = SVGPainter(picture, to: take)
        try painter.begin()
        try painter.draw(picture.marks)
        try painter.end()
    }

    /// A painter of a picture whose marks come piece by piece.
    public init(_ picture: Picture, to take: @escaping (String) throws -> Void) {
        self.picture = picture
        self.take = take
    }

    /// Writes what stands before the marks.
    /// - Parameter isDocument: a file of its own, with the XML declaration.
    public func begin(isDocument: Bool = true) throws {
        if isDocument { try take("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n") }
        let sheet = picture.sheet
        let hatch = sheet.map { _ in
            "<defs><pattern id=\"\(id)-hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">"
                + "<path d=\"M-1 7L7 -1M-1 1L1 -1M5 7L7 5\" stroke=\"\(Picture.hatchColor.hex)\" class=\"line\"/></pattern></defs>\n"
        }
        try take(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" "
                + "width=\"\(picture.width)\" height=\"\(picture.height)\" "
                + "viewBox=\"0 0 \(SVGPainter.number(Double(picture.width) / picture.unit)) "
                + "\(SVGPainter.number(Double(picture.height) / picture.unit))\""
                + "\(SVGPainter.classed(sheet?.names)) role=\"img\" aria-labelledby=\"\(id)-title\" "
                + "aria-describedby=\"\(id)-desc\" font-family=\"sans-serif\""
                + (sheet.map { " fill=\"\($0.ink.hex)\"" } ?? "")
                + " stroke-linecap=\"round\" stroke-linejoin=\"round\">\n"
                + "<title id=\"\(id)-title\">\(MarkupText.escaped(picture.title))</title>\n"
                + "<desc id=\"\(id)-desc\">\(MarkupText.escaped(picture.description))</desc>\n" + (hatch ?? "")
                + "<rect width=\"100%\" height=\"100%\" fill=\"\(picture.background.hex)\""
                + "\(SVGPainter.classed(sheet.map { _ in "paper" }))/>\n")
    }

    /// Writes marks; what they leave open is closed by later ones.
    public mutating func draw(_ marks: [Picture.Mark]) throws {
        for mark in marks {
            if case .clip(let frame) = mark {
                clips += 1
                try take(
                    "<clipPath id=\"\(id)-clip-\(clips)\"><rect\(SVGPainter.attributes(frame))/></clipPath>"
                        + "<g clip-path=\"url(#\(id)-clip-\(clips))\">\n")
            } else {
                try take(element(mark, nil))
            }
        }
    }

    public func end() throws { try take("</svg>\n") }

    private func element(_ mark: Picture.Mark, _ name: String?) -> String {
        let classes = SVGPainter.classed(name)
        switch mark {
        case .lines(let lines, let outline, let dashes):
            let dash =
                dashes.isEmpty ? "" : " stroke-dasharray=\"\(dashes.map(SVGPainter.number).joined(separator: " "))\""
            return
                "<path d=\"\(lines.map(SVGPainter.path).joined())\" fill=\"none\"\(stroke(outline))\(dash)\(classes)/>\n"
        case .area(let points, let fill, let outline):
            return "<path d=\"\(SVGPainter.path(points))Z\"\(paint(fill))\(stroke(outline))\(classes)/>\n"
        case .box(let frame, let fill, let outline):
            return "<rect\(SVGPainter.attributes(frame))\(paint(fill))\(stroke(outline))\(classes)/>\n"
        case .hatch(let frame, let outline):
            return "<rect\(SVGPainter.attributes(frame)) fill=\"url(#\(id)-hatch)\"\(stroke(outline))\(classes)/>\n"
        case .disc(let center, let radius, let fill, let outline):
            return "<circle cx=\"\(SVGPainter.number(center.x))\" cy=\"\(SVGPainter.number(center.y))\" "
                + "r=\"\(SVGPainter.number(radius))\"\(paint(fill))\(stroke(outline))\(classes)/>\n"
        case .text(let text, let place, let size, let isBold, let anchor, let color, let halo, let climbs):
            let (x, y) = (SVGPainter.number(place.x), SVGPainter.number(place.y))
            var start = climbs ? "<text transform=\"translate(\(x) \(y)) rotate(-90)\"" : "<text x=\"\(x)\" y=\"\(y)\""
            start += " font-size=\"\(SVGPainter.number(size))\""
            if isBold { start += " font-weight=\"bold\"" }
            switch anchor {
            case .start: break
            case .middle: start += " text-anchor=\"middle\""
            case .end: start += " text-anchor=\"end\""
            }
            let words = "\(MarkupText.escaped(text))</text>\n"
            // Drawn twice, for programs that do not know paint-order.
            let around = halo.map {
                "\(start) fill=\"none\" stroke=\"\($0.hex)\" stroke-width=\"3\" aria-hidden=\"true\">\(words)"
            }
            return (around ?? "") + "\(start)\(paint(color))\(classes)>\(words)"
        case .named(let name, let mark): return element(mark, name)
        case .begin(let title, let name):
            return "<g\(SVGPainter.classed(name))><title>\(MarkupText.escaped(title))</title>\n"
        case .fade(let opacity, _): return "<g opacity=\"\(SVGPainter.number(opacity))\">\n"
        case .end: return "</g>\n"
        case .clip: return ""
        }
    }

    private static func classed(_ name: String?) -> String { name.map { " class=\"\($0)\"" } ?? "" }

    /// What is drawn in the picture's ink says no colour: a page may give it another.
    private func paint(_ fill: Color?) -> String {
        guard let fill else { return " fill=\"none\"" }
        return fill == picture.sheet?.ink ? "" : " fill=\"\(fill.hex)\""
    }

    private func stroke(_ outline: Picture.Outline?) -> String {
        guard let outline else { return "" }
        // One unit is the width that SVG supposes; pictures that stand alone have always said so.
        let width =
            outline.width == 1 && picture.sheet != nil ? "" : " stroke-width=\"\(SVGPainter.number(outline.width))\""
        return " stroke=\"\(outline.color.hex)\"\(width)"
    }

    private static func attributes(_ frame: Frame) -> String {
        " x=\"\(number(frame.x))\" y=\"\(number(frame.y))\" width=\"\(number(frame.width))\" "
            + "height=\"\(number(frame.height))\""
    }

    private static func path(_ points: [Point]) -> String {
        var text = ""
        for (index, point) in points.enumerated() {
            text += index == 0 ? "M" : "L"
            text += "\(number(point.x)) \(number(point.y))"
        }
        return text
    }

    /// At most two decimals.
    public static func number(_ value: Double) -> String {
        // Far outside of every picture, and no trap for what is not finite.
        let limited = value.isNaN ? 0 : min(max(value, -1e7), 1e7)
        let hundredths = Int((limited * 100).rounded())
        let (whole, part) = (abs(hundredths) / 100, abs(hundredths) % 100)
        let sign = hundredths < 0 ? "-" : ""
        if part == 0 { return "\(sign)\(whole)" }
        return part % 10 == 0 ? "\(sign)\(whole).\(part / 10)" : "\(sign)\(whole).\(part < 10 ? "0" : "")\(part)"
    }
}
