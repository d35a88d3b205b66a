/// A column of plain values that grows by chunks, so that growing neither copies it nor leaves holes in the heap.
///
/// Memory: the values, and at most one chunk more.
final class ChunkedColumn<Value: BitwiseCopyable> {
    private static var bits: Int { 16 }
    private static var mask: Int { 1 << bits - 1 }

    private var chunks: [UnsafeMutablePointer<Value>] = []
    private(set) var count = 0

    deinit { for chunk in chunks { chunk.deallocate() } }

    subscript(index: Int) -> Value {
        @inline(__always) get {
            precondition(index < count)
            return chunks[index >> ChunkedColumn.bits][index & ChunkedColumn.mask]
        }
        @inline(__always) set {
            precondition(index < count)
            chunks[index >> ChunkedColumn.bits][index & ChunkedColumn.mask] = newValue
        }
    }

    @inline(__always)
    func append(_ value: Value) {
        if count >> ChunkedColumn.bits == chunks.count { chunks.append(.allocate(capacity: ChunkedColumn.mask + 1)) }
        chunks[count >> ChunkedColumn.bits][count & ChunkedColumn.mask] = value
        count += 1
    }

    /// Forgets the values after the first `count`.
    func truncate(to count: Int) {
        precondition(count >= 0 && count <= self.count)
        self.count = count
        while (chunks.count - 1) << ChunkedColumn.bits >= max(count, 1) { chunks.removeLast().deallocate() }
    }
}
