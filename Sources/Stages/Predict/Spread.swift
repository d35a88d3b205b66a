/// How far predictions were off, by how far ahead they were made: the uncertainty that is written with them.
///
/// For each horizon the errors of the predictions that came due are counted in a histogram. The uncertainty is the least
/// width that holds nine of ten of them, and of a prior that counts as `priorCount` errors.
///
/// Memory: 240 bytes a horizon.
struct Spread {
    /// The upper ends of horizons in seconds; the last horizon has none.
    static let ends = [60, 120, 180, 300, 480, 720, 1080, 1800]
    static var horizons: Int { ends.count + 1 }
    /// The seconds ahead for which the width of each horizon stands; between them widths are interpolated.
    private static let middles: [Double] = [30, 90, 150, 240, 390, 600, 900, 1440, 2400]
    /// The share of predictions within the uncertainty.
    static let share = 0.9
    /// How many errors the prior counts as, and how many count at the most before older ones count half.
    private static let priorCount = 20.0
    private static let mostErrors = 2000.0
    /// The uncertainty before errors are known: seconds, and seconds a second ahead, up to the end of its class.
    private static let priorStart = 30.0
    private static let priorSlope = 0.15
    /// Histogram: the upper end of the first class in seconds, and how much wider each next one is.
    private static let firstClass = 4.0
    private static let growth = 1.2
    static let classes = 36

    private static let edges: [Double] = {
        var edges = [firstClass]
        while edges.count < classes { edges.append(edges[edges.count - 1] * growth) }
        return edges
    }()

    /// The counts of errors by horizon and class.
    private(set) var counts = [Double](repeating: 0, count: Spread.horizons * Spread.classes)
    private var widths: [Double]

    init() {
        widths = Spread.middles.map(Spread.prior)
        for horizon in 0..<Spread.horizons { settle(horizon) }
    }

    private static func prior(_ seconds: Double) -> Double { priorStart + priorSlope * seconds }

    /// The place of a horizon.
    static func horizon(_ seconds: Int) -> Int {
        var place = 0
        while place < ends.count, seconds >= ends[place] { place += 1 }
        return place
    }

    /// Adds the error of a prediction, in seconds.
    mutating func add(_ error: Double, horizon: Int) {
        let size = abs(error)
        var place = 0
        while place + 1 < Spread.classes, size > Spread.edges[place] { place += 1 }
        let first = horizon * Spread.classes
        counts[first + place] += 1
        var sum = 0.0
        for place in first..<(first + Spread.classes) { sum += counts[place] }
        if sum > Spread.mostErrors {
            for place in first..<(first + Spread.classes) { counts[place] = (counts[place] / 2).rounded(.down) }
        }
        settle(horizon)
    }

    /// Restores counts of an earlier process.
    mutating func restore(_ counts: [Double], horizon: Int) {
        for place in 0..<Spread.classes { self.counts[horizon * Spread.classes + place] = counts[place] }
        settle(horizon)
    }

    /// Works out the width of a horizon. Of the prior, nine of ten errors are as large as its width, and one is twice as
    /// large.
    private mutating func settle(_ horizon: Int) {
        let first = horizon * Spread.classes
        let prior = Spread.prior(Spread.middles[horizon])
        var total = Spread.priorCount
        for place in first..<(first + Spread.classes) { total += counts[place] }
        let wanted = Spread.share * total
        var sum = 0.0
        var lower = 0.0
        for place in 0..<Spread.classes {
            let upper = Spread.edges[place]
            let isPrior = prior > lower && prior <= upper
            var here = counts[first + place] + (isPrior ? Spread.priorCount * Spread.share : 0)
            if 2 * prior > lower, 2 * prior <= upper { here += Spread.priorCount * (1 - Spread.share) }
            if sum + here >= wanted - 1e-9, here > 0 {
                let inside = lower + (upper - lower) * min((wanted - sum) / here, 1)
                widths[horizon] = isPrior ? max(prior, inside) : inside
                return
            }
            sum += here
            lower = upper
        }
        widths[horizon] = Spread.edges[Spread.classes - 1]
    }

    /// The uncertainty of a prediction so many seconds ahead, in whole seconds: never less than that of a shorter one.
    func uncertainty(_ seconds: Double) -> Int {
        let middles = Spread.middles
        var width = widths[0]
        for place in 1..<middles.count {
            guard seconds > middles[place - 1] else { break }
            let next = max(widths[place], width)
            let share = min((seconds - middles[place - 1]) / (middles[place] - middles[place - 1]), 1)
            width += (next - width) * share
        }
        return Int(width.rounded(.up))
    }
}

/// A prediction that waits for its vehicle's arrival.
struct Pending {
    /// The stop; -1 for none.
    var stop: Int32
    /// POSIX seconds.
    var time: UInt32

    static let none = Pending(stop: -1, time: 0)
}
