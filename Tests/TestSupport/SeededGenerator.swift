import Hashing

/// The generator of the made-up city, for tests.
public typealias SeededGenerator = SplitMix64
