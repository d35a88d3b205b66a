import Hashing

/// Pairs of numbers by the order of their first coming.
///
/// Memory: 24 to 32 bytes a pair.
public struct PairPlaces {
    private var pairs: [(first: Int, second: Int)] = []
    private var places = PlaceIndex()

    public init() {}

    public var count: Int { pairs.count }

    @inline(__always)
    private static func hash(_ first: Int, _ second: Int) -> UInt64 {
        Fingerprint.of(UInt64(bitPattern: Int64(second)), UInt64(bitPattern: Int64(first)))
    }

    /// The pair at a place.
    @inline(__always)
    public subscript(place: Int) -> (first: Int, second: Int) { pairs[place] }

    /// The place of a pair, known or new.
    @inline(__always)
    public mutating func place(_ first: Int, _ second: Int) -> Int {
        if let known = known(first, second) { return known }
        pairs.append((first, second))
        places.append(PairPlaces.hash(first, second)) { PairPlaces.hash(pairs[$0].first, pairs[$0].second) }
        return pairs.count &- 1
    }

    /// The place of a pair that is known; nil for another.
    @inline(__always)
    public func known(_ first: Int, _ second: Int) -> Int? {
        places.place(PairPlaces.hash(first, second)) { pairs[$0].first == first && pairs[$0].second == second }
    }

    public func forEach(_ body: (_ place: Int, _ first: Int, _ second: Int) throws -> Void) rethrows {
        for (place, pair) in pairs.enumerated() { try body(place, pair.first, pair.second) }
    }
}
