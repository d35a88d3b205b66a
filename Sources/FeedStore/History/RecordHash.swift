/// Sixty-four bits that stand for a row's key: the same on every machine and in every run, since they are stored.
///
/// The mixing is the one of wyhash (Wang Yi, public domain): products of 64 × 64 bits folded by exclusive or.
enum RecordHash {
    private static let first: UInt64 = 0xA076_1D64_78BD_642F
    private static let second: UInt64 = 0xE703_7ED1_A0B4_28DB
    private static let third: UInt64 = 0x8EBC_6AF0_9C88_C6E3

    /// The product of two words, its halves folded together.
    @inline(__always)
    static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }

    /// The hash of one word after `seed`.
    @inline(__always)
    static func of(word: UInt64, seed: UInt64) -> UInt64 { mix(third ^ seed, mix(word ^ second, seed ^ first)) }

    /// The hash of bytes after `seed`, which chains several parts; the length keeps `a,bc` and `ab,c` apart.
    static func of(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
        var state = seed ^ first
        let length = bytes.count
        guard length > 0, let start = bytes.baseAddress else { return mix(state ^ second, third) }
        var position = 0
        while position &+ 16 <= length {
            state = mix(word(start, position) ^ second, word(start, position &+ 8) ^ state)
            position &+= 16
        }
        var low: UInt64 = 0
        var high: UInt64 = 0
        var offset = 0
        while position < length {
            let byte = UInt64(start.load(fromByteOffset: position, as: UInt8.self))
            if offset < 8 { low |= byte << UInt64(offset &* 8) } else { high |= byte << UInt64((offset &- 8) &* 8) }
            offset &+= 1
            position &+= 1
        }
        return mix(third ^ UInt64(length), mix(low ^ second, high ^ state))
    }

    static func of(_ text: String, seed: UInt64) -> UInt64 {
        var copy = text
        return copy.withUTF8 { of(UnsafeRawBufferPointer($0), seed: seed) }
    }

    @inline(__always)
    private static func word(_ start: UnsafeRawPointer, _ offset: Int) -> UInt64 {
        UInt64(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}
