/// The service of a group on one or more days.
struct LevelFigures {
    var trips = 0
    private(set) var metres = 0.0
    /// The seconds of legs with times.
    private(set) var seconds = 0
    /// The sums over trips with a known speed.
    private var metresOfSpeed = 0.0
    private var secondsOfSpeed = 0
    /// Whether the path of any trip is known.
    private var hasWay = false
    /// Whether the path of any trip is unknown.
    private var lacksWay = false
    /// Seconds of the service day.
    @Narrow private(set) var first: Int?
    @Narrow private(set) var last: Int?
    /// The highest number of trips under way at once.
    var peak: Peak?
    /// The highest number of vehicles under way at once.
    @Narrow var vehicles: Int?
    var gaps = GapCounts()

    /// Adds a run that starts at this time.
    mutating func start(_ trip: LevelTrip, at second: Int) { call(trip, isFirst: true, departure: second) }

    /// Adds a call: it counts as a run if it is the run's first call here, and as a departure if it has one.
    mutating func call(_ trip: LevelTrip, isFirst: Bool, departure: Int?) {
        if isFirst { trips += 1 }
        if let departure { depart(at: departure) }
        if !trip.hasWay { lacksWay = true }
    }

    /// Adds metres of a trip's path.
    mutating func drive(_ trip: LevelTrip, metres: Double) {
        self.metres += metres
        hasWay = true
        if trip.hasSpeed { metresOfSpeed += metres }
    }

    /// Adds seconds that a trip is under way.
    mutating func drive(_ trip: LevelTrip, seconds: Int) {
        self.seconds += seconds
        if trip.hasSpeed { secondsOfSpeed += seconds }
        if !trip.hasWay { lacksWay = true }
    }

    private mutating func depart(at second: Int) {
        first = min(first ?? second, second)
        last = max(last ?? second, second)
    }

    /// The kilometres; nil if there are trips, but no path is known.
    var kilometres: Double? { hasWay || !lacksWay ? metres / 1000 : nil }

    var hours: Double { Double(seconds) / 3600 }

    /// Kilometres per hour; nil if the speed is unknown or nothing moves.
    var speed: Double? { secondsOfSpeed > 0 ? metresOfSpeed / Double(secondsOfSpeed) * 3.6 : nil }

    /// Adds the figures of further days.
    mutating func add(_ other: LevelFigures, days: Int) {
        trips += other.trips * days
        metres += other.metres * Double(days)
        seconds += other.seconds * days
        metresOfSpeed += other.metresOfSpeed * Double(days)
        secondsOfSpeed += other.secondsOfSpeed * days
        hasWay = hasWay || other.hasWay
        lacksWay = lacksWay || other.lacksWay
        if let second = other.first { depart(at: second) }
        if let second = other.last { depart(at: second) }
        gaps.add(other.gaps, times: days)
        if let other = other.peak { peak.raise(to: other) }
        if let other = other.vehicles { vehicles = max(vehicles ?? other, other) }
    }

    /// Returns the figures multiplied by a number of days. The gaps are unchanged, because their median is the same.
    func times(_ days: Int) -> LevelFigures {
        var all = self
        all.trips *= days
        all.metres *= Double(days)
        all.seconds *= days
        all.metresOfSpeed *= Double(days)
        all.secondsOfSpeed *= days
        return all
    }
}

/// An optional figure in four bytes, because there are millions of rows by stop and hour.
@propertyWrapper
package struct Narrow {
    private var held = Int32.min

    package init(wrappedValue: Int? = nil) { self.wrappedValue = wrappedValue }

    package var wrappedValue: Int? {
        get { held == .min ? nil : Int(held) }
        set { held = newValue.map { max(Int32(clamping: $0), .min + 1) } ?? .min }
    }
}

/// The distinct gaps between departures in seconds, with their counts. Memory: 8 bytes for each distinct gap.
package struct GapCounts {
    private struct Gap: BitwiseCopyable {
        let seconds: UInt32
        var count: UInt32
    }

    /// The gaps in ascending order, each once.
    private var gaps: [Gap] = []

    package init() {}

    /// - Parameter seconds: in any order.
    package init(_ seconds: [UInt32]) {
        for second in seconds.sorted() {
            if gaps.last?.seconds == second {
                gaps[gaps.count - 1].count &+= 1
            } else {
                gaps.append(Gap(seconds: second, count: 1))
            }
        }
    }

    package mutating func add(_ other: GapCounts, times: Int = 1) {
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

    /// The median by nearest rank; nil without gaps.
    package var median: Int? {
        var rest = (gaps.reduce(0) { $0 + Int($1.count) } + 1) / 2
        for gap in gaps {
            rest -= Int(gap.count)
            if rest <= 0 { return Int(gap.seconds) }
        }
        return nil
    }
}
