import Hashing

/// Pairs of a group and a fingerprint, each once: the vehicles or trips seen in each group.
///
/// Memory: 12 bytes a pair at 64 to 80 % of the slots. Parts grow one by one, so that growth holds little twice.
public struct PairSet {
    private struct Part {
        var groups: [UInt32]
        var values: [UInt64]
        var used = 0

        init(capacity: Int) {
            groups = Array(repeating: 0, count: capacity)
            values = Array(repeating: 0, count: capacity)
        }

        /// The slot of a pair, or the free one where it would be.
        @inline(__always)
        func slot(_ tag: UInt32, _ value: UInt64, _ hash: UInt64) -> Int {
            var slot = Int(truncatingIfNeeded: ((hash >> 32) &* UInt64(groups.count)) >> 32)
            while groups[slot] != 0, values[slot] != value || groups[slot] != tag {
                slot = slot &+ 1 == groups.count ? 0 : slot &+ 1
            }
            return slot
        }
    }

    private static let partCount = 32
    private var parts: [Part]
    public private(set) var count = 0

    public init(capacity: Int = 64) {
        parts = Array(repeating: Part(capacity: max(capacity / PairSet.partCount, 8)), count: PairSet.partCount)
    }

    @inline(__always)
    static func hash(_ group: Int, _ value: UInt64) -> UInt64 {
        Fingerprint.of(value, UInt64(truncatingIfNeeded: group))
    }

    /// Adds a pair; true when it is new.
    @inline(__always)
    @discardableResult
    public mutating func insert(_ group: Int, _ value: UInt64) -> Bool {
        let tag = UInt32(truncatingIfNeeded: group &+ 1)
        let hash = PairSet.hash(group, value)
        let index = Int(hash & UInt64(PairSet.partCount - 1))
        let slot = parts[index].slot(tag, value, hash)
        guard parts[index].groups[slot] == 0 else { return false }
        parts[index].groups[slot] = tag
        parts[index].values[slot] = value
        parts[index].used &+= 1
        count &+= 1
        if parts[index].used &* 5 > parts[index].groups.count &* 4 { grow(index) }
        return true
    }

    public func contains(_ group: Int, _ value: UInt64) -> Bool {
        let hash = PairSet.hash(group, value)
        let part = parts[Int(hash & UInt64(PairSet.partCount - 1))]
        return part.groups[part.slot(UInt32(truncatingIfNeeded: group &+ 1), value, hash)] != 0
    }

    private mutating func grow(_ index: Int) {
        var larger = Part(capacity: parts[index].groups.count * 5 / 4 + 4)
        larger.used = parts[index].used
        for (tag, value) in zip(parts[index].groups, parts[index].values) where tag != 0 {
            let slot = larger.slot(tag, value, PairSet.hash(Int(tag) - 1, value))
            larger.groups[slot] = tag
            larger.values[slot] = value
        }
        parts[index] = larger
    }

    /// The same pairs under the new numbers of their groups.
    func renumbered(_ numbers: [Int]) -> PairSet {
        var fresh = PairSet()
        for part in parts {
            for slot in part.groups.indices where part.groups[slot] != 0 {
                fresh.insert(numbers[Int(part.groups[slot]) - 1], part.values[slot])
            }
        }
        return fresh
    }

    public mutating func removeAll() {
        for index in parts.indices {
            for slot in parts[index].groups.indices { parts[index].groups[slot] = 0 }
            parts[index].used = 0
        }
        count = 0
    }

    /// Adds the number of pairs of each group to the group's place in `counts`.
    public func addCounts(to counts: inout [Int]) {
        for part in parts {
            for tag in part.groups where tag != 0 { counts[Int(tag) - 1] += 1 }
        }
    }

    /// The fingerprints of each group.
    func grouped(groups: Int) -> GroupedValues<UInt64> {
        var counts = Array(repeating: 0, count: groups)
        addCounts(to: &counts)
        var grouped = GroupedValues<UInt64>(counts: counts)
        for part in parts {
            for slot in part.groups.indices where part.groups[slot] != 0 {
                grouped.append(part.values[slot], to: Int(part.groups[slot]) - 1)
            }
        }
        grouped.sort()
        return grouped
    }
}
