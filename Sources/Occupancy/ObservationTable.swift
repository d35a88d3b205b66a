/// All distinct observations of a run, each once: of two for the same vehicle and time the one with the largest feed
/// timestamp counts, then the largest status, whatever the order of arrival.
///
/// Nothing is counted before all are known, so a replaced observation leaves no trace. Two vehicles are told apart by
/// 48 bits of a fingerprint. Memory: 21 bytes an observation (26 with carriages) with 88 to 94 % of the slots in use,
/// so about 23 bytes, and one more past a million groups; observations of
/// percentages over 253, or more than 15 hours older than their message, take some 60 bytes more. Time: about 0.3 µs an observation.
public struct ObservationTable: ~Copyable {
    private struct FarKey: Hashable {
        let key: ObservationLayout.Key
        let shard: Int
    }

    private static let shardCount = 256
    private var shards: UnsafeMutablePointer<ObservationShard>
    private var layout: ObservationLayout
    /// Values that an entry has no room for; only looked up, never gone through.
    private var farFeedTimestamps: [FarKey: UInt32] = [:]
    private var farPercentages: [FarKey: UInt16] = [:]
    public private(set) var count = 0

    /// - Parameter withCarriages: whether observations are of carriages.
    public init(withCarriages: Bool) {
        self.init(ObservationLayout(hasCarriage: withCarriages, isWide: false))
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
        if observation.group >= ObservationLayout.narrowGroups, !layout.isWide { widen(groups) }
        let carriage = layout.hasCarriage ? observation.carriage : 0
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
                    if ObservationTable.isBetter(observation, than: old, groups) {
                        store(observation, key, in: entry, shard: index)
                    }
                    return
                }
                if UInt32(truncatingIfNeeded: known.hash) > order { break }
                slot &+= 1
            }
            if slot < slots, shards[index].openGap(at: slot, layout) {
                store(observation, key, in: shards[index].entry(slot, layout), shard: index)
                count &+= 1
                return
            }
            shards[index].grow(layout, seed: index)
        }
    }

    /// Gives entries room for more groups, shard by shard.
    private mutating func widen(_ groups: borrowing GroupTable) {
        var wide = ObservationTable(ObservationLayout(hasCarriage: layout.hasCarriage, isWide: true))
        for index in 0..<ObservationTable.shardCount {
            forEach(inShard: index) { wide.insert($0, groups: groups) }
            shards[index].free()
        }
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
        let lag = ObservationLayout.lag(observation.timestamp, observation.feedTimestamp)
        if lag == ObservationLayout.farLag {
            farFeedTimestamps[FarKey(key: key, shard: shard)] = observation.feedTimestamp
        }
        var percentage = UInt64(observation.percentage)
        if observation.percentage == Observation.noPercentage {
            percentage = ObservationLayout.noPercentage
        } else if percentage >= ObservationLayout.farPercentage {
            farPercentages[FarKey(key: key, shard: shard)] = observation.percentage
            percentage = ObservationLayout.farPercentage
        }
        layout.store(
            key, trip: observation.trip, tail: lag | UInt64(observation.status.bits) << 16 | percentage << 20,
            group: observation.group, in: entry)
    }

    @inline(__always)
    private func load(_ entry: UnsafeMutableRawPointer, shard: Int) -> Observation {
        let key = layout.key(entry)
        let tail = ObservationLayout.tail(entry)
        let timestamp = ObservationLayout.timestamp(key)
        let low = (UInt64(shard) ^ (key.hash >> 56)) & 0xFF
        let lag = tail & 0xFFFF
        var feedTimestamp = Observation.noTime
        if lag == ObservationLayout.farLag {
            feedTimestamp = farFeedTimestamps[FarKey(key: key, shard: shard)] ?? Observation.noTime
        } else if lag != ObservationLayout.noLag {
            feedTimestamp = ObservationLayout.feedTimestamp(timestamp, lag: lag)
        }
        let packed = (tail >> 20) & 0xFF
        var percentage = UInt16(packed)
        if packed == ObservationLayout.noPercentage {
            percentage = Observation.noPercentage
        } else if packed == ObservationLayout.farPercentage {
            percentage = farPercentages[FarKey(key: key, shard: shard)] ?? Observation.noPercentage
        }
        return Observation(
            vehicle: (key.first & 0xFF_FFFF_FFFF) << 24 | low << 16, trip: ObservationLayout.trip(entry),
            carriage: key.carriage, timestamp: timestamp, feedTimestamp: feedTimestamp,
            status: StatusRank(bits: UInt8((tail >> 16) & 15)), percentage: percentage,
            group: layout.group(entry, tail: tail))
    }
}
