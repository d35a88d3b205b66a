import Platform
import Synchronization

/// The rows of a file as records or values, which several threads make and one takes in order.
///
/// The file is divided into blocks that end where rows end. A thread makes records or values of the rows of a block until it
/// meets a row that is not plain (`RowMaker`). The code that takes the block then reads the rest of the block itself, row by
/// row, in the same way as it reads a file without other threads. Findings are therefore reported in the order of the file. If
/// no row ends within a block, because a row is longer than a block or lines end with CR alone, that code reads the rest of the
/// file.
///
/// Memory: about a megabyte for each block, up to 7 MB if short rows have many columns, and what its marker keeps; there are as
/// many blocks as threads, and `spareBlocks` more.
public final class RowBlocks<Maker: RowMaker> {
    /// Files of fewer bytes are read before other threads have begun.
    public static var leastBytes: Int { 1 << 20 }
    private static var stackSize: Int { 1 << 20 }
    /// Blocks beyond one for each thread: other threads go on with them while a thread that has an earlier block waits for a
    /// core.
    private static var spareBlocks: Int { 4 }

    /// What the threads share.
    private final class Shared: @unchecked Sendable {
        let blocks: [RowBlock<Maker>]
        /// What is known of rows that need no word, as `RowTolerance` has it.
        let tolerance: Atomic<UInt64>
        let pace: WorkAhead
        let parts: Guarded<RowParts<Maker>>

        init(_ blocks: [RowBlock<Maker>], _ parts: RowParts<Maker>, _ tolerance: RowTolerance) {
            self.blocks = blocks
            self.parts = Guarded(parts)
            self.tolerance = Atomic(tolerance.bits)
            pace = WorkAhead(window: blocks.count)
        }

        /// What each thread does: it reads a block of the file while nobody else reads, then makes its rows.
        func work(mayRest: Bool) {
            while pace.waitForRoom(mayRest: mayRest) {
                let block = parts.withLock { parts in
                    parts.fill { blocks[$0 % blocks.count] }
                }
                guard let block else { return }
                block.make(RowTolerance(bits: tolerance.load(ordering: .relaxed)))
                pace.made()
                block.made.signal()
            }
        }
    }

    private let shared: Shared
    private var threads: [WorkerThread] = []
    private var taken = 0
    private var isAtEnd = false

    /// Starts threads; nil if none can be started.
    ///
    /// - Parameters:
    ///   - reader: the rows; the blocks begin with its next row, and nobody may use it any more.
    ///   - jobs: the number of threads.
    ///   - note: called by the thread that has read a block, for what is counted there.
    ///   - make: creates the maker of a block's rows, once for each block.
    public init?(
        _ reader: CSVReader, jobs: Int, _ tolerance: RowTolerance, note: @escaping () -> Int,
        _ make: () -> Maker
    ) {
        let blocks = (0..<(jobs + RowBlocks.spareBlocks)).map { _ in
            let maker = make()
            return RowBlock(CSVReader(like: reader, chunk: maker.blockBytes), maker)
        }
        let shared = Shared(blocks, RowParts(reader, note), tolerance)
        self.shared = shared
        threads = (0..<jobs).compactMap { number in
            WorkerThread(stackSize: RowBlocks.stackSize) { shared.work(mayRest: number > 0 && number == jobs - 1) }
        }
        guard !threads.isEmpty else { return nil }
    }

    deinit { stop() }

    /// Says what need not be told of rows any more.
    public func tolerate(_ tolerance: RowTolerance) { shared.tolerance.store(tolerance.bits, ordering: .relaxed) }

    /// The next block, which is valid until the following call; nil at the end.
    public func next() -> RowBlock<Maker>? {
        if taken > 0 { shared.pace.took() }
        guard !isAtEnd else { return nil }
        let block = shared.blocks[taken % shared.blocks.count]
        block.made.wait()
        taken += 1
        isAtEnd = block.isLast
        return block
    }

    /// Ends the threads, after which the file may be closed.
    public func stop() {
        shared.pace.stop(threads: threads.count)
        for thread in threads { thread.join() }
        threads = []
    }
}

/// Parts the rest of a file into blocks of whole rows.
/// The threads share it under a lock.
private final class RowParts<Maker: RowMaker>: @unchecked Sendable {
    private let note: () -> Int
    /// What was read beyond the last block: the start of a row.
    private var carried: [UInt8]
    private var count = 0
    private var isAtEnd: Bool
    private var isDone = false

    /// Begins where the reader stands.
    init(_ reader: CSVReader, _ note: @escaping () -> Int) {
        self.note = note
        carried = reader.rest
        isAtEnd = reader.ended
    }

    /// Fills the next block; nil where there is none any more.
    func fill(_ place: (Int) -> RowBlock<Maker>) -> RowBlock<Maker>? {
        guard !isDone else { return nil }
        let block = place(count)
        count += 1
        block.begin()
        block.reader.fill(with: &carried, &isAtEnd)
        block.isLast = isAtEnd || !block.reader.isBlock
        isDone = block.isLast
        block.bytesRead = note()
        return block
    }
}
