import CZlib
import Hashing
import NDJSON

/// The bytes of one stored or deflated entry, in order, its size and checksum tested at its end.
///
/// Memory: a buffer of 64 KiB and zlib's window of 32 KiB.
final class ZipEntryReader: ByteSource {
    private let data: FileRange
    private let entry: ZipEntry
    /// The archive and the entry, for messages.
    private let name: String
    private let tally: ReadTally
    private let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    private var stream = z_stream()
    private var position = 0
    private var produced = 0
    private var checksum: UInt = 0
    private var ended = false
    /// Why there are no more bytes.
    private var fault: (any Error)?

    /// - Throws: `FeedFault` of kind unusable when the entry is encrypted, of an unsupported method or cut short.
    init(_ entry: ZipEntry, in archive: FileRange, name: String, tally: ReadTally) throws {
        self.entry = entry
        self.name = name
        self.tally = tally
        if entry.isEncrypted { throw FeedFault(.unusable, "\(name): the entry is encrypted") }
        guard entry.method == 0 || entry.method == 8 else {
            throw FeedFault(
                .unusable,
                "\(name): compressed with \(ZipEntryReader.method(entry.method)); only stored and deflated entries are supported"
            )
        }
        // The local header repeats the directory, less reliably; only its length matters (§4.3.7).
        let header = try archive.bytes(at: entry.header, count: 30)
        guard header.count == 30, header.u32(0) == 0x0403_4B50 else {
            throw FeedFault(
                .unusable,
                "\(name): the entry is not at the place given in the zip's directory; the archive is truncated or corrupt"
            )
        }
        let start = entry.header + 30 + Int(header.u16(26)) + Int(header.u16(28))
        guard start <= archive.count, entry.compressed <= archive.count - start else {
            throw FeedFault(.unusable, "\(name): the entry is truncated: the archive ends inside it")
        }
        data = FileRange(archive.file, offset: archive.offset + start, count: entry.compressed)
        if entry.method == 8 {
            guard linefeed_inflate_init(&stream, -15) == Z_OK else {
                throw FeedFault(.ioFailed, "\(name): out of memory while decompressing")
            }
        }
    }

    deinit {
        if entry.method == 8 { inflateEnd(&stream) }
        input.deallocate()
    }

    /// The range of a stored entry's bytes, for an archive inside an archive.
    static func storedRange(_ entry: ZipEntry, in archive: FileRange, name: String) throws -> FileRange {
        try ZipEntryReader(entry, in: archive, name: name, tally: ReadTally()).data
    }

    /// Gives all bytes before a fault, and throws the fault at the next call. How many bytes a caller gets does not depend on
    /// the size of its buffer.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if let fault { throw fault }
        if ended { return 0 }
        var count = 0
        do {
            if entry.method == 0 { try copy(into: buffer, &count) } else { try inflate(into: buffer, &count) }
        } catch {
            fault = error
        }
        if count > 0 {
            do { try account(for: UnsafeRawBufferPointer(rebasing: buffer[0..<count])) } catch {
                fault = fault ?? error
            }
        }
        if fault == nil, ended || produced > entry.size {
            do { try finish() } catch { fault = error }
        }
        if count == 0, let fault { throw fault }
        return count
    }

    private func account(for bytes: UnsafeRawBufferPointer) throws {
        produced += bytes.count
        checksum = crc32(
            checksum, bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self), UInt32(bytes.count))
        try tally.inflated(bytes.count, of: name)
        if produced > ReadTally.ratioFloor, produced / max(position, 1) >= ReadTally.ratioLimit {
            throw FeedFault(
                .unusable,
                "\(name): zip bomb: \(position) bytes decompress to more than \(produced), over "
                    + "\(ReadTally.ratioLimit):1")
        }
    }

    private func finish() throws {
        guard produced == entry.size else {
            throw FeedFault(
                .unusable,
                "\(name): the entry has \(produced > entry.size ? "more" : "fewer") bytes than the \(entry.size) "
                    + "given in the zip's directory; the archive is corrupt")
        }
        guard UInt32(truncatingIfNeeded: checksum) == entry.checksum else {
            throw FeedFault(
                .unusable,
                "\(name): wrong CRC: the data has \(Hexadecimal.text(UInt32(truncatingIfNeeded: checksum))), "
                    + "the zip's directory \(Hexadecimal.text(entry.checksum)); the archive is corrupt")
        }
    }

    private func copy(into buffer: UnsafeMutableRawBufferPointer, _ count: inout Int) throws {
        count = try data.read(at: position, into: buffer)
        position += count
        tally.bytesRead += count
        if position == data.count { ended = true } else if count == 0 { throw cutShort() }
    }

    private func inflate(into buffer: UnsafeMutableRawBufferPointer, _ produced: inout Int) throws {
        let space = min(buffer.count, 1 << 30)
        defer { produced = space - Int(stream.avail_out) }
        stream.next_out = buffer.baseAddress!.assumingMemoryBound(to: UInt8.self)
        stream.avail_out = UInt32(space)
        while stream.avail_out > 0 {
            if stream.avail_in == 0 {
                let count = try data.read(at: position, into: input)
                position += count
                tally.bytesRead += count
                stream.next_in = input.baseAddress!.assumingMemoryBound(to: UInt8.self)
                stream.avail_in = UInt32(count)
            }
            // Asked without input too: a byte that was taken before may stand for a thousand that found no room.
            let (before, hadInput) = (stream.avail_out, stream.avail_in > 0)
            let result = CZlib.inflate(&stream, Z_NO_FLUSH)
            if !hadInput, result != Z_STREAM_END, stream.avail_out == before { throw cutShort() }
            if result == Z_STREAM_END {
                ended = true
                break
            }
            guard result == Z_OK || result == Z_BUF_ERROR else {
                let reason = stream.msg.map { String(cString: $0) } ?? "code \(result)"
                throw FeedFault(.unusable, "\(name): the compressed data is corrupt: \(reason)")
            }
        }
    }

    private func cutShort() -> FeedFault { FeedFault(.unusable, "\(name): the entry's data is truncated") }

    /// Names from §4.4.5.
    private static func method(_ number: UInt16) -> String {
        switch number {
        case 1: "Shrink"
        case 6: "Implode"
        case 9: "Deflate64"
        case 12: "bzip2"
        case 14: "LZMA"
        case 93: "Zstandard"
        case 95: "XZ"
        default: "method \(number)"
        }
    }
}
