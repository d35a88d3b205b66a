import Occupancy
import OccupancyReportStage
import Reports

/// How crowded the vehicles of one group were: counts, status codes and reported percentages. Status codes are not a
/// linear scale, so nothing is averaged.
public struct Crowding: Sendable, Equatable {
    /// A key that groups observations.
    public enum Key: Sendable, CaseIterable {
        case routeID, directionID, tripID, stopID
        /// The `current_stop_sequence` of the position.
        case stopSequence
        case vehicleID
        /// The hour, `0` to `23`, in the requested time zone.
        case hour
        /// The start of the bin, such as `07:15`, in the requested time zone.
        case timeBin
        /// `monday` to `sunday`.
        case weekday
        /// The local date, `YYYYMMDD`.
        case date
        /// The trip's start date, else the local date, `YYYYMMDD`.
        case serviceDate
    }

    /// The value of each requested key, in the order of the request; nil if the positions have none.
    public let group: [String?]
    /// The number of observations; each vehicle counts once per timestamp.
    public let observations: Int
    /// The number of observations for each `VehiclePosition.OccupancyStatus`, 0 to 8.
    public let observationsByStatus: [Int]
    /// The number of observations without a status, or with one that is not in the specification.
    public let observationsWithoutStatus: Int
    public let vehicles: Int
    public let trips: Int
    /// The most frequent status from 0 to 6; among equally frequent ones, the most crowded.
    public let modeStatus: Int?
    /// The most crowded status from 0 to 6 that occurs.
    public let worstStatus: Int?
    /// The median of the reported percentages of the capacity, by nearest rank.
    public let percentageMedian: Int?
    /// The 90th percentile of the reported percentages of the capacity, by nearest rank.
    public let percentage90: Int?
    /// The largest reported percentage; it may exceed 100.
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
    /// Returns how crowded the vehicles were, one value for each combination of key values, in sorted order.
    ///
    /// - Parameters:
    ///   - keys: the keys to group by, at least one, each at most once.
    ///   - timezone: the IANA time zone for keys of time.
    ///   - binMinutes: the length of a `timeBin` in minutes; it must divide a day evenly.
    /// - Throws: `FeedError`: `wrongRequest` for no keys, a repeated key or a bin that does not divide a day;
    ///   `unusable` or `failed` for an unknown time zone.
    public func crowding(
        by keys: [Crowding.Key], timezone: String = "UTC", binMinutes: Int = 60
    ) throws(FeedError) -> [Crowding] {
        var options = OccupancyReportOptions()
        options.keys = keys.map(ReportKey.init)
        options.timezone = timezone
        if keys.contains(.timeBin) {
            guard let bin = try? TimeBin("\(binMinutes)m") else {
                throw FeedError(.wrongRequest, "\(binMinutes) minutes do not divide a day evenly")
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
