import CZlib

/// Deflates pages into gzip members (RFC 1952).
final class PageDeflater {
    private var stream = z_stream()
    private var output = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

    /// - Parameter level: zlib's, 1 to 9.
    init(level: Int32) { precondition(linefeed_deflate_init(&stream, level, 31) == Z_OK, "zlib cannot start") }

    deinit {
        deflateEnd(&stream)
        output.deallocate()
    }

    /// The bytes as a member; good until the next call.
    func deflate(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        deflateReset(&stream)
        let bound = Int(deflateBound(&stream, UInt(bytes.count)))
        if output.count < bound {
            output.deallocate()
            output = .allocate(byteCount: bound, alignment: 16)
        }
        // Of nothing zlib wants an address all the same.
        let start = bytes.baseAddress ?? UnsafeRawPointer(output.baseAddress.unsafelyUnwrapped)
        stream.next_in = UnsafeMutableRawPointer(mutating: start).assumingMemoryBound(to: UInt8.self)
        stream.avail_in = UInt32(bytes.count)
        stream.next_out = output.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self)
        stream.avail_out = UInt32(output.count)
        let result = CZlib.deflate(&stream, Z_FINISH)
        precondition(result == Z_STREAM_END, "zlib exceeded its own bound")
        return UnsafeRawBufferPointer(rebasing: output[..<(output.count - Int(stream.avail_out))])
    }
}
