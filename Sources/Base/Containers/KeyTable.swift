import Hashing

/// How often keys occur and where they occurred last, by their hashes.
///
/// Keys are distinguished by 88 bits of their hash. Two different keys share these bits with a probability of 1 in 3 × 10²⁶. Memory:
/// 16 bytes a slot, slots doubled at two thirds full: 24 to 48 bytes a distinct key, 72 while they are doubled.
public struct KeyTable: ~Copyable {
    /// Of 16 bytes, so that no slot extends over two lines of the processor's caches.
    private struct Slot {
        /// `KeyHash.low`
        var hash: UInt64 = 0
        /// The upper 24 bits are those of `KeyHash.high`. The lower 40 bits are 1 + the number of the row that counts, `repeated`,
        /// or 0 if the slot is empty.
        var rest: UInt64 = 0

        @inline(__always) var row: UInt64 { rest & KeyTable.rowBits }
    }

    private var slots: UnsafeMutableBufferPointer<Slot>
    private var used = 0
    /// What `prepare` has read; without it, the compiler would remove the reads.
    private var looked: UInt64 = 0

    public init() { slots = KeyTable.emptySlots(1 << 10) }

    deinit { slots.deallocate() }

    private static let rowBits: UInt64 = 1 << 40 - 1
    /// The mark of a key that occurs more than once, for `recordUnique`.
    private static let repeated = rowBits

    /// Keeps the key's first row and tells whether this is it.
    public mutating func recordFirst(_ hash: KeyHash) -> Bool {
        let (index, isNew) = slot(hash)
        if isNew { set(1, hash, at: index) }
        return isNew
    }

    /// Keeps `row` as the last one of the key.
    public mutating func recordLast(_ hash: KeyHash, row: Int) {
        // The slots may move while the place is looked for.
        let (index, _) = slot(hash)
        set(UInt64(row) + 1, hash, at: index)
    }

    /// Keeps `row` where the key has no other, and marks it as repeated where it has.
    public mutating func recordUnique(_ hash: KeyHash, row: Int) {
        let (index, isNew) = slot(hash)
        set(isNew ? UInt64(row) + 1 : KeyTable.repeated, hash, at: index)
    }

    /// Whether the row is the one that counts for its key.
    public mutating func isKept(_ hash: KeyHash, row: Int) -> Bool {
        let (index, isNew) = slot(hash)
        // A key that no survey met does not occur; were it to, its slot must not stay half made.
        if isNew { set(UInt64(row) + 1, hash, at: index) }
        return slots[index].row == UInt64(row) + 1
    }

    /// Reads the slots in which keys will be looked up. The processor waits for all of them at once, whereas each lookup would wait
    /// for its own.
    public mutating func prepare(for hashes: ArraySlice<KeyHash?>) {
        let mask = slots.count - 1
        for case let hash? in hashes {
            // A lookup often goes on to the next slots, of which some are in the next line of the caches.
            let slot = Int(truncatingIfNeeded: hash.low)
            looked ^= slots[slot & mask].rest ^ slots[(slot &+ 3) & mask].rest
        }
    }

    private func set(_ row: UInt64, _ hash: KeyHash, at index: Int) {
        slots[index] = Slot(hash: hash.low, rest: hash.high & ~KeyTable.rowBits | row)
    }

    /// Where a key is, or where it must be set if it is new.
    private mutating func slot(_ hash: KeyHash) -> (index: Int, isNew: Bool) {
        if used * 3 >= slots.count * 2 { double() }
        var index = Int(truncatingIfNeeded: hash.low) & (slots.count - 1)
        while case let slot = slots[index], slot.row != 0 {
            if slot.hash == hash.low, (slot.rest ^ hash.high) & ~KeyTable.rowBits == 0 { return (index, false) }
            index = (index + 1) & (slots.count - 1)
        }
        used += 1
        return (index, true)
    }

    private mutating func double() {
        let larger = KeyTable.emptySlots(slots.count * 2)
        for slot in slots where slot.row != 0 {
            var index = Int(truncatingIfNeeded: slot.hash) & (larger.count - 1)
            while larger[index].row != 0 { index = (index + 1) & (larger.count - 1) }
            larger[index] = slot
        }
        slots.deallocate()
        slots = larger
    }

    private static func emptySlots(_ count: Int) -> UnsafeMutableBufferPointer<Slot> {
        let slots = UnsafeMutableBufferPointer<Slot>.allocate(capacity: count)
        slots.initialize(repeating: Slot())
        return slots
    }
}
