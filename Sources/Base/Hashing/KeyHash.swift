/// A hash of 128 bits of a row's key: the fingerprints of its parts after two seeds.
///
/// Two of a billion different keys share one with a chance below 10⁻²⁰.
public struct KeyHash: Equatable, Sendable {
    public private(set) var low: UInt64 = 0x9368_E53C_2F6A_F274
    public private(set) var high: UInt64 = 0x586D_CD20_8F7C_D3FD

    public init() {}

    /// The hash of a key of one part.
    public init(of part: UnsafeRawBufferPointer) { add(part) }

    /// Adds one part; its length keeps `a,bc` and `ab,c` apart.
    public mutating func add(_ part: UnsafeRawBufferPointer) {
        low = Fingerprint.of(part, seed: low)
        high = Fingerprint.of(part, seed: high)
    }

    /// Adds a part that is absent, which is not the same as one of no bytes.
    public mutating func addEmpty() {
        low = Fingerprint.of(low, 0)
        high = Fingerprint.of(high, 0)
    }
}
