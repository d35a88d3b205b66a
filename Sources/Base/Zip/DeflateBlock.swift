import CZlib
import Platform

/// A block of a deflated stream, which a thread compresses without waiting for the blocks before it.
///
/// Memory: 0.5 MiB for the block, at most as much for what becomes of it, and zlib's state of 0.3 MiB. It is allocated
/// when the first byte comes.
final class DeflateBlock: @unchecked Sendable {
    /// zlib refers to at most this many of the preceding bytes.
    static let window = 1 << 15
    /// Bytes of a full block. Smaller blocks lose more time with the bytes that precede them.
    static let capacity = 1 << 19

    private let level: Int32
    private var stream = z_stream()
    /// The bytes that precede the block end at `window`, where those of the block begin.
    private var input = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var result = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    /// How many of the preceding bytes there are.
    private var preceding = 0
    private(set) var count = 0
    /// Whether the stream ends with this block.
    var isLast = false
    let isMade = CountingSemaphore(0)
    // What `deflate` has made.
    private(set) var crc: UInt = 0
    private var made = 0

    init(level: Int32) { self.level = level }

    deinit {
        guard input.baseAddress != nil else { return }
        deflateEnd(&stream)
        input.deallocate()
        result.deallocate()
    }

    var isFull: Bool { count == DeflateBlock.capacity }
    /// The compressed bytes; valid until the block begins again.
    var compressed: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: result[..<made]) }

    /// Empties the block.
    /// - Parameter previous: the full block before it, which may be this one; nil at the start of a stream.
    func begin(after previous: DeflateBlock?) {
        if input.baseAddress == nil { allocate() }
        preceding = previous == nil ? 0 : DeflateBlock.window
        if let previous {
            input.copyMemory(
                from: UnsafeRawBufferPointer(
                    rebasing: previous.input[previous.count..<(previous.count + DeflateBlock.window)]))
        }
        count = 0
        isLast = false
    }

    private func allocate() {
        precondition(linefeed_deflate_init(&stream, level, -15) == Z_OK, "zlib cannot start")
        input = .allocate(byteCount: DeflateBlock.window + DeflateBlock.capacity, alignment: 16)
        // A block that another follows ends with a flush, which zlib's bound does not include: 6 bytes.
        result = .allocate(
            byteCount: Int(deflateBound(&stream, UInt(DeflateBlock.capacity))) + 64, alignment: 16)
    }

    /// Takes bytes until the block is full.
    /// - Returns: how many it took.
    func take(_ bytes: UnsafeRawBufferPointer) -> Int {
        let taken = min(bytes.count, DeflateBlock.capacity - count)
        UnsafeMutableRawBufferPointer(rebasing: input[(DeflateBlock.window + count)...])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<taken]))
        count += taken
        return taken
    }

    /// Compresses the block. One that another follows ends on a byte, with an empty stored block (RFC 1951 §3.2.4), so
    /// that the compressed blocks in a row are one stream.
    func deflate() {
        let start = (input.baseAddress.unsafelyUnwrapped + DeflateBlock.window).assumingMemoryBound(to: UInt8.self)
        crc = crc32(0, start, UInt32(count))
        deflateReset(&stream)
        if preceding > 0 { deflateSetDictionary(&stream, start - preceding, UInt32(preceding)) }
        stream.next_in = start
        stream.avail_in = UInt32(count)
        stream.next_out = result.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self)
        stream.avail_out = UInt32(result.count)
        let code = CZlib.deflate(&stream, isLast ? Z_FINISH : Z_SYNC_FLUSH)
        precondition(
            code == (isLast ? Z_STREAM_END : Z_OK) && stream.avail_in == 0 && stream.avail_out > 0,
            "zlib exceeded its own bound")
        made = result.count - Int(stream.avail_out)
    }
}
