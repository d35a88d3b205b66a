import NDJSON
import Platform

/// How an input is compressed, known by its first bytes.
public enum InputCompression: Equatable, Sendable {
    case gzip, zstd

    /// How many bytes tell.
    static let magicLength = 4

    /// Recognises gzip (RFC 1952 §2.3.1) and Zstandard, whose first frame may be one to skip (RFC 8878 §3.1).
    /// - Returns: nil if the bytes are not compressed.
    public init?(_ head: some Sequence<UInt8>) {
        let magic = Array(head.prefix(InputCompression.magicLength))
        if magic.starts(with: [0x1F, 0x8B]) {
            self = .gzip
        } else if magic == [0x28, 0xB5, 0x2F, 0xFD]
            || magic.dropFirst() == [0x2A, 0x4D, 0x18] && 0x50...0x5F ~= magic[0]
        {
            self = .zstd
        } else {
            return nil
        }
    }

    /// Looks at a file; nil also if it cannot be read.
    public init?(ofFile path: String) {
        guard let head = InputFile.head(of: path, InputCompression.magicLength) else { return nil }
        self.init(head)
    }

    /// Whether more bytes may tell that two are the first ones of Zstandard. Of other content no more than two are waited
    /// for.
    static func mayBeZstd(_ head: [UInt8]) -> Bool {
        head == [0x28, 0xB5] || head.count == 2 && 0x50...0x5F ~= head[0] && head[1] == 0x2A
    }

    /// The extension of the name of such a file.
    public var fileExtension: String {
        switch self {
        case .gzip: "gz"
        case .zstd: "zst"
        }
    }

    /// The command that decompresses a file or standard input to standard output.
    public var command: String {
        switch self {
        case .gzip: "gzip -dc"
        case .zstd: "zstd -dc"
        }
    }

    /// - Parameters:
    ///   - head: compressed bytes that have already been read.
    ///   - refill: reads more compressed bytes.
    /// - Throws: `StageFailure` with status 69 if the library is missing.
    func reader(
        head: UnsafeRawBufferPointer, named name: String,
        refill: @escaping (UnsafeMutableRawBufferPointer) throws -> Int
    ) throws -> any ByteSource {
        switch self {
        case .gzip: return GzipReader(head: head, refill: refill)
        case .zstd:
            try prepare(for: "\(name) is compressed with zstd")
            return ZstdReader(head: head, refill: refill)
        }
    }

    /// What the first bytes of an input decompress to; the bytes themselves if they are not compressed. Of zstd the whole
    /// first block must be there, up to 128 KiB, or nothing is returned.
    static func start(of head: [UInt8]) -> [UInt8] {
        guard let compression = InputCompression(head),
            let reader = try? head.withUnsafeBytes({ try compression.reader(head: $0, named: "") { _ in 0 } })
        else { return head }
        var bytes = [UInt8](repeating: 0, count: ForeignContent.headLength)
        let count = try? bytes.withUnsafeMutableBytes { try reader.read(into: $0) }
        return Array(bytes.prefix(count ?? 0))
    }
}
