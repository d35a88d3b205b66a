/// Counts observations by group. Two tallies of different vehicles add up to the tally of all of them.
///
/// Memory: 100 to 200 bytes a group; of observations added one by one some 16 for each distinct percentage of a group,
/// and 16 to 20 for each distinct vehicle and trip of it.
public struct CrowdingTally {
    private var counts: [Int] = []
    private var vehicleCounts: [Int] = []
    private var tripCounts: [Int] = []
    /// Group and percentage in a word, with how often.
    private var percentages = CountTable()
    /// The percentages of a table's observations, as often as they were sent.
    private var tablePercentages: GroupedValues<UInt32>?
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
        if observation.percentage != Observation.noPercentage {
            percentages.add(CountTable.key(observation.group, observation.percentage), 1)
        }
        if observation.vehicle != 0 { vehicles.insert(observation.group, observation.vehicle) }
        if observation.trip != 0 { trips.insert(observation.group, observation.trip) }
    }

    private mutating func addCount(_ observation: Observation) {
        makeRoom(observation.group)
        counts[observation.group * 10 + observation.status.column] += 1
    }

    /// Adds all of a table's observations and empties it; called once.
    ///
    /// Vehicles and trips are told apart in several passes, so that this takes at most a thirtieth of the memory that
    /// the table has itself, or a megabyte; percentages take the room of the observations that are done with.
    /// - Parameter keepsTrips: keeps the fingerprints of the trips, for `tripFingerprints`.
    public mutating func add(_ table: inout ObservationTable, keepsTrips: Bool) {
        var whole = self
        self = CrowdingTally()
        var percentageCounts: [Int] = []
        table.forEach {
            whole.addCount($0)
            while percentageCounts.count <= $0.group { percentageCounts.append(0) }
            if $0.percentage != Observation.noPercentage { percentageCounts[$0.group] += 1 }
        }
        let limit = max(table.count / 32, 1 << 16)
        CrowdingTally.addDistinct(table, limit: limit, to: &whole.vehicleCounts) { $0.vehicle }
        if !keepsTrips { CrowdingTally.addDistinct(table, limit: limit, to: &whole.tripCounts) { $0.trip } }
        var words: [UInt64] = []
        words.reserveCapacity(percentageCounts.reduce(0, +))
        table.drain {
            if keepsTrips, $0.trip != 0 { whole.trips.insert($0.group, $0.trip) }
            if $0.percentage != Observation.noPercentage {
                words.append(CountTable.key($0.group, $0.percentage))
            }
        }
        var grouped = GroupedValues<UInt32>(counts: percentageCounts)
        for word in words { grouped.append(UInt32(truncatingIfNeeded: word), to: Int(word >> 32)) }
        words = []
        grouped.sort()
        whole.tablePercentages = grouped
        self = whole
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

    // MARK: Groups that are let go

    /// Marks the groups that have figures.
    func mark(_ isUsed: inout [Bool]) {
        for group in vehicleCounts.indices where !isUsed[group] {
            isUsed[group] = counts[(group * 10)..<(group * 10 + 10)].contains { $0 != 0 }
        }
    }

    /// Gives the figures the new numbers of their groups; groups that were not marked have none.
    mutating func renumber(_ numbers: [Int], _ isUsed: [Bool]) {
        let old = (counts: counts, vehicles: vehicleCounts, trips: tripCounts)
        counts = []
        vehicleCounts = []
        tripCounts = []
        for group in old.vehicles.indices where isUsed[group] {
            // Numbers grow as they did before.
            makeRoom(numbers[group])
            for column in 0..<10 { counts[numbers[group] * 10 + column] = old.counts[group * 10 + column] }
            vehicleCounts[numbers[group]] = old.vehicles[group]
            tripCounts[numbers[group]] = old.trips[group]
        }
        percentages = percentages.renumbered(numbers)
        vehicles = vehicles.renumbered(numbers)
        trips = trips.renumbered(numbers)
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
        for entry in figures.percentages {
            percentages.add(CountTable.key(group, UInt32(entry.percentage)), entry.count)
        }
        for fingerprint in tripFingerprints { trips.insert(group, fingerprint) }
    }

    // MARK: At the end

    /// The tally as it stands. Cost: a sort of the percentages.
    public func totals() -> CrowdingTotals {
        var vehicleTotals = vehicleCounts
        vehicles.addCounts(to: &vehicleTotals)
        var tripTotals = tripCounts
        trips.addCounts(to: &tripTotals)
        return CrowdingTotals(
            counts: counts, vehicles: vehicleTotals, trips: tripTotals,
            sent: tablePercentages, distinct: percentages.percentages(groups: vehicleTotals.count),
            counted: percentages)
    }

    /// The fingerprints of the trips kept, by group and then ascending.
    public func tripFingerprints() -> TripFingerprints {
        TripFingerprints(values: trips.grouped(groups: vehicleCounts.count))
    }
}

/// The fingerprints of each group's trips, ascending.
public struct TripFingerprints {
    fileprivate let values: GroupedValues<UInt64>

    public subscript(group: Int) -> ArraySlice<UInt64> { values[group] }
}

/// The figures of all groups, from which those of one are made when they are asked for.
public struct CrowdingTotals {
    fileprivate let counts: [Int]
    fileprivate let vehicles: [Int]
    fileprivate let trips: [Int]
    /// Percentages as often as they were sent; those of other observations are in `counted`.
    fileprivate let sent: GroupedValues<UInt32>?
    /// The distinct percentages in `counted`.
    fileprivate let distinct: GroupedValues<UInt32>
    fileprivate let counted: CountTable

    public var groupCount: Int { vehicles.count }

    /// The observations of a group.
    public func observations(_ group: Int) -> Int {
        var sum = 0
        for column in 0..<10 { sum += counts[group * 10 + column] }
        return sum
    }

    /// Whether a group has any percentage.
    public func hasPercentages(_ group: Int) -> Bool { !distinct[group].isEmpty || sent?[group].isEmpty == false }

    /// All figures of a group, by its number.
    public func figures(_ group: Int) -> CrowdingFigures {
        CrowdingFigures(
            counts: Array(counts[(group * 10)..<(group * 10 + 10)]), vehicles: vehicles[group], trips: trips[group],
            percentages: percentages(group))
    }

    private func percentages(_ group: Int) -> [CrowdingFigures.PercentageCount] {
        var merged: [CrowdingFigures.PercentageCount] = []
        var counted = distinct[group]
        func takeCounted() {
            guard let value = counted.popFirst() else { return }
            merged.append(
                .init(percentage: Int(value), count: self.counted.count(CountTable.key(group, value))))
        }
        for value in sent?[group] ?? [] {
            while let first = counted.first, first <= value { takeCounted() }
            if let last = merged.last, last.percentage == Int(value) {
                merged[merged.count - 1] = .init(percentage: last.percentage, count: last.count + 1)
            } else {
                merged.append(.init(percentage: Int(value), count: 1))
            }
        }
        while !counted.isEmpty { takeCounted() }
        return merged
    }
}
