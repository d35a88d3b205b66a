import Containers

/// Counts observations by group. Tallies of disjoint sets of vehicles can be added.
///
/// Memory: 100 to 200 bytes for each group. For observations added one by one, another 30 to 60 bytes for each distinct
/// percentage of a group and 20 to 40 bytes for each distinct vehicle and trip of a group.
public struct CrowdingTally {
    private var counts: [Int] = []
    /// The number of vehicles that are known only as a count.
    private var vehicleCounts: [Int] = []
    private var vehicles = PairSet()
    private var trips = PairSet()
    private var percentages = PairSet()
    /// The count of each pair in `percentages`.
    private var percentageCounts: [Int] = []
    /// The trips and percentages that were added together, with repetitions.
    private var settledTrips = GroupedValues<UInt64>()
    private var settledPercentages = GroupedValues<UInt32>()

    public init() {}

    /// Creates the figures of a group, with zeros, unless it has figures.
    public mutating func makeRoom(_ group: Int) {
        while vehicleCounts.count <= group {
            counts.append(contentsOf: repeatElement(0, count: 10))
            vehicleCounts.append(0)
        }
    }

    /// Adds an observation, its vehicle and its trip.
    public mutating func add(_ observation: Observation) {
        count(observation)
        if observation.percentage != Observation.noPercentage {
            add(percentage: UInt64(observation.percentage), times: 1, observation.group)
        }
        if observation.vehicle != 0 { vehicles.insert(observation.group, observation.vehicle) }
        if observation.trip != 0 { trips.insert(observation.group, observation.trip) }
    }

    private mutating func count(_ observation: Observation) {
        makeRoom(observation.group)
        counts[observation.group * 10 + observation.status.column] += 1
    }

    /// Adds all observations of a run and empties their list. Call it once, on a tally without trips.
    ///
    /// Memory: 8 bytes for the trip and 4 for the percentage of each observation, or, before that, 8 for its vehicle; and 8
    /// to 16 bytes for each distinct vehicle or trip of the largest group.
    /// - Parameter groupCount: the groups of the observations are numbered below this.
    public mutating func add(all observations: inout DistinctObservations, groupCount: Int) {
        observations.close()
        makeRoom(groupCount - 1)
        var sizes = Array(repeating: 0, count: groupCount)
        counts.withUnsafeMutableBufferPointer { counts in
            sizes.withUnsafeMutableBufferPointer { sizes in
                observations.forEach {
                    precondition($0.group < groupCount)
                    counts[$0.group * 10 + $0.status.column] &+= 1
                    sizes[$0.group] &+= 1
                }
            }
        }
        var vehicles = GroupedValues<UInt64>(counts: sizes, keepsRepeats: false) { groups in
            observations.forEach { groups.add($0.vehicle, $0.group) }
        }
        for group in sizes.indices { vehicleCounts[group] += vehicles[group].count }
        vehicles = GroupedValues<UInt64>()
        settledTrips = GroupedValues(counts: sizes, keepsRepeats: false) { groups in
            observations.forEach { if $0.trip != 0 { groups.add($0.trip, $0.group) } }
        }
        settledPercentages = GroupedValues(counts: sizes) { groups in
            observations.forEach {
                if $0.percentage != Observation.noPercentage { groups.add($0.percentage, $0.group) }
            }
        }
        observations = DistinctObservations(.all)
    }

    @inline(__always)
    private mutating func add(percentage: UInt64, times: Int, _ group: Int) {
        let place = percentages.placeInserting(group, percentage)
        if place == percentageCounts.count { percentageCounts.append(0) }
        percentageCounts[place] += times
    }

    // MARK: Groups that are let go

    /// Marks the groups that have figures.
    func mark(_ isUsed: inout [Bool]) {
        for group in vehicleCounts.indices where !isUsed[group] {
            isUsed[group] = counts[(group * 10)..<(group * 10 + 10)].contains { $0 != 0 }
        }
    }

