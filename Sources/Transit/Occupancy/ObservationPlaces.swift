/// Finds observations in a list by their hashes, with one table for each slice of time.
///
/// An archive is mostly sorted by time. So the table of the slice that is being read fits into the caches of the processor,
/// however many observations there are, and so do the observations themselves, which follow each other in the list. Slices
/// that are six days apart share a table.
/// A new table starts with enough slots for as many observations as the preceding slice has, up to 65,536 slots. Tables use
/// open addressing with linear probing; at most half of the slots are in use.
///
/// Memory: 8 to 16 bytes an observation, up to 24 while its table grows, and 64 kB. If a slice has few observations and the
/// slice before it has many, its table is as large as the preceding slice needs, at most 256 kB.
struct ObservationPlaces {
    private struct Table {
        /// An observation's place in the list and 1; 0 if free.
        var slots: [UInt32] = []
        var count = 0
    }

    /// 2 ^ 7 seconds.
    private static let sliceBits: UInt32 = 7
    private static let mostTables = 1 << 12
    /// The most slots that a table begins with.
    private static let mostFirst = 1 << 16

    private var tables: [Table]

    /// - Parameter dependsOnTime: whether observations of several times are told apart. If not, there is one table.
    init(dependsOnTime: Bool) {
        tables = Array(repeating: Table(), count: dependsOnTime ? ObservationPlaces.mostTables : 1)
    }

    @inline(__always)
    private func table(of timestamp: UInt32) -> Int {
        Int(timestamp &>> ObservationPlaces.sliceBits) & (tables.count &- 1)
    }

    /// The place of the observation with this time and hash that `isSought` accepts; nil if absent.
    @inline(__always)
    func place(_ timestamp: UInt32, _ hash: UInt64, _ isSought: (Int) -> Bool) -> Int? {
        let table = table(of: timestamp)
        let mask = tables[table].slots.count &- 1
        guard mask >= 0 else { return nil }
        var slot = Int(truncatingIfNeeded: hash) & mask
        while true {
            let found = tables[table].slots[slot]
            if found == 0 { return nil }
            let place = Int(found) &- 1
            if isSought(place) { return place }
            slot = (slot &+ 1) & mask
        }
    }

    /// Adds an observation that is absent.
    /// - Parameter hashes: the hash of the observation at a place; growth asks for those of the table.
    @inline(__always)
    mutating func add(_ place: Int, _ timestamp: UInt32, _ hash: UInt64, _ hashes: (Int) -> UInt64) {
        let table = table(of: timestamp)
        tables[table].count &+= 1
        if tables[table].count &* 2 > tables[table].slots.count { grow(table, hashes) }
        put(place, table, hash)
    }

    @inline(never)
    private mutating func grow(_ table: Int, _ hashes: (Int) -> UInt64) {
        let old = tables[table].slots
        tables[table].slots = Array(repeating: 0, count: old.isEmpty ? firstSize(of: table) : old.count * 2)
        for slot in old where slot > 0 { put(Int(slot) - 1, table, hashes(Int(slot) - 1)) }
    }

    /// The size of a table that begins: enough for as many observations as there are in the slice before.
    private func firstSize(of table: Int) -> Int {
        let before = tables[(table - 1) & (tables.count - 1)].count
        var size = 16
        while size < 2 * before, size < ObservationPlaces.mostFirst { size *= 2 }
        return size
    }

    @inline(__always)
    private mutating func put(_ place: Int, _ table: Int, _ hash: UInt64) {
        let mask = tables[table].slots.count &- 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while tables[table].slots[slot] != 0 { slot = (slot &+ 1) & mask }
        tables[table].slots[slot] = UInt32(place &+ 1)
    }
}
