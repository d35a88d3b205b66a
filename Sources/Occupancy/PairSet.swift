/// Pairs of a group and a fingerprint, each once: the vehicles or trips seen in each group.
///
/// Memory: 12 bytes a pair at 50 to 75 % of the slots.
public struct PairSet {
    private var groups: [UInt32]
    private var values: [UInt64]
    public private(set) var count = 0

    public init(capacity: Int = 64) {
        groups = Array(repeating: 0, count: capacity)
        values = Array(repeating: 0, count: capacity)
    }

    @inline(__always)
    static func hash(_ group: Int, _ value: UInt64) -> UInt64 {
        Fingerprint.mix(value ^ Fingerprint.second, UInt64(truncatingIfNeeded: group) ^ Fingerprint.third)
    }

    @inline(__always)
    private func home(_ hash: UInt64) -> Int {
        Int(truncatingIfNeeded: ((hash >> 32) &* UInt64(groups.count)) >> 32)
    }

    /// Adds a pair; true when it is new.
    @inline(__always)
    @discardableResult
    public mutating func insert(_ group: Int, _ value: UInt64) -> Bool {
        let tag = UInt32(truncatingIfNeeded: group &+ 1)
        var slot = home(PairSet.hash(group, value))
        while groups[slot] != 0 {
            if values[slot] == value, groups[slot] == tag { return false }
            slot &+= 1
            if slot == groups.count { slot = 0 }
        }
        groups[slot] = tag
        values[slot] = value
        count &+= 1
        if count &* 4 > groups.count &* 3 { grow() }
        return true
    }

    public func contains(_ group: Int, _ value: UInt64) -> Bool {
        let tag = UInt32(truncatingIfNeeded: group &+ 1)
        var slot = home(PairSet.hash(group, value))
        while groups[slot] != 0 {
            if values[slot] == value, groups[slot] == tag { return true }
            slot &+= 1
            if slot == groups.count { slot = 0 }
        }
        return false
    }

    private mutating func grow() {
        var larger = PairSet(capacity: groups.count + groups.count / 2)
        for slot in groups.indices where groups[slot] != 0 { larger.insert(Int(groups[slot]) - 1, values[slot]) }
        self = larger
    }

    public mutating func removeAll() {
        for slot in groups.indices { groups[slot] = 0 }
        count = 0
    }

    /// Adds the number of pairs of each group to the group's place in `counts`.
    public func addCounts(to counts: inout [Int]) {
        for tag in groups where tag != 0 { counts[Int(tag) - 1] += 1 }
    }

    /// All pairs, by group and then by fingerprint. Memory: 16 bytes a pair.
    public func sorted() -> [(group: Int, value: UInt64)] {
        var pairs: [(group: Int, value: UInt64)] = []
        pairs.reserveCapacity(count)
        for slot in groups.indices where groups[slot] != 0 { pairs.append((Int(groups[slot]) - 1, values[slot])) }
        pairs.sort { $0.group != $1.group ? $0.group < $1.group : $0.value < $1.value }
        return pairs
    }
}
