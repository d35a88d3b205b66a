import Charts
import Drawing
import Occupancy

/// The line of one run: pieces of one look each, the stretches at stops among them.
struct RunLine {
    private enum Look: Equatable {
        case actual(OccupancyLevel?, isPredicted: Bool)
        case gap
    }

    private var pieces: [(look: Look, points: [Point])] = []

    init(_ run: DrawnRun, _ layout: StringlineLayout, _ plot: StringlineLayout.Plot, _ axis: PatternAxis) {
        var before: (point: DrawnRun.Point, index: Int, end: Point)?
        for (index, point) in run.points.enumerated() {
            guard let first = point.call.first, let last = point.call.last else { continue }
            let y = plot.top + axis.share(point.place) * plot.height
            let (arrival, departure) = (Point(layout.x(first), y), Point(layout.x(last), y))
            let look = Look.actual(point.call.level, isPredicted: point.call.isPredicted)
            if let before {
                let isPredicted = before.point.call.isPredicted || point.call.isPredicted
                // What was passed on purpose is no gap, and a stop off the axis is none either.
                let between = run.points[(before.index + 1)..<index]
                add(
                    between.allSatisfy(\.call.isSkipped)
                        ? .actual(before.point.call.level, isPredicted: isPredicted) : .gap, from: before.end, arrival)
            }
            add(look, from: arrival, departure)
            before = (point, index, departure)
        }
    }

    private mutating func add(_ look: Look, from start: Point, _ end: Point) {
        if let last = pieces.last, last.look == look {
            if last.points.last! != end { pieces[pieces.count - 1].points.append(end) }
        } else {
            pieces.append((look, start == end ? [start] : [start, end]))
        }
    }

    func draw(_ pen: ChartPen) {
        for (place, piece) in pieces.enumerated() {
            if piece.points.count == 1 {
                // Between two gaps nothing else would show it.
                let isAlone = [place - 1, place + 1].allSatisfy {
                    !pieces.indices.contains($0) || pieces[$0].look == .gap
                }
                if isAlone { pen.dot(piece.points[0]) }
                continue
            }
            switch piece.look {
            case .gap: pen.gap(piece.points)
            case .actual(let level, isPredicted: false): pen.actual(piece.points, level)
            case .actual(let level, isPredicted: true): pen.predicted(piece.points, level)
            }
        }
    }
}
