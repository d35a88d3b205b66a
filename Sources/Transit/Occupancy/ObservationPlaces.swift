/// Finds observations in a list by their hashes, with one table for each slice of time.
///
/// An archive is mostly sorted by time. So the table of the slice that is being read fits into the caches of the processor,
/// however many observations there are, and so do the observations themselves, which follow each other in the list. Slices
/// that are six days apart share a table.
/// A new table starts with enough slots for as many observations as the preceding slice has, up to 65,536 slots. Tables use
/// open addressing with linear probing; at most three quarters of the slots are in use. Each slot has a tag of seven bits of the
/// hash. Only an observation with the right tag is looked at, so a search mostly reads a few tags that follow each other.
///
/// Memory: 7 to 14 bytes an observation, up to 20 while its table grows, and 96 kB. If a slice has few observations and the
/// slice before it has many, its table is as large as the preceding slice needs, at most 320 kB.
struct ObservationPlaces {
    private struct Table {
        /// 0 if the slot is free.
        var tags: [UInt8] = []
        /// An observation's place in the list; unused if the slot is free.
        var places: [UInt32] = []
        var count = 0

        init(size: Int) {
            tags = Array(repeating: 0, count: size)
            places = Array(repeating: 0, count: size)
        }

        /// Whether another observation would leave too few slots free.
        var isFull: Bool { (count &+ 1) &* 4 > tags.count &* 3 }
    }

    /// 2 ^ 7 seconds.
    private static let sliceBits: UInt32 = 7
    private static let mostTables = 1 << 12
    /// The most slots that a table begins with.
    private static let mostFirst = 1 << 16

    private var tables: [Table]

    /// - Parameter dependsOnTime: whether observations are distinguished by time. If not, there is one table.
    init(dependsOnTime: Bool) {
        tables = Array(repeating: Table(size: 0), count: dependsOnTime ? ObservationPlaces.mostTables : 1)
    }

    @inline(__always)
    private func table(of timestamp: UInt32) -> Int {
        Int(timestamp &>> ObservationPlaces.sliceBits) & (tables.count &- 1)
    }

    /// The place of the observation with this time and hash that `isSought` accepts; nil if absent.
    @inline(__always)
    func place(_ timestamp: UInt32, _ hash: UInt64, _ isSought: (Int) -> Bool) -> Int? {
        let table = table(of: timestamp)
        let mask = tables[table].tags.count &- 1
        guard mask >= 0 else { return nil }
        let tag = ObservationPlaces.tag(hash)
        var slot = Int(truncatingIfNeeded: hash) & mask
        while true {
            let found = tables[table].tags[slot]
            if found == 0 { return nil }
            if found == tag, case let place = Int(tables[table].places[slot]), isSought(place) { return place }
            slot = (slot &+ 1) & mask
        }
    }

    /// Adds an observation that is absent.
    /// - Parameter hashes: the hash of the observation at a place; called for the table's observations when it grows.
    @inline(__always)
    mutating func add(_ place: Int, _ timestamp: UInt32, _ hash: UInt64, _ hashes: (Int) -> UInt64) {
        let table = table(of: timestamp)
        if tables[table].isFull { grow(table, hashes) }
        put(place, table, hash)
    }

    @inline(never)
    private mutating func grow(_ table: Int, _ hashes: (Int) -> UInt64) {
        let old = tables[table]
        tables[table] = Table(size: old.tags.isEmpty ? firstSize(of: table) : old.tags.count * 2)
        for (tag, place) in zip(old.tags, old.places) where tag > 0 { put(Int(place), table, hashes(Int(place))) }
    }

    /// The size of a table that begins: enough for as many observations as there are in the slice before.
    private func firstSize(of table: Int) -> Int {
        let before = tables[(table - 1) & (tables.count - 1)].count
        var size = 16
        while size * 3 < before * 4, size < ObservationPlaces.mostFirst { size *= 2 }
        return size
    }

    @inline(__always)
    private mutating func put(_ place: Int, _ table: Int, _ hash: UInt64) {
        let mask = tables[table].tags.count &- 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while tables[table].tags[slot] != 0 { slot = (slot &+ 1) & mask }
        tables[table].tags[slot] = ObservationPlaces.tag(hash)
        tables[table].places[slot] = UInt32(place)
        tables[table].count &+= 1
    }

    /// The top seven bits of the hash. The lowest bit is set, so no tag is 0.
    @inline(__always)
    private static func tag(_ hash: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: hash &>> 56) | 1 }
}
