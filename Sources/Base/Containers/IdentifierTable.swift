import Hashing
import Platform

/// The place of an id in its table; `Kind` keeps a trip's from being taken for a stop's.
public struct Identifier<Kind>: Hashable, Sendable, BitwiseCopyable {
    public let number: UInt32

    @inlinable public init(_ number: UInt32) { self.number = number }
    @inlinable public init(_ number: Int) { self.number = UInt32(number) }

    @inlinable @inline(__always) public var index: Int { Int(number) }

    /// No id.
    @inlinable public static var none: Identifier { Identifier(UInt32.max) }
    @inlinable @inline(__always) public var isNone: Bool { number == .max }
}

/// The hash of an id together with its feed number.
public struct IdentifierHash: BitwiseCopyable, Sendable {
    public let value: UInt32

    /// - Parameter value: the value of another hash.
    @inlinable public init(_ value: UInt32) { self.value = value }

    @inlinable @inline(__always)
    public init(_ id: UnsafeRawBufferPointer, feed: UInt16) {
        value = UInt32(Fingerprint.of(id, seed: UInt64(feed)) >> 32)
    }
}

/// The two followers of an id. A new follower becomes `first` and replaces the older of the two; a follower that is met again
/// changes nothing.
public struct IdentifierFollowers<Kind>: BitwiseCopyable {
    @usableFromInline let first: Identifier<Kind>
    @usableFromInline let second: Identifier<Kind>

    @inlinable init(first: Identifier<Kind>, second: Identifier<Kind>) {
        self.first = first
        self.second = second
    }
}

/// Ids of one kind, each kept once, numbered in the order in which they were first seen.
///
/// The same id in two feeds is two ids: an id is looked up with the number of its feed. Memory: the id's bytes, 10
/// bytes beside them, and 12 to 24 in the hash table.
public struct IdentifierTable<Kind> {
    @usableFromInline let bytes = GrowingColumn<UInt8>(capacity: 1 << 12)
    /// Where each id's entry begins: two bytes of feed number, then the id.
    @usableFromInline let starts = GrowingColumn<Int>(capacity: 1 << 8)
    /// The hash of the id in each slot, then its number + 1; 0 for an empty slot. Ids with other hashes are
    /// passed over without a look at their bytes, which are rarely in the processor's caches.
    @usableFromInline var slots = [UInt64](repeating: 0, count: 1 << 8)
    @usableFromInline var last = Identifier<Kind>.none
    /// What `prepare` has read; without it, the compiler would remove the reads.
    @usableFromInline var looked: UInt64 = 0

    @inlinable public init() {}

    @inlinable public var count: Int { starts.count }
    /// The bytes of all ids, with two more for each.
    @inlinable public var byteCount: Int { bytes.count }

    /// The number of an id, given to it now if it is new.
    @inlinable @inline(__always)
    public mutating func intern(_ id: UnsafeRawBufferPointer, feed: UInt16) -> Identifier<Kind> {
        // Rows of one trip, and of one shape, follow each other.
        if !last.isNone, equals(last.index, id, feed) { return last }
        last = find(id, feed, IdentifierHash(id, feed: feed))
        return last
    }

    /// Returns the number of an id, like `intern(_:feed:)`, but faster if ids recur in the same order, like the stops of trips
    /// of one pattern. An id that is not the previous one is compared with the two ids that followed the previous one in the
    /// past, before the table is searched. There are two because the trips of both directions call at the same stop.
    /// - Parameters:
    ///   - followers: by id, the ids that followed it. Start with an empty column, and intern all ids of this table with this
    ///     method and this column.
    ///   - hash: the hash of the id and feed, if it is known.
    @inlinable @inline(__always)
    public mutating func intern(
        _ id: UnsafeRawBufferPointer, feed: UInt16, _ followers: GrowingColumn<IdentifierFollowers<Kind>>,
        hash: IdentifierHash? = nil
    ) -> Identifier<Kind> {
        let before = last
        if !before.isNone {
            if equals(before.index, id, feed) { return before }
            let known = followers[before.index]
            if !known.first.isNone, equals(known.first.index, id, feed) {
                last = known.first
                return last
            }
            if !known.second.isNone, equals(known.second.index, id, feed) {
                last = known.second
                return last
            }
        }
        last = find(id, feed, hash ?? IdentifierHash(id, feed: feed))
        if followers.count < count { followers.append(IdentifierFollowers(first: .none, second: .none)) }
        if !before.isNone {
            followers[before.index] = IdentifierFollowers(first: last, second: followers[before.index].first)
        }
        return last
    }

