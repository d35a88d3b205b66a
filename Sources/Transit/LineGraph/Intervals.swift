/// Stretches of a line, in metres from its beginning, that do not touch each other, in order.
struct Intervals {
    private(set) var ranges: [ClosedRange<Double>] = []

    /// The union of stretches in any order; those that lie no further than `gap` apart become one.
    init(_ stretches: [ClosedRange<Double>], closing gap: Double) {
        for stretch in stretches.sorted(by: { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }) {
            if let last = ranges.last, stretch.lowerBound - last.upperBound <= gap {
                ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, stretch.upperBound)
            } else {
                ranges.append(stretch)
            }
        }
    }

    /// Metres of a stretch that are covered.
    func covered(_ stretch: ClosedRange<Double>) -> Double {
        var metres = 0.0
        for range in ranges where range.upperBound > stretch.lowerBound && range.lowerBound < stretch.upperBound {
            metres += min(range.upperBound, stretch.upperBound) - max(range.lowerBound, stretch.lowerBound)
        }
        return metres
    }
}
