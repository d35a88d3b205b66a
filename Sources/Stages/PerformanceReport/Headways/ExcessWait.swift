/// What a row of the headway report has counted.
struct HeadwayTally {
    var events = 0
    var broken = 0
    var bunched = 0
    var gapped = 0
    var actual = HeadwaySums()
    var scheduled = HeadwaySums()

    /// The excess wait in seconds: the mean wait of actual headways less that of scheduled headways; nil if one of them
    /// is not known.
    var excessWait: Double? {
        guard let actual = actual.wait, let scheduled = scheduled.wait else { return nil }
        return actual - scheduled
    }
}

/// Sums of headways in seconds, exact.
struct HeadwaySums {
    var count = 0
    var sum = 0
    var squares = Int128(0)

    mutating func add(_ headway: Int) {
        count += 1
        sum += headway
        squares += Int128(headway) * Int128(headway)
    }

    var mean: Double? { count > 0 ? Double(sum) / Double(count) : nil }
    /// The mean wait in seconds of riders who arrive at random: Σh² / 2Σh.
    var wait: Double? { sum > 0 ? Double(squares) / (2 * Double(sum)) : nil }
    /// The standard deviation of the population over the mean.
    var variation: Double? {
        guard sum > 0 else { return nil }
        return Double(Int128(count) * squares - Int128(sum) * Int128(sum)).squareRoot() / Double(sum)
    }
}
