import Drawing
import Pictures
import StageKit

/// A picture of figures: what it tells about itself, how large it is, and how it is drawn.
package protocol Chart {
    var title: String { get }
    /// What it tells somebody who does not see it.
    var description: String { get }
    var width: Double { get }
    var height: Double { get }
    func draw(_ pen: ChartPen)
}

extension Chart {
    /// Writes the chart as a file that needs nothing else: no script, no fonts of its own, no links.
    /// - Throws: `StageFailure`: 65 for a chart that is too large for a PNG, 69 where Cairo or libpng is not installed.
    package func write(as format: Picture.Format, to sink: RecordSink) throws {
        try write(format == .png ? ChartSize.unit(width, height) : 1, nil, format, isDocument: true, to: sink)
    }

    /// Writes the chart as an element of a page.
    /// - Parameter id: tells it from others of the page.
    func writeElement(id: String?, to sink: RecordSink) throws {
        try write(1, id, .svg, isDocument: false, to: sink)
    }

    private func write(
        _ unit: Double, _ id: String?, _ format: Picture.Format, isDocument: Bool, to sink: RecordSink
    ) throws {
        let size = width > 2400 ? "widest" : width > 1280 ? "wider" : width > 960 ? "wide" : "fit"
        var picture = Picture(
            width: Int(width * unit), height: Int(height * unit), unit: unit, background: ChartColors.paper,
            title: title,
            description: description)
        picture.sheet = Picture.Sheet(names: "chart " + size, ink: ChartColors.ink, id: id)
        try picture.write(as: format, to: sink, isDocument: isDocument) { take in
            let pen = ChartPen(take)
            draw(pen)
            try pen.finish()
        }
    }
}

/// How many pixels a unit of a chart is in a PNG.
enum ChartSize {
    /// Cairo's.
    private static let mostPixelsAside = 32_767
    /// 7 bytes each while the file is made.
    private static let mostPixels = 64_000_000

    /// Two, so that small figures are legible, or one where two make too large a file.
    static func unit(_ width: Double, _ height: Double) throws -> Double {
        let fits = [2.0, 1].first { unit in
            max(width, height) * unit <= Double(mostPixelsAside)
                && width * height * unit * unit <= Double(mostPixels)
        }
        guard let fits else {
            throw StageFailure(
                .dataUnusable,
                "the picture is \(grouped(Int(width))) by \(grouped(Int(height))), too large for a PNG of "
                    + "\(mostPixels / 1_000_000) million pixels; use --format svg, or draw fewer groups")
        }
        return fits
    }
}
