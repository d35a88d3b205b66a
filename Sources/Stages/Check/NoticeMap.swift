import Charts
import Drawing
import Geometry
import StageKit

/// A map of the places that notices are about, with the feed's other stops as dots.
///
/// A place is a mark whose shape says how grave the gravest notice about it is, so that nobody depends on colours.
struct NoticeMap: Chart {
    let title = "Places of the samples"
    let description: String
    let width = 420.0
    let height: Double
    private let head: ChartHead
    private let view: MapView
    private let places: NoticePlaces
    private let dots: [Point]

    private static let mapHeight = 320.0
    /// The side of a square of the map that has one dot at most: however many stops a feed has, the picture is small.
    private static let dotPitch = 5.0

    /// - Returns: nil if no place is known.
    init?(_ places: NoticePlaces, _ feed: CheckedFeed) {
        guard !places.places.isEmpty,
            var bounds = Bounds(around: places.places.map { Polyline([$0.coordinate]) })
        else { return nil }
        if !bounds.crossesAntimeridian { bounds.widen() }
        self.places = places
        let severities = Severity.allCases.filter { severity in
            places.places.contains { $0.severity == severity }
        }
        let samples =
            severities.map { severity in
                ChartHead.Sample(severity.word, width: 16) {
                    NoticeMap.mark(severity, at: Point($1 + 8, $2), $0)
                }
            } + [ChartHead.Sample("other stop", width: 10) { NoticeMap.draw([Point($1 + 5, $2)], $0) }]
        head = ChartHead(
            title: title,
            sentences: ["Numbers are those of the column \"place\" below."]
                + (places.leftOut > 0 ? ["\(grouped(places.leftOut)) more places have no room on the map."] : []),
            legends: [ChartHead.Legend(nil, samples)], width: width)
        let count = places.places.count
        description =
            "A map of \(grouped(count)) place\(count == 1 ? "" : "s"): "
            + places.places.prefix(10).map { "\($0.number) \($0.name)" }.joined(separator: ", ")
            + (count > 10 ? " and \(grouped(count - 10)) more" : "") + "."
        let margin = ChartHead.margin
        view = MapView(
            fitting: bounds, origin: Point(margin, head.end), width: width - 2 * margin, height: NoticeMap.mapHeight)
        height = head.end + NoticeMap.mapHeight + 34
        dots = NoticeMap.dots(view, feed)
    }

    private static func dots(_ view: MapView, _ feed: CheckedFeed) -> [Point] {
        var taken: Set<Int> = []
        var dots: [Point] = []
        for coordinate in feed.stops.lazy.compactMap(\.coordinate) where !coordinate.isNearOrigin {
            let point = view.point(coordinate)
            guard view.contains(point, margin: -2) else { continue }
            let (column, row) = (Int(point.x / dotPitch), Int(point.y / dotPitch))
            if taken.insert(row << 16 | column).inserted { dots.append(point) }
        }
        return dots
    }

    func draw(_ pen: ChartPen) {
        head.draw(pen)
        pen.frame(view.origin.x, view.origin.y, view.width, view.height)
        NoticeMap.draw(dots, pen)
        var labels = FrameGrid(cell: 24)
        let points = places.places.map { view.point($0.coordinate) }
        for point in points { labels.take(Frame(point.x - 7, point.y - 7, 14, 14)) }
        // The gravest are drawn last, on top of others.
        for (place, point) in zip(places.places, points).reversed() {
            pen.titled("\(place.number) \(place.name): \(place.codes.joined(separator: ", "))") {
                NoticeMap.mark(place.severity, at: point, pen)
            }
        }
        for (place, point) in zip(places.places, points) {
            let words = String(place.number)
            let size = TextWidth.of(words, size: 13, isBold: true)
            let spots = [
                Point(point.x + 9, point.y + 5), Point(point.x - 9 - size, point.y + 5),
                Point(point.x - size / 2, point.y - 10), Point(point.x - size / 2, point.y + 20),
            ]
            let spot = spots.first { spot in
                let frame = Frame(spot.x - 1, spot.y - 11, size + 2, 14)
                return Frame(view.origin.x, view.origin.y, view.width, view.height).contains(frame)
                    && labels.isFree(frame)
            }
            guard let spot else { continue }
            labels.take(Frame(spot.x - 1, spot.y - 11, size + 2, 14))
            pen.text(spot.x, spot.y, words, size: 13, isBold: true)
        }
        let bar = ScaleBar(view, atLatitude: view.center.latitude, room: 120)
        let (left, base) = (view.origin.x, view.origin.y + view.height + 12)
        pen.rule(
            [
                Point(left, base - 5), Point(left, base), Point(left + bar.pixels, base),
                Point(left + bar.pixels, base - 5),
            ], isEdge: true)
        pen.text(left + bar.pixels + 8, base + 4, bar.label, size: 12, isMuted: true)
    }

    /// A disc for an error, a triangle for a warning, a square for an info.
    private static func mark(_ severity: Severity, at point: Point, _ pen: ChartPen) {
        let outline = Picture.Outline(ChartColors.paper, 1.5)
        switch severity {
        case .error: pen.add(.disc(point, radius: 6, fill: color(severity), outline: outline), "error")
        case .warning:
            let corners = [
                Point(point.x, point.y - 7), Point(point.x + 7, point.y + 5.5), Point(point.x - 7, point.y + 5.5),
            ]
            pen.add(.area(corners, fill: color(severity), outline: outline), "warning")
        case .info:
            pen.add(.box(Frame(point.x - 5, point.y - 5, 10, 10), fill: color(severity), outline: outline), "info")
        }
    }

    /// The colours of severities on a light page; on a dark one the page's style sheet has others.
    static func color(_ severity: Severity) -> Color {
        switch severity {
        case .error: Color(0xB3, 0x1D, 0x1D)
        case .warning: Color(0x8A, 0x5A, 0x00)
        case .info: Color(0x1F, 0x5F, 0xBF)
        }
    }

    /// Dots as one line each without length, whose round ends are the dot.
    private static func draw(_ dots: [Point], _ pen: ChartPen) {
        guard !dots.isEmpty else { return }
        pen.add(.lines(dots.map { [$0, $0] }, .init(ChartColors.edge, 2.6)), "e")
    }
}

extension Bounds {
    /// Makes room on every side for what lies around the places.
    fileprivate mutating func widen() {
        let (across, up) = ((east - west) * 0.3, (north - south) * 0.3)
        west = max(-180, west - across)
        east = min(180, east + across)
        south = max(-85, south - up)
        north = min(85, north + up)
    }
}
