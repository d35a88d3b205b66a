import Hashing
import NDJSON
import Platform

/// Byte strings one after the other, each of them once, numbered in the order in which they came.
final class ByteTable {
    /// The strings; what is appended to it becomes one by `settle`.
    let content = RecordWriter(capacity: 1 << 12)
    private var entries: [(start: Int, end: Int, hash: UInt64)] = []
    /// Places in `entries` by hash, −1 where there is none; the count is a power of two.
    private var slots = [Int32](repeating: -1, count: 64)

    func removeAll() {
        content.removeAll()
        entries.removeAll(keepingCapacity: true)
        for place in slots.indices { slots[place] = -1 }
    }

    /// The number of the string that goes from `start` to the end of the content, which is taken back where the string
    /// is known already.
    func settle(from start: Int) -> Int {
        let added = UnsafeRawBufferPointer(rebasing: content.bytes[start...])
        let hash = Fingerprint.of(added)
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] >= 0 {
            let place = Int(slots[slot])
            if entries[place].hash == hash, isEqual(place, added) {
                content.truncate(to: start)
                return place
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        slots[slot] = Int32(truncatingIfNeeded: entries.count)
        entries.append((start, start + added.count, hash))
        if entries.count * 2 > slots.count { grow() }
        return entries.count - 1
    }

    private func isEqual(_ place: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
        let entry = entries[place]
        guard entry.end - entry.start == bytes.count, let known = content.bytes.baseAddress,
            let added = bytes.baseAddress
        else { return false }
        return memcmp(known + entry.start, added, bytes.count) == 0
    }

    private func grow() {
        slots = [Int32](repeating: -1, count: slots.count * 2)
        for (place, entry) in entries.enumerated() {
            var slot = Int(truncatingIfNeeded: entry.hash) & (slots.count - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Int32(truncatingIfNeeded: place)
        }
    }
}
