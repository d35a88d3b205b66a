import CCairo
import Platform

/// A picture of pixels, drawn by Cairo, which is loaded when the first canvas is made.
///
/// Memory: 4 bytes a pixel. The same marks give the same pixels on the same machine; letters are those of its fonts.
public final class Canvas {
    public let width: Int
    public let height: Int
    private let surface: OpaquePointer
    private let cairo: OpaquePointer
    private let unit: Double
    /// Whether a pixel looks the same whatever else a path has in its row, for pictures that are parts of a larger one.
    ///
    /// Cairo computes the exact area of a row of pixels in which no edge begins, and otherwise samples it fifteen times;
    /// the two differ by some grey levels. So a path is given edges far outside of the picture that begin in every row.
    public var isSteady = false
    private var open: [Open] = []

    /// Loads Cairo, so that threads may make canvases at once.
    /// - Throws: `DrawingFault.libraryMissing`.
    public static func prepare() throws {
        var reason: UnsafePointer<CChar>?
        guard linefeed_cairo_load(&reason) != 0 else {
            throw DrawingFault.libraryMissing(
                name: "Cairo", package: "libcairo2", reason: reason.map { String(cString: $0) } ?? "")
        }
    }

    /// `CAIRO_STATUS_NO_MEMORY`, which Cairo says of fonts that it cannot open too.
    private static let noMemory: Int32 = 1

    /// A canvas on which a unit of what is drawn is `unit` pixels.
    /// - Parameter background: the colour it is painted with; nil leaves it transparent.
    /// - Throws: `DrawingFault`, also for sizes past Cairo's 32,767.
    public init(width: Int, height: Int, unit: Double = 1, background: Color?) throws {
        try Canvas.prepare()
        guard
            let surface = linefeed_cairo_surface_create(
                background == nil ? 1 : 0, Int32(clamping: width), Int32(clamping: height)),
            linefeed_cairo_surface_status(surface) == 0, let cairo = linefeed_cairo_create(surface)
        else { throw DrawingFault.failed("Cairo cannot make an image of \(width)x\(height) pixels") }
        self.surface = surface
        self.cairo = cairo
        self.unit = unit
        self.width = width
        self.height = height
        if let background {
            source(background)
            linefeed_cairo_paint(cairo)
        }
        linefeed_cairo_scale(cairo, unit)
    }

    /// A canvas on which a picture lies already, pixel for pixel.
    /// - Throws: `DrawingFault`.
    public convenience init(_ raster: Raster, unit: Double = 1) throws {
        try self.init(width: raster.width, height: raster.height, unit: unit, background: nil)
        guard let data = linefeed_cairo_surface_data(surface) else { return }
        let stride = Int(linefeed_cairo_surface_stride(surface))
        raster.pixels.withUnsafeBytes { pixels in
            guard let start = pixels.baseAddress else { return }
            for y in 0..<height { memcpy(data + y * stride, start + y * width * 4, width * 4) }
        }
        linefeed_cairo_surface_touched(surface)
    }

    /// What is drawn, as pixels.
    public var raster: Raster {
        linefeed_cairo_surface_flush(surface)
        var raster = Raster(width: width, height: height)
        guard let data = linefeed_cairo_surface_data(surface) else { return raster }
        let stride = Int(linefeed_cairo_surface_stride(surface))
        raster.pixels.withUnsafeMutableBytes { pixels in
            guard let start = pixels.baseAddress else { return }
            for y in 0..<height { memcpy(start + y * width * 4, data + y * stride, width * 4) }
        }
        return raster
    }

    deinit {
        linefeed_cairo_destroy(cairo)
        linefeed_cairo_surface_destroy(surface)
    }

    /// Draws everything in a picture.
    /// - Throws: `DrawingFault.failed`, `DrawingFault.noRoom`.
    public func draw(_ picture: Picture) throws { try draw(picture.marks) }

    /// What an `end` closes.
    private enum Open {
        case title, clip
        case fade(Double, isClipped: Bool)
    }

