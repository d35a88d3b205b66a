/// How much service there is of a group, on one day or several.
struct LevelFigures {
    var trips = 0
    var metres = 0.0
    /// Whether the way of any trip is known.
    var hasWay = false
    /// Seconds of the service day.
    @Narrow private(set) var first: Int?
    @Narrow private(set) var last: Int?
    @Narrow var peak: Int?
    var gaps = GapCounts()

    /// Adds a trip that starts then.
    mutating func start(at second: Int) { call(isFirst: true, departure: second) }

    /// Adds a call: a trip where it is its first one here, a departure where there is one.
    mutating func call(isFirst: Bool, departure: Int?) {
        if isFirst { trips += 1 }
        if let departure { depart(at: departure) }
    }

    mutating func drive(_ metres: Double) {
        self.metres += metres
        hasWay = true
    }

    private mutating func depart(at second: Int) {
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
        gaps.add(other.gaps, times: days)
        if let other = other.peak { peak = max(peak ?? other, other) }
    }

    /// The same of so many days. The gaps stay as they are: their median is the same.
    func times(_ days: Int) -> LevelFigures {
        var all = self
        all.trips *= days
        all.metres *= Double(days)
        return all
    }
}

/// A figure or none, in four bytes: of stops by the hour there are millions.
@propertyWrapper
struct Narrow {
    private var held = Int32.min

    init(wrappedValue: Int? = nil) { self.wrappedValue = wrappedValue }

    var wrappedValue: Int? {
        get { held == .min ? nil : Int(held) }
        set { held = newValue.map { max(Int32(clamping: $0), .min + 1) } ?? .min }
    }
}

/// Seconds from a departure to the next one, and how often each stands. Memory: 8 bytes for each that is different.
struct GapCounts {
    private struct Gap: BitwiseCopyable {
        let seconds: UInt32
        var count: UInt32
    }

    /// In ascending order, each once.
    private var gaps: [Gap] = []

    init() {}

    /// - Parameter seconds: in any order.
    init(_ seconds: [UInt32]) {
        for second in seconds.sorted() {
            if gaps.last?.seconds == second {
                gaps[gaps.count - 1].count &+= 1
            } else {
                gaps.append(Gap(seconds: second, count: 1))
            }
        }
    }

    mutating func add(_ other: GapCounts, times: Int = 1) {
        guard !other.gaps.isEmpty else { return }
        if gaps.isEmpty, times == 1 {
            gaps = other.gaps
            return
        }
        var sum: [Gap] = []
        sum.reserveCapacity(gaps.count + other.gaps.count)
        var place = 0
        for gap in other.gaps {
            while place < gaps.count, gaps[place].seconds < gap.seconds {
                sum.append(gaps[place])
                place += 1
            }
            let count = UInt32(clamping: Int(gap.count) * times)
            if place < gaps.count, gaps[place].seconds == gap.seconds {
                sum.append(Gap(seconds: gap.seconds, count: UInt32(clamping: Int(gaps[place].count) + Int(count))))
                place += 1
            } else {
                sum.append(Gap(seconds: gap.seconds, count: count))
            }
        }
        sum += gaps[place...]
        gaps = sum
    }

    /// The median, nearest rank; nil for none.
    var median: Int? {
        var rest = (gaps.reduce(0) { $0 + Int($1.count) } + 1) / 2
        for gap in gaps {
            rest -= Int(gap.count)
            if rest <= 0 { return Int(gap.seconds) }
        }
        return nil
    }
}
