import Synchronization

/// Work that runs on several threads in parallel.
public enum Workers {
    /// The most threads that a stage may be given.
    public static let most = 64
    /// The number of threads that the machine runs in parallel.
    public static var count: Int { min(most, processorCount) }

    private static let stackSize = 8 << 20

    /// Calls `make` for each number below `count`, in any order, and returns the results in numeric order.
    ///
    /// - Parameters:
    ///   - jobs: the number of threads, this one included.
    ///   - make: called by several threads in parallel; data that it shares with others must not change
    ///     meanwhile.
    public static func map<Result: Sendable>(
        _ count: Int, jobs: Int, _ make: @escaping @Sendable (Int) -> Result
    ) -> [Result] {
        let threads = min(jobs, count)
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

    /// Runs a body in a number of threads, including this one, and waits for all.
    private static func run(_ threads: Int, _ body: @escaping () -> Void) {
        // Fewer threads do the same work.
        let started = (1..<threads).compactMap { _ in WorkerThread(stackSize: stackSize, body) }
        body()
        for thread in started { thread.join() }
    }
}
