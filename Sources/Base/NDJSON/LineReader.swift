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
        if number == 1, end - start >= 3, buffer[start] == 0xEF, buffer[start + 1] == 0xBB, buffer[start + 2] == 0xBF {
            start += 3
        }
        from = next
        if end - start > limit { return .tooLong(end - start) }
        return .line(UnsafeRawBufferPointer(rebasing: buffer[start..<end]))
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
        var length = filled - from
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
