/// All distinct observations of a run, each once: of two for the same vehicle and time the one with the largest feed
/// timestamp counts, then the largest status, whatever the order of arrival.
///
/// Nothing is counted before all are known, so a replaced observation leaves no trace. Two vehicles are told apart by
/// 48 bits of a fingerprint. Memory: 21 bytes an observation, 1 more with carriages (2 with over 256 of them, 5 with over 16,384), 1 more
/// with over a million groups, 2 more where a thousand percentages pass 253, and 2 more where a thousand messages
/// are 2 hours older or 15 hours newer than their positions; 88 to 94 % of the slots are in use.
/// Time: about 0.3 µs an observation.
public struct ObservationTable: ~Copyable {
    private static let shardCount = 256
    private var shards: UnsafeMutablePointer<ObservationShard>
    private var layout: ObservationLayout
    private var side = ObservationSideTable()
    public private(set) var count = 0
    /// Observations of another group than the one that they gave way to.
    private(set) var displaced = 0

    /// - Parameter withCarriages: whether observations are of carriages.
    public init(withCarriages: Bool) {
        self.init(ObservationLayout(withCarriages ? .shortNumber : .none, []))
    }

    private init(_ layout: ObservationLayout) {
        self.layout = layout
        shards = .allocate(capacity: ObservationTable.shardCount)
        shards.initialize(repeating: ObservationShard(), count: ObservationTable.shardCount)
    }

    deinit {
        for index in 0..<ObservationTable.shardCount { shards[index].free() }
        shards.deallocate()
    }

    /// Keeps an observation, or the better of it and the one that is there for its vehicle and time.
    /// - Parameter groups: decides between observations that are alike in all but their groups.
    public mutating func insert(_ observation: Observation, groups: borrowing GroupTable) {
        if observation.group >= ObservationLayout.narrowGroups, !layout.widths.contains(.group) {
            widen(layout.carriage, .group, groups)
        }
        var carriage: UInt64 = 0
        if layout.carriage != .none {
            carriage = observation.carriage
            if layout.carriage != .fingerprint {
                if let number = side.number(ofCarriage: carriage) {
                    carriage = number
                    if number > 0xFF, layout.carriage == .shortNumber { widen(.number, [], groups) }
                } else {
                    widen(.fingerprint, [], groups)
                }
            }
        }
        let key = ObservationLayout.key(
            vehicle: observation.vehicle, timestamp: observation.timestamp, carriage: carriage)
        let hash = key.hash
        let order = UInt32(truncatingIfNeeded: hash)
        // The upper bits of the hash take part, so that one vehicle's observations spread over all shards; the low
        // byte of the fingerprint can be had back from the shard's number.
        let index = Int(truncatingIfNeeded: ((observation.vehicle >> 16) ^ (hash >> 56)) & 0xFF)
        if shards[index].isFull { shards[index].grow(layout, seed: index) }
        while true {
            var slot = shards[index].home(order)
            let slots = shards[index].slots
            while slot < slots {
                let entry = shards[index].entry(slot, layout)
                guard ObservationLayout.isOccupied(entry) else { break }
                let known = layout.key(entry)
                if known == key {
                    let old = load(entry, shard: index)
                    if old.group != observation.group { displaced &+= 1 }
                    if ObservationTable.isBetter(observation, than: old, groups) {
                        store(observation, key, in: entry, shard: index)
                        widenIfCrowded(groups)
                    }
                    return
                }
                if UInt32(truncatingIfNeeded: known.hash) > order { break }
                slot &+= 1
            }
            if slot < slots, shards[index].openGap(at: slot, layout) {
                store(observation, key, in: shards[index].entry(slot, layout), shard: index)
                count &+= 1
                widenIfCrowded(groups)
                return
            }
            shards[index].grow(layout, seed: index)
        }
    }

    /// Gives entries more room when too many values have none.
    @inline(__always)
    private mutating func widenIfCrowded(_ groups: borrowing GroupTable) {
        if side.percentages.count > ObservationSideTable.limit, !layout.widths.contains(.percentage) {
            widen(layout.carriage, .percentage, groups)
        }
        if side.feedTimestamps.count > ObservationSideTable.limit, !layout.widths.contains(.lag) {
            widen(layout.carriage, .lag, groups)
        }
    }

    /// Gives entries more room, shard by shard.
    private mutating func widen(
        _ carriage: ObservationLayout.Carriage, _ widths: ObservationLayout.Widths, _ groups: borrowing GroupTable
    ) {
        var wide = ObservationTable(ObservationLayout(carriage, layout.widths.union(widths)))
        wide.side.takeCarriages(of: side)
        wide.displaced = displaced
        drain { wide.insert($0, groups: groups) }
        swap(&self, &wide)
    }

