import CZstd

/// Frames of Zstandard, as the zstd program writes them.
public enum Zstd {
    /// - Returns: a frame of its own that states its size; nil if the library is not on this machine.
    public static func frame(_ bytes: [UInt8], level: Int32 = 3) -> [UInt8]? {
        var reason: UnsafePointer<CChar>?
        guard linefeed_zstd_load(&reason) != 0, let compressor = linefeed_zstd_compressor() else { return nil }
        defer { linefeed_zstd_free_compressor(compressor) }
        var frame = [UInt8](repeating: 0, count: linefeed_zstd_bound(bytes.count))
        let count = linefeed_zstd_compress(compressor, &frame, frame.count, bytes, bytes.count, level)
        return Array(frame[..<count])
    }
}
