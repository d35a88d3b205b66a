import Platform

/// A column of plain values that grows in place.
///
/// Memory: the values and at most half as much address space again, which the system backs only once it is written;
/// large columns are moved by remapping pages, so growing does not hold two copies.
public final class GrowingColumn<Value: BitwiseCopyable> {
    @usableFromInline var base: UnsafeMutablePointer<Value>
    @usableFromInline var capacity: Int
    @usableFromInline var held = 0
    @inlinable public var count: Int { held }

    public init(capacity: Int = 64) {
        self.capacity = capacity
        base = GrowingColumn.allocated(nil, capacity)
    }

    deinit { free(base) }

    @inlinable public subscript(index: Int) -> Value {
        @inline(__always) get {
            precondition(index >= 0 && index < count)
            return base[index]
        }
        @inline(__always) set {
            precondition(index >= 0 && index < count)
            base[index] = newValue
        }
    }

    @inlinable @inline(__always)
    public func append(_ value: Value) {
        if held == capacity { grow(1) }
        base[count] = value
        held &+= 1
    }

    @inlinable public func append(contentsOf values: UnsafeBufferPointer<Value>) {
        guard let start = values.baseAddress else { return }
        if count + values.count > capacity { grow(values.count) }
        memcpy(base + count, start, values.count * MemoryLayout<Value>.stride)
        held += values.count
    }

    /// Appends `count` values, which `body` writes; it must write every one, and must not change the column.
    @inlinable @inline(__always)
    public func append(count more: Int, _ body: (UnsafeMutablePointer<Value>) -> Void) {
        if held &+ more > capacity { grow(more) }
        body(base + held)
        held &+= more
    }

    /// The values from `start` to before `end`; valid until the column grows.
    @inlinable @inline(__always)
    public func slice(_ start: Int, _ end: Int) -> UnsafeBufferPointer<Value> {
        precondition(start >= 0 && start <= end && end <= count)
        return UnsafeBufferPointer(start: base + start, count: end - start)
    }

    /// All values; valid until the column grows.
    @inlinable public var values: UnsafeBufferPointer<Value> { UnsafeBufferPointer(start: base, count: held) }

    /// The same to be changed in place, to sort them for instance.
    @inlinable public var mutableValues: UnsafeMutableBufferPointer<Value> {
        UnsafeMutableBufferPointer(start: base, count: held)
    }

    /// Forgets the values after the first `count`.
    public func truncate(to count: Int) {
        precondition(count >= 0 && count <= held)
        held = count
    }

    /// Forgets all values and keeps their room.
    public func removeAll() { held = 0 }

    /// Forgets all values and frees their memory.
    public func freeMemory() {
        held = 0
        capacity = 1
        base = GrowingColumn.allocated(base, capacity)
    }

    @inline(never) @usableFromInline
    func grow(_ extra: Int) {
        capacity = max(capacity + capacity / 2, count + extra)
        base = GrowingColumn.allocated(base, capacity)
    }

    @usableFromInline static func allocated(_ old: UnsafeMutablePointer<Value>?, _ capacity: Int)
        -> UnsafeMutablePointer<Value>
    {
        guard let memory = realloc(old, capacity * MemoryLayout<Value>.stride) else {
            // As the standard library's own collections do.
            preconditionFailure("out of memory")
        }
        return memory.assumingMemoryBound(to: Value.self)
    }
}
