import Geometry

/// Edges that run beside each other once their nodes have become one.
extension Contraction {
    /// Makes one edge of those between the same nodes that run beside each other within two tolerances: they were apart
    /// until their nodes became one.
    /// - Returns: whether there were any.
    mutating func mergeBeside() -> Bool {
        var found = false
        for node in nodes.indices {
            let here = living(at: node)
            for (place, one) in here.enumerated() where !isGone[one] {
                for other in here[(place + 1)...] where !isGone[other] {
                    let ends = [drafts[one].from, drafts[one].to]
                    guard ends[0] != ends[1],
                        ends == [drafts[other].from, drafts[other].to]
                            || ends == [drafts[other].to, drafts[other].from],
                        runsBeside(drafts[one].coordinates, drafts[other].coordinates)
                    else { continue }
                    drafts[one].lines = Set(drafts[one].lines + drafts[other].lines).sorted()
                    drafts[one].covered = Contraction.sum(drafts[one].covered, drafts[other].covered)
                    isGone[other] = true
                    parents[other] = one
                    found = true
                }
            }
        }
        return found
    }

    /// Whether each position of either of two edges, and the middle between two, lies within two tolerances of the other.
    private func runsBeside(_ one: [Coordinate], _ other: [Coordinate]) -> Bool {
        lies(one, along: MeasuredLine(other)) && lies(other, along: MeasuredLine(one))
    }

    private func lies(_ points: [Coordinate], along line: MeasuredLine) -> Bool {
        var feet: [MeasuredLine.Foot] = []
        func isNear(_ point: Coordinate) -> Bool {
            feet.removeAll(keepingCapacity: true)
            line.appendFeet(of: point, within: 2 * tolerance, to: &feet)
            return !feet.isEmpty
        }
        for (place, point) in points.enumerated() {
            guard isNear(point) else { return false }
            guard place > 0 else { continue }
            let before = points[place - 1]
            let middle = Coordinate(
                latitude: (before.latitude + point.latitude) / 2, longitude: (before.longitude + point.longitude) / 2)
            guard isNear(middle) else { return false }
        }
        return true
    }

    /// Where an edge runs beside all of a shorter one from the node at which both begin, lets it begin where that ends.
    /// - Returns: whether there were any.
    mutating func shortenBeside() -> Bool {
        var found = false
        for node in nodes.indices {
            for long in living(at: node) {
                for short in living(at: node)
                where short != long && !isGone[short] && shorten(long, beside: short, at: node) {
                    found = true
                    break
                }
            }
        }
        return found
    }

    private mutating func shorten(_ long: Int, beside short: Int, at node: Int) -> Bool {
        let (own, other) = (drafts[long], drafts[short])
        guard own.from != own.to, other.from != other.to else { return false }
        let far = other.from == node ? other.to : other.from
        guard far != own.from, far != own.to else { return false }
        let isForward = own.from == node
        let line = MeasuredLine(isForward ? own.coordinates : own.coordinates.reversed())
        let beside = MeasuredLine(other.from == node ? other.coordinates : other.coordinates.reversed())
        guard beside.length < line.length - 2 * tolerance else { return false }
        var feet: [MeasuredLine.Foot] = []
        line.appendFeet(of: nodes[far], within: 2 * tolerance, to: &feet)
        guard let foot = feet.min(by: { abs($0.along - beside.length) < abs($1.along - beside.length) }),
            // Each step takes something off, so there is an end to them.
            foot.along > max(tolerance, beside.length / 2), abs(foot.along - beside.length) <= 4 * tolerance,
            foot.along < line.length - 2 * tolerance,
            runsBeside(line.part(from: 0, to: foot.along), beside.coordinates)
        else { return false }
        let share = foot.along / line.length
        var rest = line.part(from: foot.along, to: line.length)
        rest[0] = nodes[far]
        guard MeasuredLine(rest).length < line.length - tolerance else { return false }
        drafts[short].lines = Set(other.lines + own.lines).sorted()
        drafts[short].covered = Contraction.sum(
            other.covered, own.covered.map { ($0.path, $0.metres * beside.length / line.length) })
        drafts[long].coordinates = isForward ? rest : rest.reversed()
        drafts[long].length = own.length * (1 - share)
        drafts[long].covered = own.covered.map { ($0.path, $0.metres * (1 - share)) }
        if isForward { drafts[long].from = far } else { drafts[long].to = far }
        drawn[node].removeAll { $0 == long }
        if !drawn[far].contains(long) { drawn[far].append(long) }
        companions[long].append(short)
        return true
    }
}
