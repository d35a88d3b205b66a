/// SplitMix64 (Steele, Lea, Flood 2014), seeded by a number and a path of numbers.
///
/// A path names what is drawn for (a route, a date, a trip), so that one thing's chances do not depend on how many
/// others were drawn before it.
struct SimulationRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64, _ path: Int...) {
        state = seed
        for step in path {
            state = next() ^ UInt64(truncatingIfNeeded: step)
        }
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 to below 1, a multiple of 2⁻⁵³.
    mutating func unit() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

    mutating func between(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }

    /// A whole number from 0 to below `count`.
    mutating func below(_ count: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(count)).high) }

    /// The elements in another order (Fisher, Yates).
    mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
        var result = elements
        var last = result.count - 1
        while last > 0 {
            result.swapAt(last, below(last + 1))
            last -= 1
        }
        return result
    }
}
