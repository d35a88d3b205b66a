import Glibc

/// The place of an id in its table; `Kind` keeps a trip's from being taken for a stop's.
package struct Identifier<Kind>: Equatable, Sendable, BitwiseCopyable {
    package let number: UInt32

    package init(_ number: UInt32) { self.number = number }
    package init(_ number: Int) { self.number = UInt32(number) }

    @inline(__always) package var index: Int { Int(number) }

    /// No id.
    package static var none: Identifier { Identifier(UInt32.max) }
    @inline(__always) package var isNone: Bool { number == .max }
}

/// Ids of one kind, each kept once, numbered in the order in which they were first seen.
///
/// The same id in two feeds is two ids: an id is looked up with the number of its feed. Memory: the id's bytes, 10
/// bytes beside them, and 6 to 12 in the hash table.
package struct IdentifierTable<Kind> {
    private let bytes = GrowingColumn<UInt8>(capacity: 1 << 12)
    /// Where each id's entry begins: two bytes of feed number, then the id.
    private let starts = GrowingColumn<Int>(capacity: 1 << 8)
    /// Number + 1 of the id in each slot, 0 for an empty one.
    private var slots = [UInt32](repeating: 0, count: 1 << 8)
    private var last = Identifier<Kind>.none

    package init() {}

    package var count: Int { starts.count }

    /// The number of an id, given to it now if it is new.
    @inline(__always)
    package mutating func intern(_ id: UnsafeRawBufferPointer, feed: UInt16) -> Identifier<Kind> {
        // Rows of one trip, and of one shape, follow each other.
        if !last.isNone, equals(last.index, id, feed) { return last }
        last = find(id, feed)
        return last
    }

    /// The number of an id; nil where it was never seen.
    @inline(__always)
    package mutating func find(_ id: UnsafeRawBufferPointer, feed: UInt16) -> Identifier<Kind>? {
        if !last.isNone, equals(last.index, id, feed) { return last }
        guard let found = slot(of: id, feed).found else { return nil }
        last = found
        return found
    }

    /// The id's bytes, valid until an id is added.
    package func text(_ id: Identifier<Kind>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(bytes.slice(starts[id.index] + 2, end(id.index)))
    }

    /// The number of the feed an id belongs to.
    package func feed(_ id: Identifier<Kind>) -> UInt16 {
        let start = starts[id.index]
        return UInt16(bytes[start]) | UInt16(bytes[start + 1]) << 8
    }

    private func end(_ index: Int) -> Int { index + 1 < starts.count ? starts[index + 1] : bytes.count }

    @inline(__always)
    private func equals(_ index: Int, _ id: UnsafeRawBufferPointer, _ feed: UInt16) -> Bool {
        let start = starts[index]
        let entry = bytes.slice(start, end(index))
        guard entry.count == id.count + 2, entry[0] == UInt8(truncatingIfNeeded: feed), entry[1] == UInt8(feed >> 8)
        else { return false }
        guard let text = id.baseAddress, id.count > 0 else { return true }
        return memcmp(entry.baseAddress! + 2, text, id.count) == 0
    }

    private func slot(of id: UnsafeRawBufferPointer, _ feed: UInt16) -> (slot: Int, found: Identifier<Kind>?) {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: StableHash.spread(id, seed: UInt64(feed))) & mask
        while slots[slot] != 0 {
            let candidate = Int(slots[slot] - 1)
            if equals(candidate, id, feed) { return (slot, Identifier(candidate)) }
            slot = (slot + 1) & mask
        }
        return (slot, nil)
    }

    @inline(never)
    private mutating func find(_ id: UnsafeRawBufferPointer, _ feed: UInt16) -> Identifier<Kind> {
        let (slot, found) = slot(of: id, feed)
        if let found { return found }
        let number = starts.count
        starts.append(bytes.count)
        bytes.append(UInt8(truncatingIfNeeded: feed))
        bytes.append(UInt8(feed >> 8))
        bytes.append(contentsOf: id.bindMemory(to: UInt8.self))
        slots[slot] = UInt32(number + 1)
        if starts.count * 3 > slots.count * 2 { rehash() }
        return Identifier(number)
    }

    private mutating func rehash() {
        let mask = slots.count * 2 - 1
        var wider = [UInt32](repeating: 0, count: slots.count * 2)
        for number in 0..<starts.count {
            let id = Identifier<Kind>(number)
            var slot = Int(truncatingIfNeeded: StableHash.spread(text(id), seed: UInt64(feed(id)))) & mask
            while wider[slot] != 0 { slot = (slot + 1) & mask }
            wider[slot] = UInt32(number + 1)
        }
        slots = wider
    }
}

/// Hashes that are the same in every process and on every machine.
package enum StableHash {
    /// FNV-1a's offset basis (Fowler, Noll, Vo).
    package static let start: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Takes one byte into an FNV-1a hash of 64 bits.
    @inline(__always)
    package static func add(_ byte: UInt8, to hash: inout UInt64) {
        hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }

    /// A hash for tables in memory, eight bytes at a time.
    @inline(__always)
    package static func spread(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
        var hash = start ^ seed ^ UInt64(bytes.count)
        var position = 0
        while position &+ 8 <= bytes.count {
            hash = mixed(hash ^ UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)))
            position &+= 8
        }
        var tail: UInt64 = 0
        while position < bytes.count {
            tail = tail << 8 | UInt64(bytes[position])
            position &+= 1
        }
        return mixed(hash ^ tail)
    }

    /// The finaliser of SplitMix64 (Steele, Lea, Flood 2014).
    @inline(__always)
    package static func mixed(_ value: UInt64) -> UInt64 {
        var mixed = value &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
