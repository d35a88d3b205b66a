/// Sixty-four bits that stand for some bytes: the same on every machine and in every run.
///
/// The mixing is the one of wyhash (Wang Yi, public domain): products of 64 × 64 bits folded by exclusive or. It is no
/// protection against somebody who makes ids collide on purpose.
public enum Fingerprint {
    @inlinable @inline(__always) static var first: UInt64 { 0xA076_1D64_78BD_642F }
    @inlinable @inline(__always) static var second: UInt64 { 0xE703_7ED1_A0B4_28DB }
    @inlinable @inline(__always) static var third: UInt64 { 0x8EBC_6AF0_9C88_C6E3 }

    /// The product of two words, its halves folded together.
    @inlinable @inline(__always)
    public static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }

    /// The fingerprint of a pair of words.
    @inlinable @inline(__always)
    public static func of(_ left: UInt64, _ right: UInt64) -> UInt64 { mix(left ^ second, right ^ third) }

    /// The fingerprint of bytes after `seed`, which chains several fields: `of(b, seed: of(a))`.
    @inlinable
    public static func of(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
        let length = bytes.count
        guard length > 0, let start = bytes.baseAddress else { return ofNothing(seed: seed) }
        let (state, position) = wholeBlocks(start, length, seed: seed)
        var low: UInt64 = 0
        var high: UInt64 = 0
        let rest = length &- position
        if rest >= 8 {
            low = word(start, position)
            high = word(start, length &- 8)
        } else if rest >= 4 {
            low = half(start, position)
            high = half(start, length &- 4)
        } else if rest > 0 {
            low = UInt64(start.load(fromByteOffset: position, as: UInt8.self))
            high =
                UInt64(start.load(fromByteOffset: position &+ rest / 2, as: UInt8.self)) << 8
                | UInt64(start.load(fromByteOffset: length &- 1, as: UInt8.self))
        }
        return finish(state, low, high, length)
    }

    /// The fingerprint of a text's UTF-8.
    package static func of(_ text: String) -> UInt64 {
        var copy = text
        return copy.withUTF8 { of(UnsafeRawBufferPointer($0)) }
    }

    // MARK: Parts of the hash

    @inlinable @inline(__always)
    static func ofNothing(seed: UInt64) -> UInt64 { mix(seed ^ first ^ second, third) }

    /// Takes in all blocks of 16 bytes.
    /// - Returns: the state after them, and where the rest begins.
    @inlinable @inline(__always)
    static func wholeBlocks(
        _ start: UnsafeRawPointer, _ length: Int, seed: UInt64
    ) -> (state: UInt64, position: Int) {
        var state = seed ^ first
        var position = 0
        while position &+ 16 <= length {
            state = mix(word(start, position) ^ second, word(start, position &+ 8) ^ state)
            position &+= 16
        }
        return (state, position)
    }

    /// Takes in the rest as two words, and the length.
    @inlinable @inline(__always)
    static func finish(_ state: UInt64, _ low: UInt64, _ high: UInt64, _ length: Int) -> UInt64 {
        mix(third ^ UInt64(length), mix(low ^ second, high ^ state))
    }

    @inlinable @inline(__always)
    static func word(_ start: UnsafeRawPointer, _ offset: Int) -> UInt64 {
        UInt64(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    @inlinable @inline(__always)
    static func half(_ start: UnsafeRawPointer, _ offset: Int) -> UInt64 {
        UInt64(UInt32(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }
}
