import NDJSON
import Platform

/// A file's bytes as valid UTF-8 without a byte order mark, whatever they were.
///
/// ASCII and UTF-8 pass through untouched. In a file that is to be guessed, the first byte beyond ASCII has the whole
/// file checked by a second reader, so that it is read either as UTF-8 or as Windows-1252 from its start to its end.
public final class TextSource: ByteSource {
    /// Whether the file was taken for Windows-1252, and the first line that is not UTF-8.
    public private(set) var guessedFromLine: Int?
    /// Whether a byte order mark says that the file is UTF-16, which the reference does not allow.
    public var isUTF16: Bool { if case .utf16 = mode { true } else { false } }
    /// How many bytes or units were replaced by U+FFFD, and the line of the first.
    public private(set) var replaced = 0
    public private(set) var firstReplacedLine = 0

    private enum Mode {
        case unopened, asciiSoFar, valid, replacing, windows1252, utf16(bigEndian: Bool)
    }

    private let source: any ByteSource
    private let reopen: () throws -> any ByteSource
    private let encoding: TextEncoding
    private var mode = Mode.unopened
    /// Bytes read and not yet decoded.
    private var staged = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    private var from = 0
    private var filled = 0
    private var ended = false
    private var line = 1
    /// Why there are no more bytes.
    private var fault: (any Error)?

    /// - Parameter reopen: gives the same bytes again, for the check.
    package init(_ source: any ByteSource, encoding: TextEncoding, reopen: @escaping () throws -> any ByteSource) {
        self.source = source
        self.encoding = encoding
        self.reopen = reopen
    }

    /// Opens a feed's file.
    /// - Throws: what `FeedFile.open` throws.
    public convenience init(_ file: FeedFile, encoding: TextEncoding, tally: ReadTally) throws {
        self.init(try file.open(tally), encoding: encoding) { try file.open(tally.another()) }
    }

    deinit { staged.deallocate() }

