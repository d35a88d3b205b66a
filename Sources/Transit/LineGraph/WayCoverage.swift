import Geometry

/// What of each drawn line is covered by which path, and where it is to be cut for that.
struct WayCoverage {
    /// A piece of a drawn line between two cuts.
    struct Piece {
        var range: ClosedRange<Double>
        /// Of each path that covers some of it how many metres, by the path's number.
        var covered: [(path: Int, metres: Double)]
        /// The lines that run there, in the order of their numbers.
        var lines: [Int]
    }

    private let union: UnionLines
    private let tolerance: Double
    /// By drawn line the stretches of each path.
    private var stretches: [[(path: Int, range: ClosedRange<Double>)]]
    /// By drawn line where it must be cut, in metres.
    private var cuts: [[Double]]
    /// By path what it covers, in its order.
    private(set) var courses: [[WayMatcher.Stretch]] = []
    private(set) var leaps: [(from: UnionLines.Place, to: UnionLines.Place)] = []

    init(_ union: UnionLines, tolerance: Double) {
        self.union = union
        self.tolerance = tolerance
        stretches = Array(repeating: [], count: union.lines.count)
        cuts = union.lines.indices.map { number in
            [0, union.lines[number].length] + union.joints[number].map(\.along)
        }
    }

    mutating func add(_ matcher: WayMatcher, path: Int) {
        courses.append(matcher.stretches)
        for stretch in matcher.stretches { stretches[stretch.line].append((path, stretch.range)) }
        // A leap joins two places only where they are one within the tolerance.
        for leap in matcher.leaps {
            let gap = Ellipsoid.distance(union.coordinate(leap.from), union.coordinate(leap.to))
            guard gap <= 3 * tolerance, leap.from.line != leap.to.line else { continue }
            leaps.append(leap)
        }
    }

    /// Snaps leaps to cuts, and makes cuts of the others.
    mutating func settleLeaps() {
        for number in leaps.indices {
            leaps[number].from.along = settle(leaps[number].from)
            leaps[number].to.along = settle(leaps[number].to)
        }
    }

    private mutating func settle(_ place: UnionLines.Place) -> Double {
        if let near = cuts[place.line].min(by: { abs($0 - place.along) < abs($1 - place.along) }),
            abs(near - place.along) <= 2 * tolerance
        {
            return near
        }
        cuts[place.line].append(place.along)
        return place.along
    }

    /// The pieces of a drawn line.
    /// - Parameter lineOfPath: the number of each path's line.
    func pieces(of number: Int, lineOfPath: [Int]) -> [Piece] {
        var byLine: [Int: [ClosedRange<Double>]] = [:]
        for (path, range) in stretches[number] { byLine[lineOfPath[path], default: []].append(range) }
        let covers = byLine.keys.sorted().map { line in
            (line: line, intervals: Intervals(byLine[line] ?? [], closing: 3 * tolerance))
        }
        let places = allCuts(of: number, covers.map(\.intervals))
        let paths = byPath(stretches[number])
        var pieces: [Piece] = []
        for (start, end) in zip(places, places.dropFirst()) {
            let range = start...end
            let half = (end - start) / 2
            let lines = covers.filter { $0.intervals.covered(range) >= half }.map(\.line)
            guard !lines.isEmpty else { continue }
            let covered = paths.compactMap { path, intervals -> (path: Int, metres: Double)? in
                let metres = intervals.covered(range)
                return metres > 0 ? (path, metres) : nil
            }
            pieces.append(Piece(range: range, covered: covered, lines: lines))
        }
        return pieces
    }

    private func byPath(_ stretches: [(path: Int, range: ClosedRange<Double>)]) -> [(Int, Intervals)] {
        let sorted = stretches.sorted { ($0.path, $0.range.lowerBound) < ($1.path, $1.range.lowerBound) }
        var result: [(Int, Intervals)] = []
        var start = 0
        while start < sorted.count {
            var end = start + 1
            while end < sorted.count, sorted[end].path == sorted[start].path { end += 1 }
            result.append((sorted[start].path, Intervals(sorted[start..<end].map(\.range), closing: 3 * tolerance)))
            start = end
        }
        return result
    }

    /// The cuts of a line, with those where a line begins or ends to run there: where one lies within two tolerances of
    /// another, they are one.
    private func allCuts(of number: Int, _ covers: [Intervals]) -> [Double] {
        var hard = Array(Set(cuts[number])).sorted()
        let length = union.lines[number].length
        hard = hard.filter { $0 >= 0 && $0 <= length }
        var soft: [Double] = []
        for cover in covers {
            for range in cover.ranges {
                for end in [range.lowerBound, range.upperBound] {
                    let near = hard.min { abs($0 - end) < abs($1 - end) } ?? 0
                    if abs(near - end) > 2 * tolerance { soft.append(end) }
                }
            }
        }
        soft.sort()
        var start = 0
        while start < soft.count {
            var end = start + 1
            while end < soft.count, soft[end] - soft[start] <= 2 * tolerance { end += 1 }
            hard.append(soft[(start + end - 1) / 2])
            start = end
        }
        return hard.sorted()
    }
}
