import CZlib
import CZstd

/// Compresses pages, one after the other: into gzip members (RFC 1952) or Zstandard frames (RFC 8878).
final class PageCompressor {
    /// Higher levels take longer and save at most 4 % of a feed's bytes with zlib, 1 % with Zstandard.
    private static let gzipLevel: Int32 = 4
    private static let zstdLevel: Int32 = 9

    private var stream = z_stream()
    private let frames: UnsafeMutableRawPointer?
    private var output = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

    /// - Parameter compression: must be prepared.
    init(_ compression: ParquetCompression) {
        switch compression {
        case .gzip:
            frames = nil
            precondition(linefeed_deflate_init(&stream, PageCompressor.gzipLevel, 31) == Z_OK, "zlib cannot start")
        case .zstd:
            frames = linefeed_zstd_compressor()
            precondition(frames != nil, "out of memory")
        }
    }

    deinit {
        if let frames { linefeed_zstd_free_compressor(frames) } else { deflateEnd(&stream) }
        output.deallocate()
    }

    /// The compressed bytes; good until the next call.
    func compress(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        // zlib wants an address even if there are no bytes.
        let start = bytes.baseAddress ?? UnsafeRawPointer(output.baseAddress.unsafelyUnwrapped)
        let made =
            if let frames { frame(start, bytes.count, frames) } else { member(start, bytes.count) }
        return UnsafeRawBufferPointer(rebasing: output[..<made])
    }

    private func frame(_ start: UnsafeRawPointer, _ count: Int, _ frames: UnsafeMutableRawPointer) -> Int {
        makeRoom(linefeed_zstd_bound(count))
        let made = linefeed_zstd_compress(
            frames, output.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self), output.count,
            start.assumingMemoryBound(to: UInt8.self), count, PageCompressor.zstdLevel)
        precondition(made > 0, "libzstd exceeded its own bound")
        return made
    }

    private func member(_ start: UnsafeRawPointer, _ count: Int) -> Int {
        deflateReset(&stream)
        makeRoom(Int(deflateBound(&stream, UInt(count))))
        stream.next_in = UnsafeMutableRawPointer(mutating: start).assumingMemoryBound(to: UInt8.self)
        stream.avail_in = UInt32(count)
        stream.next_out = output.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self)
        stream.avail_out = UInt32(output.count)
        precondition(deflate(&stream, Z_FINISH) == Z_STREAM_END, "zlib exceeded its own bound")
        return output.count - Int(stream.avail_out)
    }

    private func makeRoom(_ bound: Int) {
        guard output.count < bound else { return }
        output.deallocate()
        output = .allocate(byteCount: bound, alignment: 16)
    }
}
