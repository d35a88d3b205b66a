import NDJSON

/// Why an archive could not be written; a failure of the destination comes through as it is.
public enum ZipWriterFault: Error, Equatable {
    /// An entry grew past 4 GiB although it was begun as one that would not.
    case entryTooLarge(String)
}

/// Writes a zip archive front to back into a stream that cannot seek (PKWARE APPNOTE 6.3.10).
///
/// Entries are deflated, their sizes follow them in a data descriptor (§4.3.9), and all timestamps are the format's
/// first (1980-01-01 00:00:00), so that the same content gives the same bytes with the same zlib. ZIP64 (§4.3.14, §4.5.3) is used where
/// a size, an offset or the number of entries asks for it. Memory: the directory, and that of `BlockDeflater`.
public final class ZipWriter {
    private struct Entry {
        let name: String
        let offset: UInt64
        let isZip64: Bool
        var crc: UInt32 = 0
        var compressed: UInt64 = 0
        var uncompressed: UInt64 = 0
    }

    private static let dosDate = 1 << 5 | 1
    /// Bit 3: sizes are in the data descriptor; bit 11: the name is UTF-8 (§4.4.4).
    private static let flags = 1 << 3 | 1 << 11

    /// Writes and counts.
    private let output: Output
    private let scratch = RecordWriter(capacity: 1 << 10)
    private let deflater: BlockDeflater
    private var directory: [Entry] = []
    private var current: Entry?
    /// The largest number the format's 32-bit fields are used for; tests lower it.
    private let limit: UInt64
    /// Bytes written so far.
    public var count: UInt64 { output.count }

    /// The destination of the archive's bytes.
    private final class Output {
        private let write: (UnsafeRawBufferPointer) throws -> Void
        private(set) var count: UInt64 = 0

        init(_ write: @escaping (UnsafeRawBufferPointer) throws -> Void) { self.write = write }

        func put(_ bytes: UnsafeRawBufferPointer) throws {
            count += UInt64(bytes.count)
            try write(bytes)
        }
    }

    /// An archive whose bytes go to `write` in order.
    /// - Parameters:
    ///   - level: zlib's, 1 to 9; on tables 5 takes half the time of 6 and makes them a twentieth larger, 4 a third and
    ///     a tenth.
    ///   - jobs: the number of threads that compress, which does not change the bytes.
    public convenience init(
        level: Int = 6, jobs: Int = 1, write: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) {
        self.init(limit: 0xFFFF_FFFE, level: level, jobs: jobs, write: write)
    }

    init(limit: UInt64, level: Int, jobs: Int = 1, write: @escaping (UnsafeRawBufferPointer) throws -> Void) {
        self.limit = limit
        let output = Output(write)
        self.output = output
        deflater = BlockDeflater(level: level, jobs: jobs) { try output.put($0) }
    }

    /// Begins an entry, ending the one before.
    /// - Parameter bound: a size the content will not pass, in bytes; nil when nothing is known. An entry that may pass
    ///   4 GiB has 64-bit sizes, which its header must announce before they are known.
    public func begin(_ name: String, atMost bound: Int? = nil) throws {
        try end()
        // Deflate may grow incompressible content by 5 bytes in 16 KiB; a tenth is on the safe side.
        let isZip64 = bound.map { UInt64($0) + UInt64($0) / 10 + 1024 > limit } ?? true
        current = Entry(name: name, offset: count, isZip64: isZip64)
        scratch.removeAll()
        number(0x0403_4B50, 4)
        number(isZip64 ? 45 : 20, 2)
        number(ZipWriter.flags, 2)
        number(8, 2)
        number(0, 2)
        number(ZipWriter.dosDate, 2)
        number(0, 4)
        // §4.5.3: sizes of all ones say that the extra field has them; it has zeros until the descriptor.
        number(isZip64 ? 0xFFFF_FFFF : 0, 4)
        number(isZip64 ? 0xFFFF_FFFF : 0, 4)
        number(name.utf8.count, 2)
        number(isZip64 ? 20 : 0, 2)
        scratch.append(name)
        if isZip64 {
            number(1, 2)
            number(16, 2)
            number(0, 8)
            number(0, 8)
        }
        try put(scratch.bytes)
    }

