import Occupancy

/// Where observations go: their groups, the repeats left out, the tally.
final class CrowdingAccumulator {
    private var observed = ObservedGroups()
    private var table: ObservationTable
    private var consecutive = ConsecutiveObservations()
    private(set) var tally = CrowdingTally()
    private let deduplication: OccupancyReportOptions.Deduplication

    init(_ deduplication: OccupancyReportOptions.Deduplication, countsCarriages: Bool) {
        self.deduplication = deduplication
        table = ObservationTable(withCarriages: countsCarriages)
    }

    var groups: GroupTable { observed.table }

    /// The number of a group's key, good until the next observation is added; nil when there are too many.
    @inline(__always)
    func intern(_ key: UnsafeRawBufferPointer) -> Int? { observed.intern(key) }

    func add(_ observation: Observation) {
        // What nothing names cannot be told from another, so it counts.
        guard observation.vehicle != 0 else { return tally.add(observation) }
        switch deduplication {
        case .exact: table.insert(observation, groups: observed.table)
        case .consecutive:
            if let settled = consecutive.next(observation, groups: observed.table) { tally.add(settled) }
        case .off: return tally.add(observation)
        }
        observed.letGo(&table, &consecutive, &tally)
    }

    /// Brings the tally up to date; called once.
    /// - Parameter keepsTrips: for partial records.
    func finish(keepsTrips: Bool) {
        tally.add(&table, keepsTrips: keepsTrips)
        consecutive.forEachLast { tally.add($0) }
        tally.makeRoom(groups.count - 1)
    }

    func addPartial(_ figures: CrowdingFigures, tripFingerprints: [UInt64], group: Int) {
        tally.add(figures, tripFingerprints: tripFingerprints, group: group)
    }
}
