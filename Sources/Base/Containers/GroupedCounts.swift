import Hashing

/// How often each value came in each group.
///
/// Memory: 48 to 96 bytes a distinct value of a group.
public struct GroupedCounts {
    private struct Entry {
        /// The group's number and 1; 0 if free.
        var group = 0
        var value = 0
        var count = 0
    }

    private var entries = [Entry](repeating: Entry(), count: 64)
    private var used = 0

    public init() {}

    @inline(__always)
    private static func hash(_ group: Int, _ value: Int) -> Int {
        Int(truncatingIfNeeded: Fingerprint.of(UInt64(bitPattern: Int64(value)), UInt64(group)))
    }

    @inline(__always)
    public mutating func add(_ value: Int, group: Int, times: Int = 1) {
        let number = group &+ 1
        var place = GroupedCounts.hash(number, value) & (entries.count &- 1)
        while entries[place].group != 0 {
            if entries[place].group == number, entries[place].value == value {
                entries[place].count += times
                return
            }
            place = (place &+ 1) & (entries.count &- 1)
        }
        entries[place] = Entry(group: number, value: value, count: times)
        used &+= 1
        if used &* 2 > entries.count { grow() }
    }

    @inline(never)
    private mutating func grow() {
        let old = entries
        entries = []
        entries = [Entry](repeating: Entry(), count: old.count * 2)
        for entry in old where entry.group != 0 {
            var place = GroupedCounts.hash(entry.group, entry.value) & (entries.count - 1)
            while entries[place].group != 0 { place = (place + 1) & (entries.count - 1) }
            entries[place] = entry
        }
    }

    /// The values of each group, ascending, with how often each came. Cost: a sort of them.
    public func grouped(_ groupCount: Int) -> [Distribution] {
        var lists = [[(value: Int, count: Int)]](repeating: [], count: groupCount)
        for entry in entries where entry.group != 0 { lists[entry.group - 1].append((entry.value, entry.count)) }
        return lists.map { Distribution($0.sorted { $0.value < $1.value }) }
    }
}
