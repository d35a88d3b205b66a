import Occupancy
import OccupancyReportStage
import Reports

/// How crowded the vehicles of one group were. All figures are counts, codes, or percentages that were sent: codes are
/// not a linear scale, so nothing is averaged.
public struct Crowding: Sendable, Equatable {
    /// What vehicles are grouped by.
    public enum Key: Sendable, CaseIterable {
        case routeID, directionID, tripID, stopID
        /// The stop's place on the trip, as the position has it.
        case stopSequence
        case vehicleID
        /// `0` to `23` on the clock of the zone asked for.
        case hour
        /// When the part of the day begins, `07:15` on the clock of the zone asked for.
        case timeBin
        /// `monday` to `sunday`.
        case weekday
        /// The local date, `YYYYMMDD`.
        case date
        /// The trip's start date, else the local date, `YYYYMMDD`.
        case serviceDate
    }

    /// Of each key asked for, in that order, what the group has; nil if the positions did not tell.
    public let group: [String?]
    /// Looks at a vehicle; each vehicle and time counts once.
    public let observations: Int
    /// Observations by `VehiclePosition.OccupancyStatus`, 0 to 8.
    public let observationsByStatus: [Int]
    /// Observations without a status, or with one that the specification lacks.
    public let observationsWithoutStatus: Int
    public let vehicles: Int
    public let trips: Int
    /// The most frequent status from 0 to 6; of equally frequent ones the most crowded.
    public let modeStatus: Int?
    /// The most crowded status from 0 to 6 that occurs.
    public let worstStatus: Int?
    /// Per cent of the capacity that half of the observations with a percentage do not pass.
    public let percentageMedian: Int?
    /// Per cent of the capacity that nine tenths of them do not pass.
    public let percentage90: Int?
    /// The largest percentage, which may pass 100.
    public let percentageMaximum: Int?

    init(_ group: CrowdingGroup) {
        self.group = group.keys
        let figures = group.figures
        observations = figures.observations
        observationsByStatus = Array(figures.counts.dropLast())
        observationsWithoutStatus = figures.counts.last ?? 0
        vehicles = figures.vehicles
        trips = figures.trips
        modeStatus = figures.modeStatus?.code
        worstStatus = figures.worstStatus?.code
        percentageMedian = figures.percentile(50)
        percentage90 = figures.percentile(90)
        percentageMaximum = figures.percentageMaximum
    }
}

extension RealtimeMessages {
    /// How crowded the vehicles were, by the keys' values in their order.
    ///
    /// - Parameters:
    ///   - timezone: an IANA name, for keys that are read off a clock.
    ///   - binMinutes: how long the parts of the day are that `timeBin` tells apart; they part a day evenly.
    /// - Throws: `FeedError`: `wrongRequest` for no keys, a key named twice or bins that do not part a day, `unusable` or
    ///   `failed` for a zone that the machine does not know.
    public func crowding(
        by keys: [Crowding.Key], timezone: String = "UTC", binMinutes: Int = 60
    ) throws(FeedError) -> [Crowding] {
        var options = OccupancyReportOptions()
        options.keys = keys.map(ReportKey.init)
        options.timezone = timezone
        if keys.contains(.timeBin) {
            guard let bin = try? TimeBin("\(binMinutes)m") else {
                throw FeedError(.wrongRequest, "\(binMinutes) minutes do not part a day evenly")
            }
            options.bin = bin
        }
        let request = options
        return try Reading(name, stage: OccupancyReport.name).answer { context in
            try OccupancyReport.groups(request, from: name, context) { take in
                try records.withUnsafeBytes(take)
            }.map(Crowding.init)
        }
    }
}

extension ReportKey {
    fileprivate init(_ key: Crowding.Key) {
        self =
            switch key {
            case .routeID: .routeID
            case .directionID: .directionID
            case .tripID: .tripID
            case .stopID: .stopID
            case .stopSequence: .stopSequence
            case .vehicleID: .vehicleID
            case .hour: .hour
            case .timeBin: .timeBin
            case .weekday: .weekday
            case .date: .date
            case .serviceDate: .serviceDate
            }
    }
}
