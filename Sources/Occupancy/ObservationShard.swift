import Glibc

/// A part of the table of observations: a sorted sequence of entries with gaps, in memory of its own.
///
/// An entry lies at, or after, the slot that its hash points to (ordered linear probing, Amble and Knuth 1974), so
/// that the table may be nearly full. The memory is a stretch of addresses of which the kernel hands out pages as
/// they are touched, so that growth moves entries within it: blocks of ever-growing sizes from the heap would leave
/// it full of holes, and a copy would need the space twice.
struct ObservationShard {
    private static let page = 4096
    /// An entry is read in words, the last of which may reach past its end.
    private static let slack = 16

    private(set) var base: UnsafeMutableRawPointer?
    /// Slots that hashes point to; a tail after them takes what the last ones push on.
    private(set) var capacity = 0
    private(set) var slots = 0
    private(set) var count = 0
    private var reserved = 0

    /// 15 of 16 slots are the most: runs of entries without a gap, which an insertion pushes on, grow fast beyond.
    @inline(__always)
    var isFull: Bool { count &* 16 >= capacity &* 15 }

    @inline(__always)
    func home(_ hash: UInt32) -> Int { Int(truncatingIfNeeded: (UInt64(hash) &* UInt64(capacity)) >> 32) }

    @inline(__always)
    func entry(_ slot: Int, _ layout: ObservationLayout) -> UnsafeMutableRawPointer {
        base.unsafelyUnwrapped + slot &* layout.stride
    }

    /// Makes a gap at `slot`, pushing entries on; false where the tail is full.
    mutating func openGap(at slot: Int, _ layout: ObservationLayout) -> Bool {
        var end = slot
        while end < slots, ObservationLayout.isOccupied(entry(end, layout)) { end &+= 1 }
        guard end < slots else { return false }
        if end > slot {
            memmove(entry(slot &+ 1, layout), entry(slot, layout), (end &- slot) &* layout.stride)
        }
        count &+= 1
        return true
    }

    /// Takes more slots and spreads the entries over them.
    /// - Parameter seed: lets shards grow by different factors (3 to 6 %), so that they do not all grow at once.
    mutating func grow(_ layout: ObservationLayout, seed: Int) {
        let oldSlots = slots
        let wanted = capacity == 0 ? 64 : capacity + max(capacity * (8 + seed % 8) / 256, 16)
        let tail = 24 + wanted / 256
        let bytes = (wanted + tail) * layout.stride + ObservationShard.slack + ObservationShard.page - 1
        let rounded = bytes / ObservationShard.page * ObservationShard.page
        reserve(rounded, keeping: oldSlots * layout.stride)
        slots = (rounded - ObservationShard.slack) / layout.stride
        capacity = slots - tail
        spread(oldSlots: oldSlots, layout)
    }

    /// Makes sure that so many bytes of addresses are there.
    private mutating func reserve(_ bytes: Int, keeping used: Int) {
        guard bytes > reserved else { return }
        // 16 MB of addresses a shard are for some 200 million observations; they are not memory until touched.
        let wanted = max(bytes * 2 / ObservationShard.page * ObservationShard.page, 16 << 20)
        guard let fresh = ObservationShard.map(wanted) ?? ObservationShard.map(bytes) else {
            // As with every allocation in Swift, there is no way on without memory.
            preconditionFailure("out of memory")
        }
        let size = fresh.size
        if let base {
            memcpy(fresh.base, base, used)
            munmap(base, reserved)
        }
        base = fresh.base
        reserved = size
    }

    private static func map(_ bytes: Int) -> (base: UnsafeMutableRawPointer, size: Int)? {
        let memory = mmap(
            nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
        guard let memory, memory != MAP_FAILED else { return nil }
        // Huge pages would make every shard 2 MB large.
        madvise(memory, bytes, MADV_NOHUGEPAGE)
        return (memory, bytes)
    }

    /// Moves the entries of the first `oldSlots` to where the new capacity wants them: first all to the end, then one
    /// after another down to their places, none of which lies behind the entry's own.
    private mutating func spread(oldSlots: Int, _ layout: ObservationLayout) {
        guard count > 0 else { return }
        var packed = slots
        var slot = oldSlots - 1
        while slot >= 0 {
            let source = entry(slot, layout)
            if ObservationLayout.isOccupied(source) {
                packed -= 1
                memmove(entry(packed, layout), source, layout.stride)
            }
            slot -= 1
        }
        var next = 0
        for index in 0..<count {
            let source = packed + index
            let order = layout.order(entry(source, layout))
            // The last entries move up when their places lie past the end: the tail is full then.
            let target = min(max(next, home(order)), source)
            if target > next { memset(entry(next, layout), 0, (target - next) * layout.stride) }
            if target != source { memmove(entry(target, layout), entry(source, layout), layout.stride) }
            next = target + 1
        }
        if next < slots { memset(entry(next, layout), 0, (slots - next) * layout.stride) }
    }

    mutating func free() {
        if let base { munmap(base, reserved) }
        base = nil
        capacity = 0
        slots = 0
        count = 0
        reserved = 0
    }
}
