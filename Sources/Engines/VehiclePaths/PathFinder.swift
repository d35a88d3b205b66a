/// Finds the most plausible path of a vehicle through the candidate places of its positions.
///
/// The model is a hidden Markov model after Newson and Krumm (2009), decoded by Viterbi's algorithm. A state is a place on
/// the shape and the direction in which the vehicle moves along it. Every position may also be an outlier: the path then
/// goes on from the position before it. Costs are in units of one outlier.
///
/// Cost: for each position, the product of its candidates and of the `mostStates` best states so far; a track whose
/// positions have one candidate each and never contradict each other takes one pass.
struct PathFinder {
    /// A place on the shape at which a vehicle may have been.
    struct Candidate {
        /// Metres from the shape's beginning; below 0 before it, more than its length behind its end.
        var along: Double
        /// Metres from the shape.
        var offset: Double
        /// What the candidate costs besides.
        var extra = 0.0
    }

    /// What the path does with a position.
    enum Verdict: Equatable {
        /// The position lies on the path, at a candidate counted over all positions. `isReturning`: the vehicle moved
        /// backwards along the shape to get there, or from there if the path begins with it.
        case onPath(candidate: Int, isReturning: Bool)
        case outlier
        /// The position has no candidate, and neither have its neighbours.
        case offRoute
    }

    /// POSIX seconds of each position, never falling. Of several positions of one time the path takes at most one.
    let times: [Int]
    /// The candidates of all positions, one position after the other.
    let candidates: [Candidate]
    /// Where each position's candidates begin, and the count of all candidates.
    let bounds: [Int]
    /// Positions that have coordinates; those without are never outliers.
    let isPlaced: [Bool]
    /// Metres a second that the vehicle is not expected to exceed.
    let topSpeed: Double
    /// Metres that a vehicle may go backwards for nothing.
    let tolerance: Double
    /// Metres by which positions scatter.
    let scatter: Double
    /// Metres; positions further from the shape have no candidates.
    let limit: Double
    /// Whether the candidates lie on a shape, not on straight lines between stops that roads leave.
    let isOnShape: Bool

    /// What it costs to begin to go backwards on the way, and at the beginning of the path.
    static let turningBack = 3.5
    static let beginningBackwards = 1.2
    /// What each further step backwards costs.
    static let goingBack = 0.2
    /// Metres beyond `tolerance` that cost as much as an outlier if the receiver put the vehicle backwards.
    static let backwardError = 20.0
    /// Metres beyond `topSpeed` and `slack` that cost as much as an outlier, the slack, and the most that haste costs.
    static let hasteError = 50.0
    static let slack = 60.0
    static let mostHaste = 6.0
    /// What top speed costs; slower vehicles pay by the square of their speed. Of two positions that contradict each other,
    /// the one counts with which the vehicle moves more evenly.
    static let speedCost = 0.05
    /// Metres from the shape, beyond what is usual around the position, that cost as much as an outlier.
    static let offsetError = 40.0
    /// The share of the plain offset's cost that tells the candidates of one position apart.
    static let plainOffset = 0.02
    /// States that cost so much more than the best one are dropped, and all but so many of the best ones.
    static let patience = 10.0
    static let mostStates = 320
    /// Costs that differ by less are the same: the candidate nearer to the shape's beginning is taken.
    static let same = 1e-4

    private struct Node {
        let along: Double
        let cost: Double
        let time: Int
        let candidate: Int32
        let position: Int32
        /// The node before; -1 for none.
        let parent: Int32
        let isReturning: Bool
    }

    private struct State {
        let node: Int
        /// The node's cost and that of the outliers since.
        var cost: Double
    }

    /// By position.
    func path() -> [Verdict] {
        let usual = usualOffsets()
        if let plain = plainPath(usual) { return plain }
        var nodes: [Node] = []
        var states: [State] = []
        var next: [State] = []
        var begun = 0.0
        for position in times.indices where bounds[position] < bounds[position + 1] {
            next.removeAll(keepingCapacity: true)
            for candidate in bounds[position]..<bounds[position + 1] {
                extend(states, to: candidate, of: position, begun, usual[position], &nodes, &next)
            }
            begun += 1
            // The position may be an outlier.
            for state in states { next.append(State(node: state.node, cost: state.cost + 1)) }
            swap(&states, &next)
            prune(&states, begun)
        }
        return verdicts(nodes, states, usual)
    }

    /// The best ways to a candidate: with the vehicle going forwards, and backwards.
    @inline(__always)
    private func extend(
        _ states: [State], to candidate: Int, of position: Int, _ begun: Double, _ usual: Double, _ nodes: inout [Node],
        _ next: inout [State]
    ) {
        let place = candidates[candidate]
        let time = times[position]
        var forward = (cost: begun, parent: Int32(-1))
        var back = (cost: begun + PathFinder.beginningBackwards, parent: Int32(-1))
        for state in states {
            let base = state.cost
            guard base < forward.cost - PathFinder.same || base < back.cost - PathFinder.same else { continue }
            let from = nodes[state.node]
            let seconds = time - from.time
            guard seconds > 0 else { continue }
            let step = place.along - from.along
            let reached = base + haste(abs(step), seconds)
            if step >= -tolerance {
                if reached < forward.cost - PathFinder.same { forward = (reached, Int32(state.node)) }
                if from.isReturning, step <= tolerance {
                    let cost = reached + PathFinder.goingBack
                    if cost < back.cost - PathFinder.same { back = (cost, Int32(state.node)) }
                }
            } else {
                let error = (-step - tolerance) / PathFinder.backwardError
                let cost = reached + error * error
                if error < 2, cost < forward.cost - PathFinder.same { forward = (cost, Int32(state.node)) }
                let turned = reached + (from.isReturning ? PathFinder.goingBack : PathFinder.turningBack)
                if turned < back.cost - PathFinder.same { back = (turned, Int32(state.node)) }
            }
        }
        let emission = emission(place, usual)
        func append(_ best: (cost: Double, parent: Int32), isReturning: Bool) {
            let cost = best.cost + emission
            next.append(State(node: nodes.count, cost: cost))
            nodes.append(
                Node(
                    along: place.along, cost: cost, time: time, candidate: Int32(candidate), position: Int32(position),
                    parent: best.parent, isReturning: isReturning))
        }
        append(forward, isReturning: false)
        // Turning back later costs no more than that.
        if back.cost < forward.cost + PathFinder.turningBack { append(back, isReturning: true) }
    }

