import Platform

/// The names of members read so far, and which one came after which.
///
/// Lines of one table have the same members in nearly the same order. So after a member the bytes `"name":` of the one
/// that is likely to follow are known, and to compare them takes a third of what it takes to look for the name's end,
/// for its escapes and for its place among the fields. What follows otherwise is read in the ordinary way, and is
/// likely from then on.
struct LikelyNames {
    /// The place before the first member.
    static let start = 0
    /// The place after a name that is not kept.
    static let unknown = -1

    private struct Name {
        /// Where the bytes `"name":` begin in `text`, and how many they are.
        var offset: Int32
        var length: Int32
        /// The field's index; -1 for a member that nobody asked for.
        var field: Int32
        /// The name that came after it the last time; 0, which nothing matches, for none.
        var next: Int32
        var hash: UInt32
    }

    private static let limit = 256
    private static let longest = 61
    private let names: UnsafeMutablePointer<Name>
    private let text: UnsafeMutableRawPointer
    /// Places by hash, a quarter of it filled at most; 0 for none. A line may have thousands of names that are not kept.
    private let slots: UnsafeMutablePointer<Int16>
    private var count = 1
    private var used = 0

    init() {
        names = .allocate(capacity: LikelyNames.limit)
        names.initialize(to: Name(offset: 0, length: 0, field: -1, next: 0, hash: 0))
        text = .allocate(byteCount: LikelyNames.limit * 64, alignment: 8)
        slots = .allocate(capacity: LikelyNames.limit * 4)
        slots.initialize(repeating: 0, count: LikelyNames.limit * 4)
    }

    func deallocate() {
        names.deallocate()
        text.deallocate()
        slots.deallocate()
    }

    /// The place and the length, quotes and colon included, of the name that is likely after `place`, if it is what
    /// stands at `bytes`.
    @inline(__always)
    func match(after place: Int, _ bytes: UnsafeRawPointer, available: Int) -> (place: Int, length: Int)? {
        guard place >= 0 else { return nil }
        let likely = Int(names[place].next)
        let length = Int(names[likely].length)
        guard likely != 0, length <= available else { return nil }
        let known = UnsafeRawPointer(text + Int(names[likely].offset))
        guard length >= 8 else { return memcmp(known, bytes, length) == 0 ? (likely, length) : nil }
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
            == bytes.loadUnaligned(fromByteOffset: tail, as: UInt64.self) ? (likely, length) : nil
    }

    @inline(__always)
    func field(at place: Int) -> Int? {
        let field = names[place].field
        return field < 0 ? nil : Int(field)
    }

    /// Keeps a name that was read in the ordinary way as the one after `place`.
    /// - Parameters:
    ///   - name: the bytes between the quotes, which have no escapes.
    ///   - isTight: whether the colon follows the quote at once.
    /// - Returns: its place; `unknown` where it is not kept.
    mutating func learn(_ name: UnsafeRawBufferPointer, field: Int?, isTight: Bool, after place: Int) -> Int {
        guard isTight, name.count <= LikelyNames.longest else { return LikelyNames.unknown }
        var hash: UInt32 = 2_166_136_261
        for byte in name { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        var slot = Int(hash) & (LikelyNames.limit * 4 - 1)
        while slots[slot] != 0, !isSame(Int(slots[slot]), name, hash) {
            slot = (slot &+ 1) & (LikelyNames.limit * 4 - 1)
        }
        if slots[slot] == 0 {
            guard count < LikelyNames.limit else { return LikelyNames.unknown }
            slots[slot] = Int16(count)
            add(name, hash, field)
        }
        let found = Int(slots[slot])
        if place >= 0 { names[place].next = Int32(found) }
        return found
    }

    private func isSame(_ place: Int, _ name: UnsafeRawBufferPointer, _ hash: UInt32) -> Bool {
        names[place].hash == hash && Int(names[place].length) == name.count + 3
            && (name.isEmpty || memcmp(text + Int(names[place].offset) + 1, name.baseAddress!, name.count) == 0)
    }

    private mutating func add(_ name: UnsafeRawBufferPointer, _ hash: UInt32, _ field: Int?) {
        let start = text + used
        start.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
        if let base = name.baseAddress { (start + 1).copyMemory(from: base, byteCount: name.count) }
        start.storeBytes(of: UInt8(ascii: "\""), toByteOffset: name.count + 1, as: UInt8.self)
        start.storeBytes(of: UInt8(ascii: ":"), toByteOffset: name.count + 2, as: UInt8.self)
        (names + count).initialize(
            to: Name(
                offset: Int32(used), length: Int32(name.count + 3), field: Int32(field ?? -1), next: 0, hash: hash))
        used += name.count + 3
        count += 1
    }
}
