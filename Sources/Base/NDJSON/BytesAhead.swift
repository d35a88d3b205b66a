import Platform
import Synchronization

/// The bytes of a source, read by a thread of their own while the ones before are worked on: for sources that have work
/// with them, as inflating is, and that never wait for somebody else, as a pipe does.
///
/// Memory: four blocks of 256 KiB.
package final class BytesAhead: ByteSource {
    private static let blocks = 4
    private static let capacity = 1 << 18

    /// What the thread and its user share.
    private final class Ring: @unchecked Sendable {
        let source: any ByteSource
        let note: () -> Int
        let blocks: [Block]
        /// Blocks that the thread may fill, and blocks that it has filled.
        let free = CountingSemaphore(BytesAhead.blocks)
        let filled = CountingSemaphore(0)
        let isStopped = Atomic<Bool>(false)

        init(_ source: any ByteSource, _ note: @escaping () -> Int) {
            self.source = source
            self.note = note
            blocks = (0..<BytesAhead.blocks).map { _ in Block() }
        }

        func read() {
            var place = 0
            while true {
                free.wait()
                if isStopped.load(ordering: .acquiring) { return }
                let block = blocks[place % BytesAhead.blocks]
                place += 1
                block.fill(from: source)
                block.note = note()
                let isLast = block.isLast
                filled.signal()
                if isLast { return }
            }
        }
    }

    private final class Block {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: BytesAhead.capacity, alignment: 16)
        var count = 0
        var note = 0
        /// Why reading ended, after the bytes.
        var error: (any Error)?
        var isLast = false

        deinit { bytes.deallocate() }

        func fill(from source: any ByteSource) {
            count = 0
            do {
                while count < bytes.count {
                    let read = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[count...]))
                    count += read
                    guard read == 0 else { continue }
                    isLast = true
                    return
                }
            } catch {
                self.error = error
                isLast = true
            }
        }
    }

    private let ring: Ring
    private let thread: WorkerThread
    private var taken = 0
    private var position = 0
    private var block: Block?
    /// What was noted when the bytes read last were.
    package private(set) var note = 0

    /// Starts reading; nil where that is better done by the one thread that there is.
    ///
    /// - Parameter note: called by the thread after each block, for what is counted there.
    package init?(_ source: any ByteSource, note: @escaping () -> Int = { 0 }) {
        guard processorCount > 1 else { return nil }
        ring = Ring(source, note)
        guard let thread = WorkerThread({ [ring] in ring.read() }) else { return nil }
        self.thread = thread
    }

    deinit {
        ring.isStopped.store(true, ordering: .releasing)
        ring.free.signal()
        thread.join()
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if block == nil || position == block?.count && block?.isLast == false { next() }
        guard let block else { return 0 }
        guard position < block.count else {
            // Whoever asks again is told again.
            if let error = block.error { throw error }
            return 0
        }
        let count = min(buffer.count, block.count - position)
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: block.bytes[position..<(position + count)]))
        position += count
        return count
    }

    private func next() {
        if block != nil { ring.free.signal() }
        ring.filled.wait()
        let next = ring.blocks[taken % BytesAhead.blocks]
        taken += 1
        position = 0
        note = next.note
        block = next
    }
}
