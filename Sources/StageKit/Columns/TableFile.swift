import Platform
import TableFormats

/// The file of a table while it is written into a folder.
///
/// One thread at a time uses it: the one that reads the table, and from `TableFileFinisher.finish` on the one that finishes it.
final class TableFile: @unchecked Sendable {
    let name: String
    let output: OutputFile
    /// What makes the file's bytes; nil once the file is finished.
    var writer: (any TableWriter)?
    /// The bytes that were written.
    private(set) var bytes = 0
    /// Whether no more records may come.
    fileprivate(set) var isEnded = false

    init(_ name: String, _ output: OutputFile) {
        self.name = name
        self.output = output
    }

    func append(_ line: UnsafeRawBufferPointer) throws {
        guard !isEnded, let writer else {
            throw StageFailure(.internalFault, "\(name): a record follows the end of its table")
        }
        try writer.append(line)
    }

    func write(_ more: UnsafeRawBufferPointer) throws {
        bytes += more.count
        try output.write(more)
    }

    /// Writes what is left, frees the writer's memory, and syncs the file to disk.
    fileprivate func finish() throws {
        try writer?.finish()
        writer = nil
        try output.prepare()
    }
}

/// Finishes files in the order in which their tables end.
///
/// With several jobs one thread beside the caller's does it, so the last columns of a table are encoded and its file is
/// synced while the next table is read.
final class TableFileFinisher {
    private struct Queue {
        /// In the order of their end, the first to be finished last.
        var files: [TableFile] = []
        var fault: (any Error)?
    }

    /// What the threads share.
    private final class Shared: Sendable {
        let queue = Guarded(Queue())
        /// One for each file in the queue, and one for the end.
        let steps = CountingSemaphore(0)

        /// What the thread does, until it is woken and no file is left.
        func work() {
            while true {
                steps.wait()
                guard let file = queue.withLock({ $0.files.popLast() }) else { return }
                do { try file.finish() } catch {
                    // The run fails, so the other files are not needed.
                    queue.withLock {
                        $0.fault = $0.fault ?? error
                        $0.files = []
                    }
                }
            }
        }
    }

    private let shared = Shared()
    private let hasThread: Bool
    private var thread: WorkerThread?

    init(jobs: Int) { hasThread = jobs > 1 }

    deinit { try? stop() }

    /// Finishes a file, or lets the thread do it, after which only that may use it.
    /// - Throws: also what failed in the thread for an earlier file.
    func finish(_ file: TableFile) throws {
        file.isEnded = true
        if hasThread, thread == nil {
            thread = WorkerThread { [shared] in shared.work() }
        }
        guard thread != nil else { return try file.finish() }
        try shared.queue.withLock { queue in
            if let fault = queue.fault { throw fault }
            queue.files.insert(file, at: 0)
        }
        shared.steps.signal()
    }

    /// Waits until all files are finished, and ends the thread.
    func stop() throws {
        if let thread {
            shared.steps.signal()
            thread.join()
            self.thread = nil
        }
        if let fault = shared.queue.withLock({ $0.fault }) { throw fault }
    }
}
