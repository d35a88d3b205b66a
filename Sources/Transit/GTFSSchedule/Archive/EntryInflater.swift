import CISAL
import CZlib

/// Inflates the bytes of one entry by pieces.
///
/// ISA-L inflates large entries if the system has it, in a third of the time that zlib needs. If ISA-L finds a fault, zlib
/// inflates the entry again from its start, so that the message, and nearly always the bytes before the fault, are those of
/// zlib. ISA-L accepts some damaged data that zlib refuses; `ZipEntryReader` then finds another size or checksum.
///
/// Memory: a buffer of 64 KiB, and zlib's window of 32 KiB or 128 KiB for ISA-L.
final class EntryInflater {
    /// Loading ISA-L does not pay for smaller entries.
    static let leastBytesForISAL = 1 << 16

    private let data: FileRange
    /// The archive and the entry, for messages.
    private let name: String
    private let tally: ReadTally
    private let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    /// What is left of the bytes in `input`.
    private var rest: Range<Int> = 0..<0
    /// How many bytes of the entry were read.
    private(set) var position = 0
    private var delivered = 0
    private(set) var ended = false
    /// ISA-L's state; nil if zlib inflates.
    private var fast: UnsafeMutableRawPointer?
    private var stream = z_stream()
    private var hasStream = false

    /// - Parameter mayUseISAL: false for zlib alone.
    /// - Throws: `FeedFault` without memory.
    init(_ data: FileRange, name: String, tally: ReadTally, mayUseISAL: Bool = true) throws {
        self.data = data
        self.name = name
        self.tally = tally
        if mayUseISAL, data.count >= EntryInflater.leastBytesForISAL, linefeed_isal_load() != 0 {
            fast = linefeed_isal_reader()
        }
        if fast == nil { try beginStream() }
    }

    deinit {
        if let fast { linefeed_isal_free_reader(fast) }
        if hasStream { inflateEnd(&stream) }
        input.deallocate()
    }

    private func beginStream() throws {
        guard linefeed_inflate_init(&stream, -15) == Z_OK else {
            throw FeedFault(.ioFailed, "\(name): out of memory while decompressing")
        }
        hasStream = true
    }

    /// The CRC-32 of bytes that follow others.
    func checksum(_ before: UInt32, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
        guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return before }
        return fast != nil
            ? linefeed_isal_crc32(before, start, bytes.count)
            : UInt32(truncatingIfNeeded: crc32(UInt(before), start, UInt32(bytes.count)))
    }

    /// Fills a buffer of at most 1 GiB, as far as there are bytes.
    /// - Parameter count: how many bytes there were, before a fault too.
    /// - Throws: `FeedFault` for damaged or truncated data.
    func inflate(into buffer: UnsafeMutableRawBufferPointer, _ count: inout Int) throws {
        defer { delivered += count }
        if let fast {
            if try inflate(into: buffer, &count, fast) { return }
            // Of damaged data, ISA-L may have made other bytes than zlib.
            count = 0
            try startAgain()
        }
        try inflateByZlib(into: buffer, &count)
    }

    private func fill() throws {
        let count = try data.read(at: position, into: input)
        position += count
        tally.bytesRead += count
        rest = 0..<count
    }

    /// - Returns: false if ISA-L takes the data for damaged or truncated.
    private func inflate(
        into buffer: UnsafeMutableRawBufferPointer, _ count: inout Int, _ fast: UnsafeMutableRawPointer
    ) throws -> Bool {
        let target = buffer.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self)
        let source = input.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self)
        while count < buffer.count {
            var used: UInt32 = 0
            var made: UInt32 = 0
            let result = linefeed_isal_inflate(
                fast, source + rest.lowerBound, UInt32(rest.count), &used, target + count, UInt32(buffer.count - count),
                &made)
            rest = (rest.lowerBound + Int(used))..<rest.upperBound
            count += Int(made)
            ended = result > 0
            if ended { return true }
            if result < 0 { return false }
            guard made == 0 else { continue }
            // More is read only when everything that was read is inflated, so that bytes before a fault are delivered.
            guard rest.isEmpty else {
                if used == 0 { return false }
                continue
            }
            try fill()
            if rest.isEmpty { return false }
        }
        return true
    }

    /// Lets zlib inflate what ISA-L has inflated, to find a fault that ISA-L does not see.
    /// - Throws: the `FeedFault` of zlib, if it finds one.
    func confirm() throws { if fast != nil { try startAgain() } }

    /// Lets zlib inflate the entry from its start, up to where ISA-L stopped.
    private func startAgain() throws {
        if let fast { linefeed_isal_free_reader(fast) }
        fast = nil
        tally.bytesRead -= position
        position = 0
        rest = 0..<0
        ended = false
        try beginStream()
        let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { scratch.deallocate() }
        var left = delivered
        while left > 0, !ended {
            var count = 0
            try inflateByZlib(
                into: UnsafeMutableRawBufferPointer(rebasing: scratch[0..<min(left, scratch.count)]), &count)
            left -= count
        }
    }

    static func cutShort(_ name: String) -> FeedFault {
        FeedFault(.unusable, "\(name): the entry's data is truncated")
    }

    private func inflateByZlib(into buffer: UnsafeMutableRawBufferPointer, _ produced: inout Int) throws {
        defer { produced = buffer.count - Int(stream.avail_out) }
        stream.next_out = buffer.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self)
        stream.avail_out = UInt32(buffer.count)
        while stream.avail_out > 0 {
            if rest.isEmpty { try fill() }
            stream.next_in = (input.baseAddress.unsafelyUnwrapped + rest.lowerBound).assumingMemoryBound(to: UInt8.self)
            stream.avail_in = UInt32(rest.count)
            // Asked without input too: a byte that was taken before may stand for a thousand that found no room.
            let before = stream.avail_out
            let hadInput = !rest.isEmpty
            let result = CZlib.inflate(&stream, Z_NO_FLUSH)
            rest = (rest.upperBound - Int(stream.avail_in))..<rest.upperBound
            if !hadInput, result != Z_STREAM_END, stream.avail_out == before {
                throw EntryInflater.cutShort(name)
            }
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
}
