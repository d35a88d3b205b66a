import Hashing

/// How often keys occur and where they occurred last, by their hashes.
///
/// Memory: 24 bytes a slot, slots doubled at two thirds full: 36 to 72 bytes a distinct key, 108 while they are doubled.
public struct KeyTable: ~Copyable {
    private struct Slot {
        var hash = KeyHash()
        /// The row that counts plus 1; 0 is an empty slot.
        var row: UInt64 = 0
    }

    private var slots: UnsafeMutableBufferPointer<Slot>
    private var used = 0
    /// What `prepare` has read; without it, the compiler would leave the reads out.
    private var looked: UInt64 = 0

    public init() {
        slots = .allocate(capacity: 1 << 10)
        slots.initialize(repeating: Slot())
    }

    deinit { slots.deallocate() }

    /// The mark of a key that occurs more than once, for `recordUnique`.
    private static let repeated = UInt64.max

    /// Keeps the key's first row and tells whether this is it.
    public mutating func recordFirst(_ hash: KeyHash) -> Bool {
        let (index, isNew) = slot(hash)
        if isNew { slots[index].row = 1 }
        return isNew
    }

    /// Keeps `row` as the last one of the key.
    public mutating func recordLast(_ hash: KeyHash, row: Int) {
        // The slots may move while the place is looked for.
        let (index, _) = slot(hash)
        slots[index].row = UInt64(row) + 1
    }

    /// Keeps `row` where the key has no other, and marks it as repeated where it has.
    public mutating func recordUnique(_ hash: KeyHash, row: Int) {
        let (index, isNew) = slot(hash)
        slots[index].row = isNew ? UInt64(row) + 1 : KeyTable.repeated
    }

    /// Whether the row is the one that counts for its key.
    public mutating func isKept(_ hash: KeyHash, row: Int) -> Bool {
        let (index, isNew) = slot(hash)
        // A key that no survey met does not occur; were it to, its slot must not stay half made.
        if isNew { slots[index].row = UInt64(row) + 1 }
        return slots[index].row == UInt64(row) + 1
    }

    /// Reads the slots in which keys will be looked up. The processor waits for all of them at once, whereas each lookup would wait
    /// for its own.
    public mutating func prepare(for hashes: [KeyHash?]) {
        let mask = slots.count - 1
        for case let hash? in hashes { looked ^= slots[Int(truncatingIfNeeded: hash.low) & mask].row }
    }

    private mutating func slot(_ hash: KeyHash) -> (index: Int, isNew: Bool) {
        if used * 3 >= slots.count * 2 { double() }
        var index = Int(truncatingIfNeeded: hash.low) & (slots.count - 1)
        while slots[index].row != 0 {
            if slots[index].hash == hash { return (index, false) }
            index = (index + 1) & (slots.count - 1)
        }
        slots[index].hash = hash
        used += 1
        return (index, true)
    }

    private mutating func double() {
        let larger = UnsafeMutableBufferPointer<Slot>.allocate(capacity: slots.count * 2)
        larger.initialize(repeating: Slot())
        for slot in slots where slot.row != 0 {
            var index = Int(truncatingIfNeeded: slot.hash.low) & (larger.count - 1)
            while larger[index].row != 0 { index = (index + 1) & (larger.count - 1) }
            larger[index] = slot
        }
        slots.deallocate()
        slots = larger
    }
}
