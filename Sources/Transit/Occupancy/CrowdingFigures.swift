/// What a report says about one group; every figure is a count, a code or a percentage that was sent.
public struct CrowdingFigures: Sendable, Equatable {
    /// Observations by code, 0 to 8, then those without a status or with a number that the specification lacks.
    public var counts: [Int]
    /// Distinct vehicles and trips; two are told apart by 48 bits of a fingerprint.
    public var vehicles: Int
    public var trips: Int
    /// The percentages that were sent, ascending, each with how often.
    public var percentages: [PercentageCount]

    public struct PercentageCount: Sendable, Equatable {
        public let percentage: Int
        public var count: Int

        public init(percentage: Int, count: Int) {
            self.percentage = percentage
            self.count = count
        }
    }

    public init(counts: [Int], vehicles: Int, trips: Int, percentages: [PercentageCount]) {
        self.counts = counts
        self.vehicles = vehicles
        self.trips = trips
        self.percentages = percentages
    }

    public var observations: Int { counts.reduce(0, +) }

    /// Observations whose status says how full: codes 0 to 6.
    public var withStatus: Int { counts[OccupancyStatus.crowdingCodes].reduce(0, +) }

    /// Observations whose status has a level.
    public func count(of level: OccupancyLevel) -> Int {
        OccupancyStatus.crowdingCodes.reduce(0) {
            $0 + (OccupancyStatus(code: $1).level == level ? counts[$1] : 0)
        }
    }

    /// The most frequent of the codes 0 to 6, of equally frequent ones the most crowded; nil without any.
    public var modeStatus: OccupancyStatus? {
        var best: Int?
        for code in OccupancyStatus.crowdingCodes
        where counts[code] > 0 && counts[code] >= best.map({ counts[$0] }) ?? 1 { best = code }
        return best.map(OccupancyStatus.init(code:))
    }

    /// The most crowded of the codes 0 to 6 that occurs; nil without any.
    public var worstStatus: OccupancyStatus? {
        OccupancyStatus.crowdingCodes.last { counts[$0] > 0 }.map(OccupancyStatus.init(code:))
    }

    public var percentageObservations: Int { percentages.reduce(0) { $0 + $1.count } }

    /// The smallest percentage that at least `share` of a hundred of the observations do not pass (nearest rank); nil
    /// without any.
    /// - Parameter share: 1 to 100.
    public func percentile(_ share: Int) -> Int? {
        let total = percentageObservations
        guard total > 0 else { return nil }
        var rank = (total * share + 99) / 100
        for entry in percentages {
            rank -= entry.count
            if rank <= 0 { return entry.percentage }
        }
        return percentages.last?.percentage
    }

    public var percentageMaximum: Int? { percentages.last?.percentage }

    /// The ten-thousandths of `total` that `count` is, rounded half up; nil if there is no total.
    public static func tenThousandths(_ count: Int, of total: Int) -> Int? {
        guard total > 0 else { return nil }
        // Beyond some 10^14 the last bits of the counts cannot change the fourth decimal.
        let shift = max(0, 17 - total.leadingZeroBitCount)
        return ((count >> shift) * 20_000 + (total >> shift)) / (2 * (total >> shift))
    }

    /// The part of `total` that `count` is in whole per cent, as people read it: `<1%` where something is there that
    /// would round to nothing, `>99%` where not all would be all; nil if there is no total.
    public static func percent(_ count: Int, of total: Int) -> String? {
        guard let part = tenThousandths(count, of: total) else { return nil }
        if count > 0, part < 50 { return "<1%" }
        if count < total, part >= 9950 { return ">99%" }
        return "\((part + 50) / 100)%"
    }
}
