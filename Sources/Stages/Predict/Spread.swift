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
    /// What is written with predictions now.
    private(set) var uncertainty: Uncertainty

    init() {
        widths = Spread.middles.map(Spread.prior)
        uncertainty = Uncertainty(widths)
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

    /// Works out the width of a horizon.
    private mutating func settle(_ horizon: Int) {
        widths[horizon] = width(of: horizon)
        uncertainty = Uncertainty(widths)
    }

    /// Of the prior, nine of ten errors are as large as its width, and one is twice as large.
    private func width(of horizon: Int) -> Double {
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
                return isPrior ? max(prior, inside) : inside
            }
            sum += here
            lower = upper
        }
        return Spread.edges[Spread.classes - 1]
    }

    /// The uncertainty of predictions by how far ahead they are, as it is known at one time: it rises linearly from one
    /// horizon's middle to the next one's, and never falls.
    struct Uncertainty {
        /// The width at the middle of each horizon, and how much wider that is than at the middle before it.
        private var widths: [Double]
        private var rises: [Double]
        private let middles = Spread.middles

        fileprivate init(_ own: [Double]) {
            widths = own
            rises = own
            for place in 1..<own.count {
                rises[place] = max(own[place], widths[place - 1]) - widths[place - 1]
                widths[place] = widths[place - 1] + rises[place]
            }
        }

        /// Gives the uncertainty of one prediction after another, each mostly a little further ahead.
        struct Reader {
            private let all: Uncertainty
            /// Seconds ahead between which the uncertainty rises evenly, the first excluded, and how far it does so.
            private var begin = -Double.infinity
            private var end: Double
            private var span = 1.0
            private var width: Double
            private var rise = 0.0

            init(_ all: Uncertainty) {
                self.all = all
                end = all.middles[0]
                width = all.widths[0]
            }

            /// The uncertainty of a prediction so many seconds ahead, in whole seconds.
            mutating func seconds(_ ahead: Double) -> Int {
                if ahead <= begin || ahead > end { find(ahead) }
                return Int((width + rise * min((ahead - begin) / span, 1)).rounded(.up))
            }

            private mutating func find(_ ahead: Double) {
                let last = all.middles.count - 1
                let place = all.middles.firstIndex { ahead <= $0 } ?? last
                guard place > 0 else {
                    self = Reader(all)
                    return
                }
                begin = all.middles[place - 1]
                span = all.middles[place] - begin
                end = place == last ? .infinity : all.middles[place]
                width = all.widths[place - 1]
                rise = all.rises[place]
            }
        }
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