    /// Draws marks; what they leave open is closed by later ones.
    /// - Throws: `DrawingFault.failed`, `DrawingFault.noRoom`.
    public func draw(_ marks: [Picture.Mark]) throws {
        for mark in marks { draw(mark) }
        let status = linefeed_cairo_status(cairo)
        guard status != 0 else { return }
        let reason = String(cString: linefeed_cairo_message(status))
        throw status == Canvas.noMemory ? DrawingFault.noRoom(reason) : .failed(reason)
    }

    private func draw(_ mark: Picture.Mark) {
        switch mark {
        case .lines(let lines, let outline, let dashes):
            linefeed_cairo_new_path(cairo)
            for line in lines { trace(line) }
            if isSteady { steady(lines, reach: outline.width / 2 + 1) }
            source(outline.color)
            linefeed_cairo_pen(cairo, outline.width)
            linefeed_cairo_dash(cairo, dashes, Int32(dashes.count))
            linefeed_cairo_stroke(cairo, 0)
            if !dashes.isEmpty { linefeed_cairo_dash(cairo, nil, 0) }
        case .area(let points, let fill, let outline):
            linefeed_cairo_new_path(cairo)
            trace(points)
            linefeed_cairo_close(cairo)
            if isSteady { steady([points], reach: (outline?.width ?? 0) / 2 + 1) }
            paint(fill, outline)
        case .box(let frame, let fill, let outline): draw(.area(frame.corners, fill: fill, outline: outline))
        case .hatch(let frame, let outline):
            draw(.lines(frame.diagonals(every: Picture.hatchPitch), Picture.Outline(Picture.hatchColor, 1)))
            draw(.box(frame, fill: nil, outline: outline))
        case .disc(let center, let radius, let fill, let outline):
            linefeed_cairo_new_path(cairo)
            linefeed_cairo_arc(cairo, Canvas.limited(center.x), Canvas.limited(center.y), radius, 0, 2 * .pi)
            if isSteady { steady([[center]], reach: radius + (outline?.width ?? 0) / 2 + 1) }
            paint(fill, outline)
        case .text(let text, let place, let size, let isBold, let anchor, let color, let halo, false):
            write(text, place, size, isBold, anchor, color, halo)
        case .text(let text, let place, let size, let isBold, let anchor, let color, let halo, true):
            linefeed_cairo_climb(cairo, place.x, place.y)
            write(text, Point(0, 0), size, isBold, anchor, color, halo)
            linefeed_cairo_restore(cairo)
        case .named(_, let mark): draw(mark)
        case .begin: open.append(.title)
        case .clip(let frame):
            open.append(.clip)
            linefeed_cairo_clip(cairo, frame.x, frame.y, frame.width, frame.height)
        case .fade(let opacity, let frame):
            open.append(.fade(opacity, isClipped: frame != nil))
            if let frame { linefeed_cairo_clip(cairo, frame.x, frame.y, frame.width, frame.height) }
            linefeed_cairo_begin_group(cairo)
        case .end:
            switch open.popLast() {
            case .clip: linefeed_cairo_restore(cairo)
            case .fade(let opacity, let isClipped):
                linefeed_cairo_end_group(cairo, opacity)
                if isClipped { linefeed_cairo_restore(cairo) }
            case .title, nil: break
            }
        }
    }

