import Hashing

/// How often each word was added.
///
/// Memory: 12 bytes a word at 70 to 88 % of the slots. Parts grow one by one, so that growth holds little twice.
struct CountTable {
    private struct Part {
        var keys: [UInt64] = Array(repeating: 0, count: 16)
        var counts: [UInt32] = Array(repeating: 0, count: 16)
        var used = 0
    }

    private var parts = Array(repeating: Part(), count: 64)
    /// Counts beyond 32 bits, less what the table has itself; only looked up.
    private var excess: [UInt64: Int] = [:]

    @inline(__always)
    static func key(_ group: Int, _ percentage: UInt32) -> UInt64 {
        UInt64(truncatingIfNeeded: group) << 32 | UInt64(percentage)
    }

    @inline(__always)
    private static func hash(_ key: UInt64) -> UInt64 { Fingerprint.of(key, 0) }

    /// The slot of a key in a part, or the free one where it would be.
    @inline(__always)
    private static func slot(_ key: UInt64, _ hash: UInt64, _ part: Part) -> Int {
        let slots = part.keys.count
        var slot = Int(truncatingIfNeeded: ((hash >> 32) &* UInt64(slots)) >> 32)
        while part.counts[slot] != 0, part.keys[slot] != key { slot = slot &+ 1 == slots ? 0 : slot &+ 1 }
        return slot
    }

    /// Adds a word so many times.
    @inline(__always)
    mutating func add(_ key: UInt64, _ times: Int) {
        guard times > 0 else { return }
        let hash = CountTable.hash(key)
        let index = Int(hash & 63)
        let slot = CountTable.slot(key, hash, parts[index])
        let count = Int(parts[index].counts[slot])
        if count == 0 {
            parts[index].keys[slot] = key
            parts[index].used &+= 1
        }
        // A word that is there has a count of 1 at least.
        let kept = min(count + times, Int(UInt32.max))
        parts[index].counts[slot] = UInt32(kept)
        if count + times > kept { excess[key, default: 0] += count + times - kept }
        if parts[index].used &* 8 > parts[index].keys.count &* 7 { grow(index) }
    }

    func count(_ key: UInt64) -> Int {
        let hash = CountTable.hash(key)
        let part = parts[Int(hash & 63)]
        let count = Int(part.counts[CountTable.slot(key, hash, part)])
        return count == Int(UInt32.max) ? count + (excess[key] ?? 0) : count
    }

    /// The same counts under the new numbers of their groups.
    func renumbered(_ numbers: [Int]) -> CountTable {
        var fresh = CountTable()
        forEach { fresh.add(CountTable.key(numbers[Int($0 >> 32)], UInt32(truncatingIfNeeded: $0)), count($0)) }
        return fresh
    }

    private mutating func grow(_ index: Int) {
        var larger = Part()
        let slots = parts[index].keys.count * 5 / 4 + 4
        larger.keys = Array(repeating: 0, count: slots)
        larger.counts = Array(repeating: 0, count: slots)
        larger.used = parts[index].used
        for slot in parts[index].keys.indices where parts[index].counts[slot] != 0 {
            let key = parts[index].keys[slot]
            let place = CountTable.slot(key, CountTable.hash(key), larger)
            larger.keys[place] = key
            larger.counts[place] = parts[index].counts[slot]
        }
        parts[index] = larger
    }

    /// The distinct percentages of each group; the words are those of `key`.
    func percentages(groups: Int) -> GroupedValues<UInt32> {
        var counts = Array(repeating: 0, count: groups)
        forEach { counts[Int($0 >> 32)] += 1 }
        var grouped = GroupedValues<UInt32>(counts: counts)
        forEach { grouped.append(UInt32(truncatingIfNeeded: $0), to: Int($0 >> 32)) }
        grouped.sort()
        return grouped
    }

    private func forEach(_ body: (UInt64) -> Void) {
        for part in parts {
            for slot in part.keys.indices where part.counts[slot] != 0 { body(part.keys[slot]) }
        }
    }
}
