import CDeflate
import CZstd

/// Compresses pages, one after the other: into gzip members (RFC 1952) or Zstandard frames (RFC 8878).
final class PageCompressor {
    /// Higher levels take longer and save few bytes: 1 % of a feed with Zstandard.
    private static let gzipLevel: Int32 = 4
    private static let zstdLevel: Int32 = 9

    private enum Library {
        /// libdeflate, which makes gzip members.
        case deflate(OpaquePointer)
        /// Zstandard, which makes frames.
        case zstd(UnsafeMutableRawPointer)
    }

    private let library: Library
    private var output = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

    /// - Parameter compression: must be prepared.
    init(_ compression: ParquetCompression) {
        switch compression {
        case .gzip:
            guard let compressor = libdeflate_alloc_compressor(PageCompressor.gzipLevel) else {
                preconditionFailure("out of memory")
            }
            library = .deflate(compressor)
        case .zstd:
            guard let compressor = linefeed_zstd_compressor() else { preconditionFailure("out of memory") }
            library = .zstd(compressor)
        }
    }

    deinit {
        switch library {
        case .deflate(let compressor): libdeflate_free_compressor(compressor)
        case .zstd(let compressor): linefeed_zstd_free_compressor(compressor)
        }
        output.deallocate()
    }

    /// The compressed bytes; good until the next call.
    func compress(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        // Both libraries want an address even if there are no bytes.
        let start = bytes.baseAddress ?? UnsafeRawPointer(output.baseAddress.unsafelyUnwrapped)
        let made: Int
        switch library {
        case .deflate(let compressor):
            makeRoom(libdeflate_gzip_compress_bound(compressor, bytes.count))
            made = libdeflate_gzip_compress(compressor, start, bytes.count, output.baseAddress, output.count)
        case .zstd(let compressor):
            makeRoom(linefeed_zstd_bound(bytes.count))
            made = linefeed_zstd_compress(
                compressor, output.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self), output.count,
                start.assumingMemoryBound(to: UInt8.self), bytes.count, PageCompressor.zstdLevel)
        }
        precondition(made > 0, "a page exceeds the bound of its compressor")
        return UnsafeRawBufferPointer(rebasing: output[..<made])
    }

    private func makeRoom(_ bound: Int) {
        guard output.count < bound else { return }
        output.deallocate()
        output = .allocate(byteCount: bound, alignment: 16)
    }
}
