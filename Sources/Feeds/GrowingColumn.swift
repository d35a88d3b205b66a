import Glibc

/// A column of plain values that grows in place.
///
/// Memory: the values and at most half as much address space again, which the system backs only once it is written;
/// large columns are moved by remapping pages, so growing does not hold two copies.
package final class GrowingColumn<Value: BitwiseCopyable> {
    private var base: UnsafeMutablePointer<Value>
    private var capacity: Int
    package private(set) var count = 0

    package init(capacity: Int = 64) {
        self.capacity = capacity
        base = GrowingColumn.allocated(nil, capacity)
    }

    deinit { free(base) }

    package subscript(index: Int) -> Value {
        @inline(__always) get {
            precondition(index >= 0 && index < count)
            return base[index]
        }
        @inline(__always) set {
            precondition(index >= 0 && index < count)
            base[index] = newValue
        }
    }

    @inline(__always)
    package func append(_ value: Value) {
        if count == capacity { grow(1) }
        base[count] = value
        count &+= 1
    }

    package func append(contentsOf values: UnsafeBufferPointer<Value>) {
        guard let start = values.baseAddress else { return }
        if count + values.count > capacity { grow(values.count) }
        memcpy(base + count, start, values.count * MemoryLayout<Value>.stride)
        count += values.count
    }

    /// The values from `start` to before `end`; valid until the column grows.
    @inline(__always)
    package func slice(_ start: Int, _ end: Int) -> UnsafeBufferPointer<Value> {
        precondition(start >= 0 && start <= end && end <= count)
        return UnsafeBufferPointer(start: base + start, count: end - start)
    }

    @inline(never)
    private func grow(_ extra: Int) {
        capacity = max(capacity + capacity / 2, count + extra)
        base = GrowingColumn.allocated(base, capacity)
    }

    private static func allocated(_ old: UnsafeMutablePointer<Value>?, _ capacity: Int) -> UnsafeMutablePointer<Value> {
        guard let memory = realloc(old, capacity * MemoryLayout<Value>.stride) else {
            // As the standard library's own collections do.
            preconditionFailure("out of memory")
        }
        return memory.assumingMemoryBound(to: Value.self)
    }
}
