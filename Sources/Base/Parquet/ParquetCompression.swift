import CZstd

/// How the pages of a Parquet file are compressed.
public enum ParquetCompression: String, Sendable, CaseIterable {
    case gzip, zstd

    /// As the format numbers its codecs.
    var codec: Int32 {
        switch self {
        case .gzip: 2
        case .zstd: 6
        }
    }

    /// Loads the library that it needs, so that threads may use it at once.
    /// - Throws: `ParquetFault.libraryMissing`.
    public func prepare() throws(ParquetFault) {
        guard self == .zstd else { return }
        var reason: UnsafePointer<CChar>?
        guard linefeed_zstd_load(&reason) != 0 else {
            throw .libraryMissing(reason.map { String(cString: $0) } ?? "")
        }
    }
}

/// Why a Parquet file cannot be written.
public enum ParquetFault: Error, Equatable, CustomStringConvertible {
    /// libzstd, which is loaded when it is first used, is not on this machine.
    case libraryMissing(String)

    public var description: String {
        switch self {
        case .libraryMissing(let reason): "zstd compression needs libzstd, Debian's package libzstd1: \(reason)"
        }
    }
}
