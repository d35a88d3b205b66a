/// The figures of a report for one group. Every figure is a count, a status code or a reported percentage.
public struct CrowdingFigures: Sendable, Equatable {
    /// The number of observations for each code, 0 to 8, then the number without a status or with one that is not in
    /// the specification.
    public var counts: [Int]
    /// The numbers of distinct vehicles and trips, identified by 48 bits of a fingerprint.
    public var vehicles: Int
    public var trips: Int
    /// The reported percentages in ascending order, each with its count.
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

    /// The number of observations with a status from 0 to 6.
    public var withStatus: Int { counts[OccupancyStatus.crowdingCodes].reduce(0, +) }

    /// The number of observations whose status has a level.
    public func count(of level: OccupancyLevel) -> Int {
        OccupancyStatus.crowdingCodes.reduce(0) {
            $0 + (OccupancyStatus(code: $1).level == level ? counts[$1] : 0)
        }
    }

    /// The most frequent code from 0 to 6; among equally frequent ones, the most crowded; nil without observations.
    public var modeStatus: OccupancyStatus? {
        var best: Int?
        for code in OccupancyStatus.crowdingCodes
        where counts[code] > 0 && counts[code] >= best.map({ counts[$0] }) ?? 1 { best = code }
        return best.map(OccupancyStatus.init(code:))
    }

    /// The most crowded code from 0 to 6 that occurs; nil without observations.
    public var worstStatus: OccupancyStatus? {
        OccupancyStatus.crowdingCodes.last { counts[$0] > 0 }.map(OccupancyStatus.init(code:))
    }

    public var percentageObservations: Int { percentages.reduce(0) { $0 + $1.count } }

    /// Returns a percentile of the percentages by nearest rank; nil without any.
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

    /// Returns `count` divided by `total` in ten-thousandths, rounded half up; nil if the total is 0.
    public static func tenThousandths(_ count: Int, of total: Int) -> Int? {
        guard total > 0 else { return nil }
        // Beyond some 10^14 the last bits of the counts cannot change the fourth decimal.
        let shift = max(0, 17 - total.leadingZeroBitCount)
        return ((count >> shift) * 20_000 + (total >> shift)) / (2 * (total >> shift))
    }

    /// Returns `count` divided by `total` in whole per cent, as text: `<1%` if a count above 0 would round to 0, `>99%`
    /// if a part would round to all; nil if the total is 0.
    public static func percent(_ count: Int, of total: Int) -> String? {
        guard let part = tenThousandths(count, of: total) else { return nil }
        if count > 0, part < 50 { return "<1%" }
        if count < total, part >= 9950 { return ">99%" }
        return "\((part + 50) / 100)%"
    }
}
