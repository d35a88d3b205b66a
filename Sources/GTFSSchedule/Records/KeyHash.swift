/// A 128-bit hash of a row's key (MurmurHash3 x64 128, Appleby 2011, fed word by word), the same on every machine.
///
/// Two of a billion different keys share one with a chance below 10⁻²⁰.
public struct KeyHash: Equatable, Sendable {
    public private(set) var low: UInt64 = 0x9368_E53C_2F6A_F274
    public private(set) var high: UInt64 = 0x586D_CD20_8F7C_D3FD

    init() {}

    /// The hash of a key of one part.
    public init(of part: UnsafeRawBufferPointer) { add(part) }

    /// Adds one part; its length keeps `a,bc` and `ab,c` apart.
    mutating func add(_ part: UnsafeRawBufferPointer) {
        mix(UInt64(truncatingIfNeeded: part.count), 1)
        var position = 0
        while position < part.count {
            var words: (UInt64, UInt64) = (0, 0)
            for offset in 0..<min(16, part.count - position) {
                let byte = UInt64(part[position + offset])
                if offset < 8 { words.0 |= byte << (offset * 8) } else { words.1 |= byte << ((offset - 8) * 8) }
            }
            mix(words.0, words.1)
            position += 16
        }
    }

    mutating func addEmpty() { mix(0, 2) }

    private mutating func mix(_ first: UInt64, _ second: UInt64) {
        low ^= KeyHash.rotated(first &* 0x87C3_7B91_1142_53D5, 31) &* 0x4CF5_AD43_2745_937F
        low = (KeyHash.rotated(low, 27) &+ high) &* 5 &+ 0x52DC_E729
        high ^= KeyHash.rotated(second &* 0x4CF5_AD43_2745_937F, 33) &* 0x87C3_7B91_1142_53D5
        high = (KeyHash.rotated(high, 31) &+ low) &* 5 &+ 0x3849_5AB5
    }

    private static func rotated(_ value: UInt64, _ by: UInt64) -> UInt64 { value << by | value >> (64 - by) }

    /// The two halves after the last mixing, which spreads every bit over both.
    var finished: (UInt64, UInt64) {
        func spread(_ value: UInt64) -> UInt64 {
            var mixed = (value ^ (value >> 33)) &* 0xFF51_AFD7_ED55_8CCD
            mixed = (mixed ^ (mixed >> 33)) &* 0xC4CE_B9FE_1A85_EC53
            return mixed ^ (mixed >> 33)
        }
        let first = spread(low &+ high)
        let second = spread(high &+ low &+ high)
        return (first &+ second, second &+ first &+ second)
    }
}

/// How often keys occur and where they occurred last, by their hashes.
///
/// Memory: 24 bytes a slot, slots doubled at two thirds full: 36 to 72 bytes a distinct key, 108 while they are doubled.
public struct KeyTable: ~Copyable {
    private struct Slot {
        var low: UInt64 = 0
        var high: UInt64 = 0
        /// The row that counts plus 1; 0 is an empty slot.
        var row: UInt64 = 0
    }

    private var slots: UnsafeMutableBufferPointer<Slot>
    private var used = 0

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

    private mutating func slot(_ hash: KeyHash) -> (index: Int, isNew: Bool) {
        if used * 3 >= slots.count * 2 { double() }
        let (low, high) = hash.finished
        var index = Int(truncatingIfNeeded: low) & (slots.count - 1)
        while slots[index].row != 0 {
            if slots[index].low == low, slots[index].high == high { return (index, false) }
            index = (index + 1) & (slots.count - 1)
        }
        slots[index].low = low
        slots[index].high = high
        used += 1
        return (index, true)
    }

    private mutating func double() {
        let larger = UnsafeMutableBufferPointer<Slot>.allocate(capacity: slots.count * 2)
        larger.initialize(repeating: Slot())
        for slot in slots where slot.row != 0 {
            var index = Int(truncatingIfNeeded: slot.low) & (larger.count - 1)
            while larger[index].row != 0 { index = (index + 1) & (larger.count - 1) }
            larger[index] = slot
        }
        slots.deallocate()
        slots = larger
    }
}
