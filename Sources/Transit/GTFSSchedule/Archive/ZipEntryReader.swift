import CZlib
import Hashing
import NDJSON

/// The bytes of one stored or deflated entry, in order, its size and checksum tested at its end.
///
/// Memory: that of an `EntryInflater`.
final class ZipEntryReader: ByteSource {
    private let data: FileRange
    private let entry: ZipEntry
    /// The archive and the entry, for messages.
    private let name: String
    private let tally: ReadTally
    /// nil for a stored entry.
    private let inflater: EntryInflater?
    /// How many bytes of a stored entry were read.
    private var stored = 0
    private var produced = 0
    private var checksum: UInt32 = 0
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
        inflater =
            entry.method == 8 ? try EntryInflater(data, name: name, tally: tally) : nil
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
            if let inflater {
                defer { ended = inflater.ended }
                try inflater.inflate(into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(1 << 30)), &count)
            } else {
                try copy(into: buffer, &count)
            }
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

    /// How many bytes of the archive were read.
    private var position: Int { inflater?.position ?? stored }

    private func account(for bytes: UnsafeRawBufferPointer) throws {
        produced += bytes.count
        checksum =
            inflater?.checksum(checksum, bytes)
            ?? UInt32(
                truncatingIfNeeded: crc32(
                    UInt(checksum), bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self),
                    UInt32(bytes.count)))
        try tally.inflated(bytes.count, of: name)
        if produced > ReadTally.ratioFloor, produced / max(position, 1) >= ReadTally.ratioLimit {
            throw FeedFault(
                .unusable,
                "\(name): zip bomb: \(position) bytes decompress to more than \(produced), over "
                    + "\(ReadTally.ratioLimit):1")
        }
    }

    private func finish() throws {
        if produced != entry.size || checksum != entry.checksum { try inflater?.confirm() }
        guard produced == entry.size else {
            throw FeedFault(
                .unusable,
                "\(name): the entry has \(produced > entry.size ? "more" : "fewer") bytes than the \(entry.size) "
                    + "given in the zip's directory; the archive is corrupt")
        }
        guard checksum == entry.checksum else {
            throw FeedFault(
                .unusable,
                "\(name): wrong CRC: the data has \(Hexadecimal.text(checksum)), "
                    + "the zip's directory \(Hexadecimal.text(entry.checksum)); the archive is corrupt")
        }
    }

    private func copy(into buffer: UnsafeMutableRawBufferPointer, _ count: inout Int) throws {
        count = try data.read(at: stored, into: buffer)
        stored += count
        tally.bytesRead += count
        if stored == data.count { ended = true } else if count == 0 { throw EntryInflater.cutShort(name) }
    }

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