    /// The number of an id; nil where it was never seen.
    @inlinable @inline(__always)
    public mutating func find(_ id: UnsafeRawBufferPointer, feed: UInt16) -> Identifier<Kind>? {
        if !last.isNone, equals(last.index, id, feed) { return last }
        guard let found = slot(of: id, feed: feed, IdentifierHash(id, feed: feed)).found else { return nil }
        last = found
        return found
    }

    /// Reads the slots in which ids will be looked up. The processor waits for all of them at once, whereas each lookup would wait
    /// for its own.
    @inlinable
    public mutating func prepare(for hashes: some Sequence<IdentifierHash>) {
        let mask = slots.count - 1
        for hash in hashes {
            // A lookup often goes on to the next slots, of which some are in the next line of the caches.
            looked ^= slots[Int(hash.value) & mask] ^ slots[(Int(hash.value) &+ 3) & mask]
        }
    }

    /// The id's bytes, valid until an id is added.
    @inlinable public func text(_ id: Identifier<Kind>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(bytes.slice(starts[id.index] + 2, end(id.index)))
    }

    /// The number of the feed an id belongs to.
    @inlinable public func feed(_ id: Identifier<Kind>) -> UInt16 {
        let start = starts[id.index]
        return UInt16(bytes[start]) | UInt16(bytes[start + 1]) << 8
    }

    @inlinable func end(_ index: Int) -> Int { index + 1 < starts.count ? starts[index + 1] : bytes.count }

    @inlinable @inline(__always)
    func equals(_ index: Int, _ id: UnsafeRawBufferPointer, _ feed: UInt16) -> Bool {
        let start = starts[index]
        let entry = bytes.slice(start, end(index))
        guard entry.count == id.count + 2, entry[0] == UInt8(truncatingIfNeeded: feed), entry[1] == UInt8(feed >> 8)
        else { return false }
        guard let text = id.baseAddress, id.count > 0 else { return true }
        return hasSameBytes(entry.baseAddress! + 2, text, count: id.count)
    }

    @inlinable func slot(of id: UnsafeRawBufferPointer, feed: UInt16, _ hash: IdentifierHash) -> (
        slot: Int, found: Identifier<Kind>?
    ) {
        let mask = slots.count - 1
        var slot = Int(hash.value) & mask
        while case let entry = slots[slot], entry != 0 {
            let candidate = Int(UInt32(truncatingIfNeeded: entry)) - 1
            if entry >> 32 == hash.value, equals(candidate, id, feed) { return (slot, Identifier(candidate)) }
            slot = (slot + 1) & mask
        }
        return (slot, nil)
    }

    @inlinable @inline(never)
    mutating func find(_ id: UnsafeRawBufferPointer, _ feed: UInt16, _ hash: IdentifierHash) -> Identifier<Kind> {
        let (slot, found) = slot(of: id, feed: feed, hash)
        if let found { return found }
        let number = starts.count
        starts.append(bytes.count)
        bytes.append(UInt8(truncatingIfNeeded: feed))
        bytes.append(UInt8(feed >> 8))
        bytes.append(contentsOf: id.bindMemory(to: UInt8.self))
        slots[slot] = UInt64(hash.value) << 32 | UInt64(number + 1)
        if starts.count * 3 > slots.count * 2 { rehash() }
        return Identifier(number)
    }

    @inlinable mutating func rehash() {
        let mask = slots.count * 2 - 1
        var wider = [UInt64](repeating: 0, count: slots.count * 2)
        for entry in slots where entry != 0 {
            var slot = Int(entry >> 32) & mask
            while wider[slot] != 0 { slot = (slot + 1) & mask }
            wider[slot] = entry
        }
        slots = wider
    }
}