    /// The pixels as rows of red, green and blue.
    func rows() -> [UInt8] {
        linefeed_cairo_surface_flush(surface)
        var rows = [UInt8](repeating: 0, count: width * height * 3)
        guard let data = linefeed_cairo_surface_data(surface) else { return rows }
        let stride = Int(linefeed_cairo_surface_stride(surface))
        rows.withUnsafeMutableBufferPointer { rows in
            var target = 0
            for y in 0..<height {
                let row = UnsafeRawPointer(data + y * stride)
                for x in 0..<width {
                    let pixel = row.load(fromByteOffset: x * 4, as: UInt32.self)
                    rows[target] = UInt8(truncatingIfNeeded: pixel >> 16)
                    rows[target + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
                    rows[target + 2] = UInt8(truncatingIfNeeded: pixel)
                    target += 3
                }
            }
        }
        return rows
    }

    // MARK: Paths

    private func trace(_ points: [Point]) {
        for (index, point) in points.enumerated() {
            let (x, y) = (Canvas.limited(point.x), Canvas.limited(point.y))
            index == 0 ? linefeed_cairo_move(cairo, x, y) : linefeed_cairo_line(cairo, x, y)
        }
    }

    /// Cairo counts in 24 bits before the point.
    private static func limited(_ value: Double) -> Double { value.isNaN ? 0 : min(max(value, -4e6), 4e6) }

    /// Adds edges that begin in every row that a path reaches, far to the left of the picture.
    private func steady(_ lines: [[Point]], reach: Double) {
        var top = Double.infinity
        var bottom = -Double.infinity
        for line in lines {
            for point in line {
                top = min(top, Canvas.limited(point.y))
                bottom = max(bottom, Canvas.limited(point.y))
            }
        }
        let first = Int((max(0, top - reach) * unit).rounded(.down))
        let last = Int((min(Double(height) / unit, bottom + reach) * unit).rounded(.up))
        guard first < last else { return }
        // Wide of the widest stroke; to and fro, so that Cairo does not take it for one straight line.
        for row in first...last {
            let x = row % 2 == 0 ? -3000.0 : -3000.02
            let y = (Double(row) + 0.5) / unit
            row == first ? linefeed_cairo_move(cairo, x, y) : linefeed_cairo_line(cairo, x, y)
        }
        linefeed_cairo_line(cairo, -3010, (Double(last) + 0.5) / unit)
        linefeed_cairo_close(cairo)
    }

    private func paint(_ fill: Color?, _ outline: Picture.Outline?) {
        if let fill {
            source(fill)
            linefeed_cairo_fill(cairo, 1)
        }
        if let outline {
            source(outline.color)
            linefeed_cairo_pen(cairo, outline.width)
            linefeed_cairo_stroke(cairo, 1)
        }
        linefeed_cairo_new_path(cairo)
    }

    private func write(
        _ text: String, _ place: Point, _ size: Double, _ isBold: Bool, _ anchor: Picture.Anchor, _ color: Color,
        _ halo: Color?
    ) {
        let shown = MarkupText.shown(text)
        func left(_ width: Double) -> Double { place.x - (anchor == .middle ? width / 2 : anchor == .end ? width : 0) }
        linefeed_cairo_new_path(cairo)
        if Canvas.needsLayout(shown), linefeed_pango_load() != 0 {
            let layout = linefeed_pango_layout_create(cairo, shown, "sans-serif", isBold ? 1 : 0, size)
            linefeed_pango_layout_path(cairo, layout, left(linefeed_pango_layout_width(layout)), place.y)
            linefeed_pango_layout_free(layout)
        } else {
            linefeed_cairo_font(cairo, "sans-serif", isBold ? 1 : 0, size)
            let width = anchor == .start ? 0 : linefeed_cairo_text_advance(cairo, shown)
            linefeed_cairo_move(cairo, left(width), place.y)
            linefeed_cairo_text_path(cairo, shown)
        }
        if isSteady { steady([[place]], reach: size * 1.5) }
        if let halo {
            source(halo)
            linefeed_cairo_pen(cairo, 3)
            linefeed_cairo_stroke(cairo, 1)
        }
        source(color)
        linefeed_cairo_fill(cairo, 0)
    }

    /// Whether a text has letters beyond Latin, Greek and Cyrillic and their punctuation: it may run from right to left,
    /// join its letters or need a second font, none of which Cairo does.
    static func needsLayout(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0..<0x300, 0x370..<0x530, 0x1E00..<0x2000, 0x2010..<0x2027, 0x20A0..<0x20C0: false
            default: true
            }
        }
    }

    private func source(_ color: Color) {
        linefeed_cairo_color(
            cairo, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255, 1)
    }
}
