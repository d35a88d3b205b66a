import NDJSON

/// A stretch of a byte source that moves forward and grows as far as it is asked to.
final class Window {
    private var source: (any ByteSource)?
    private(set) var base: UnsafeMutableRawPointer
    private var capacity: Int
    /// The first byte that is still wanted, and the end of those that are there.
    private(set) var from = 0
    private(set) var filled = 0
    /// The place of `base` in the source.
    private var baseOffset = 0
    private var ended = false
    /// What reading the source failed with; the bytes before it are good, so it is told after them.
    private(set) var failure: (any Error)?

    /// What is read at a time where nothing larger is asked for.
    static let chunk = 1 << 17

    init(capacity: Int = Window.chunk) {
        self.capacity = capacity
        base = .allocate(byteCount: capacity, alignment: 16)
    }

    deinit { base.deallocate() }

    func reset(_ source: any ByteSource) {
        self.source = source
        from = 0
        filled = 0
        baseOffset = 0
        ended = false
        failure = nil
    }

    /// Makes the window hold the bytes that `fill` writes, at most `capacity`, and nothing else.
    func load(atMost count: Int, _ fill: (UnsafeMutableRawPointer) -> Int) {
        source = nil
        from = 0
        filled = 0
        baseOffset = 0
        ended = true
        failure = nil
        if count > capacity { grow(to: count) }
        filled = fill(base)
    }

    /// The place of the first wanted byte in the source, counted from 0.
    var offset: Int { baseOffset + from }
    /// The number of bytes at hand.
    var count: Int { filled - from }
    /// The first wanted byte.
    var start: UnsafeRawPointer { UnsafeRawPointer(base + from) }

    /// The place in the source of an address in the window.
    func offset(of position: UnsafeRawPointer) -> Int { baseOffset + (position - UnsafeRawPointer(base)) }

    /// Makes at least `wanted` bytes available from the first wanted one; false when the source ends before.
    @inline(__always)
    func require(_ wanted: Int) -> Bool { filled &- from >= wanted || refill(wanted) }

    /// Lets go of bytes that are available.
    @inline(__always)
    func drop(_ count: Int) { from += count }

    /// Lets go of everything before `target`, reading past what is not there yet.
    func skip(to target: Int) {
        while offset < target {
            guard require(1) else { return }
            drop(min(count, target - offset))
        }
    }

    private func refill(_ wanted: Int) -> Bool {
        guard let source, !ended else { return false }
        if from > 0 {
            if filled > from { (base).copyMemory(from: base + from, byteCount: filled - from) }
            baseOffset += from
            filled -= from
            from = 0
        }
        while filled < wanted {
            // A length that is claimed is believed as far as there are bytes of it.
            if filled == capacity { grow(to: capacity * 2) }
            // No more than is asked for, beyond a chunk: a window that has grown once must not be filled for ever after.
            let room = min(capacity - filled, max(wanted - filled, Window.chunk))
            do {
                let count = try source.read(into: UnsafeMutableRawBufferPointer(start: base + filled, count: room))
                if count == 0 { ended = true }
                filled += count
            } catch {
                failure = error
                ended = true
            }
            if ended { return filled >= wanted }
        }
        return true
    }

    private func grow(to target: Int) {
        let fresh = UnsafeMutableRawPointer.allocate(byteCount: target, alignment: 16)
        if filled > 0 { fresh.copyMemory(from: base, byteCount: filled) }
        base.deallocate()
        base = fresh
        capacity = target
    }
}

/// A window as a source of bytes again, for a reader of another kind.
final class WindowSource: ByteSource {
    private let window: Window

    init(_ window: Window) { self.window = window }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard window.require(1) else {
            if let failure = window.failure { throw failure }
            return 0
        }
        let count = min(window.count, buffer.count)
        buffer.copyMemory(from: UnsafeRawBufferPointer(start: window.start, count: count))
        window.drop(count)
        return count
    }
}
