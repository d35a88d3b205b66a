import Hashing

/// Pairs of numbers by the order of their first coming.
///
/// Memory: 24 to 32 bytes a pair.
public struct PairPlaces {
    private var pairs: [(first: Int, second: Int)] = []
    /// A pair's place and 1; 0 if free.
    private var slots = [UInt32](repeating: 0, count: 64)

    public init() {}

    public var count: Int { pairs.count }

    @inline(__always)
    private static func hash(_ first: Int, _ second: Int) -> Int {
        Int(truncatingIfNeeded: Fingerprint.of(UInt64(bitPattern: Int64(second)), UInt64(bitPattern: Int64(first))))
    }

    /// The pair at a place.
    @inline(__always)
    public subscript(place: Int) -> (first: Int, second: Int) { pairs[place] }

    /// The place of a pair, known or new.
    @inline(__always)
    public mutating func place(_ first: Int, _ second: Int) -> Int {
        let mask = slots.count &- 1
        var slot = PairPlaces.hash(first, second) & mask
        while slots[slot] != 0 {
            let place = Int(slots[slot]) &- 1
            if pairs[place].first == first, pairs[place].second == second { return place }
            slot = (slot &+ 1) & mask
        }
        pairs.append((first, second))
        slots[slot] = UInt32(truncatingIfNeeded: pairs.count)
        if pairs.count &* 2 > slots.count { grow() }
        return pairs.count &- 1
    }

    /// The place of a pair that is known; nil for another.
    @inline(__always)
    public func known(_ first: Int, _ second: Int) -> Int? {
        let mask = slots.count &- 1
        var slot = PairPlaces.hash(first, second) & mask
        while slots[slot] != 0 {
            let place = Int(slots[slot]) &- 1
            if pairs[place].first == first, pairs[place].second == second { return place }
            slot = (slot &+ 1) & mask
        }
        return nil
    }

    @inline(never)
    private mutating func grow() {
        let size = slots.count * 2
        slots = []
        slots = [UInt32](repeating: 0, count: size)
        for (place, pair) in pairs.enumerated() {
            var slot = PairPlaces.hash(pair.first, pair.second) & (size - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
            slots[slot] = UInt32(truncatingIfNeeded: place + 1)
        }
    }

    public func forEach(_ body: (_ place: Int, _ first: Int, _ second: Int) throws -> Void) rethrows {
        for (place, pair) in pairs.enumerated() { try body(place, pair.first, pair.second) }
    }
}