    /// The order in which conflicting observations win: feed timestamp, status, and then whatever tells them apart, so
    /// that the outcome cannot depend on which came first.
    static func isBetter(_ new: Observation, than old: Observation, _ groups: borrowing GroupTable) -> Bool {
        if new.feedTimestamp != old.feedTimestamp {
            // Absent is the largest number and counts least.
            return new.feedTimestamp &+ 1 > old.feedTimestamp &+ 1
        }
        if new.status != old.status { return new.status > old.status }
        if new.percentage != old.percentage { return new.percentage &+ 1 > old.percentage &+ 1 }
        if new.group != old.group { return groups.precedes(old.group, new.group) }
        return new.trip > old.trip
    }

    /// Calls `body` with every observation, in an order that means nothing.
    public func forEach(_ body: (Observation) -> Void) {
        for index in 0..<ObservationTable.shardCount { forEach(inShard: index, body) }
    }

    /// Gives every observation the new number of its group.
    mutating func renumber(_ numbers: [Int]) {
        for index in 0..<ObservationTable.shardCount {
            for slot in 0..<shards[index].slots {
                let entry = shards[index].entry(slot, layout)
                guard ObservationLayout.isOccupied(entry) else { continue }
                var values = layout.values(entry)
                values.group = numbers[values.group]
                layout.store(layout.key(entry), trip: ObservationLayout.trip(entry), values, in: entry)
            }
        }
    }

    /// Calls `body` with every observation, in an order that means nothing, and gives their memory back on the way.
    public mutating func drain(_ body: (Observation) -> Void) {
        for index in 0..<ObservationTable.shardCount {
            forEach(inShard: index, body)
            shards[index].free()
        }
        side = ObservationSideTable()
        count = 0
    }

    @inline(__always)
    private func forEach(inShard index: Int, _ body: (Observation) -> Void) {
        for slot in 0..<shards[index].slots {
            let entry = shards[index].entry(slot, layout)
            if ObservationLayout.isOccupied(entry) { body(load(entry, shard: index)) }
        }
    }

    // MARK: Entries

    @inline(__always)
    private mutating func store(
        _ observation: Observation, _ key: ObservationLayout.Key, in entry: UnsafeMutableRawPointer, shard: Int
    ) {
        let far = ObservationSideTable.Key(key: key, shard: shard)
        var lag = UInt64(observation.feedTimestamp)
        if !layout.widths.contains(.lag) {
            lag = ObservationLayout.lag(observation.timestamp, observation.feedTimestamp)
            if lag == ObservationLayout.farLag { side.keep(feedTimestamp: observation.feedTimestamp, far) }
        }
        var percentage = UInt64(observation.percentage)
        if observation.percentage == Observation.noPercentage {
            percentage = layout.noPercentage
        } else if percentage >= layout.farPercentage {
            side.keep(percentage: observation.percentage, far)
            percentage = layout.farPercentage
        }
        let status = side.bits(observation.status, far)
        layout.store(
            key, trip: observation.trip,
            ObservationLayout.Values(lag: lag, status: status, percentage: percentage, group: observation.group),
            in: entry)
    }

    @inline(__always)
    private func load(_ entry: UnsafeMutableRawPointer, shard: Int) -> Observation {
        let key = layout.key(entry)
        let values = layout.values(entry)
        let far = ObservationSideTable.Key(key: key, shard: shard)
        let timestamp = ObservationLayout.timestamp(key)
        let low = (UInt64(shard) ^ (key.hash >> 56)) & 0xFF
        var feedTimestamp = Observation.noTime
        if layout.widths.contains(.lag) {
            feedTimestamp = UInt32(truncatingIfNeeded: values.lag)
        } else if values.lag == ObservationLayout.farLag {
            feedTimestamp = side.feedTimestamps[far] ?? Observation.noTime
        } else if values.lag != ObservationLayout.noLag {
            feedTimestamp = ObservationLayout.feedTimestamp(timestamp, lag: values.lag)
        }
        var percentage = UInt32(truncatingIfNeeded: values.percentage)
        if values.percentage == layout.noPercentage {
            percentage = Observation.noPercentage
        } else if values.percentage == layout.farPercentage {
            percentage = side.percentages[far] ?? Observation.noPercentage
        }
        return Observation(
            vehicle: (key.first & 0xFF_FFFF_FFFF) << 24 | low << 16, trip: ObservationLayout.trip(entry),
            carriage: layout.carriage == .shortNumber || layout.carriage == .number
                ? side.carriage(key.carriage) : key.carriage, timestamp: timestamp,
            feedTimestamp: feedTimestamp, status: side.status(values.status, far), percentage: percentage,
            group: values.group)
    }
}
