/// Writes a picture as SVG 1.1 with titles and text.
public enum SVGPainter {
    /// Passes the document on in pieces.
    public static func write(_ picture: Picture, to take: (String) throws -> Void) throws {
        try take(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
                + "width=\"\(picture.width)\" height=\"\(picture.height)\" "
                + "viewBox=\"0 0 \(number(Double(picture.width) / picture.unit)) "
                + "\(number(Double(picture.height) / picture.unit))\" role=\"img\" aria-labelledby=\"lf-title\" "
                + "aria-describedby=\"lf-desc\" font-family=\"sans-serif\" stroke-linecap=\"round\" "
                + "stroke-linejoin=\"round\">\n"
                + "<title id=\"lf-title\">\(MarkupText.escaped(picture.title))</title>\n"
                + "<desc id=\"lf-desc\">\(MarkupText.escaped(picture.description))</desc>\n"
                + "<rect width=\"100%\" height=\"100%\" fill=\"\(picture.background.hex)\"/>\n")
        var clips = 0
        for mark in picture.marks {
            switch mark {
            case .clip(let frame):
                clips += 1
                try take(
                    "<clipPath id=\"lf-clip-\(clips)\"><rect x=\"\(number(frame.x))\" y=\"\(number(frame.y))\" "
                        + "width=\"\(number(frame.width))\" height=\"\(number(frame.height))\"/></clipPath>"
                        + "<g clip-path=\"url(#lf-clip-\(clips))\">\n")
            default: try take(element(mark))
            }
        }
        try take("</svg>\n")
    }

    private static func element(_ mark: Picture.Mark) -> String {
        switch mark {
        case .lines(let lines, let outline, let dashes):
            let dash = dashes.isEmpty ? "" : " stroke-dasharray=\"\(dashes.map(number).joined(separator: " "))\""
            return "<path d=\"\(lines.map { path($0) }.joined())\" fill=\"none\"\(stroke(outline))\(dash)/>\n"
        case .area(let points, let fill, let outline):
            return "<path d=\"\(path(points))Z\" fill=\"\(fill?.hex ?? "none")\"\(stroke(outline))/>\n"
        case .disc(let center, let radius, let fill, let outline):
            return "<circle cx=\"\(number(center.x))\" cy=\"\(number(center.y))\" r=\"\(number(radius))\" "
                + "fill=\"\(fill?.hex ?? "none")\"\(stroke(outline))/>\n"
        case .text(let text, let place, let size, let isBold, let anchor, let color, let halo):
            var start = "<text x=\"\(number(place.x))\" y=\"\(number(place.y))\" font-size=\"\(number(size))\""
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
            return (around ?? "") + "\(start) fill=\"\(color.hex)\">\(words)"
        case .begin(let title): return "<g><title>\(MarkupText.escaped(title))</title>\n"
        case .fade(let opacity): return "<g opacity=\"\(number(opacity))\">\n"
        case .end: return "</g>\n"
        case .clip: return ""
        }
    }

    private static func stroke(_ outline: Picture.Outline?) -> String {
        outline.map { " stroke=\"\($0.color.hex)\" stroke-width=\"\(number($0.width))\"" } ?? ""
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
