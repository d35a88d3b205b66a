/// How much service there is of a group, on one day or several.
struct LevelFigures {
    var trips = 0
    var metres = 0.0
    /// Whether the way of any trip is known.
    var hasWay = false
    /// Seconds of the service day.
    private(set) var first: Int?
    private(set) var last: Int?
    /// Seconds from a departure to the next one, and how often.
    var gaps: [Int: Int] = [:]
    var peak: Int?

    mutating func depart(at second: Int) {
        first = min(first ?? second, second)
        last = max(last ?? second, second)
    }

    /// Adds figures of so many days more.
    mutating func add(_ other: LevelFigures, days: Int) {
        trips += other.trips * days
        metres += other.metres * Double(days)
        hasWay = hasWay || other.hasWay
        if let second = other.first { depart(at: second) }
        if let second = other.last { depart(at: second) }
        for (gap, count) in other.gaps { gaps[gap, default: 0] += count * days }
        if let other = other.peak { peak = max(peak ?? other, other) }
    }

    mutating func add(gaps other: [Int: Int]) {
        for (gap, count) in other { gaps[gap, default: 0] += count }
    }

    /// The median of the gaps, nearest rank.
    var medianGap: Int? {
        let count = gaps.values.reduce(0, +)
        guard count > 0 else { return nil }
        var rest = (count + 1) / 2
        for (gap, times) in gaps.sorted(by: { $0.key < $1.key }) {
            rest -= times
            if rest <= 0 { return gap }
        }
        return nil
    }
}
