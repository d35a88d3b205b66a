import Hashing
import Platform

/// The contents of tiles until an archive is finished, each once, in a file without a name that ends with the process.
struct PMTilesSpool: ~Copyable {
    private struct Digest: Hashable {
        private let words: (UInt64, UInt64, UInt64, UInt64)

        init(_ bytes: UnsafeRawBufferPointer) {
            var hash = SHA256()
            hash.update(bytes)
            words = hash.finishBytes().withUnsafeBytes {
                $0.loadUnaligned(as: (UInt64, UInt64, UInt64, UInt64).self)
            }
        }

        static func == (left: Digest, right: Digest) -> Bool { left.words == right.words }

        // A quarter of a digest is as good as a hash of it.
        func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
    }

    private let descriptor: Int32
    private let path: String
    private var known: [Digest: UInt32] = [:]
    /// Where each content begins, and where the last one ends.
    private var offsets: [UInt64] = [0]

    /// - Parameters:
    ///   - folder: where the bytes lie.
    ///   - path: for messages.
    /// - Throws: `TileFault` of kind cannotCreate.
    init(in folder: String, path: String) throws {
        descriptor = unnamedFile(in: folder)
        guard descriptor >= 0 else {
            throw TileFault(
                .cannotCreate, "\(path): cannot make a temporary file in \(folder): \(systemMessage(errno))")
        }
        self.path = path
    }

    deinit { close(descriptor) }

    /// How many different contents there are.
    var count: Int { offsets.count - 1 }

    /// Bytes of a content.
    func length(_ content: UInt32) -> UInt32 { UInt32(offsets[Int(content) + 1] - offsets[Int(content)]) }

    /// Keeps a content of at least one byte, unless it is known.
    /// - Returns: its number, counted from 0.
    /// - Throws: `TileFault` of kind ioFailed.
    mutating func add(_ bytes: UnsafeRawBufferPointer) throws -> UInt32 {
        let digest = Digest(bytes)
        if let number = known[digest] { return number }
        // At its place, whatever part of a content a full disk has let through before.
        try PMTilesFile.write(descriptor, bytes, at: offsets[count], path: path)
        let number = UInt32(count)
        known[digest] = number
        offsets.append(offsets[count] + UInt64(bytes.count))
        return number
    }

    /// Frees what only `add` needs.
    mutating func forgetDigests() { known = [:] }

    /// Passes on contents in this order, in pieces of up to `buffer`'s size.
    /// - Throws: `TileFault` of kind ioFailed; what `body` throws.
    func forEachPiece(
        of contents: [UInt32], buffer: UnsafeMutableRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        var place = 0
        while place < contents.count {
            // Neighbours here that are neighbours there are read as one.
            var position = offsets[Int(contents[place])]
            repeat { place += 1 } while place < contents.count && contents[place] == contents[place - 1] + 1
            let end = offsets[Int(contents[place - 1]) + 1]
            while position < end {
                let piece = UnsafeMutableRawBufferPointer(
                    rebasing: buffer[0..<Int(min(UInt64(buffer.count), end - position))])
                try PMTilesFile.read(descriptor, position, piece, path: path)
                try body(UnsafeRawBufferPointer(piece))
                position += UInt64(piece.count)
            }
        }
    }
}
