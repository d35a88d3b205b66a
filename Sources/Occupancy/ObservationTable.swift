/// All distinct observations of a run, each once: of two for the same vehicle and time the one with the largest feed
/// timestamp counts, then the largest status, whatever the order of arrival.
///
/// Nothing is counted before all are known, so a replaced observation leaves no trace. Two vehicles are told apart by
/// 48 bits of a fingerprint. Memory: 21 bytes an observation (26 with carriages) with 88 to 94 % of the slots in use,
/// so about 23 bytes; observations of percentages over 253, more than 15 hours older than their message, or of
/// another group than the first million take some 60 bytes more. Time: about 0.3 µs an observation.
public struct ObservationTable: ~Copyable {
    private struct FarKey: Hashable {
        let key: ObservationEntry.Key
        let shard: Int
    }

    private static let shardCount = 256
    private let shards: UnsafeMutablePointer<ObservationShard>
    private let stride: Int
    /// Values that an entry has no room for; only looked up, never gone through.
    private var farFeedTimestamps: [FarKey: UInt32] = [:]
    private var farPercentages: [FarKey: UInt16] = [:]
    private var farGroups: [FarKey: Int] = [:]
    public private(set) var count = 0

    /// - Parameter withCarriages: whether observations are of carriages.
    public init(withCarriages: Bool) {
        stride = withCarriages ? ObservationEntry.strideWithCarriage : ObservationEntry.stride
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
        let carriage = stride == ObservationEntry.strideWithCarriage ? observation.carriage : 0
        let key = ObservationEntry.key(
            vehicle: observation.vehicle, timestamp: observation.timestamp, carriage: carriage)
        let hash = key.hash
        let order = UInt32(truncatingIfNeeded: hash)
        // The upper bits of the hash take part, so that one vehicle's observations spread over all shards; the low
        // byte of the fingerprint can be had back from the shard's number.
        let index = Int(truncatingIfNeeded: ((observation.vehicle >> 16) ^ (hash >> 56)) & 0xFF)
        if shards[index].isFull { shards[index].grow(stride: stride, seed: index) }
        while true {
            var slot = shards[index].home(order)
            let slots = shards[index].slots
            while slot < slots {
                let entry = shards[index].entry(slot, stride: stride)
                guard ObservationEntry.isOccupied(entry) else { break }
                let known = ObservationEntry.key(entry, stride: stride)
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
            if slot < slots, shards[index].openGap(at: slot, stride: stride) {
                store(observation, key, in: shards[index].entry(slot, stride: stride), shard: index)
                count &+= 1
                return
            }
            shards[index].grow(stride: stride, seed: index)
        }
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
        for index in 0..<ObservationTable.shardCount {
            for slot in 0..<shards[index].slots {
                let entry = shards[index].entry(slot, stride: stride)
                if ObservationEntry.isOccupied(entry) { body(load(entry, shard: index)) }
            }
        }
    }

    // MARK: Entries

    @inline(__always)
    private mutating func store(
        _ observation: Observation, _ key: ObservationEntry.Key, in entry: UnsafeMutableRawPointer, shard: Int
    ) {
        let lag = ObservationEntry.lag(observation.timestamp, observation.feedTimestamp)
        if lag == ObservationEntry.farLag {
            farFeedTimestamps[FarKey(key: key, shard: shard)] = observation.feedTimestamp
        }
        var percentage = UInt64(observation.percentage)
        if observation.percentage == Observation.noPercentage {
            percentage = ObservationEntry.noPercentage
        } else if percentage >= ObservationEntry.farPercentage {
            farPercentages[FarKey(key: key, shard: shard)] = observation.percentage
            percentage = ObservationEntry.farPercentage
        }
        var group = UInt64(observation.group) &+ 1
        if group >= ObservationEntry.farGroup {
            farGroups[FarKey(key: key, shard: shard)] = observation.group
            group = ObservationEntry.farGroup
        }
        let tail = lag | UInt64(observation.status.bits) << 16 | percentage << 20 | group << 28
        ObservationEntry.store(key, trip: observation.trip, tail: tail, in: entry, stride: stride)
    }

    @inline(__always)
    private func load(_ entry: UnsafeMutableRawPointer, shard: Int) -> Observation {
        let key = ObservationEntry.key(entry, stride: stride)
        let tail = ObservationEntry.tail(entry)
        let timestamp = ObservationEntry.timestamp(key)
        let low = (UInt64(shard) ^ (key.hash >> 56)) & 0xFF
        let lag = tail & 0xFFFF
        var feedTimestamp = Observation.noTime
        if lag == ObservationEntry.farLag {
            feedTimestamp = farFeedTimestamps[FarKey(key: key, shard: shard)] ?? Observation.noTime
        } else if lag != ObservationEntry.noLag {
            feedTimestamp = ObservationEntry.feedTimestamp(timestamp, lag: lag)
        }
        let packed = (tail >> 20) & 0xFF
        var percentage = UInt16(packed)
        if packed == ObservationEntry.noPercentage {
            percentage = Observation.noPercentage
        } else if packed == ObservationEntry.farPercentage {
            percentage = farPercentages[FarKey(key: key, shard: shard)] ?? Observation.noPercentage
        }
        var group = Int(tail >> 28) - 1
        if tail >> 28 == ObservationEntry.farGroup { group = farGroups[FarKey(key: key, shard: shard)] ?? group }
        return Observation(
            vehicle: (key.first & 0xFF_FFFF_FFFF) << 24 | low << 16, trip: ObservationEntry.trip(entry),
            carriage: key.carriage, timestamp: timestamp, feedTimestamp: feedTimestamp,
            status: StatusRank(bits: UInt8((tail >> 16) & 15)), percentage: percentage, group: group)
    }
}
