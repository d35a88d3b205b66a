import Glibc

/// A thread of the process beside the one that runs the stage. It gets no signals: they are for the thread that knows
/// what to do with them.
public final class WorkerThread {
    private final class Work {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }

    private var thread = pthread_t()

    /// Starts a thread; nil where there can be none.
    /// - Parameters:
    ///   - isDetached: nobody will wait for it, as it may outlive the run.
    ///   - body: what it does; what that shares with others is its own affair.
    public init?(stackSize: Int = 1 << 20, isDetached: Bool = false, _ body: @escaping () -> Void) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setstacksize(&attributes, stackSize)
        if isDetached { pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED)) }
        defer { pthread_attr_destroy(&attributes) }
        var (all, before) = (sigset_t(), sigset_t())
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let work = Unmanaged.passRetained(Work(body))
        let code = pthread_create(
            &thread, &attributes,
            { context in
                guard let context else { return nil }
                Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, work.toOpaque())
        guard code == 0 else {
            work.release()
            return nil
        }
    }

    /// Waits until it has done its work; once, and not for a detached one.
    public func join() { pthread_join(thread, nil) }
}

/// Counts what one thread has for another.
public final class CountingSemaphore: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    public init(_ count: Int) { sem_init(semaphore, 0, UInt32(count)) }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    public func wait() { while sem_wait(semaphore) != 0 && errno == EINTR {} }

    /// Takes one if there is one; returns whether there was.
    public func tryWait() -> Bool { sem_trywait(semaphore) == 0 }

    public func signal() { sem_post(semaphore) }
}