    /// Renumbers the groups of the figures; unmarked groups have none.
    mutating func renumber(_ numbers: [Int], _ isUsed: [Bool]) {
        let old = (counts: counts, vehicles: vehicleCounts)
        counts = []
        vehicleCounts = []
        for group in old.vehicles.indices where isUsed[group] {
            // Numbers grow as they did before.
            makeRoom(numbers[group])
            for column in 0..<10 { counts[numbers[group] * 10 + column] = old.counts[group * 10 + column] }
            vehicleCounts[numbers[group]] = old.vehicles[group]
        }
        percentages.renumber(numbers)
        vehicles.renumber(numbers)
        trips.renumber(numbers)
    }

    // MARK: Partial tallies

    /// Adds figures counted elsewhere.
    /// - Parameters:
    ///   - figures: the figures; `trips` is ignored, because trips of several parts may be the same and are identified
    ///     by fingerprint.
    ///   - tripFingerprints: 48 bits each, not 0.
    public mutating func add(_ figures: CrowdingFigures, tripFingerprints: [UInt64], group: Int) {
        makeRoom(group)
        for (column, count) in figures.counts.enumerated() { counts[group * 10 + column] += count }
        vehicleCounts[group] += figures.vehicles
        for entry in figures.percentages where entry.count > 0 {
            add(percentage: UInt64(entry.percentage), times: entry.count, group)
        }
        for fingerprint in tripFingerprints { trips.insert(group, fingerprint) }
    }

    // MARK: At the end

    /// The figures of the current state. Cost: sorting the percentages.
    public func totals() -> CrowdingTotals {
        var vehicleTotals = vehicleCounts
        vehicles.addCounts(to: &vehicleTotals)
        var tripTotals = vehicleCounts.indices.map { settledTrips[$0].count }
        trips.addCounts(to: &tripTotals)
        return CrowdingTotals(
            counts: counts, vehicles: vehicleTotals, trips: tripTotals,
            sent: settledPercentages, distinct: percentages.grouped(groupCount: vehicleCounts.count),
            places: percentages, percentageCounts: percentageCounts)
    }

    /// The fingerprints of the trips, sorted by group and value.
    public func tripFingerprints() -> TripFingerprints {
        TripFingerprints(values: trips.count > 0 ? trips.grouped(groupCount: vehicleCounts.count) : settledTrips)
    }
}

/// The fingerprints of each group's trips, ascending.
public struct TripFingerprints {
    fileprivate let values: GroupedValues<UInt64>

    public subscript(group: Int) -> ArraySlice<UInt64> { values[group] }
}

/// The figures of all groups; the figures of one group are made on demand.
public struct CrowdingTotals {
    fileprivate let counts: [Int]
    fileprivate let vehicles: [Int]
    fileprivate let trips: [Int]
    /// The percentages with repetitions; those of other observations are in `distinct`.
    fileprivate let sent: GroupedValues<UInt32>
    fileprivate let distinct: GroupedValues<UInt64>
    /// The count of each element of `distinct`.
    fileprivate let places: PairSet
    fileprivate let percentageCounts: [Int]

    public var groupCount: Int { vehicles.count }

    /// The number of observations in a group.
    public func observations(_ group: Int) -> Int {
        var sum = 0
        for column in 0..<10 { sum += counts[group * 10 + column] }
        return sum
    }

    /// Whether a group has any percentage.
    public func hasPercentages(_ group: Int) -> Bool { !distinct[group].isEmpty || !sent[group].isEmpty }

    /// Returns all figures of a group.
    public func figures(_ group: Int) -> CrowdingFigures {
        CrowdingFigures(
            counts: Array(counts[(group * 10)..<(group * 10 + 10)]), vehicles: vehicles[group], trips: trips[group],
            percentages: percentages(group))
    }

    private func percentages(_ group: Int) -> [CrowdingFigures.PercentageCount] {
        var merged: [CrowdingFigures.PercentageCount] = []
        func add(_ percentage: Int, _ count: Int) {
            if let last = merged.last, last.percentage == percentage {
                merged[merged.count - 1].count += count
            } else {
                merged.append(.init(percentage: percentage, count: count))
            }
        }
        var counted = distinct[group]
        func addCounted(upTo limit: UInt64) {
            while let value = counted.first, value <= limit, let place = places.place(group, value) {
                add(Int(value), percentageCounts[place])
                counted.removeFirst()
            }
        }
        for value in sent[group] {
            addCounted(upTo: UInt64(value))
            add(Int(value), 1)
        }
        addCounted(upTo: .max)
        return merged
    }
}
