import GTFSSchedule
import Hashing
import NDJSON
import Platform

/// The SHA-256 of what a feed says, whichever way it is packed.
///
/// For each file, by the bytes of the names: the name, a zero byte, the number of bytes in decimal digits, a zero byte,
/// the bytes. A thread of its own reads the files once more, so that a load need not wait for it.
public final class ContentDigest: @unchecked Sendable {
    /// A file under the name that the reference gives it.
    public struct Part {
        public let name: String
        public let file: FeedFile

        public init(name: String, file: FeedFile) {
            self.name = name
            self.file = file
        }
    }

    private let parts: [Part]
    private let tally: ReadTally
    private var thread: WorkerThread?
    // Written by the thread, read once it is done.
    private var result: Result<String, any Error>?
    /// Set for the thread to stop at its next block; a word that is late only by a block does no harm.
    private nonisolated(unsafe) var isCancelled = false

    /// - Parameter limit: the most bytes that the files may inflate to together.
    public init(_ parts: [Part], limit: Int) {
        self.parts = parts.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        tally = ReadTally(limit: limit)
    }

    deinit { cancel() }

    /// Bytes read so far as they lie in the archive or folder; only to be asked when nothing runs.
    public var bytesRead: Int { tally.bytesRead }

    /// Begins in a thread; where there can be none, `value` does it all.
    public func start() {
        guard thread == nil else { return }
        // Whoever lets go of this waits for the thread first.
        thread = WorkerThread(stackSize: 8 << 20) { [unowned(unsafe) self] in result = Result { try compute() } }
    }

    /// The digest as 64 hexadecimal digits; waits for the thread.
    /// - Throws: what reading the files throws.
    public func value() throws -> String {
        join()
        if result == nil { result = Result { try compute() } }
        return try result?.get() ?? ""
    }

    /// Ends the thread without a result.
    public func cancel() {
        isCancelled = true
        join()
    }

    private func join() {
        thread?.join()
        thread = nil
    }

    private func compute() throws -> String {
        var hash = SHA256()
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)
        defer { chunk.deallocate() }
        for part in parts {
            hash.update("\(part.name)\u{0}\(part.file.bytes)\u{0}")
            let source = try part.file.open(tally)
            while !isCancelled {
                let count = try source.read(into: chunk)
                if count == 0 { break }
                hash.update(UnsafeRawBufferPointer(rebasing: chunk[0..<count]))
            }
        }
        return hash.finish()
    }
}
