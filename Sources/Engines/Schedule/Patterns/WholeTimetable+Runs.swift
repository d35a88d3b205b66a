import GTFSSchedule
import StageKit

extension WholeTimetable {
    /// Refuses frequencies that make more calls on a day than a stage goes through.
    ///
    /// - Parameters:
    ///   - name: what messages call the feed.
    ///   - exactOnly: whether only rows with exact times count.
    /// - Throws: `StageFailure` with status 65.
    package func checkFrequencies(
        of trips: some Sequence<TripIndex>, most: Int, _ name: String, exactOnly: Bool = false, advice: String
    ) throws {
        var calls = 0
        for trip in trips {
            let rows = frequencies(of: trip)
            guard !rows.isEmpty else { continue }
            let stops = max(runningTimes(of: trip)?.times.stopTimes.count ?? 0, 1)
            for row in rows where row.isExact || !exactOnly {
                calls =
                    calls.addingReportingOverflow(
                        row.mostRuns.multipliedReportingOverflow(by: stops).partialValue
                    ).partialValue
                guard calls <= most else {
                    throw StageFailure(
                        .dataUnusable,
                        "\(name): frequencies.txt produces more than \(grouped(most)) departures a day, up to trip "
                            + "\(Finding.quoted(id(trip))); \(advice)")
                }
            }
        }
    }

    /// Returns the length of a trip's path in metres, from its first stop with coordinates to its last, along its shape
    /// or straight from stop to stop; nil if fewer than two stops have coordinates.
    package func metres(of trip: TripIndex) -> Double? {
        guard let way = way(of: trip) else { return nil }
        let placed = way.stopPositions.filter { !$0.isNaN }
        guard placed.count > 1, let first = placed.first, let last = placed.last else { return nil }
        return last - first
    }

    /// Returns the profile that trips with the same relative times share; nil for a trip without stop times.
    package func profileNumber(of trip: TripIndex) -> Int? {
        let profile = trips[trip.index].profile
        return profile < 0 ? nil : Int(profile)
    }

    /// Returns the number of the trip's block; nil without one.
    package func blockNumber(of trip: TripIndex) -> Int? {
        let block = trips[trip.index].block
        return block < 0 ? nil : Int(block)
    }

    /// The number of trips in trips.txt, and how many of them have a block.
    package var tripsWithBlocks: (of: Int, count: Int) {
        trips.reduce(into: (0, 0)) { sum, trip in
            guard trip.isListed else { return }
            sum.0 += 1
            if trip.block >= 0 { sum.1 += 1 }
        }
    }

    /// The number of trips in trips.txt without any time.
    package var tripsWithoutTimes: Int {
        trips.count { $0.isListed && ($0.profile < 0 || profiles[Int($0.profile)].first == nil) }
    }

    /// Whether any trip has a block.
    package var hasBlocks: Bool { trips.contains { $0.isListed && $0.block >= 0 } }
}
