import Glibc

/// A part of the table of observations: a sorted sequence of entries with gaps, in memory of its own.
///
/// An entry lies at, or after, the slot that its hash points to (ordered linear probing, Amble and Knuth 1974), so
/// that the table may be nearly full. Growth is one pass over both old and new slots. The memory comes
/// from the kernel and goes back to it, because blocks of ever-growing sizes would leave the heap full of holes.
struct ObservationShard {
    private(set) var base: UnsafeMutableRawPointer?
    /// Slots that hashes point to; a tail after them takes what the last ones push on.
    private(set) var capacity = 0
    private(set) var slots = 0
    private(set) var count = 0
    private var byteCount = 0

    /// The most entries before it grows: 15 of 16 slots.
    var isFull: Bool { count &* 16 >= capacity &* 15 }

    @inline(__always)
    func home(_ hash: UInt32) -> Int { Int(truncatingIfNeeded: (UInt64(hash) &* UInt64(capacity)) >> 32) }

    @inline(__always)
    func entry(_ slot: Int, stride: Int) -> UnsafeMutableRawPointer { base.unsafelyUnwrapped + slot &* stride }

    /// Makes a gap at `slot`, pushing entries on; false where the tail is full.
    mutating func openGap(at slot: Int, stride: Int) -> Bool {
        var end = slot
        while end < slots, ObservationEntry.isOccupied(entry(end, stride: stride)) { end &+= 1 }
        guard end < slots else { return false }
        if end > slot {
            memmove(entry(slot &+ 1, stride: stride), entry(slot, stride: stride), (end &- slot) &* stride)
        }
        count &+= 1
        return true
    }

    /// Takes more memory and spreads the entries over it.
    mutating func grow(stride: Int, seed: Int) {
        // Shards grow by different factors (6 to 12 %), so that they do not all grow at the same time.
        let wanted = capacity == 0 ? 64 : capacity + max(capacity * (16 + seed % 16) / 256, 16)
        var tail = 32 + wanted / 64
        while true {
            var fresh = ObservationShard.make(wanted: wanted, tail: tail, stride: stride)
            if fresh.take(self, stride: stride) {
                free()
                self = fresh
                return
            }
            // A cluster at the end is longer than the tail: rare, and a longer tail takes it.
            fresh.free()
            tail *= 2
        }
    }

    private static func make(wanted: Int, tail: Int, stride: Int) -> ObservationShard {
        var shard = ObservationShard()
        let page = 4096
        // An entry is read in words, the last of which may reach past its end.
        shard.byteCount = ((wanted + tail) * stride + 16 + page - 1) / page * page
        let memory = mmap(
            nil, shard.byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        // As with every allocation in Swift, there is no way on without memory.
        precondition(memory != MAP_FAILED, "out of memory")
        shard.base = memory
        shard.slots = (shard.byteCount - 16) / stride
        shard.capacity = shard.slots - tail
        return shard
    }

    private mutating func take(_ old: ObservationShard, stride: Int) -> Bool {
        guard old.base != nil else { return true }
        var next = 0
        for slot in 0..<old.slots {
            let source = old.entry(slot, stride: stride)
            guard ObservationEntry.isOccupied(source) else { continue }
            let target = max(next, home(ObservationEntry.order(source, stride: stride)))
            guard target < slots else { return false }
            memcpy(entry(target, stride: stride), source, stride)
            next = target + 1
        }
        count = old.count
        return true
    }

    mutating func free() {
        if let base { munmap(base, byteCount) }
        base = nil
        capacity = 0
        slots = 0
        count = 0
    }
}
