import Platform

/// A source of bytes that are read once, in order.
public protocol ByteSource: AnyObject {
    /// Fills the front of `buffer` and returns how many bytes; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

/// Reads lines from a byte source. LF or CRLF ends a line, a byte order mark at the start is skipped, and the last line
/// may lack its end.
///
/// Memory: one buffer as large as the longest line so far, at most `limit` plus a chunk.
public final class LineReader {
    public enum Line {
        /// A line without its line break; the bytes are valid until the next call.
        case line(UnsafeRawBufferPointer)
        /// An overlong line, which was skipped, with its length in bytes.
        case tooLong(Int)
    }

    private let source: any ByteSource
    private let limit: Int
    private var buffer: UnsafeMutableRawBufferPointer
    private var from = 0
    private var filled = 0
    private var ended = false
    /// The number of the last returned line, from 1.
    public private(set) var number = 0

    /// - Parameter limit: the maximum length of a line in bytes, without its line break.
    public init(_ source: any ByteSource, limit: Int = 16 << 20, chunk: Int = 1 << 18) {
        self.source = source
        self.limit = limit
        buffer = .allocate(byteCount: max(chunk, 64), alignment: 16)
    }

    deinit { buffer.deallocate() }

    /// The next line, blank ones included, or nil at the end.
    /// - Parameter beforeReading: called each time when no whole line is at hand and the source is about to be read.
    public func next(beforeReading: () throws -> Void = {}) throws -> Line? {
        var searched = from
        while true {
            if searched < filled, let end = memchr(buffer.baseAddress! + searched, 0x0A, filled - searched) {
                let stop = UnsafeRawPointer(end) - UnsafeRawPointer(buffer.baseAddress!)
                return take(until: stop, next: stop + 1)
            }
            searched = filled
            // A byte order mark is no part of the first line.
            if filled - from > limit + (number == 0 ? 5 : 2) { return try passOver() }
            if ended { return from < filled ? take(until: filled, next: filled) : nil }
            if from > 0 {
                searched -= from
                compact()
            }
            if filled == buffer.count { grow() }
            try beforeReading()
            let count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
            if count == 0 { ended = true } else { filled += count }
        }
    }

    /// All complete lines in the buffer, as one contiguous piece, valid until the next call.
    ///
    /// - Parameters:
    ///   - most: the maximum number of lines.
    ///   - bytes: stops once this many bytes are taken; the last line may go beyond.
    ///   - each: called with the place of each line in the piece, and its number of bytes without the line break.
    /// - Returns: nil if `next` must be called instead: before the first line, if no line is complete, or if a line is too long.
    public func linesAtHand(most: Int, bytes: Int, _ each: (Int, Int) -> Void) -> UnsafeRawBufferPointer? {
        guard number > 0, let base = buffer.baseAddress else { return nil }
        let first = from
        var count = 0
        while count < most, from - first < bytes, let found = memchr(base + from, 0x0A, filled - from) {
            let end = UnsafeRawPointer(found) - UnsafeRawPointer(base)
            let length = end - from - (end > from && buffer[end - 1] == 0x0D ? 1 : 0)
            guard length <= limit else { break }
            each(from - first, length)
            from = end + 1
            count += 1
        }
        number += count
        return count > 0 ? UnsafeRawBufferPointer(rebasing: buffer[first..<from]) : nil
    }

    /// The number of readable bytes from the start of the line that `next` returned last. The bytes after the line have no
    /// meaning.
    public func readable(_ line: UnsafeRawBufferPointer) -> Int {
        guard let start = line.baseAddress, let base = buffer.baseAddress else { return 0 }
        return buffer.count - (start - UnsafeRawPointer(base))
    }

    /// The source's first bytes, none of them taken, before the first line is: `count` of them, or fewer where the
    /// source ends or `isEnough` says so.
    public func head(_ count: Int, until isEnough: (UnsafeRawBufferPointer) -> Bool) throws -> UnsafeRawBufferPointer {
        while filled < min(count, buffer.count), !ended,
            !isEnough(UnsafeRawBufferPointer(rebasing: buffer[..<filled]))
        {
            let more = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
            if more == 0 { ended = true } else { filled += more }
        }
        return UnsafeRawBufferPointer(rebasing: buffer[..<min(count, filled)])
    }

    /// The bytes that were read from the source and are not part of a line that was returned.
    public var unread: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: buffer[from..<filled]) }

    private func take(until stop: Int, next: Int) -> Line {
        number += 1
        var start = from
        var end = stop
        if end > start, buffer[end - 1] == 0x0D { end -= 1 }
        start += markLength(from: start, to: end)
        from = next
        if end - start > limit { return .tooLong(end - start) }
        return .line(UnsafeRawBufferPointer(rebasing: buffer[start..<end]))
    }

    /// The length of the byte order mark at the start of the first line.
    private func markLength(from start: Int, to end: Int) -> Int {
        number == 1 && end - start >= 3 && buffer[start] == 0xEF && buffer[start + 1] == 0xBB
            && buffer[start + 2] == 0xBF
            ? 3 : 0
    }

    private func compact() {
        if filled > from {
            buffer.baseAddress!.copyMemory(from: buffer.baseAddress! + from, byteCount: filled - from)
        }
        filled -= from
        from = 0
    }

    private func grow() {
        let fresh = UnsafeMutableRawBufferPointer.allocate(
            byteCount: min(buffer.count * 2, max(limit + (1 << 16), buffer.count + 64)), alignment: 16)
        fresh.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[0..<filled]))
        buffer.deallocate()
        buffer = fresh
    }

    /// Reads on to the end of a line that is too long, keeping none of it.
    private func passOver() throws -> Line {
        number += 1
        var length = filled - from - markLength(from: from, to: filled)
        var last = buffer[filled - 1]
        from = 0
        filled = 0
        while true {
            let count = try source.read(into: buffer)
            if count == 0 {
                ended = true
                return .tooLong(last == 0x0D ? length - 1 : length)
            }
            if let end = memchr(buffer.baseAddress!, 0x0A, count) {
                let stop = UnsafeRawPointer(end) - UnsafeRawPointer(buffer.baseAddress!)
                from = stop + 1
                filled = count
                if stop > 0 { last = buffer[stop - 1] }
                return .tooLong(last == 0x0D ? length + stop - 1 : length + stop)
            }
            length += count
            last = buffer[count - 1]
        }
    }
}
