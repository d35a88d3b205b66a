/// FNV-1a of 64 bits (Fowler, Noll, Vo), byte by byte: the hash in a polyline's id, which is the same for ever.
public struct FNV1a {
    public var value: UInt64 = 0xCBF2_9CE4_8422_2325

    @inlinable
    public init() {}

    @inlinable @inline(__always)
    public mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }

    @inlinable @inline(__always)
    public mutating func add(_ bytes: some Sequence<UInt8>) { for byte in bytes { add(byte) } }
}
