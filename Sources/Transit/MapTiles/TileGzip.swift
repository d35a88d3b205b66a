import CZlib

/// Gzip (RFC 1952) of whole contents, as tiles and directories of archives are compressed.
public enum TileGzip {
    /// Whether the bytes begin as gzip does (RFC 1952 §2.3.1).
    public static func isGzip(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.count >= 3 && bytes[0] == 0x1F && bytes[1] == 0x8B && bytes[2] == 8
    }

    /// The bytes as one member, whose header has no time, so that the same content gives the same bytes.
    ///
    /// - Parameter level: 1, fast, to 9, small.
    public static func compressed(_ bytes: UnsafeRawBufferPointer, level: Int32 = 6) -> [UInt8] {
        // A stream may not move: zlib keeps its address.
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        defer { stream.deallocate() }
        // 31: a window of 32 KiB, in gzip's wrapping.
        precondition(linefeed_deflate_init(stream, level, 31) == Z_OK, "zlib cannot start")
        defer { deflateEnd(stream) }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count / 2 + 64)
        var input = Input(bytes)
        withChunk { chunk in
            while true {
                input.feed(stream)
                let code = step(stream, chunk) { deflate($0, input.isAllFed ? Z_FINISH : Z_NO_FLUSH) }
                output.append(contentsOf: filled(chunk, stream))
                if code == Z_STREAM_END { return }
            }
        }
        return output
    }

    /// What is in one member or in several, one after another; zeros may follow the last.
    ///
    /// - Parameter limit: the most bytes that it may be, against content made to fill the memory.
    /// - Throws: `TileFault` of kind unusable whose message says what is wrong, without a file's name.
    public static func decompressed(_ bytes: UnsafeRawBufferPointer, limit: Int) throws -> [UInt8] {
        guard isGzip(bytes) else { throw TileFault(.unusable, "not gzip") }
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        defer { stream.deallocate() }
        guard linefeed_inflate_init(stream, 31) == Z_OK else { throw TileFault(.ioFailed, "zlib is out of memory") }
        defer { inflateEnd(stream) }
        var output: [UInt8] = []
        output.reserveCapacity(min(limit, bytes.count * 3))
        var input = Input(bytes)
        try withChunk { chunk in
            while true {
                input.feed(stream)
                let code = step(stream, chunk) { inflate($0, Z_NO_FLUSH) }
                let part = filled(chunk, stream)
                guard part.count <= limit - output.count else {
                    throw TileFault(.unusable, "the gzip data decompresses to more than \(limit) bytes")
                }
                output.append(contentsOf: part)
                switch code {
                case Z_STREAM_END:
                    guard try input.beginsMember(stream) else { return }
                    inflateReset(stream)
                case Z_OK: break
                // Nothing could be done: the input is at its end.
                case Z_BUF_ERROR: throw TileFault(.unusable, "the gzip data is truncated")
                case Z_MEM_ERROR: throw TileFault(.ioFailed, "zlib is out of memory")
                default:
                    let reason = stream.pointee.msg.map { String(cString: $0) } ?? "corrupt"
                    throw TileFault(.unusable, "the gzip data is corrupt: \(reason)")
                }
            }
        }
        return output
    }

    // MARK: Steps

    /// What zlib has not been given yet: it counts in 32 bits.
    private struct Input {
        private var rest: UnsafeRawBufferPointer
        var isAllFed: Bool { rest.isEmpty }

        init(_ bytes: UnsafeRawBufferPointer) { rest = bytes }

        mutating func feed(_ stream: UnsafeMutablePointer<z_stream>) {
            guard stream.pointee.avail_in == 0, let start = rest.baseAddress else { return }
            let count = min(rest.count, 1 << 30)
            stream.pointee.next_in = UnsafeMutablePointer(mutating: start.assumingMemoryBound(to: UInt8.self))
            stream.pointee.avail_in = UInt32(count)
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }

        /// After a member's end: passes over zeros and says whether another member follows.
        mutating func beginsMember(_ stream: UnsafeMutablePointer<z_stream>) throws -> Bool {
            while true {
                feed(stream)
                guard stream.pointee.avail_in > 0 else { return false }
                switch stream.pointee.next_in.pointee {
                case 0x1F: return true
                case 0:
                    stream.pointee.next_in += 1
                    stream.pointee.avail_in -= 1
                default: throw TileFault(.unusable, "the data after the gzip data is not gzip")
                }
            }
        }
    }

    private static func withChunk(_ body: (UnsafeMutableRawBufferPointer) throws -> Void) rethrows {
        try withUnsafeTemporaryAllocation(byteCount: 1 << 15, alignment: 16, body)
    }

    private static func step(
        _ stream: UnsafeMutablePointer<z_stream>, _ chunk: UnsafeMutableRawBufferPointer,
        _ body: (UnsafeMutablePointer<z_stream>) -> Int32
    ) -> Int32 {
        stream.pointee.next_out = chunk.baseAddress!.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(chunk.count)
        return body(stream)
    }

    private static func filled(
        _ chunk: UnsafeMutableRawBufferPointer, _ stream: UnsafeMutablePointer<z_stream>
    ) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: chunk[0..<(chunk.count - Int(stream.pointee.avail_out))])
    }
}
