import Platform

/// How fast vehicles of each route and direction drive, as a share of the seconds that were expected.
///
/// Each stretch that a vehicle has driven counts with its seconds, and less the older it is. A prior of so many seconds
/// driven as expected keeps a few stretches from counting as much as many do.
///
/// Memory: 24 bytes a route and direction.
struct Pace {
    private struct Sums {
        var actual = 0.0
        var expected = 0.0
        var time = 0
    }

    /// Seconds of a prior: of a route and direction, and of a run beside its route and direction.
    static let routePrior = 600.0
    static let runPrior = 1800.0
    /// Seconds after which a stretch counts e times less.
    static let routeMemory = 1800.0
    static let runMemory = 1200.0
    /// Seconds ahead at which what a run has shown counts e times less.
    static let reach = 1200.0
    /// The least and the most of a pace.
    static let bounds = 0.6...2.5
    /// The most seconds between two positions of which a pace is measured.
    static let mostGap = 300

    private var sums: [Sums] = []

    /// Makes room for a route and direction.
    mutating func grow(to count: Int) {
        while sums.count < count { sums.append(Sums()) }
    }

    /// Adds seconds driven, and those expected for them.
    mutating func add(_ actual: Double, _ expected: Double, to place: Int, at time: Int) {
        decay(place, to: time)
        sums[place].actual += actual
        sums[place].expected += expected
    }

    private mutating func decay(_ place: Int, to time: Int) {
        let seconds = Double(time - sums[place].time)
        sums[place].time = max(time, sums[place].time)
        guard seconds > 0 else { return }
        let factor = exp(-seconds / Pace.routeMemory)
        sums[place].actual *= factor
        sums[place].expected *= factor
    }

    /// The pace of a route and direction.
    mutating func ofRoute(_ place: Int, at time: Int) -> Double {
        decay(place, to: time)
        return Pace.bounded(
            (sums[place].actual + Pace.routePrior) / (sums[place].expected + Pace.routePrior))
    }

    /// The pace of a run, by what it has shown beside its route and direction.
    static func ofRun(_ actual: Double, _ expected: Double, route: Double) -> Double {
        bounded((actual + runPrior * route) / (expected + runPrior))
    }

    private static func bounded(_ pace: Double) -> Double { min(max(pace, bounds.lowerBound), bounds.upperBound) }

    // MARK: Between processes

    subscript(place: Int) -> (actual: Double, expected: Double, time: Int) {
        get { (sums[place].actual, sums[place].expected, sums[place].time) }
        set { sums[place] = Sums(actual: newValue.actual, expected: newValue.expected, time: newValue.time) }
    }
}
