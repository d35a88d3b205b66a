import CZlib
import NDJSON
import Zip

/// Decompresses gzip members one after another (RFC 1952).
final class GzipReader: ByteSource {
    private var stream = z_stream()
    private let input: UnsafeMutableRawBufferPointer
    private var ended = false
    private let refill: (UnsafeMutableRawBufferPointer) throws -> Int
    private var inMember = true
    /// A fault found after valid bytes; the valid bytes are returned first.
    private var pendingFault: InputFault?
    /// The number of bytes returned by earlier calls.
    private var inflated = 0

    /// - Parameters:
    ///   - head: compressed bytes that have already been read.
    ///   - refill: reads more compressed bytes.
    init(head: UnsafeRawBufferPointer, refill: @escaping (UnsafeMutableRawBufferPointer) throws -> Int) {
        self.refill = refill
        input = .allocate(byteCount: max(1 << 16, head.count), alignment: 16)
        input.copyMemory(from: head)
        precondition(linefeed_inflate_init(&stream, 31) == Z_OK, "zlib cannot start")
        stream.next_in = input.baseAddress!.assumingMemoryBound(to: UInt8.self)
        stream.avail_in = UInt32(head.count)
    }

    deinit {
        inflateEnd(&stream)
        input.deallocate()
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if let pendingFault { throw pendingFault }
        if ended { return 0 }
        defer { inflated += buffer.count - Int(stream.avail_out) }
        stream.next_out = buffer.baseAddress!.assumingMemoryBound(to: UInt8.self)
        stream.avail_out = UInt32(buffer.count)
        while stream.avail_out == UInt32(buffer.count) {
            if stream.avail_in == 0 {
                let count = try refill(input)
                stream.next_in = input.baseAddress!.assumingMemoryBound(to: UInt8.self)
                stream.avail_in = UInt32(count)
                if count == 0 {
                    ended = true
                    if inMember { try fault("the gzip data is truncated", after: buffer) }
                    break
                }
            }
            if !inMember {
                // Zeros may pad the last member, as on tapes, and gzip ignores them; other bytes are lost data.
                if stream.next_in.pointee == 0 {
                    stream.next_in += 1
                    stream.avail_in -= 1
                    continue
                }
                guard stream.next_in.pointee == 0x1F else {
                    ended = true
                    try fault("the data after the last gzip member is not gzip; not read", after: buffer)
                    break
                }
                inflateReset(&stream)
                inMember = true
            }
            switch inflate(&stream, Z_NO_FLUSH) {
            case Z_OK, Z_BUF_ERROR: break
            case Z_STREAM_END: inMember = false
            default:
                ended = true
                let reason = stream.msg.map { String(cString: $0) } ?? "corrupt"
                try fault("the gzip data is corrupt: \(reason)", after: buffer)
            }
            if ended { break }
        }
        return buffer.count - Int(stream.avail_out)
    }

    /// Throws a fault, or keeps it for the next call if `buffer` holds valid bytes.
    private func fault(_ message: String, after buffer: UnsafeMutableRawBufferPointer) throws {
        let fault = InputFault(
            message: message + ", at byte \(inflated + buffer.count - Int(stream.avail_out)) of the decompressed data")
        guard Int(stream.avail_out) < buffer.count else { throw fault }
        pendingFault = fault
    }
}

/// Compresses to a gzip member with a fixed header, so that equal content gives equal bytes.
final class GzipWriter {
    /// Deflate, no name, no time, made on Unix (RFC 1952 §2.3).
    private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]

    private let deflater: BlockDeflater
    private let write: (UnsafeRawBufferPointer) throws -> Void
    private var isBegun = false

    /// - Parameter jobs: the number of threads that compress, which does not change the bytes.
    init(jobs: Int, write: @escaping (UnsafeRawBufferPointer) throws -> Void) {
        self.write = write
        deflater = BlockDeflater(level: 6, jobs: jobs, write: write)
    }

    private func begin() throws {
        guard !isBegun else { return }
        isBegun = true
        try GzipWriter.header.withUnsafeBytes(write)
    }

    func append(_ bytes: UnsafeRawBufferPointer) throws {
        try begin()
        try deflater.append(bytes)
    }

    func finish() throws {
        try begin()
        let figures = try deflater.finish()
        let trailer = [figures.crc, UInt32(truncatingIfNeeded: figures.count)].map(\.littleEndian)
        try trailer.withUnsafeBytes(write)
    }
}
