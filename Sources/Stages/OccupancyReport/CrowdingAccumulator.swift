import Containers
import Occupancy

/// Where observations go: their groups, the repeats left out, the tally.
final class CrowdingAccumulator {
    private var observed = ObservedGroups()
    private var observations: DistinctObservations
    private(set) var tally = CrowdingTally()
    private let deduplication: OccupancyReportOptions.Deduplication

    init(_ deduplication: OccupancyReportOptions.Deduplication) {
        self.deduplication = deduplication
        observations = DistinctObservations(deduplication == .consecutive ? .last : .all)
    }

    var groups: GroupKeys { observed.keys }

    /// The number of a group's key, good until the next observation is added; nil when there are too many.
    @inline(__always)
    func intern(_ key: UnsafeRawBufferPointer) -> Int? { observed.intern(key) }

    func add(_ observation: Observation) {
        // What nothing names cannot be told from another, so it counts.
        guard observation.vehicle != 0, deduplication != .off else { return tally.add(observation) }
        observed.insert(observation, into: &observations, &tally)
    }

    /// Brings the tally up to date; called once.
    func finish() {
        if deduplication == .exact {
            tally.add(all: &observations, groupCount: groups.count)
        } else {
            // Vehicles have been counted already that have a last observation too.
            observations.forEach { tally.add($0) }
        }
        tally.makeRoom(groups.count - 1)
    }

    func addPartial(_ figures: CrowdingFigures, tripFingerprints: [UInt64], group: Int) {
        tally.add(figures, tripFingerprints: tripFingerprints, group: group)
    }
}
