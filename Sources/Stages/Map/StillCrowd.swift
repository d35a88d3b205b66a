import Drawing

/// Where something is drawn that words should not cover, in squares.
struct StillCrowd {
    private static let side = 4.0
    private let area: Frame
    private let columns: Int
    private let rows: Int
    private var weights: [UInt8]

    init(area: Frame) {
        self.area = area
        columns = Int(area.width / StillCrowd.side) + 1
        rows = Int(area.height / StillCrowd.side) + 1
        weights = [UInt8](repeating: 0, count: columns * rows)
    }

    mutating func add(_ points: [Point]) {
        for (from, to) in zip(points, points.dropFirst()) {
            guard let (from, to) = inside(from, to) else { continue }
            let steps = max(1, Int(from.distance(to: to) / 2))
            for step in 0...steps {
                let share = Double(step) / Double(steps)
                mark(Point(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share), 1)
            }
        }
    }

    /// A disc weighs more than a line: a name on it is taken for its own.
    mutating func add(_ point: Point, radius: Double) {
        let steps = Int((radius / StillCrowd.side).rounded(.up))
        for x in -steps...steps {
            for y in -steps...steps {
                mark(
                    Point(point.x + Double(x) * radius / Double(steps), point.y + Double(y) * radius / Double(steps)), 3
                )
            }
        }
    }

    /// The weight of all squares that a frame covers, but for its edge.
    func covered(by frame: Frame) -> Int {
        let (left, top) = (column(frame.x + 2), row(frame.y + 2))
        let (right, bottom) = (column(frame.x + frame.width - 2), row(frame.y + frame.height - 2))
        var total = 0
        guard left <= right, top <= bottom else { return 0 }
        for row in top...bottom { for column in left...right { total += Int(weights[row * columns + column]) } }
        return total
    }

    private mutating func mark(_ point: Point, _ weight: UInt8) {
        guard point.x >= area.x, point.x < area.x + area.width, point.y >= area.y, point.y < area.y + area.height else {
            return
        }
        let place = row(point.y) * columns + column(point.x)
        weights[place] = max(weights[place], weight)
    }

    private func column(_ x: Double) -> Int { min(columns - 1, max(0, Int((x - area.x) / StillCrowd.side))) }
    private func row(_ y: Double) -> Int { min(rows - 1, max(0, Int((y - area.y) / StillCrowd.side))) }

    /// The part of a stretch that may touch the area (Liang and Barsky), or nil; a line may run far beyond it.
    private func inside(_ from: Point, _ to: Point) -> (Point, Point)? {
        var (enter, leave) = (0.0, 1.0)
        let (across, down) = (to.x - from.x, to.y - from.y)
        for (delta, near, far) in [
            (across, area.x - from.x, area.x + area.width - from.x),
            (down, area.y - from.y, area.y + area.height - from.y),
        ] {
            if delta == 0 {
                if near > 0 || far < 0 { return nil }
                continue
            }
            enter = max(enter, min(near / delta, far / delta))
            leave = min(leave, max(near / delta, far / delta))
        }
        guard enter <= leave else { return nil }
        return (
            Point(from.x + across * enter, from.y + down * enter), Point(from.x + across * leave, from.y + down * leave)
        )
    }
}
