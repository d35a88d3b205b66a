/// Labels beside an axis moved apart where they would cover each other.
package enum SpreadLabels {
    /// Where labels stand that want to stand at some places, ascending, so that each has its room and all lie within
    /// bounds, if they can.
    package static func places(_ wanted: [Double], room: Double, within bounds: ClosedRange<Double>) -> [Double] {
        guard !wanted.isEmpty else { return [] }
        // Groups of labels that touch lie around the middle of what they want.
        var groups: [(sum: Double, count: Int)] = []
        func start(_ group: (sum: Double, count: Int)) -> Double {
            let length = Double(group.count - 1) * room
            let first = group.sum / Double(group.count) - length / 2
            return max(bounds.lowerBound, min(first, bounds.upperBound - length))
        }
        for place in wanted {
            groups.append((place, 1))
            while groups.count > 1 {
                let (before, last) = (groups[groups.count - 2], groups[groups.count - 1])
                guard start(before) + Double(before.count) * room > start(last) else { break }
                groups.removeLast(2)
                groups.append((before.sum + last.sum, before.count + last.count))
            }
        }
        return groups.flatMap { group in (0..<group.count).map { start(group) + Double($0) * room } }
    }
}
