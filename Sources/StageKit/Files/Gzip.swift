import CZlib
import NDJSON

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

/// Compresses to gzip with a fixed header, so that equal content gives equal bytes.
final class GzipWriter {
    private var stream = z_stream()
    private let output = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    private let write: (UnsafeRawBufferPointer) throws -> Void

    init(write: @escaping (UnsafeRawBufferPointer) throws -> Void) {
        self.write = write
        precondition(linefeed_deflate_init(&stream, 6, 31) == Z_OK, "zlib cannot start")
    }

    deinit {
        deflateEnd(&stream)
        output.deallocate()
    }

    func append(_ bytes: UnsafeRawBufferPointer) throws {
        guard let start = bytes.baseAddress else { return }
        stream.next_in = UnsafeMutablePointer(mutating: start.assumingMemoryBound(to: UInt8.self))
        stream.avail_in = UInt32(bytes.count)
        while stream.avail_in > 0 { _ = try step(Z_NO_FLUSH) }
    }

    func finish() throws {
        stream.avail_in = 0
        while try step(Z_FINISH) != Z_STREAM_END {}
    }

    private func step(_ flush: Int32) throws -> Int32 {
        stream.next_out = output.baseAddress!.assumingMemoryBound(to: UInt8.self)
        stream.avail_out = UInt32(output.count)
        let result = deflate(&stream, flush)
        try write(UnsafeRawBufferPointer(rebasing: output[0..<(output.count - Int(stream.avail_out))]))
        return result
    }
}