    /// Adds content to the entry begun last.
    public func append(_ bytes: UnsafeRawBufferPointer) throws {
        guard current != nil else { return }
        try deflater.append(bytes)
    }

    /// Ends the entry begun last, if any.
    /// - Throws: `ZipWriterFault.entryTooLarge` when it passed the bound it was begun with.
    public func end() throws {
        guard var entry = current else { return }
        let figures = try deflater.finish()
        current = nil
        entry.crc = figures.crc
        entry.compressed = figures.compressed
        entry.uncompressed = figures.count
        if !entry.isZip64, max(entry.compressed, entry.uncompressed) > limit {
            throw ZipWriterFault.entryTooLarge(entry.name)
        }
        scratch.removeAll()
        number(0x0807_4B50, 4)
        number(Int(entry.crc), 4)
        number(entry.compressed, entry.isZip64 ? 8 : 4)
        number(entry.uncompressed, entry.isZip64 ? 8 : 4)
        try put(scratch.bytes)
        directory.append(entry)
    }

    /// Ends the last entry and writes the directory; nothing may follow.
    public func finish() throws {
        try end()
        let start = count
        for entry in directory { try writeDirectory(of: entry) }
        let size = count - start
        scratch.removeAll()
        if start > limit || size > limit || directory.count > 0xFFFE {
            let record = count
            number(0x0606_4B50, 4)
            number(44, 8)
            number(3 << 8 | 45, 2)
            number(45, 2)
            number(0, 8)
            number(directory.count, 8)
            number(directory.count, 8)
            number(size, 8)
            number(start, 8)
            number(0x0706_4B50, 4)
            number(0, 4)
            number(record, 8)
            number(1, 4)
        }
        number(0x0605_4B50, 4)
        number(0, 4)
        number(min(directory.count, 0xFFFF), 2)
        number(min(directory.count, 0xFFFF), 2)
        number(short(size), 4)
        number(short(start), 4)
        number(0, 2)
        try put(scratch.bytes)
    }

    private func writeDirectory(of entry: Entry) throws {
        let wide = [entry.uncompressed, entry.compressed, entry.offset].filter { $0 > limit }
        scratch.removeAll()
        number(0x0201_4B50, 4)
        // Made on Unix, so that the mode below is read as one.
        number(3 << 8 | 45, 2)
        number(entry.isZip64 || !wide.isEmpty ? 45 : 20, 2)
        number(ZipWriter.flags, 2)
        number(8, 2)
        number(0, 2)
        number(ZipWriter.dosDate, 2)
        number(Int(entry.crc), 4)
        number(short(entry.compressed), 4)
        number(short(entry.uncompressed), 4)
        number(entry.name.utf8.count, 2)
        number(wide.isEmpty ? 0 : 4 + 8 * wide.count, 2)
        number(0, 6)
        number(0o100644 << 16, 4)
        number(short(entry.offset), 4)
        scratch.append(entry.name)
        if !wide.isEmpty {
            number(1, 2)
            number(8 * wide.count, 2)
            for value in wide { number(value, 8) }
        }
        try put(scratch.bytes)
    }

    /// A value for a 32-bit field, all ones where the ZIP64 field has it.
    private func short(_ value: UInt64) -> UInt64 { value > limit ? 0xFFFF_FFFF : value }

    private func number(_ value: Int, _ bytes: Int) { number(UInt64(value), bytes) }

    private func number(_ value: UInt64, _ bytes: Int) {
        for shift in 0..<bytes { scratch.append(UInt8(truncatingIfNeeded: value >> (8 * UInt64(shift)))) }
    }

    private func put(_ bytes: UnsafeRawBufferPointer) throws { try output.put(bytes) }
}
