import Platform
import Synchronization

/// Runs that are over, on their way to the output: other threads infer their visits while the archive is still being read.
///
/// What is written, and in what order, is the same for any number of threads.
///
/// Memory: `capacity` runs at most wait to be performed. When the lines of runs that wait to be written take `mostLineBytes`, no
/// more lines are made.
final class RunsBehind: @unchecked Sendable {
    private static let capacity = 128
    /// Once the waiting lines take this many bytes, the rows of a run are made when it is written.
    private static let mostLineBytes = 8 << 20
    /// A thread that sleeps takes time to wake up, so it wakes up for several runs.
    private static let runsTogether = 8
    /// One thread that reads the archive keeps no more than this many others busy.
    private static let mostThreads = 7
    private static let stackSize = 8 << 20

    private final class Place {
        var ended: EndedRun?
        var outcome = RunOutcome()
        let isPerformed = CountingSemaphore(0)
    }

    private let performer: RunPerformer
    private let match: VisitMatch
    private let writer: RunWriter
    private let ring: [Place]
    /// Runs that no thread has begun with.
    private let waiting = CountingSemaphore(0)
    private let begun = Atomic<Int>(0)
    /// Bytes of the lines of runs that wait to be written.
    private let lineBytes = Atomic<Int>(0)
    /// Makes lines on the reading thread; nil if no thread makes lines.
    private let lines: RunLineMaker?
    private let isStopped = Atomic<Bool>(false)
    private var threads: [WorkerThread] = []
    private var handedOver = 0
    /// Runs handed over but not yet announced to the threads.
    private var untold = 0
    private var taken = 0
    /// For each complete batch that is not yet written, the value of `handedOver` at its end.
    private var ends: [Int] = []
    /// Results taken from the oldest batch that is not yet written.
    private var results: [(time: Int, run: PerformedRun)] = []

    /// - Parameter jobs: the number of threads, this one included.
    init(_ performer: RunPerformer, _ match: VisitMatch, _ writer: RunWriter, jobs: Int) {
        self.performer = performer
        self.match = match
        self.writer = writer
        lines = writer.makeLineMaker()
        ring = (0..<RunsBehind.capacity).map { _ in Place() }
        for _ in 0..<min(jobs - 1, RunsBehind.mostThreads) {
            let thread = WorkerThread(stackSize: RunsBehind.stackSize) { [unowned self] in
                work(writer.makeLineMaker())
            }
            guard let thread else { break }
            threads.append(thread)
        }
    }

    /// Ends the threads without performing the runs that wait.
    func stop() {
        isStopped.store(true, ordering: .releasing)
        for _ in threads { waiting.signal() }
        for thread in threads { thread.join() }
        threads = []
    }

    /// Hands over the next run of a batch.
    /// - Throws: what writing throws.
    func handOver(_ ended: EndedRun) throws {
        if handedOver - taken == ring.count { try takeOldest() }
        ring[handedOver % ring.count].ended = ended
        handedOver += 1
        untold += 1
        if untold >= RunsBehind.runsTogether { tell() }
    }

    /// Tells the threads of the runs that were handed over.
    private func tell() {
        for _ in 0..<untold { waiting.signal() }
        untold = 0
    }

    /// Ends a batch, whose runs are written by end time, performed id and service day.
    func endBatch() throws {
        ends.append(handedOver)
        tell()
        if threads.isEmpty { try drain() } else { try takePerformed() }
    }

    /// Writes what has been performed.
    func takePerformed() throws {
        while taken < handedOver, ring[taken % ring.count].isPerformed.tryWait() { try take() }
        try writeBatches()
    }

    /// Waits for all runs, and writes them.
    func drain() throws {
        while taken < handedOver { try takeOldest() }
        try writeBatches()
    }

    // MARK: This thread

    /// Takes the oldest run. While another thread performs it, this one performs runs that wait.
    private func takeOldest() throws {
        tell()
        let oldest = ring[taken % ring.count]
        while !oldest.isPerformed.tryWait() {
            if waiting.tryWait() {
                performNext(lines)
            } else {
                oldest.isPerformed.wait()
                break
            }
        }
        try take()
    }

    private func take() throws {
        let place = ring[taken % ring.count]
        taken += 1
        // The end of a run may remove its detour from the timetable, which only this thread may change.
        guard let ended = place.ended else { return }
        place.ended = nil
        match.take(place.outcome, of: ended.run)
        results += place.outcome.performed.map { (ended.time, $0) }
        place.outcome = RunOutcome()
        try writeBatches()
    }

    private func writeBatches() throws {
        guard let end = ends.first, end <= taken else { return }
        ends.removeAll { $0 <= taken }
        func order(_ result: (time: Int, run: PerformedRun)) -> (Int, String, Int) {
            (result.time, result.run.performedID, result.run.serviceDay ?? 0)
        }
        results.sort { order($0) < order($1) }
        for (_, run) in results {
            if let count = run.lines?.bytes.count { lineBytes.wrappingSubtract(count, ordering: .relaxed) }
            try writer.write(run)
        }
        results = []
    }

    // MARK: Any thread

    private func work(_ lines: RunLineMaker?) {
        while true {
            waiting.wait()
            if isStopped.load(ordering: .acquiring) { return }
            performNext(lines)
        }
    }

    private func performNext(_ lines: RunLineMaker?) {
        let place = ring[begun.wrappingAdd(1, ordering: .relaxed).oldValue % ring.count]
        if let ended = place.ended {
            var outcome = performer.perform(ended)
            if let lines {
                for number in outcome.performed.indices { makeLines(of: &outcome.performed[number], lines) }
            }
            place.outcome = outcome
        }
        place.isPerformed.signal()
    }

    private func makeLines(of run: inout PerformedRun, _ lines: RunLineMaker) {
        guard lineBytes.load(ordering: .relaxed) < RunsBehind.mostLineBytes, let made = lines.lines(of: run) else {
            return
        }
        lineBytes.wrappingAdd(made.bytes.count, ordering: .relaxed)
        run.lines = made
        run.visits = []
        run.locations = []
    }
}