    @inline(__always)
    private func haste(_ metres: Double, _ seconds: Int) -> Double {
        let reach = topSpeed * Double(seconds)
        let speed = min(metres / reach, 1)
        let even = PathFinder.speedCost * speed * speed
        let excess = metres - PathFinder.slack - reach
        guard excess > 0 else { return even }
        let error = excess / PathFinder.hasteError
        return even + min(error * error, PathFinder.mostHaste)
    }

    @inline(__always)
    private func emission(_ place: Candidate, _ usual: Double) -> Double {
        let width = max(PathFinder.offsetError, 3 * scatter)
        let plain = place.offset / width
        let excess = max(0, place.offset - usual) / width
        return min(excess * excess, 4) + PathFinder.plainOffset * plain * plain + place.extra
    }

    private func prune(_ states: inout [State], _ begun: Double) {
        guard var best = states.first?.cost else { return }
        for state in states where state.cost < best { best = state.cost }
        let most = best + PathFinder.patience
        states.removeAll { $0.cost > most }
        guard states.count > PathFinder.mostStates else { return }
        let costs = states.map(\.cost).sorted()
        let last = costs[PathFinder.mostStates - 1]
        var room = PathFinder.mostStates - costs.prefix { $0 < last }.count
        states.removeAll { state in
            if state.cost == last { room -= 1 }
            return state.cost > last || state.cost == last && room < 0
        }
    }

    private func verdicts(_ nodes: [Node], _ states: [State], _ usual: [Double]) -> [Verdict] {
        var verdicts = times.indices.map { position in
            bounds[position] < bounds[position + 1] || isLost(position, usual) ? Verdict.outlier : .offRoute
        }
        var chosen = 0
        for number in states.indices where states[number].cost < states[chosen].cost - PathFinder.same {
            chosen = number
        }
        var node = states.isEmpty ? -1 : states[chosen].node
        while node >= 0 {
            let step = nodes[node]
            verdicts[Int(step.position)] = .onPath(candidate: Int(step.candidate), isReturning: step.isReturning)
            node = Int(step.parent)
        }
        return verdicts
    }

    // MARK: How far from the shape is usual

    /// By position: the median of its offset from the shape and those of the two before and the two after it. A detour
    /// has a median of its own, and a stray position does not move it. Without a shape, at least as far as the vehicle moves
    /// along the lines between the position and its nearest neighbour.
    private func usualOffsets() -> [Double] {
        let nearest = times.indices.map { position -> Candidate in
            var nearest = Candidate(along: .nan, offset: limit)
            for candidate in bounds[position]..<bounds[position + 1]
            where candidates[candidate].offset <= nearest.offset {
                if nearest.along.isNaN || candidates[candidate].offset < nearest.offset {
                    nearest = candidates[candidate]
                }
            }
            return nearest
        }
        var placed: [Int] = []
        placed.reserveCapacity(times.count)
        for position in times.indices where isPlaced[position] { placed.append(position) }
        var usual = [Double](repeating: limit, count: times.count)
        var window: [Double] = []
        window.reserveCapacity(5)
        for (place, position) in placed.enumerated() {
            window.removeAll(keepingCapacity: true)
            for other in max(0, place - 2)...min(placed.count - 1, place + 2) {
                let value = nearest[placed[other]].offset
                window.insert(value, at: window.firstIndex { $0 > value } ?? window.count)
            }
            usual[position] = window[(window.count - 1) / 2]
            guard !isOnShape else { continue }
            var step = Double.infinity
            for other in [place - 1, place + 1] where placed.indices.contains(other) {
                let metres = abs(nearest[placed[other]].along - nearest[position].along)
                if metres < step { step = metres }
            }
            if step.isFinite { usual[position] = max(usual[position], step) }
        }
        return usual
    }

    /// Whether a position without candidates is an outlier: its neighbours are on route, before it and after it.
    private func isLost(_ position: Int, _ usual: [Double]) -> Bool {
        guard isPlaced[position], usual[position] < limit / 2 else { return false }
        return times.indices.first != position && times.indices.last != position
    }

    /// The path of positions that have one candidate each and do not contradict each other; nil for others.
    private func plainPath(_ usual: [Double]) -> [Verdict]? {
        var verdicts: [Verdict] = []
        verdicts.reserveCapacity(times.count)
        var last: (along: Double, time: Int)?
        for position in times.indices {
            let count = bounds[position + 1] - bounds[position]
            guard count > 0 else {
                verdicts.append(isLost(position, usual) ? .outlier : .offRoute)
                continue
            }
            let place = candidates[bounds[position]]
            guard count == 1, emission(place, usual[position]) < 0.5 else { return nil }
            if let last {
                let step = place.along - last.along
                let seconds = times[position] - last.time
                guard seconds > 0, step >= -tolerance, haste(abs(step), seconds) <= PathFinder.speedCost else {
                    return nil
                }
            }
            last = (place.along, times[position])
            verdicts.append(.onPath(candidate: bounds[position], isReturning: false))
        }
        return verdicts
    }
}
