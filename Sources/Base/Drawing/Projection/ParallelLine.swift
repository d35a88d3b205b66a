/// Lines beside a line, and curves from one line to another, as they lie in a picture.
public enum ParallelLine {
    /// The line that runs at a distance beside another.
    ///
    /// Corners are those in which the shifted pieces meet. A piece that is shorter than what its corners take from it on
    /// their inner side is left out, so the line has no loops where it turns narrower than the distance.
    ///
    /// - Parameters:
    ///   - points: places; those that repeat the one before say nothing.
    ///   - distance: to the right for one who goes along it in a picture whose y grows downwards; to the left below 0.
    public static func of(_ points: [Point], at distance: Double) -> [Point] {
        guard distance != 0 else { return points }
        var pieces: [Piece] = []
        /// The corner before each of `pieces`; nil where it does not meet the one before.
        var corners: [Point?] = []
        /// Where the line ends, also where its last piece was left out.
        var end: Point?
        for (from, to) in zip(points, points.dropFirst()) {
            guard var next = Piece(from, to, distance) else { continue }
            end = next.end
            guard !pieces.isEmpty else {
                pieces.append(next)
                corners.append(nil)
                continue
            }
            while true {
                let last = pieces[pieces.count - 1]
                guard let corner = last.corner(with: next) else {
                    pieces.append(next)
                    corners.append(nil)
                    break
                }
                let start = corners[corners.count - 1] ?? last.start
                if last.along(corner) < last.along(start) {
                    // All of the last piece lies beyond the corner.
                    guard pieces.count > 1 else {
                        next.start = start
                        pieces[0] = next
                        break
                    }
                    pieces.removeLast()
                    corners.removeLast()
                    continue
                }
                guard next.along(corner) <= next.length else { break }
                pieces.append(next)
                corners.append(corner)
                break
            }
        }
        guard let first = pieces.first, let last = pieces.last else { return [] }
        var line = [first.start]
        for place in pieces.indices.dropFirst() {
            if let corner = corners[place] {
                line.append(corner)
            } else {
                line.append(pieces[place - 1].end)
                line.append(pieces[place].start)
            }
        }
        line.append(end ?? last.end)
        return line
    }

    /// A straight piece that was shifted.
    private struct Piece {
        var start: Point
        let end: Point
        let direction: Point
        let length: Double

        init?(_ from: Point, _ to: Point, _ distance: Double) {
            length = from.distance(to: to)
            guard length > 1e-9 else { return nil }
            direction = Point((to.x - from.x) / length, (to.y - from.y) / length)
            let (x, y) = (-direction.y * distance, direction.x * distance)
            start = Point(from.x + x, from.y + y)
            end = Point(to.x + x, to.y + y)
        }

        func along(_ point: Point) -> Double {
            (point.x - start.x) * direction.x + (point.y - start.y) * direction.y
        }

        /// Where the lines that two pieces lie on meet; nil where one turns back on the other, so that they meet far off.
        func corner(with next: Piece) -> Point? {
            let cosine = direction.x * next.direction.x + direction.y * next.direction.y
            guard cosine > -0.6 else { return nil }
            let sine = direction.x * next.direction.y - direction.y * next.direction.x
            guard abs(sine) > 0.02 else {
                return Point((end.x + next.start.x) / 2, (end.y + next.start.y) / 2)
            }
            let (x, y) = (next.start.x - end.x, next.start.y - end.y)
            let share = (x * next.direction.y - y * next.direction.x) / sine
            return Point(end.x + share * direction.x, end.y + share * direction.y)
        }
    }

    // MARK: Parts

    /// The length of a line.
    public static func length(of points: [Point]) -> Double {
        zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    }

    /// The part of a line that is left where some length is cut off either end; two places at least.
    public static func part(of points: [Point], without start: Double, and end: Double) -> [Point] {
        let length = length(of: points)
        guard points.count > 1, length > 0 else { return points }
        let (from, to) = (min(start, length), max(length - end, min(start, length)))
        var part: [Point] = []
        var passed = 0.0
        for (one, other) in zip(points, points.dropFirst()) {
            let step = one.distance(to: other)
            defer { passed += step }
            guard step > 0, passed + step >= from, passed <= to else { continue }
            func place(_ along: Double) -> Point {
                let share = min(max((along - passed) / step, 0), 1)
                return Point(one.x + (other.x - one.x) * share, one.y + (other.y - one.y) * share)
            }
            if part.isEmpty { part.append(place(from)) }
            part.append(place(to))
        }
        return part
    }

    /// The direction in which a line ends, or begins; nil for one without length.
    public static func direction(of points: [Point], atEnd: Bool) -> Point? {
        let ends = atEnd ? Array(points.reversed()) : points
        guard let end = ends.first, let other = ends.first(where: { $0.distance(to: end) > 1e-9 }) else { return nil }
        let length = end.distance(to: other)
        let sign = atEnd ? -1.0 : 1
        return Point(sign * (other.x - end.x) / length, sign * (other.y - end.y) / length)
    }

    /// The curve that leaves a place in one direction and comes to another place in another: a cubic Bézier curve as
    /// straight pieces.
    public static func curve(from: Point, _ direction: Point, to: Point, _ arrival: Point) -> [Point] {
        let distance = from.distance(to: to)
        guard distance > 0.3 else { return [from, to] }
        let reach = distance * 0.4
        let one = Point(from.x + direction.x * reach, from.y + direction.y * reach)
        let other = Point(to.x - arrival.x * reach, to.y - arrival.y * reach)
        let steps = min(12, max(3, Int(distance / 2)))
        return (0...steps).map { step in
            let t = Double(step) / Double(steps)
            let u = 1 - t
            let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
            return Point(
                a * from.x + b * one.x + c * other.x + d * to.x, a * from.y + b * one.y + c * other.y + d * to.y)
        }
    }
}

extension ParallelLine {
    /// The place so far along a line; its ends beyond them, nil of a line without places.
    public static func place(_ distance: Double, on points: [Point]) -> Point? {
        guard distance > 0 else { return points.first }
        var left = distance
        for (from, to) in zip(points, points.dropFirst()) {
            let length = from.distance(to: to)
            if left <= length, length > 0 {
                return Point(from.x + (to.x - from.x) * left / length, from.y + (to.y - from.y) * left / length)
            }
            left -= length
        }
        return points.last
    }
}
