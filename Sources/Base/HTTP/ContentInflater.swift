import CZlib

/// Inflates a body that is gzip on its way (RFC 9110 §8.4.1.3), piece by piece.
///
/// Done here and not by libcurl, which takes data that end early for whole.
final class ContentInflater {
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let output = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    private var isInMember = true
    /// Whether the data so far are whole.
    var isWhole: Bool { !isInMember }

    /// Nil where zlib has no memory.
    init?() {
        stream.initialize(to: z_stream())
        guard linefeed_inflate_init(stream, 31) == Z_OK else {
            stream.deallocate()
            output.deallocate()
            return nil
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        output.deallocate()
    }

    /// Inflates a piece and passes on what it gives, until `take` wants no more.
    /// - Returns: false where the piece is not gzip, or `take` said so.
    func inflate(_ piece: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        guard let start = piece.baseAddress else { return true }
        stream.pointee.next_in = UnsafeMutablePointer(mutating: start.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = UInt32(piece.count)
        while true {
            if !isInMember {
                // Zeros may pad the last member; another may follow it (RFC 1952 §2.2).
                while stream.pointee.avail_in > 0, stream.pointee.next_in.pointee == 0 {
                    stream.pointee.next_in += 1
                    stream.pointee.avail_in -= 1
                }
                guard stream.pointee.avail_in > 0 else { return true }
                inflateReset(stream)
                isInMember = true
            }
            stream.pointee.next_out = output.baseAddress!.assumingMemoryBound(to: UInt8.self)
            stream.pointee.avail_out = UInt32(output.count)
            let code = CZlib.inflate(stream, Z_NO_FLUSH)
            guard code == Z_OK || code == Z_BUF_ERROR || code == Z_STREAM_END else { return false }
            isInMember = code != Z_STREAM_END
            let count = output.count - Int(stream.pointee.avail_out)
            if count > 0, !take(UnsafeRawBufferPointer(rebasing: output[0..<count])) { return false }
            if isInMember, stream.pointee.avail_in == 0, stream.pointee.avail_out > 0 { return true }
        }
    }
}
