import Platform
import Synchronization

/// Work that is done by several threads at once.
public enum Workers {
    /// How many threads the machine runs at once, 64 at the most.
    public static var count: Int { min(64, processorCount) }

    private static let stackSize = 8 << 20

    /// Makes something of each number below `count`, in whatever order, and returns it in theirs.
    ///
    /// - Parameter make: called by several threads at once; what it shares with others must not change meanwhile.
    public static func map<Result: Sendable>(_ count: Int, _ make: @escaping @Sendable (Int) -> Result) -> [Result] {
        let threads = min(Workers.count, count)
        guard threads > 1 else { return (0..<count).map(make) }
        return [Result](unsafeUninitializedCapacity: count) { results, filled in
            guard let start = results.baseAddress else { return }
            let next = Next()
            run(threads) {
                while true {
                    let place = next.value.wrappingAdd(1, ordering: .relaxed).oldValue
                    guard place < count else { return }
                    (start + place).initialize(to: make(place))
                }
            }
            filled = count
        }
    }

    private final class Next: Sendable {
        let value = Atomic<Int>(0)
    }

    /// Runs a body in so many threads, this one among them, and waits for all.
    private static func run(_ threads: Int, _ body: @escaping () -> Void) {
        // Fewer threads do the same work.
        let started = (1..<threads).compactMap { _ in WorkerThread(stackSize: stackSize, body) }
        body()
        for thread in started { thread.join() }
    }
}