    /// Fills the front of a buffer of at least 16 bytes.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if let fault { throw fault }
        if case .unopened = mode { try start() }
        switch mode {
        case .asciiSoFar:
            let count = try pull(into: buffer)
            guard TextSource.hasHighByte(buffer, count) else { return count }
            let invalid: Int?
            do { invalid = try UTF8Check.firstInvalidLine(of: reopen()) } catch {
                fault = error
                return try asciiBeforeFault(buffer, count)
            }
            if let line = invalid {
                guessedFromLine = line
                stage(UnsafeRawBufferPointer(rebasing: buffer[0..<count]))
                mode = .windows1252
                return try decode(into: buffer)
            }
            mode = .valid
            return count
        case .valid: return try pull(into: buffer)
        default: return try decode(into: buffer)
        }
    }

    /// What can be read of a file that could not be checked: the bytes before the first beyond ASCII.
    private func asciiBeforeFault(_ buffer: UnsafeMutableRawBufferPointer, _ count: Int) throws -> Int {
        let ascii = buffer[0..<count].firstIndex { $0 > 0x7F } ?? count
        if ascii == 0, let fault { throw fault }
        return ascii
    }

    private static func hasHighByte(_ buffer: UnsafeMutableRawBufferPointer, _ count: Int) -> Bool {
        var position = 0
        var seen: UInt64 = 0
        while position &+ 8 <= count {
            seen |= buffer.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            position &+= 8
        }
        while position < count {
            seen |= UInt64(buffer[position])
            position &+= 1
        }
        return seen & 0x8080_8080_8080_8080 != 0
    }

    // MARK: Bytes before decoding

    /// Looks for a byte order mark and settles how the rest is read.
    private func start() throws {
        while filled < 3, !ended { try refill() }
        let mark = Array(staged[0..<min(filled, 3)])
        if mark.starts(with: [0xFF, 0xFE]) || mark.starts(with: [0xFE, 0xFF]) {
            from = 2
            mode = .utf16(bigEndian: mark[0] == 0xFE)
            return
        }
        if mark == [0xEF, 0xBB, 0xBF] { from = 3 }
        switch encoding {
        case .auto: mode = .asciiSoFar
        case .utf8: mode = .replacing
        case .windows1252: mode = .windows1252
        }
    }

    private func refill() throws {
        if from > 0 {
            memmove(staged.baseAddress!, staged.baseAddress! + from, filled - from)
            filled -= from
            from = 0
        }
        let count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: staged[filled...]))
        if count == 0 { ended = true } else { filled += count }
    }

    /// Staged bytes first, then the source's.
    private func pull(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard from < filled else { return ended ? 0 : try source.read(into: buffer) }
        let count = min(buffer.count, filled - from)
        memcpy(buffer.baseAddress!, staged.baseAddress! + from, count)
        from += count
        return count
    }

    /// Puts bytes back in front of those that are still to be decoded.
    private func stage(_ bytes: UnsafeRawBufferPointer) {
        let rest = filled - from
        let fresh = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(bytes.count + rest, 1 << 16), alignment: 16)
        fresh.copyMemory(from: bytes)
        if rest > 0 { memcpy(fresh.baseAddress! + bytes.count, staged.baseAddress! + from, rest) }
        staged.deallocate()
        staged = fresh
        from = 0
        filled = bytes.count + rest
    }

    // MARK: Decoding

    private func decode(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            if filled - from < 4, !ended { try refill() }
            guard from < filled else {
                if ended { return 0 }
                continue
            }
            let produced =
                switch mode {
                case .windows1252: decodeWindows1252(into: buffer)
                case .utf16(let bigEndian): decodeUTF16(into: buffer, bigEndian)
                default: decodeReplacing(into: buffer)
                }
            if produced > 0 { return produced }
        }
    }

    private func decodeWindows1252(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var out = 0
        while from < filled, out + 3 <= buffer.count {
            out += Windows1252.put(staged[from], at: buffer.baseAddress! + out)
            from += 1
        }
        return out
    }

    private func decodeUTF16(into buffer: UnsafeMutableRawBufferPointer, _ bigEndian: Bool) -> Int {
        func unit(_ position: Int) -> UInt32 {
            let first = UInt32(staged[position])
            let second = UInt32(staged[position + 1])
            return bigEndian ? first << 8 | second : second << 8 | first
        }
        var out = 0
        while out + 4 <= buffer.count {
            let available = filled - from
            if available < 2 {
                guard ended, available == 1 else { break }
                out += replacement(buffer, out)
                from = filled
                break
            }
            let first = unit(from)
            if first & 0xFC00 == 0xD800 {
                if available < 4, !ended { break }
                if available >= 4, unit(from + 2) & 0xFC00 == 0xDC00 {
                    let scalar = 0x10000 + ((first & 0x3FF) << 10) + (unit(from + 2) & 0x3FF)
                    out += TextSource.put(scalar, buffer, out)
                    from += 4
                    continue
                }
            }
            if first & 0xF800 == 0xD800 {
                out += replacement(buffer, out)
            } else {
                if first == 0x0A { line += 1 }
                out += TextSource.put(first, buffer, out)
            }
            from += 2
        }
        return out
    }

    private func decodeReplacing(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var out = 0
        while from < filled, out + 4 <= buffer.count {
            let start = UnsafeRawPointer(staged.baseAddress! + from)
            let available = filled - from
            let length = JSONText.sequenceLength(start, available: available)
            if length == 0 {
                // Of a sequence cut by the end of the stage the rest is still to come.
                if available < 4, !ended { break }
                out += replacement(buffer, out)
                from += 1
                continue
            }
            if staged[from] == 0x0A { line += 1 }
            for offset in 0..<length { buffer[out + offset] = staged[from + offset] }
            out += length
            from += length
        }
        return out
    }

    private func replacement(_ buffer: UnsafeMutableRawBufferPointer, _ out: Int) -> Int {
        if replaced == 0 { firstReplacedLine = line }
        replaced += 1
        return TextSource.put(0xFFFD, buffer, out)
    }

    /// Writes a scalar as UTF-8 and returns its length.
    @inline(__always)
    private static func put(_ scalar: UInt32, _ buffer: UnsafeMutableRawBufferPointer, _ out: Int) -> Int {
        JSONText.put(scalar: scalar, at: buffer.baseAddress! + out)
    }
}

/// Reads a whole source and tells whether it is UTF-8.
enum UTF8Check {
    /// The number of the first line with bytes that are not UTF-8, or nil when all are.
    static func firstInvalidLine(of source: any ByteSource) throws -> Int? {
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { chunk.deallocate() }
        var line = 1
        var kept = 0
        while true {
            let count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: chunk[kept...]))
            let filled = kept + count
            let bytes = UnsafeRawBufferPointer(rebasing: chunk[0..<filled])
            guard let invalid = JSONText.invalidUTF8(bytes) else {
                if count == 0 { return nil }
                line += bytes.count { $0 == 0x0A }
                kept = 0
                continue
            }
            line += bytes[0..<invalid].count { $0 == 0x0A }
            // A sequence may be cut by the end of the chunk.
            guard count > 0, filled - invalid < 4 else { return line }
            kept = filled - invalid
            memmove(chunk.baseAddress!, chunk.baseAddress! + invalid, kept)
        }
    }
}
