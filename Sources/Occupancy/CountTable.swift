/// How often each word was added. Memory: 16 bytes a word at 58 to 88 % of the slots.
struct CountTable {
    private var keys: [UInt64]
    private var counts: [Int]
    private(set) var count = 0

    init(capacity: Int = 64) {
        keys = Array(repeating: 0, count: capacity)
        counts = Array(repeating: 0, count: capacity)
    }

    @inline(__always)
    static func key(_ group: Int, _ percentage: Int) -> UInt64 {
        UInt64(truncatingIfNeeded: group) << 32 | UInt64(truncatingIfNeeded: percentage)
    }

    static func parts(_ key: UInt64) -> (group: Int, percentage: Int) {
        (Int(key >> 32), Int(key & 0xFFFF_FFFF))
    }

    mutating func add(_ key: UInt64, _ times: Int) {
        guard times > 0 else { return }
        let hash = Fingerprint.mix(key ^ Fingerprint.second, Fingerprint.third)
        var slot = Int(truncatingIfNeeded: ((hash >> 32) &* UInt64(keys.count)) >> 32)
        while counts[slot] != 0 {
            if keys[slot] == key {
                counts[slot] += times
                return
            }
            slot = slot + 1 == keys.count ? 0 : slot + 1
        }
        keys[slot] = key
        counts[slot] = times
        count += 1
        if count * 8 > keys.count * 7 { grow() }
    }

    private mutating func grow() {
        var larger = CountTable(capacity: keys.count + keys.count / 2)
        for slot in keys.indices { larger.add(keys[slot], counts[slot]) }
        self = larger
    }

    /// All words in ascending order.
    func sorted() -> [(UInt64, Int)] {
        keys.indices.filter { counts[$0] != 0 }.map { (keys[$0], counts[$0]) }.sorted { $0.0 < $1.0 }
    }
}
