import Charts
import Drawing
import Geometry
import Reports
import StageKit

/// Segments as a map, coloured by speed: the slower the darker. Both ways of a street lie side by side.
struct SegmentPicture: PerformancePicture {
    private struct Segment {
        let row: PerformanceRow
        let way: Polyline
        let speed: Double?
    }

    private static let mapWidth = 900.0
    private static let mapHeight = 620.0
    private static let mostSegments = 20_000

    private let figures: PerformanceFigures
    private var segments: [Segment] = []
    private var withoutPlace = 0
    private var slower = 0
    private var view: MapView?
    private var head = ChartHead(title: "", sentences: [], legends: [], width: 100)
    let width = SegmentPicture.mapWidth + 2 * ChartHead.margin
    private(set) var height = 0.0
    private(set) var omissions: [String] = []

    init(_ figures: PerformanceFigures) {
        self.figures = figures
        gather()
        head = ChartHead(
            title: title, sentences: [subtitle] + omissions.map { $0 + "." }, legends: legends, width: width)
        height = (head.end + (segments.isEmpty ? 0 : SegmentPicture.mapHeight + 40)).rounded(.up)
        if let bounds = Bounds(around: segments.map(\.way)) {
            view = MapView(
                fitting: bounds, origin: Point(ChartHead.margin, head.end), width: SegmentPicture.mapWidth,
                height: SegmentPicture.mapHeight)
        }
    }

    /// Of several rows for one segment, which its keys tell apart, the slowest is drawn.
    private mutating func gather() {
        var places: [String: Int] = [:]
        for row in figures.all {
            guard let way = figures.rows.way(row), way.coordinates.count > 1 else {
                withoutPlace += 1
                continue
            }
            let speed = figures.number(row, "speed_kph_p50")
            let name = (figures.text(row, "from_stop_id") ?? "") + "\u{0}" + (figures.text(row, "to_stop_id") ?? "")
            if let place = places[name] {
                slower += 1
                if let speed, speed < segments[place].speed ?? .infinity {
                    segments[place] = Segment(row: row, way: way, speed: speed)
                }
                continue
            }
            places[name] = segments.count
            segments.append(Segment(row: row, way: way, speed: speed))
        }
        if segments.count > SegmentPicture.mostSegments {
            omissions.append(
                "Not drawn for want of room: \(grouped(segments.count - SegmentPicture.mostSegments)) segments with the "
                    + "fewest samples")
            segments.sort { $0.row.events > $1.row.events }
            segments.removeLast(segments.count - SegmentPicture.mostSegments)
        }
        // The slowest on top.
        segments = segments.enumerated().sorted {
            (-($0.element.speed ?? .infinity), $0.offset) < (-($1.element.speed ?? .infinity), $1.offset)
        }.map(\.element)
        if withoutPlace > 0 {
            omissions.append(
                "\(ChartWords.count(withoutPlace, "row")) without a place: --feed brings that of stops")
        }
        if slower > 0 {
            omissions.append(
                "\(ChartWords.count(slower, "row")) of segments that have several: the slowest is drawn")
        }
    }

    // MARK: Words

    var title: String { "Speeds between stops" }

    private var subtitle: String {
        let samples = figures.all.reduce(0) { $0 + $1.events }
        return "\(ChartWords.count(segments.count, "segment")), \(ChartWords.count(samples, "run"))\(figures.clock)."
            + figures.days
    }

    private static let steps: [ChartColors.Step] = zip(
        ChartColors.shares.reversed(),
        [
            (0, "below 10 km/h"), (10, "10 to 15"), (15, "15 to 20"), (20, "20 to 30"), (30, "30 to 50"),
            (50, "50 and more"),
        ]
    ).map { $0.with(from: $1.0, words: $1.1) }

    private static func step(_ speed: Double) -> ChartColors.Step {
        steps.last { Double($0.from) <= speed } ?? steps[0]
    }

    private var legends: [(caption: String, samples: [ChartHead.Sample])] {
        func line(_ width: Double, _ step: ChartColors.Step) -> (Double, Double) -> String {
            { x, y in SegmentPicture.line([Point(x, y), Point(x + 26, y)], step, width) }
        }
        return [
            (
                "Speed from departure to arrival, the 50th of a hundred runs",
                SegmentPicture.steps.map { ChartHead.Sample($0.words, draw: line(4.5, $0)) }
                    + [
                        ChartHead.Sample("no distance") { x, y in
                            SegmentPicture.unknown([Point(x, y), Point(x + 26, y)])
                        }
                    ]
            ),
            (
                "The less a line rests on, the thinner: runs",
                ChartWeight.allCases.map {
                    ChartHead.Sample($0.words, draw: line(SegmentPicture.thickness($0), ChartColors.shares[3]))
                }
            ),
        ]
    }

