/// Sixty-four bits that stand for a row's key or content in a history: stored, so the same for ever.
///
/// As `Fingerprint`, but that the last bytes are taken as they stand, filled up with zeros. Databases and partial
/// records hold the one and the other, so neither can give way.
public enum RecordHash {
    /// The hash of one word after `seed`.
    @inlinable @inline(__always)
    public static func of(word: UInt64, seed: UInt64) -> UInt64 {
        Fingerprint.mix(Fingerprint.third ^ seed, Fingerprint.mix(word ^ Fingerprint.second, seed ^ Fingerprint.first))
    }

    /// The hash of bytes after `seed`, which chains several parts; the length keeps `a,bc` and `ab,c` apart.
    @inlinable
    public static func of(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
        let length = bytes.count
        guard length > 0, let start = bytes.baseAddress else { return Fingerprint.ofNothing(seed: seed) }
        let (state, position) = Fingerprint.wholeBlocks(start, length, seed: seed)
        let rest = length &- position
        var low: UInt64 = 0
        var high: UInt64 = 0
        if rest > 8 {
            low = Fingerprint.word(start, position)
            high = Fingerprint.word(start, length &- 8) >> UInt64(truncatingIfNeeded: 128 &- rest &* 8)
        } else {
            for offset in 0..<rest {
                low |= UInt64(start.load(fromByteOffset: position &+ offset, as: UInt8.self)) << UInt64(offset &* 8)
            }
        }
        return Fingerprint.finish(state, low, high, length)
    }

    public static func of(_ text: String, seed: UInt64) -> UInt64 {
        var copy = text
        return copy.withUTF8 { of(UnsafeRawBufferPointer($0), seed: seed) }
    }
}
