/// Counts observations by group. Two tallies of different vehicles add up to the tally of all of them.
///
/// Memory: 100 to 200 bytes a group, 16 for each distinct percentage of a group; where vehicles and trips are added
/// one by one, another 12 to 24 for each distinct vehicle and trip of a group.
public struct CrowdingTally {
    private var counts: [Int] = []
    private var vehicleCounts: [Int] = []
    private var tripCounts: [Int] = []
    /// Group and percentage in a word, with how often.
    private var percentages = CountTable()
    private var vehicles = PairSet()
    private var trips = PairSet()

    public init() {}

    /// Makes sure that a group has figures, be they zero.
    public mutating func makeRoom(_ group: Int) {
        while vehicleCounts.count <= group {
            counts.append(contentsOf: repeatElement(0, count: 10))
            vehicleCounts.append(0)
            tripCounts.append(0)
        }
    }

    /// Adds an observation, its vehicle and its trip.
    public mutating func add(_ observation: Observation) {
        addCount(observation)
        if observation.vehicle != 0 { vehicles.insert(observation.group, observation.vehicle) }
        if observation.trip != 0 { trips.insert(observation.group, observation.trip) }
    }

    private mutating func addCount(_ observation: Observation) {
        makeRoom(observation.group)
        counts[observation.group * 10 + observation.status.column] += 1
        if observation.percentage != Observation.noPercentage {
            percentages.add(CountTable.key(observation.group, Int(observation.percentage)), 1)
        }
    }

    /// Adds all of a table's observations.
    ///
    /// Vehicles and trips are told apart in several passes, so that this takes at most a
    /// thirtieth of the memory that the table has itself, or a megabyte.
    /// - Parameter keepsTrips: keeps the fingerprints of the trips, for `tripFingerprints`.
    public mutating func add(_ table: borrowing ObservationTable, keepsTrips: Bool) {
        var room = self
        table.forEach { room.addCount($0) }
        self = room
        let limit = max(table.count / 32, 1 << 16)
        CrowdingTally.addDistinct(table, limit: limit, to: &vehicleCounts) { $0.vehicle }
        if keepsTrips {
            var pairs = trips
            table.forEach { if $0.trip != 0 { pairs.insert($0.group, $0.trip) } }
            trips = pairs
        } else {
            CrowdingTally.addDistinct(table, limit: limit, to: &tripCounts) { $0.trip }
        }
    }

    private static func addDistinct(
        _ table: borrowing ObservationTable, limit: Int, to counts: inout [Int], _ value: (Observation) -> UInt64
    ) {
        // Large enough to never grow: growth would hold two sizes at once.
        var pairs = PairSet(capacity: min(limit, table.count) * 3 / 2 + 64)
        var parts = 1
        attempt: while true {
            var fresh = Array(repeating: 0, count: counts.count)
            for part in 0..<parts {
                var passed = 0
                table.forEach {
                    guard pairs.count <= limit else { return }
                    passed += 1
                    let fingerprint = value($0)
                    guard fingerprint != 0 else { return }
                    let hash = PairSet.hash($0.group, fingerprint)
                    if (Int(truncatingIfNeeded: hash & 0xFFFF_FFFF) * parts) >> 32 == part {
                        pairs.insert($0.group, fingerprint)
                    }
                }
                if pairs.count > limit {
                    // As many parts as it takes when new pairs keep coming as they came so far, and some more.
                    pairs.removeAll()
                    parts = max(parts + 1, table.count * parts * 5 / (passed * 4) + 1)
                    continue attempt
                }
                pairs.addCounts(to: &fresh)
                pairs.removeAll()
            }
            for group in counts.indices { counts[group] += fresh[group] }
            return
        }
    }

    // MARK: Partial tallies

    /// Adds figures that were counted elsewhere.
    /// - Parameters:
    ///   - figures: `trips` is not used: trips are known by their fingerprints, as several parts may have the same.
    ///   - tripFingerprints: 48 bits each, not 0.
    public mutating func add(_ figures: CrowdingFigures, tripFingerprints: [UInt64], group: Int) {
        makeRoom(group)
        for (column, count) in figures.counts.enumerated() { counts[group * 10 + column] += count }
        vehicleCounts[group] += figures.vehicles
        for entry in figures.percentages { percentages.add(CountTable.key(group, entry.percentage), entry.count) }
        for fingerprint in tripFingerprints { trips.insert(group, fingerprint) }
    }

    // MARK: At the end

    /// The tally as it stands. Cost: a sort of the groups' percentages.
    public func totals() -> CrowdingTotals {
        var vehicleTotals = vehicleCounts
        vehicles.addCounts(to: &vehicleTotals)
        var tripTotals = tripCounts
        trips.addCounts(to: &tripTotals)
        return CrowdingTotals(
            counts: counts, vehicles: vehicleTotals, trips: tripTotals, percentages: percentages.sorted())
    }

    /// The fingerprints of the trips kept, by group and then ascending.
    public func tripFingerprints() -> [(group: Int, value: UInt64)] { trips.sorted() }
}

/// The figures of all groups, from which those of one are made when they are asked for.
public struct CrowdingTotals {
    private let counts: [Int]
    private let vehicles: [Int]
    private let trips: [Int]
    private let percentages: [(UInt64, Int)]
    /// Where each group's percentages begin.
    private var starts: [Int]

    init(counts: [Int], vehicles: [Int], trips: [Int], percentages: [(UInt64, Int)]) {
        self.counts = counts
        self.vehicles = vehicles
        self.trips = trips
        self.percentages = percentages
        starts = Array(repeating: 0, count: vehicles.count + 1)
        for (key, _) in percentages { starts[CountTable.parts(key).group + 1] += 1 }
        for group in vehicles.indices { starts[group + 1] += starts[group] }
    }

    public var groupCount: Int { vehicles.count }

    /// The observations of a group.
    public func observations(_ group: Int) -> Int {
        var sum = 0
        for column in 0..<10 { sum += counts[group * 10 + column] }
        return sum
    }

    /// All figures of a group, by its number.
    public func figures(_ group: Int) -> CrowdingFigures {
        CrowdingFigures(
            counts: Array(counts[(group * 10)..<(group * 10 + 10)]), vehicles: vehicles[group], trips: trips[group],
            percentages: percentages[starts[group]..<starts[group + 1]].map {
                .init(percentage: CountTable.parts($0.0).percentage, count: $0.1)
            })
    }
}
