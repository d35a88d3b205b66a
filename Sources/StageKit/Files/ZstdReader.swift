import CZstd
import NDJSON

/// Decompresses frames of Zstandard one after another (RFC 8878). The library must have been loaded.
final class ZstdReader: ByteSource {
    /// The largest window of a frame in bytes, which is what decompressing it takes.
    static let windowLimit = 128 << 20

    private let stream: UnsafeMutableRawPointer
    private let input: UnsafeMutableRawBufferPointer
    private var unread: Range<Int>
    private let refill: (UnsafeMutableRawBufferPointer) throws -> Int
    private var ended = false
    private var inFrame = true
    private var hasFrame = false
    /// A fault found after valid bytes; the valid bytes are returned first.
    private var pendingFault: InputFault?
    /// The number of bytes returned by earlier calls.
    private var inflated = 0

    /// - Parameters:
    ///   - head: compressed bytes that have already been read.
    ///   - refill: reads more compressed bytes.
    init(head: UnsafeRawBufferPointer, refill: @escaping (UnsafeMutableRawBufferPointer) throws -> Int) {
        let window = Int32(ZstdReader.windowLimit.trailingZeroBitCount)
        guard let stream = linefeed_zstd_reader(window) else { preconditionFailure("libzstd cannot start") }
        self.stream = stream
        self.refill = refill
        input = .allocate(byteCount: max(1 << 17, head.count), alignment: 16)
        input.copyMemory(from: head)
        unread = 0..<head.count
    }

    deinit {
        linefeed_zstd_free_reader(stream)
        input.deallocate()
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if let pendingFault { throw pendingFault }
        let bytes = buffer.baseAddress!.assumingMemoryBound(to: UInt8.self)
        var filled = 0
        defer { inflated += filled }
        while !ended, filled == 0 {
            if unread.isEmpty, !hasMore {
                let count = try refill(input)
                unread = 0..<count
                if count == 0 {
                    ended = true
                    if inFrame { try fault("the zstd data is truncated", after: filled) }
                    break
                }
            }
            var made = 0
            var used = 0
            var reason: UnsafePointer<CChar>?
            let start = input.baseAddress!.assumingMemoryBound(to: UInt8.self)
            let state = linefeed_zstd_read(
                stream, bytes + filled, buffer.count - filled, &made, start + unread.lowerBound, unread.count, &used,
                &reason)
            filled += made
            unread = (unread.lowerBound + used)..<unread.upperBound
            if state < 0 {
                ended = true
                let what =
                    inFrame || !hasFrame
                    ? "the zstd data is corrupt: \(reason.map { String(cString: $0) } ?? "corrupt")"
                    : "the data after the last zstd frame is not zstd; not read"
                try fault(what, after: filled)
                break
            }
            inFrame = state > 0
            hasFrame = hasFrame || !inFrame
            hasMore = inFrame && filled == buffer.count
        }
        return filled
    }

    /// Whether the library may hold decompressed bytes, which did not fit into the last buffer.
    private var hasMore = false

    /// Throws a fault, or keeps it for the next call if the buffer holds valid bytes.
    private func fault(_ message: String, after filled: Int) throws {
        let fault = InputFault(message: message + ", at byte \(inflated + filled) of the decompressed data")
        guard filled > 0 else { throw fault }
        pendingFault = fault
    }
}
