import Drawing
import Geometry
import MapTiles
import Networks

/// The small picture of a page that its head carries for previews: lines in their routes' colours, and vehicles at the
/// time at which the page opens.
///
/// It is drawn here, not with Cairo: a page must have the same bytes whether Cairo and libpng are installed or not.
struct PagePreview {
    /// The size that the Open Graph asks for at least, with its ratio of 1.91:1.
    static let width = 600
    static let height = 315
    /// The most bytes of the picture's file. A fuller picture is made at half the size, and left out if that is larger too.
    static let mostBytes = 48 << 10

    private static let ground = Color(0xEE, 0xF1, 0xF4)

    /// The PNG file; nil if nothing of the model has coordinates.
    static func png(of model: MapModel) -> [UInt8]? {
        for scale in [1, 2] {
            guard let raster = raster(of: model, width: width / scale, height: height / scale) else { return nil }
            let file = PreviewPNG.file(raster.rows, width: raster.width, height: raster.height)
            if file.count <= mostBytes { return file }
        }
        return nil
    }

    private static func raster(of model: MapModel, width: Int, height: Int) -> PreviewRaster? {
        guard let bounds = model.bounds else { return nil }
        let view = MapView(fitting: bounds, width: Double(width), height: Double(height))
        let network = model.ways
        let routes = StillRoutes(model, network)
        var raster = PreviewRaster(width: width, height: height, ground: ground)
        let unit = Double(width) / Double(PagePreview.width)
        let stroke = (model.lines.count > 300 ? 1.6 : 3.2) * unit
        func draw(_ lines: [(parts: [Polyline], color: Color)]) {
            for (parts, color) in lines {
                for part in parts {
                    raster.line(view.points(part), width: stroke + 2 * unit, RouteColors.casing(of: color))
                }
            }
            for (parts, color) in lines { for part in parts { raster.line(view.points(part), width: stroke, color) } }
        }
        draw(
            model.lines.map { line in
                let route = line.routes.first.map { routes.color(line.feedID, $0.routeID) } ?? nil
                return (line.parts, route ?? routes.all[routes.place(line)].color)
            })
        draw(model.trips.filter { !$0.pieces.isEmpty }.map { ($0.pieces, routes.all[routes.place($0)].color) })
        let vehicles = vehicles(of: model)
        let radius = (vehicles.count > 800 ? 2 : vehicles.count > 150 ? 3 : 6) * unit
        for (coordinate, feed, route) in vehicles {
            let point = view.point(coordinate)
            raster.disc(point, radius: radius + max(0.8, radius / 4), .white)
            raster.disc(point, radius: radius, routes.color(feed, route) ?? Color(0x5B, 0x66, 0x73))
        }
        return raster
    }

    /// Where vehicles are when the page opens.
    private static func vehicles(of model: MapModel) -> [(Coordinate, String?, String?)] {
        func coordinate(_ latitude: Int32, _ longitude: Int32) -> Coordinate {
            Coordinate(latitude: Double(latitude) / 1e6, longitude: Double(longitude) / 1e6)
        }
        let still = model.vehicles.map { ($0.coordinate, $0.feedID, $0.routeID) }
        if let playback = model.playback {
            return still
                + playback.fixes(at: playback.opening).map { fix in
                    let route = fix.route < 0 ? nil : playback.routes.list[Int(fix.route)]
                    return (coordinate(fix.latitude, fix.longitude), route?.feedID, route?.routeID)
                }
        }
        guard let frames = model.frames, let opening = frames.openingFrame else { return still }
        return still
            + frames.sights.filter { $0.frame == opening }.map { (coordinate($0.latitude, $0.longitude), nil, nil) }
    }
}

/// Pixels that discs and lines are drawn on, with smooth edges.
struct PreviewRaster {
    let width: Int
    let height: Int
    /// Red, green and blue of each pixel, row after row.
    private(set) var rows: [UInt8]

    init(width: Int, height: Int, ground: Color) {
        self.width = width
        self.height = height
        rows = (0..<width * height).flatMap { _ in [ground.red, ground.green, ground.blue] }
    }

    mutating func disc(_ middle: Point, radius: Double, _ color: Color) {
        segment(middle, middle, radius: radius, color)
    }

    mutating func line(_ points: [Point], width: Double, _ color: Color) {
        for (from, to) in zip(points, points.dropFirst()) { segment(from, to, radius: width / 2, color) }
    }

    /// Covers each pixel by how far its middle is inside the stroke around a segment.
    private mutating func segment(_ from: Point, _ to: Point, radius: Double, _ color: Color) {
        func range(_ one: Double, _ other: Double, _ limit: Int) -> Range<Int> {
            let low = min(max((min(one, other) - radius - 1).rounded(.down), 0), Double(limit))
            let high = min(max((max(one, other) + radius + 1).rounded(.up), 0), Double(limit))
            return Int(low)..<max(Int(low), Int(high))
        }
        let (dx, dy) = (to.x - from.x, to.y - from.y)
        let square = dx * dx + dy * dy
        for y in range(from.y, to.y, height) {
            for x in range(from.x, to.x, width) {
                let (px, py) = (Double(x) + 0.5 - from.x, Double(y) + 0.5 - from.y)
                let share = square > 0 ? min(1, max(0, (px * dx + py * dy) / square)) : 0
                let (ox, oy) = (px - share * dx, py - share * dy)
                let cover = min(1, max(0, radius + 0.5 - (ox * ox + oy * oy).squareRoot()))
                if cover > 0 { mix(color, cover, at: (y * width + x) * 3) }
            }
        }
    }

    private mutating func mix(_ color: Color, _ cover: Double, at place: Int) {
        for (channel, value) in [color.red, color.green, color.blue].enumerated() {
            let before = Double(rows[place + channel])
            rows[place + channel] = UInt8((before + (Double(value) - before) * cover).rounded())
        }
    }
}
