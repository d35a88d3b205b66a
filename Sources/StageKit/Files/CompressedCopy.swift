import CZstd
import Platform

extension InputCompression {
    /// Higher levels take longer and save little.
    private static let zstdLevel: Int32 = 9
    /// Zstandard compresses so many bytes to one frame, and what is longer to several.
    private static let frameBytes = 8 << 20

    /// Loads the library that it needs.
    /// - Parameter user: what the message begins with, such as "v.pb is compressed with zstd".
    /// - Throws: `StageFailure` with status 69 if the library is missing.
    public func prepare(for user: String) throws {
        guard self == .zstd else { return }
        var reason: UnsafePointer<CChar>?
        guard linefeed_zstd_load(&reason) != 0 else {
            throw StageFailure(
                .serviceFailed,
                "\(user), which needs libzstd, Debian's package libzstd1: "
                    + (reason.map { String(cString: $0) } ?? ""))
        }
    }

    /// Writes a compressed copy of a file, from its beginning. Equal content gives equal bytes. The library must have been
    /// loaded. Memory: 16 MiB and less than 1 MiB for gzip.
    /// - Throws: `StageFailure` with status 74, for which `errno` says why.
    package func copy(_ source: Int32, to target: Int32, named name: String) throws {
        func failure() -> StageFailure { StageFailure(.ioFailed, "\(name): cannot compress: \(systemMessage(errno))") }
        func write(_ bytes: UnsafeRawBufferPointer) throws {
            guard writeFully(bytes, to: target) else { throw failure() }
        }
        let size = FileStatus(source)?.size ?? 0
        let room = self == .zstd ? min(max(size, 1), InputCompression.frameBytes) : 1 << 16
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 16)
        defer { chunk.deallocate() }
        let gzip = self == .gzip ? GzipWriter(jobs: 1, write: write) : nil
        let frames = self == .zstd ? linefeed_zstd_compressor() : nil
        defer { if let frames { linefeed_zstd_free_compressor(frames) } }
        var position = 0
        repeat {
            let count = readFully(source, at: position, into: chunk)
            guard count >= 0 else { throw failure() }
            position += count
            let bytes = UnsafeRawBufferPointer(rebasing: chunk[0..<count])
            if let gzip, count > 0 { try gzip.append(bytes) }
            if let frames { try InputCompression.frame(of: bytes, frames, write) }
            if count < room { break }
        } while position < size
        try gzip?.finish()
    }

    private static func frame(
        of bytes: UnsafeRawBufferPointer, _ frames: UnsafeMutableRawPointer,
        _ use: (UnsafeRawBufferPointer) throws -> Void
    ) rethrows {
        let output = UnsafeMutableRawBufferPointer.allocate(
            byteCount: linefeed_zstd_bound(bytes.count), alignment: 16)
        defer { output.deallocate() }
        guard let start = bytes.baseAddress, let place = output.baseAddress else { return }
        let made = linefeed_zstd_compress(
            frames, place.assumingMemoryBound(to: UInt8.self), output.count, start.assumingMemoryBound(to: UInt8.self),
            bytes.count, zstdLevel)
        precondition(made > 0, "libzstd exceeded its own bound")
        try use(UnsafeRawBufferPointer(rebasing: output[..<made]))
    }
}
