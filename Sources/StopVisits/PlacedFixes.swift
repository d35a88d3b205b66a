import Geometry
import Journeys

/// The fixes of a vehicle on a run, laid onto the run's way.
struct PlacedFixes {
    /// In order, each time once, without those that a stuck receiver repeated.
    let fixes: [Fix]
    /// By fix, the stop that it names.
    let stops: [NamedStop]
    /// Metres from the way's beginning, below 0 before it and more than the way's length behind its end; not a number
    /// for a fix that is not on it.
    let along: [Double]
    /// The furthest that the vehicle had come by then.
    let reached: [Double]
    /// Metres, half of the fixes are nearer to the way; 60 at most.
    let scatter: Double
    /// Fixes that were left out, as the receiver was stuck.
    let stuck: Int

    /// Fixes further from the way are not on it, in metres.
    private static let limit = 200.0
    /// Receivers are seen to say that a vehicle went back so far, in metres.
    private static let tolerance = 30.0
    /// Where the timetable does not tell, no vehicle is taken to be faster, in metres a second.
    private static let fastest = 45.0
    /// Any vehicle may be so fast now and then, in metres a second.
    private static let slowest = 25.0
    /// What a place far from the stop that a fix names costs, in metres from the way.
    private static let elsewhere = 100.0
    /// How far a place is from the stop that a fix names if it is far, in metres.
    private static let far = 500.0

    /// - Parameters:
    ///   - fixes: in order, each time once.
    ///   - stops: by fix, the stop that it names.
    ///   - pace: metres a second that the timetable asks for at the most; nil where it does not tell.
    init(_ fixes: [Fix], _ stops: [NamedStop], on way: Way?, pace: Double?) {
        guard let way, !way.line.coordinates.isEmpty else {
            self.fixes = fixes
            self.stops = PlacedFixes.settled(stops, along: Array(repeating: .nan, count: fixes.count), fixes, way)
            along = Array(repeating: .nan, count: fixes.count)
            reached = along
            scatter = 0
            stuck = 0
            return
        }
        var choices: [[MeasuredLine.Foot]] = []
        choices.reserveCapacity(fixes.count)
        for (place, fix) in fixes.enumerated() {
            if place > 0, fix.isSamePlace(as: fixes[place - 1]) {
                choices.append(choices[place - 1])
                continue
            }
            var feet: [MeasuredLine.Foot] = []
            if let position = fix.coordinate { way.line.appendFeet(of: position, within: PlacedFixes.limit, to: &feet) }
            choices.append(feet)
        }
        let top = pace.map { max(3 * $0, PlacedFixes.slowest) } ?? PlacedFixes.fastest
        let chosen = PlacedFixes.choose(choices, fixes, stops, way, top)
        let kept = PlacedFixes.moving(fixes, chosen, pace: pace.map { max(2 * $0, 15) } ?? PlacedFixes.fastest)
        self.fixes = kept.map { fixes[$0] }
        stuck = fixes.count - kept.count
        // Vehicles come from somewhere and go on: what is short of the first stop, or past the last one, is not there.
        let beyond = kept.map { place in
            chosen[place].flatMap { foot in fixes[place].coordinate.map { way.line.beyond($0, at: foot.along) } } ?? 0
        }
        along = zip(kept, beyond).map { (chosen[$0]?.along ?? .nan) + $1 }
        self.stops = PlacedFixes.settled(kept.map { stops[$0] }, along: along, self.fixes, way)
        var furthest = -Double.infinity
        reached = along.map { place in
            if !place.isNaN { furthest = max(furthest, place) }
            return place.isNaN ? .nan : furthest
        }
        let offsets = zip(kept, beyond).compactMap { $1 == 0 ? chosen[$0]?.offset : nil }.sorted()
        scatter = offsets.isEmpty ? 0 : min(60, offsets[(offsets.count - 1) / 2])
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

    /// Of several places on the way that one which fits those before and after, and the stop that is named: ways cross
    /// themselves, and come back to where they began.
    private static func choose(
        _ choices: [[MeasuredLine.Foot]], _ fixes: [Fix], _ stops: [NamedStop], _ way: Way, _ top: Double
    ) -> [MeasuredLine.Foot?] {
        // Most often there is no choice.
        guard choices.contains(where: { $0.count > 1 }) else { return choices.map(\.first) }
        func cost(_ foot: MeasuredLine.Foot, _ place: Int) -> Double {
            guard choices[place].count > 1, case .stop(let stop) = stops[place] else { return 0 }
            let position = way.stopPositions[stop]
            // Between the stop before and the one that is named.
            let before = stop > 0 ? way.stopPositions[stop - 1] : position
            let isFar = foot.along > position + far || foot.along < min(before, position) - far
            return isFar ? elsewhere * elsewhere : 0
        }
        return WayChoice.cheapest(choices, cost: cost) { before, from, place, to in
            let step = to.along - from.along
            if step < 0 {
                let back = -step - tolerance
                return back > 0 ? back * back : 0
            }
            let ahead = step - 200 - top * Double(fixes[place].time - fixes[before].time)
            return ahead > 0 ? ahead * ahead : 0
        }
    }

    /// The places of fixes without those at which a receiver repeated a place to the last digit and then was far away
    /// at once.
    private static func moving(_ fixes: [Fix], _ chosen: [MeasuredLine.Foot?], pace: Double) -> [Int] {
        var kept: [Int] = []
        var place = 0
        while place < fixes.count {
            var end = place
            while end + 1 < fixes.count, fixes[end + 1].isSamePlace(as: fixes[place]), fixes[place].latitude != Fix.none
            {
                end += 1
            }
            kept.append(place)
            if end > place {
                var isStuck = false
                if end + 1 < fixes.count, let from = chosen[end]?.along, let to = chosen[end + 1]?.along {
                    let seconds = Double(fixes[end + 1].time - fixes[end].time)
                    isStuck = abs(to - from) > 60 + pace * seconds
                }
                if !isStuck { kept.append(contentsOf: (place + 1)...end) }
            }
            place = end + 1
        }
        return kept
    }
}
