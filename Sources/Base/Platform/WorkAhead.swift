import Synchronization

/// Paces the threads that make the parts of an input before another thread takes the parts in their order.
///
/// At most `window` parts are made, or being made, and not yet taken. If there are as many threads as cores, the thread that
/// takes the parts has no core of its own, although the others often wait for it. So while at least half of the window
/// is made and not yet taken, one thread rests, and the thread that takes the parts has a core to itself.
public final class WorkAhead: @unchecked Sendable {
    /// The number of parts that may be made and not yet taken.
    public let window: Int
    /// The number of parts that are taken before the threads that make parts are woken.
    private let batch: Int
    private let free: CountingSemaphore
    /// The number of parts that are made and not yet taken.
    private let ready = Atomic<Int>(0)
    private let isStopped = Atomic<Bool>(false)
    /// Whether the thread that may rest waits until `resume` is signalled.
    private let isResting = Atomic<Bool>(false)
    private let resume = CountingSemaphore(0)
    /// The number of parts taken since the threads were last woken. Only the thread that takes the parts uses it.
    private var untold = 0

    /// - Parameter batch: the number of parts taken before the threads are woken, at most half of the window. A
    ///   thread that sleeps takes time to wake up, so with small parts it should wake up for several of them.
    public init(window: Int, batch: Int = 1) {
        precondition(batch > 0 && batch * 2 <= max(window, 2))
        self.window = window
        self.batch = batch
        free = CountingSemaphore(window)
    }

    /// Waits until there is room for a part. Called by the threads that make parts.
    /// - Parameter mayRest: true for at most one thread.
    /// - Returns: false if the thread is to end.
    public func waitForRoom(mayRest: Bool) -> Bool {
        while true {
            free.wait()
            if isStopped.load(ordering: .acquiring) { return false }
            guard mayRest, ready.load(ordering: .relaxed) * 2 >= window else { return true }
            // Another thread may use the room.
            free.signal()
            rest()
        }
    }

    /// Says that a part is made.
    public func made() { ready.wrappingAdd(1, ordering: .sequentiallyConsistent) }

    /// Says that a part is taken, and that its place may be used for another.
    public func took() {
        let left = ready.wrappingSubtract(1, ordering: .sequentiallyConsistent).newValue
        untold += 1
        if untold >= batch {
            for _ in 0..<untold { free.signal() }
            untold = 0
        }
        if isFew(left) { endRest() }
    }

    /// Lets all threads end.
    /// - Parameter threads: their number.
    public func stop(threads: Int) {
        isStopped.store(true, ordering: .sequentiallyConsistent)
        for _ in 0..<threads { free.signal() }
        endRest()
    }

    /// Whether so few parts are left that all threads are needed.
    private func isFew(_ parts: Int) -> Bool { parts * 4 <= window }

    private func rest() {
        isResting.store(true, ordering: .sequentiallyConsistent)
        // `took` may have run before `isResting` was set.
        let isNeeded =
            isFew(ready.load(ordering: .sequentiallyConsistent))
            || isStopped.load(ordering: .sequentiallyConsistent)
        if isNeeded, isResting.exchange(false, ordering: .sequentiallyConsistent) { return }
        resume.wait()
    }

    private func endRest() {
        guard isResting.load(ordering: .sequentiallyConsistent) else { return }
        if isResting.exchange(false, ordering: .sequentiallyConsistent) { resume.signal() }
    }
}
