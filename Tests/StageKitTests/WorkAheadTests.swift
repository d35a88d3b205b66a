import Platform
import Synchronization
import XCTest

final class WorkAheadTests: XCTestCase {
    /// What the threads of a test share.
    private final class Shared: @unchecked Sendable {
        let pace: WorkAhead
        let next = Atomic<Int>(0)
        let made: [CountingSemaphore]
        /// Of each thread, how many parts it made; only that thread writes it.
        private let counts: UnsafeMutablePointer<Int>

        init(_ pace: WorkAhead, threads: Int) {
            self.pace = pace
            made = (0..<pace.window).map { _ in CountingSemaphore(0) }
            counts = .allocate(capacity: threads)
            counts.initialize(repeating: 0, count: threads)
        }

        deinit { counts.deallocate() }

        /// How many parts a thread made, once it rests or has ended.
        func count(_ thread: Int) -> Int { counts[thread] }

        func work(_ thread: Int, mayRest: Bool) {
            while pace.waitForRoom(mayRest: mayRest) {
                let part = next.wrappingAdd(1, ordering: .relaxed).oldValue
                counts[thread] += 1
                pace.made()
                made[part % pace.window].signal()
            }
        }

        func start(_ thread: Int, mayRest: Bool) throws -> WorkerThread {
            try XCTUnwrap(WorkerThread { self.work(thread, mayRest: mayRest) })
        }

        func wait(until count: Int) { while next.load(ordering: .relaxed) < count { sched_yield() } }
    }

    func testPartsStayWithinTheWindow() throws {
        for (threads, window, batch) in [(1, 1, 1), (1, 4, 2), (2, 4, 1), (2, 8, 4), (3, 7, 3), (5, 20, 10)] {
            let shared = Shared(WorkAhead(window: window, batch: batch), threads: threads)
            let started = try (0..<threads).map { try shared.start($0, mayRest: $0 > 0 && $0 == threads - 1) }
            for part in 0..<5_000 {
                shared.made[part % window].wait()
                XCTAssertLessThanOrEqual(shared.next.load(ordering: .relaxed), part + window)
                shared.pace.took()
            }
            shared.pace.stop(threads: threads)
            for thread in started { thread.join() }
        }
    }

    func testTheLastThreadRestsWhileHalfOfTheWindowIsMade() throws {
        let shared = Shared(WorkAhead(window: 8), threads: 2)
        let last = try shared.start(1, mayRest: true)
        shared.wait(until: 4)
        let first = try shared.start(0, mayRest: false)
        shared.wait(until: 8)
        // Whenever more than a quarter is left, the other thread makes what was taken.
        for part in 0..<5 {
            shared.made[part].wait()
            shared.pace.took()
            shared.wait(until: 9 + part)
        }
        shared.pace.stop(threads: 2)
        first.join()
        last.join()
        XCTAssertEqual(shared.count(1), 4)
        XCTAssertEqual(shared.count(0), 9)
    }

    func testTheLastThreadGoesOnWhenFewPartsAreLeft() throws {
        let shared = Shared(WorkAhead(window: 8), threads: 1)
        let last = try shared.start(0, mayRest: true)
        for part in 0..<100 {
            shared.made[part % 8].wait()
            shared.pace.took()
        }
        // It rests with three or four parts made.
        shared.wait(until: 103)
        shared.pace.stop(threads: 1)
        last.join()
        XCTAssertLessThanOrEqual(shared.count(0), 104)
    }
}
