/// Finds values in an array by their hashes: open addressing with linear probing, at most half of the slots in use.
///
/// Memory: 8 to 16 bytes a value; growth lets go of the old slots before it takes the new ones.
public struct PlaceIndex {
    /// A value's place and 1; 0 if free.
    private var slots: [UInt32] = Array(repeating: 0, count: 64)
    public private(set) var count = 0

    public init() {}

    /// The place of the value with this hash that `isSought` accepts; nil if absent.
    @inline(__always)
    public func place(_ hash: UInt64, _ isSought: (Int) -> Bool) -> Int? {
        let mask = slots.count &- 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 {
            let place = Int(slots[slot]) &- 1
            if isSought(place) { return place }
            slot = (slot &+ 1) & mask
        }
        return nil
    }

    /// Adds the value with this hash that was appended to the array.
    /// - Parameter hashes: the hash of the value at a place; growth asks for all of them.
    @inline(__always)
    public mutating func append(_ hash: UInt64, _ hashes: (Int) -> UInt64) {
        count &+= 1
        if count &* 2 > slots.count { fill(hashes) } else { put(count &- 1, hash) }
    }

    /// Takes the hashes of all values anew.
    @inline(never)
    public mutating func fill(_ hashes: (Int) -> UInt64) {
        var size = 64
        while size < count * 2 { size *= 2 }
        slots = []
        slots = Array(repeating: 0, count: size)
        for place in 0..<count { put(place, hashes(place)) }
    }

    @inline(__always)
    private mutating func put(_ place: Int, _ hash: UInt64) {
        let mask = slots.count &- 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 { slot = (slot &+ 1) & mask }
        slots[slot] = UInt32(place &+ 1)
    }
}
