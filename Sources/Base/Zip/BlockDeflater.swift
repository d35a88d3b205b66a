import CZlib
import Platform

/// Deflates streams, one after the other (RFC 1951), in blocks that several threads compress.
///
/// Each block may refer to the bytes before it as if one thread had compressed all of them. Where blocks end depends on the
/// content alone, so the number of threads does not change the bytes. A stream of one block is compressed without other
/// threads.
///
/// Memory: up to 1.4 MB for a block. There is one block if one thread compresses; otherwise there are as many as
/// threads, and two more.
public final class BlockDeflater {
    /// What a stream came to.
    public struct Figures {
        /// Of the content (RFC 1952 §8).
        public let crc: UInt32
        /// Bytes of the content.
        public let count: UInt64
        /// Bytes of the stream.
        public let compressed: UInt64
    }

    /// What the threads share.
    private final class Queue: Sendable {
        private let waiting = Guarded<[DeflateBlock]>([])
        /// Counts the waiting blocks, and at the end the threads.
        let count = CountingSemaphore(0)

        func add(_ block: DeflateBlock) {
            waiting.withLock { $0.append(block) }
            count.signal()
        }

        func removeAll() { waiting.withLock { $0.removeAll() } }

        /// What each thread does, until it is called although no block waits.
        func work() {
            while true {
                count.wait()
                guard let block = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
                block.deflate()
                block.isMade.signal()
            }
        }
    }

    private let jobs: Int
    private let write: (UnsafeRawBufferPointer) throws -> Void
    private let blocks: [DeflateBlock]
    private let queue = Queue()
    private var threads: [WorkerThread] = []
    /// How many blocks were begun and handed over, and how many of them were written. These go on from stream to stream.
    private var handed = 0
    private var written = 0
    /// The block that is being filled.
    private var current: DeflateBlock?
    private var isFirst = true
    private var crc: UInt = 0
    private var count: UInt64 = 0
    private var compressed: UInt64 = 0

    /// - Parameters:
    ///   - level: zlib's, 1 to 9.
    ///   - jobs: the number of threads that compress.
    ///   - write: receives the compressed bytes in order, on the caller's thread.
    public init(level: Int, jobs: Int, write: @escaping (UnsafeRawBufferPointer) throws -> Void) {
        self.jobs = jobs
        self.write = write
        blocks = (0..<(jobs > 1 ? jobs + 2 : 1)).map { _ in DeflateBlock(level: Int32(level)) }
    }

    deinit {
        queue.removeAll()
        for _ in threads { queue.count.signal() }
        for thread in threads { thread.join() }
    }

    /// Adds content to the stream.
    public func append(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes
        while rest.count > 0 {
            // Only a block after which there is more is not the last.
            if let full = current, full.isFull { try handOver(full) }
            let block = try current ?? begin()
            rest = UnsafeRawBufferPointer(rebasing: rest[block.take(rest)...])
        }
    }

    /// Ends the stream; what is appended next begins another.
    public func finish() throws -> Figures {
        let block = try current ?? begin()
        block.isLast = true
        try handOver(block)
        while written < handed { try writeOldest() }
        let figures = Figures(crc: UInt32(truncatingIfNeeded: crc), count: count, compressed: compressed)
        isFirst = true
        (crc, count, compressed) = (0, 0, 0)
        return figures
    }

    private func begin() throws -> DeflateBlock {
        while handed - written >= blocks.count { try writeOldest() }
        let block = blocks[handed % blocks.count]
        block.begin(after: isFirst ? nil : blocks[(handed + blocks.count - 1) % blocks.count])
        isFirst = false
        current = block
        return block
    }

    private func handOver(_ block: DeflateBlock) throws {
        current = nil
        let isAlone = block.isLast && handed == written
        handed += 1
        if jobs > 1, !isAlone, hasThread() {
            queue.add(block)
        } else {
            block.deflate()
            block.isMade.signal()
        }
    }

    /// Starts another thread as long as there are fewer than blocks to compress and than jobs.
    /// - Returns: whether there is any thread.
    private func hasThread() -> Bool {
        if threads.count < min(jobs, handed - written), let thread = WorkerThread({ [queue] in queue.work() }) {
            threads.append(thread)
        }
        return !threads.isEmpty
    }

    private func writeOldest() throws {
        let block = blocks[written % blocks.count]
        block.isMade.wait()
        written += 1
        crc = crc32_combine(crc, block.crc, block.count)
        count += UInt64(block.count)
        compressed += UInt64(block.compressed.count)
        try write(block.compressed)
    }
}
