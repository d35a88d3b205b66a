/// Whether `count` bytes are the same in two places: as `memcmp`, but without a call for the few bytes of an id.
@inlinable @inline(__always)
public func hasSameBytes(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, count: Int) -> Bool {
    /// Compares the first words of both places with each other, and their last words with each other. The first and the last
    /// word overlap if `count` is less than two words.
    func isSame<Word: FixedWidthInteger & BitwiseCopyable>(_: Word.Type) -> Bool {
        let end = count &- MemoryLayout<Word>.size
        return (first.loadUnaligned(as: Word.self) ^ second.loadUnaligned(as: Word.self))
            | (first.loadUnaligned(fromByteOffset: end, as: Word.self)
                ^ second.loadUnaligned(fromByteOffset: end, as: Word.self)) == 0
    }
    switch count {
    case 8...16: return isSame(UInt64.self)
    case 4..<8: return isSame(UInt32.self)
    case 2..<4: return isSame(UInt16.self)
    case 1: return isSame(UInt8.self)
    case 0: return true
    default: return memcmp(first, second, count) == 0
    }
}
