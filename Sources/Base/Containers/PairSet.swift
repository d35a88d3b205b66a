import Hashing

/// Pairs of a group and a value, each once: the vehicles, trips or percentages of each group.
///
/// Memory: 20 to 40 bytes a pair.
public struct PairSet {
    private var groups: [UInt32] = []
    private var values: [UInt64] = []
    private var places = PlaceIndex()

    public init() {}

    public var count: Int { values.count }

    @inline(__always)
    private static func hash(_ group: UInt32, _ value: UInt64) -> UInt64 {
        Fingerprint.of(value, UInt64(group))
    }

    /// Adds a pair; true if it is new.
    @inline(__always)
    @discardableResult
    public mutating func insert(_ group: Int, _ value: UInt64) -> Bool {
        let before = count
        return placeInserting(group, value) == before
    }

    /// The place of a pair, which is added if it is new: pairs are in the order of their first insertion.
    @inline(__always)
    public mutating func placeInserting(_ group: Int, _ value: UInt64) -> Int {
        if let known = place(group, value) { return known }
        let group = UInt32(truncatingIfNeeded: group)
        groups.append(group)
        values.append(value)
        places.append(PairSet.hash(group, value)) { PairSet.hash(groups[$0], values[$0]) }
        return count - 1
    }

    /// The place of a pair; nil if absent.
    @inline(__always)
    public func place(_ group: Int, _ value: UInt64) -> Int? {
        let group = UInt32(truncatingIfNeeded: group)
        return places.place(PairSet.hash(group, value)) { values[$0] == value && groups[$0] == group }
    }

    public func contains(_ group: Int, _ value: UInt64) -> Bool { place(group, value) != nil }

    /// Gives every pair the new number of its group; places stay.
    public mutating func renumber(_ numbers: [Int]) {
        for place in groups.indices { groups[place] = UInt32(numbers[Int(groups[place])]) }
        places.fill { PairSet.hash(groups[$0], values[$0]) }
    }

    /// Adds the number of pairs of each group to the group's place in `counts`.
    public func addCounts(to counts: inout [Int]) {
        for group in groups { counts[Int(group)] += 1 }
    }

    /// The values of each group.
    public func grouped(groupCount: Int) -> GroupedValues<UInt64> {
        var counts = Array(repeating: 0, count: groupCount)
        addCounts(to: &counts)
        return GroupedValues(counts: counts) { groups in
            for (group, value) in zip(self.groups, values) { groups.add(value, Int(group)) }
        }
    }
}
