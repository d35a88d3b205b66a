import Platform

/// The names of members read so far, which one came after which, and how long their last values were.
///
/// Lines of one table have the same members in nearly the same order. So after each member, the scanner knows which bytes probably
/// come before the next value: `"name":`, with the writer's blanks. To compare these bytes takes a third of the time of looking
/// for the name's end, for its escapes and for its place among the fields. Any other name is read in the ordinary way, and is
/// expected from then on.
struct LikelyNames {
    /// The place before the first member.
    static let start = 0
    /// The place after a name that is not kept.
    static let unknown = -1

    struct Name {
        /// Where the bytes from the comma to the value begin in `text`, and how many they are.
        fileprivate(set) var offset: Int32
        fileprivate(set) var length: Int32
        /// The field's index; -1 for a member that nobody asked for.
        fileprivate(set) var field: Int32
        /// The name that came after it the last time; 0, which nothing matches, for none.
        fileprivate(set) var next: Int32
        fileprivate var hash: UInt32
    }

    private static let limit = 256
    private static let longest = 64
    let names: UnsafeMutablePointer<Name>
    /// How the last value of each name looked.
    let shapes: UnsafeMutablePointer<PlainShape>
    private let text: UnsafeMutableRawPointer
    /// Places by hash, a quarter of it filled at most; 0 for none. A line may have thousands of names that are not kept.
    private let slots: UnsafeMutablePointer<Int16>
    private var count = 1
    private var used = 0

    init() {
        names = .allocate(capacity: LikelyNames.limit)
        names.initialize(to: Name(offset: 0, length: 0, field: -1, next: 0, hash: 0))
        shapes = .allocate(capacity: LikelyNames.limit)
        shapes.initialize(repeating: PlainShape(), count: LikelyNames.limit)
        text = .allocate(byteCount: LikelyNames.limit * LikelyNames.longest, alignment: 8)
        slots = .allocate(capacity: LikelyNames.limit * 4)
        slots.initialize(repeating: 0, count: LikelyNames.limit * 4)
    }

    func deallocate() {
        names.deallocate()
        shapes.deallocate()
        text.deallocate()
        slots.deallocate()
    }

    /// The place of the name that is likely after `place`, if its bytes stand at `bytes`.
    @inline(__always)
    func match(after place: Int, _ bytes: UnsafeRawPointer, available: Int) -> Int? {
        guard place >= 0 else { return nil }
        let likely = Int(names[place].next)
        let length = Int(names[likely].length)
        guard likely != 0, length <= available else { return nil }
        let known = UnsafeRawPointer(text + Int(names[likely].offset))
        guard length >= 8 else { return memcmp(known, bytes, length) == 0 ? likely : nil }
        var position = 0
        while position &+ 8 < length {
            guard
                known.loadUnaligned(fromByteOffset: position, as: UInt64.self)
                    == bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            else { return nil }
            position &+= 8
        }
        let tail = length &- 8
        return known.loadUnaligned(fromByteOffset: tail, as: UInt64.self)
            == bytes.loadUnaligned(fromByteOffset: tail, as: UInt64.self) ? likely : nil
    }

    /// Keeps a name that was read in the ordinary way as the one after `place`.
    /// - Parameter bytes: what stands between the comma before the name and the value.
    /// - Returns: its place; `unknown` where it is not kept.
    mutating func learn(_ bytes: UnsafeRawBufferPointer, field: Int?, after place: Int) -> Int {
        guard let start = bytes.baseAddress, bytes.count <= LikelyNames.longest else { return LikelyNames.unknown }
        var hash: UInt32 = 2_166_136_261
        for byte in bytes { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        var slot = Int(hash) & (LikelyNames.limit * 4 - 1)
        while slots[slot] != 0, !isSame(Int(slots[slot]), start, bytes.count, hash) {
            slot = (slot &+ 1) & (LikelyNames.limit * 4 - 1)
        }
        if slots[slot] == 0 {
            guard count < LikelyNames.limit else { return LikelyNames.unknown }
            slots[slot] = Int16(count)
            (text + used).copyMemory(from: start, byteCount: bytes.count)
            (names + count).initialize(
                to: Name(
                    offset: Int32(used), length: Int32(bytes.count), field: Int32(field ?? -1), next: 0, hash: hash))
            used += bytes.count
            count += 1
        }
        let found = Int(slots[slot])
        if place >= 0 { names[place].next = Int32(found) }
        return found
    }

    private func isSame(_ place: Int, _ bytes: UnsafeRawPointer, _ count: Int, _ hash: UInt32) -> Bool {
        names[place].hash == hash && Int(names[place].length) == count
            && memcmp(text + Int(names[place].offset), bytes, count) == 0
    }
}
