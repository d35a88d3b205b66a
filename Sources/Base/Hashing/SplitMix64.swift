/// SplitMix64 (Steele, Lea, Flood 2014): the same seed gives the same numbers on every machine.
public struct SplitMix64: RandomNumberGenerator, Sendable {
    @usableFromInline var state: UInt64

    @inlinable
    public init(seed: UInt64) { state = seed }

    @inlinable
    public mutating func next() -> UInt64 {
        let mixed = SplitMix64.mixed(state)
        state &+= SplitMix64.step
        return mixed
    }

    @inlinable @inline(__always) static var step: UInt64 { 0x9E37_79B9_7F4A_7C15 }

    /// The first number of a seed: a mixing of its bits that no two seeds share.
    @inlinable @inline(__always)
    public static func mixed(_ seed: UInt64) -> UInt64 {
        var mixed = seed &+ step
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
