/// A value that one thread at a time works with.
///
/// Swift's `Mutex` does the same, but ThreadSanitizer does not see it, and reports the threads that it keeps apart.
public final class Guarded<Value>: @unchecked Sendable {
    private let turn = CountingSemaphore(1)
    private var value: Value

    public init(_ value: Value) { self.value = value }

    /// Calls `body` with the value while no other thread has it.
    public func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        turn.wait()
        defer { turn.signal() }
        return try body(&value)
    }
}
