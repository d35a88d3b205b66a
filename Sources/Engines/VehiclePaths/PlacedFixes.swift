import Geometry
import Schedule

/// The positions of a vehicle on a run, laid onto the run's shape as one sequence.
package struct PlacedFixes {
    /// In order, each time once, without outliers and without those that a stuck receiver repeated.
    package let fixes: [Fix]
    /// By fix, the stop that it names.
    package let stops: [NamedStop]
    /// Metres from the shape's beginning, below 0 before it and more than the shape's length behind its end; not a number
    /// for a fix that is not on it.
    package let along: [Double]
    /// The furthest that the vehicle had come by then, without the receiver's errors: never falling. Not a number for a
    /// fix that is not on the shape, and for those with which the vehicle still moved backwards, towards its first stop.
    package let reached: [Double]
    /// The first fix of the run proper: those before it moved backwards along the shape.
    package let start: Int
    /// Metres from the shape; half of the fixes are nearer. 60 at most.
    package let scatter: Double
    /// Metres, the standard deviation of the receiver's error in one direction.
    package let noise: Double
    /// Fixes that were dropped, as the receiver was stuck.
    package let stuck: Int
    /// Fixes that were dropped, as the vehicle was not where they say, or not then.
    package let outliers: Int

    /// Fixes further from the shape are off route, in metres.
    static let limit = 200.0
    /// Receivers are seen to say that a vehicle went back so far, in metres; without a shape it may be further.
    private static let tolerance = 30.0
    private static let mostTolerance = 100.0
    /// Where the timetable does not tell, no vehicle is taken to be faster, in metres a second.
    private static let fastest = 45.0
    /// Any vehicle may be so fast now and then, in metres a second.
    private static let slowest = 25.0
    /// What a place far from the stop that a fix names costs, as a share of an outlier.
    private static let elsewhere = 0.6
    /// How far a place is from the stop that a fix names if it is far, in metres.
    private static let far = 500.0

    /// - Parameters:
    ///   - fixes: in order; of two of one time at most one is kept.
    ///   - stops: by fix, the stop that it names.
    ///   - pace: metres a second that the timetable asks for at the most; nil where it does not tell.
    ///   - places: those of the fixes on the path, where they are known.
    package init(_ fixes: [Fix], _ stops: [NamedStop], on way: Way?, pace: Double?, places known: FixPlaces? = nil) {
        guard let way, !way.line.coordinates.isEmpty else {
            let kept = fixes.indices.filter { $0 == 0 || fixes[$0].time != fixes[$0 - 1].time }
            self.fixes = kept.map { fixes[$0] }
            along = Array(repeating: .nan, count: kept.count)
            self.stops = PlacedFixes.settled(kept.map { stops[$0] }, along: along, self.fixes, way)
            reached = along
            (start, scatter, noise, stuck, outliers) = (0, 0, 0, 0, 0)
            return
        }
        let choices = Choices(known ?? FixPlaces(fixes, on: way), stops, way)
        let error = PlacedFixes.roughDeviation(choices.nearestOffsets)
        // Roads wind around straight lines between stops.
        let aside = way.isShape ? 0 : 2 * PlacedFixes.median(choices.nearestOffsets)
        let tolerance = min(max(PlacedFixes.tolerance, aside), PlacedFixes.mostTolerance)
        let finder = PathFinder(
            times: fixes.map { Int($0.time) }, candidates: choices.candidates, bounds: choices.bounds,
            isPlaced: fixes.map { $0.latitude != Fix.none },
            topSpeed: pace.map { max(3 * $0, PlacedFixes.slowest) } ?? PlacedFixes.fastest,
            tolerance: max(tolerance, 3 * error), scatter: error, limit: PlacedFixes.limit,
            isOnShape: way.isShape)
        let path = finder.path()
        let places = path.map { verdict -> Double in
            if case .onPath(let candidate, _) = verdict { return choices.candidates[candidate].along }
            return .nan
        }
        let isStuck = PlacedFixes.stuck(
            fixes, path, places, pace: pace.map { max(2 * $0, 15) } ?? PlacedFixes.fastest)
        var kept: [Int] = []
        kept.reserveCapacity(fixes.count)
        var outliers = 0
        var stuck = 0
        for place in fixes.indices {
            if isStuck[place] {
                stuck += 1
            } else if path[place] == .outlier || (kept.last.map { fixes[$0].time == fixes[place].time } ?? false) {
                outliers += 1
            } else {
                kept.append(place)
            }
        }
        (self.stuck, self.outliers) = (stuck, outliers)
        self.fixes = kept.map { fixes[$0] }
        along = kept.map { places[$0] }
        self.stops = PlacedFixes.settled(kept.map { stops[$0] }, along: along, self.fixes, way)
        (reached, start) = PlacedFixes.reached(along, isReturning: kept.map { path[$0].isReturning })
        var offsets: [Double] = []
        offsets.reserveCapacity(kept.count)
        for place in kept {
            if case .onPath(let candidate, _) = path[place], !choices.isBeyond[candidate] {
                offsets.append(choices.candidates[candidate].offset)
            }
        }
        noise = PlacedFixes.deviation(offsets)
        scatter = min(60, PlacedFixes.median(offsets))
    }

    // MARK: The path

    /// The candidates of all fixes.
    private struct Choices {
        var candidates: [PathFinder.Candidate] = []
        var bounds = [0]
        /// By candidate: whether it lies before the shape or behind it.
        var isBeyond: [Bool] = []
        /// Of each fix that has a candidate, metres from the shape.
        var nearestOffsets: [Double] = []

        init(_ places: FixPlaces, _ stops: [NamedStop], _ way: Way) {
            bounds.reserveCapacity(places.count + 1)
            candidates.reserveCapacity(places.places.count)
            isBeyond.reserveCapacity(places.places.count)
            nearestOffsets.reserveCapacity(places.count)
            for number in 0..<places.count {
                let begin = candidates.count
                var nearest = Double.infinity
                for place in places.places(of: number) {
                    candidates.append(PathFinder.Candidate(along: place.along, offset: place.offset))
                    isBeyond.append(place.isBeyond)
                    nearest = min(nearest, place.offset)
                }
                bounds.append(candidates.count)
                if candidates.count > begin { nearestOffsets.append(nearest) }
                if candidates.count > begin + 1, case .stop(let stop) = stops[number] {
                    weigh(begin..<candidates.count, naming: stop, way)
                }
            }
        }

        /// Makes candidates dearer that are far from the stop that the fix names, unless all are.
        private mutating func weigh(_ range: Range<Int>, naming stop: Int, _ way: Way) {
            let position = way.stopPositions[stop]
            // Between the stop before and the one that is named.
            let before = stop > 0 ? way.stopPositions[stop - 1] : position
            let isFar = range.map { candidate in
                let along = candidates[candidate].along
                return along > position + far || along < min(before, position) - far
            }
            guard isFar.contains(false) else { return }
            for (candidate, isFar) in zip(range, isFar) where isFar { candidates[candidate].extra = elsewhere }
        }
    }

    /// The lower median; 0 for no values.
    private static func median(_ values: [Double]) -> Double {
        values.isEmpty ? 0 : values.sorted()[(values.count - 1) / 2]
    }

    /// The standard deviation of a receiver's error in one direction, by the distances of its fixes from the shape, outliers
    /// among them: twice their median deviation from their median.
    private static func roughDeviation(_ offsets: [Double]) -> Double {
        let middle = median(offsets)
        return 2 * median(offsets.map { abs($0 - middle) })
    }

    /// The same without outliers. If errors are normal, 68 % of the distances from the shape lie within 1.2 standard
    /// deviations. A shape that lies beside the road does not count as an error.
    private static func deviation(_ offsets: [Double]) -> Double {
        guard !offsets.isEmpty else { return 0 }
        let ordered = offsets.sorted()
        let last = ordered.count - 1
        return (ordered[last * 84 / 100] - ordered[last * 16 / 100]) / 1.2
    }

    /// How far the vehicle had come at each place of its path, and where the run proper begins.
    ///
    /// Receivers put a vehicle backwards: the positions that rise and are nearest to those seen count (isotonic
    /// regression). Where the vehicle went backwards in the middle of its run, it had come as far as before.
    private static func reached(_ along: [Double], isReturning: [Bool]) -> (reached: [Double], start: Int) {
        var onPath: [Int] = []
        onPath.reserveCapacity(along.count)
        for place in along.indices where !along[place].isNaN { onPath.append(place) }
        var first = 0
        while first + 1 < onPath.count, isReturning[onPath[first]], isReturning[onPath[first + 1]] { first += 1 }
        var reached = [Double](repeating: .nan, count: along.count)
        var furthest = -Double.infinity
        var begin = first
        while begin < onPath.count {
            var end = begin + 1
            while end < onPath.count, isReturning[onPath[end]] == isReturning[onPath[begin]] { end += 1 }
            let values = onPath[begin..<end].map { along[$0] }
            let rising = isReturning[onPath[begin]] ? values : IsotonicRegression.rising(values)
            for (place, value) in zip(onPath[begin..<end], rising) {
                furthest = max(furthest, value)
                reached[place] = furthest
            }
            begin = end
        }
        return (reached, first > 0 ? onPath[first] : 0)
    }

    /// Of several calls at the stop that a fix names that at which it is, or to which it goes, by the way; where there is
    /// none the first that is not before the one of the fix before.
    private static func settled(_ stops: [NamedStop], along: [Double], _ fixes: [Fix], _ way: Way?) -> [NamedStop] {
        var last = 0
        return stops.enumerated().map { number, stop in
            guard case .oneOf(let calls) = stop else {
                if case .stop(let place) = stop { last = place }
                return stop
            }
            let positions = calls.map { way?.stopPositions[$0] ?? .nan }
            var chosen = calls.first { $0 >= last } ?? calls[0]
            if !along[number].isNaN, positions.allSatisfy({ !$0.isNaN }) {
                if fixes[number].status == Fix.stoppedAt {
                    let nearest = positions.indices.min {
                        abs(positions[$0] - along[number]) < abs(positions[$1] - along[number])
                    }
                    chosen = calls[nearest ?? 0]
                } else {
                    chosen =
                        zip(calls, positions).first { $1 >= along[number] - tolerance }?.0 ?? calls[calls.count - 1]
                }
            }
            last = chosen
            return .stop(chosen)
        }
    }

    /// Whether each fix repeats the place of the one before to the last digit, and the vehicle was then further on at once
    /// than any vehicle drives: a receiver that was stuck.
    private static func stuck(
        _ fixes: [Fix], _ path: [PathFinder.Verdict], _ along: [Double], pace: Double
    ) -> [Bool] {
        var isStuck = [Bool](repeating: false, count: fixes.count)
        var place = 0
        while place < fixes.count {
            var end = place
            while end + 1 < fixes.count, fixes[end + 1].isSamePlace(as: fixes[place]), fixes[place].latitude != Fix.none
            {
                end += 1
            }
            let begin = place
            place = end + 1
            guard end > begin else { continue }
            let seen = (begin...end).filter { !along[$0].isNaN }
            let next = (end + 1..<fixes.count).first { path[$0] != .outlier }
            if let from = seen.last, let next, !along[next].isNaN {
                let seconds = Double(fixes[next].time - fixes[end].time)
                if abs(along[next] - along[from]) > 60 + pace * seconds {
                    for repeated in (seen[0] + 1)...max(end, seen[0] + 1) { isStuck[repeated] = repeated <= end }
                }
            }
        }
        return isStuck
    }
}

extension PathFinder.Verdict {
    var isReturning: Bool {
        if case .onPath(_, let isReturning) = self { return isReturning }
        return false
    }
}

/// The rising values that are nearest to some values.
enum IsotonicRegression {
    /// Values that follow each other and have one mean.
    private struct Block {
        let sum: Double
        let count: Int
        var mean: Double { sum / Double(count) }
    }

    /// Pools adjacent violators: the sum of squares between the values and those returned is the least.
    static func rising(_ values: [Double]) -> [Double] {
        guard !zip(values, values.dropFirst()).allSatisfy({ $0 <= $1 }) else { return values }
        var blocks: [Block] = []
        blocks.reserveCapacity(values.count)
        for value in values {
            blocks.append(Block(sum: value, count: 1))
            while blocks.count > 1 {
                let (left, right) = (blocks[blocks.count - 2], blocks[blocks.count - 1])
                guard left.mean > right.mean else { break }
                blocks.removeLast()
                blocks[blocks.count - 1] = Block(sum: left.sum + right.sum, count: left.count + right.count)
            }
        }
        var rising: [Double] = []
        rising.reserveCapacity(values.count)
        for block in blocks { rising.append(contentsOf: repeatElement(block.mean, count: block.count)) }
        return rising
    }
}
