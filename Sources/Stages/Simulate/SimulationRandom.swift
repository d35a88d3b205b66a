import Hashing

/// SplitMix64, seeded by a number and a path of numbers.
///
/// A path names what is drawn for (a route, a date, a trip), so that one thing's chances do not depend on how many
/// others were drawn before it.
struct SimulationRandom: RandomNumberGenerator {
    private var numbers: SplitMix64

    init(seed: UInt64, _ path: Int...) {
        numbers = SplitMix64(seed: seed)
        for step in path {
            numbers = SplitMix64(seed: next() ^ UInt64(truncatingIfNeeded: step))
        }
    }

    mutating func next() -> UInt64 { numbers.next() }

    /// A number from 0 to below 1, a multiple of 2⁻⁵³.
    mutating func unit() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

    mutating func between(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }

    /// A whole number from 0 to below `count`.
    mutating func below(_ count: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(count)).high) }

    /// A number of mean 0 and standard deviation 1 whose distribution is nearly normal: the sum of twelve uniform ones
    /// (Irwin, Hall), which needs no logarithm and is at most 6 from 0.
    mutating func normal() -> Double {
        var sum = -6.0
        for _ in 0..<12 { sum += unit() }
        return sum
    }

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