    private static func thickness(_ weight: ChartWeight) -> Double {
        switch weight {
        case .thin: 1.6
        case .some: 3
        case .ample: 4.5
        }
    }

    private func words(_ segment: Segment) -> String {
        func stop(_ end: String) -> String {
            ChartWords.brief(
                figures.text(segment.row, "\(end)_stop_name") ?? figures.text(segment.row, "\(end)_stop_id") ?? "–")
        }
        var text = "\(stop("from")) to \(stop("to"))"
        let keys = figures.fullLabel(figures.keys, segment.row)
        if !keys.isEmpty { text += ", \(keys)" }
        text += ": " + (segment.speed.map { "\(Int($0.rounded())) km/h" } ?? "speed not known")
        if let low = figures.number(segment.row, "speed_kph_p20"),
            let high = figures.number(segment.row, "speed_kph_p80")
        {
            text += " (\(Int(low.rounded())) to \(Int(high.rounded())))"
        }
        if let metres = figures.integer(segment.row, "distance_m") { text += ", \(grouped(metres)) m" }
        return text + ", \(ChartWords.count(segment.row.events, "run"))"
    }

    var description: String {
        guard !segments.isEmpty else { return "There are no segments with a place to show." }
        var text = "A map, north up, of the ways between stops; the slower, the darker. " + subtitle + " "
        let known = segments.filter { $0.speed != nil }
        let ample = known.filter { ChartWeight($0.row.events) != .thin }
        let slowest = (ample.isEmpty ? known : ample).suffix(3).reversed()
        if !slowest.isEmpty { text += "Slowest: " + slowest.map(words).joined(separator: "; ") + ". " }
        return String((text + omissions.map { $0 + ". " }.joined()).dropLast())
    }

    // MARK: Drawing

    func draw(to sink: RecordSink) throws {
        try sink.text(head.svg)
        guard let view else { return }
        try sink.text(
            ChartMarks.rect(
                ChartHead.margin, head.end, SegmentPicture.mapWidth, SegmentPicture.mapHeight, "none", nil,
                stroke: ChartColors.line, strokeClass: "line") + "\n")
        for segment in segments {
            let points = SegmentPicture.beside(view.points(segment.way))
            guard points.count > 1 else { continue }
            let svg =
                segment.speed.map {
                    SegmentPicture.line(
                        points, SegmentPicture.step($0), SegmentPicture.thickness(ChartWeight(segment.row.events)))
                } ?? SegmentPicture.unknown(points)
            try sink.text(ChartMarks.titled(words(segment), svg) + "\n")
        }
        let bar = ScaleBar(view, atLatitude: view.center.latitude, room: 120)
        let y = head.end + SegmentPicture.mapHeight + 18
        try sink.text(
            "<path d=\"M\(ChartMarks.number(ChartHead.margin)) \(ChartMarks.number(y - 5))v5"
                + "h\(ChartMarks.number(bar.pixels))v-5\" fill=\"none\" stroke=\"\(ChartColors.edge)\" class=\"e\"/>"
                + ChartMarks.text(ChartHead.margin + bar.pixels + 8, y + 2, bar.label, size: 11) + "\n")
    }

    private static func line(_ points: [Point], _ step: ChartColors.Step, _ width: Double) -> String {
        stroke(points, ChartColors.edge, width + 1.4, "e") + stroke(points, step.fill, width, "c\(step.name)")
    }

    private static func unknown(_ points: [Point]) -> String {
        "<path d=\"\(path(points))\" fill=\"none\" stroke=\"\(ChartColors.edge)\" stroke-width=\"1.2\" "
            + "stroke-dasharray=\"3 3\" class=\"e\"/>"
    }

    private static func stroke(_ points: [Point], _ color: String, _ width: Double, _ name: String) -> String {
        "<path d=\"\(path(points))\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"\(ChartMarks.number(width))\" "
            + "stroke-linecap=\"round\" stroke-linejoin=\"round\" class=\"\(name)\"/>"
    }

    private static func path(_ points: [Point]) -> String {
        points.enumerated().map { place, point in
            "\(place == 0 ? "M" : "L")\(ChartMarks.number(point.x)) \(ChartMarks.number(point.y))"
        }.joined()
    }

    /// The line moved to its right, so that the way back lies on its other side.
    private static func beside(_ points: [Point]) -> [Point] {
        guard points.count > 1 else { return points }
        return points.indices.map { place in
            let before = points[max(0, place - 1)]
            let after = points[min(points.count - 1, place + 1)]
            let length = before.distance(to: after)
            guard length > 0 else { return points[place] }
            return Point(
                points[place].x - (after.y - before.y) / length * 2.8,
                points[place].y + (after.x - before.x) / length * 2.8)
        }
    }
}
