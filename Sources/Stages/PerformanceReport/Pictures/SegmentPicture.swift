import Charts
import Drawing
import Geometry
import Reports
import StageKit

/// Segments as a map, coloured by speed: the slower the darker. Both ways of a street lie side by side.
struct SegmentPicture: PerformancePicture {
    private struct Segment {
        let row: ReportRow
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
                "Not drawn because of limited space: \(grouped(segments.count - SegmentPicture.mostSegments)) segments with the "
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
                "\(ChartWords.count(withoutPlace, "row")) without a position: add --feed for the positions of stops")
        }
        if slower > 0 {
            omissions.append(
                "\(ChartWords.count(slower, "row")) of segments that have several rows: only the slowest is drawn")
        }
    }

    // MARK: Words

    var title: String { "Speeds between stops" }

    private var subtitle: String {
        "\(ChartWords.count(segments.count, "segment")), \(ChartWords.count(figures.events, "run"))\(figures.clock)."
            + figures.days
    }

    private static let steps = ChartColors.steps(
        [0, 10, 15, 20, 30, 50],
        ["below 10 km/h", "10 to 15", "15 to 20", "20 to 30", "30 to 50", "50 and more"],
        of: ChartColors.shares.reversed())

    private static func step(_ speed: Double) -> ChartColors.Step {
        steps.last { Double($0.from) <= speed } ?? steps[0]
    }

    private var legends: [ChartHead.Legend] {
        func line(_ words: String, _ step: ChartColors.Step, _ width: Double) -> ChartHead.Sample {
            ChartHead.Sample(words) { $0.line([Point($1, $2), Point($1 + 26, $2)], step, width: width) }
        }
        return [
            ChartHead.Legend(
                "Median speed from departure to arrival",
                SegmentPicture.steps.map { line($0.words, $0, 4.5) }
                    + [ChartHead.Sample("no distance") { $0.dashes([Point($1, $2), Point($1 + 26, $2)]) }]),
            ChartHead.Legend(
                "Paler lines rest on fewer runs",
                ChartWeight.allCases.map { line($0.words, ChartColors.shares[3], SegmentPicture.thickness($0)) }),
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
        text += ": " + (segment.speed.map { "\(Int($0.rounded())) km/h" } ?? "speed unknown")
        if let low = figures.number(segment.row, "speed_kph_p20"),
            let high = figures.number(segment.row, "speed_kph_p80")
        {
            text += " (\(Int(low.rounded())) to \(Int(high.rounded())))"
        }
        if let metres = figures.integer(segment.row, "distance_m") { text += ", \(grouped(metres)) m" }
        return text + ", \(ChartWords.count(segment.row.events, "run"))"
    }

    var description: String {
        guard !segments.isEmpty else { return "There are no segments with a position to show." }
        var text = "A map, north up, of the paths between stops; darker lines are slower. " + subtitle + " "
        let known = segments.filter { $0.speed != nil }
        let ample = known.filter { ChartWeight($0.row.events) != .thin }
        let slowest = (ample.isEmpty ? known : ample).suffix(3).reversed()
        if !slowest.isEmpty { text += "Slowest: " + slowest.map(words).joined(separator: "; ") + ". " }
        return String((text + omissions.map { $0 + ". " }.joined()).dropLast())
    }

    // MARK: Drawing

    func draw(_ pen: ChartPen) {
        head.draw(pen)
        guard let view else { return }
        pen.frame(ChartHead.margin, head.end, SegmentPicture.mapWidth, SegmentPicture.mapHeight)
        for segment in segments {
            let points = SegmentPicture.beside(view.points(segment.way))
            guard points.count > 1 else { continue }
            pen.titled(words(segment)) {
                if let speed = segment.speed {
                    pen.line(
                        points, SegmentPicture.step(speed),
                        width: SegmentPicture.thickness(ChartWeight(segment.row.events)))
                } else {
                    pen.dashes(points)
                }
            }
        }
        let bar = ScaleBar(view, atLatitude: view.center.latitude, room: 120)
        let (x, y) = (ChartHead.margin, head.end + SegmentPicture.mapHeight + 18)
        pen.rule(
            [Point(x, y - 5), Point(x, y), Point(x + bar.pixels, y), Point(x + bar.pixels, y - 5)], isEdge: true)
        pen.text(x + bar.pixels + 8, y + 2, bar.label, size: 11)
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
