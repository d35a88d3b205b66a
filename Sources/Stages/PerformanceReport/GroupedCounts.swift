import Hashing

/// How often each value came in each group.
///
/// Memory: 48 to 96 bytes a distinct value of a group.
struct GroupedCounts {
    private struct Entry {
        /// The group's number and 1; 0 if free.
        var group = 0
        var value = 0
        var count = 0
    }

    private var entries = [Entry](repeating: Entry(), count: 64)
    private var used = 0

    @inline(__always)
    private static func hash(_ group: Int, _ value: Int) -> Int {
        Int(truncatingIfNeeded: Fingerprint.of(UInt64(bitPattern: Int64(value)), UInt64(group)))
    }

    @inline(__always)
    mutating func add(_ value: Int, group: Int, times: Int = 1) {
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
    func grouped(_ groupCount: Int) -> [Distribution] {
        var lists = [[(value: Int, count: Int)]](repeating: [], count: groupCount)
        for entry in entries where entry.group != 0 { lists[entry.group - 1].append((entry.value, entry.count)) }
        return lists.map { Distribution($0.sorted { $0.value < $1.value }) }
    }
}

/// Values with how often each came, ascending.
struct Distribution {
    private(set) var values: [(value: Int, count: Int)]
    let count: Int

    init(_ values: [(value: Int, count: Int)]) {
        self.values = values
        count = values.reduce(0) { $0 + $1.count }
    }

    /// The smallest value that at least `share` of a hundred do not pass (nearest rank); nil without any.
    /// - Parameter share: 1 to 100.
    func percentile(_ share: Int) -> Int? {
        guard count > 0 else { return nil }
        var rank = (count * share + 99) / 100
        for (value, times) in values {
            rank -= times
            if rank <= 0 { return value }
        }
        return values.last?.value
    }

    var largest: Int? { values.last?.value }

    var sum: Int128 { values.reduce(0) { $0 + Int128($1.value) * Int128($1.count) } }

    /// How many do not pass a value.
    func count(upTo limit: Int) -> Int { values.reduce(0) { $0 + ($1.value <= limit ? $1.count : 0) } }
}
