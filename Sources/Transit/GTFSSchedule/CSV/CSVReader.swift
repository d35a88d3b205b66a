import NDJSON
import Platform

/// One cell of a row, blanks at its ends taken away and quotes resolved.
public struct CSVCell {
    public let start: UnsafeRawPointer
    public let count: Int

    @inlinable public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }
}

/// Rows of CSV (RFC 4180, and what feeds make of it), one at a time.
///
/// A row ends at LF, CR, CRLF or CR CR LF outside quotes. Quotes may have blanks before them; text after a closing
/// quote belongs to the cell. Spaces and tabs at a cell's ends are taken away, inside quotes too. Blank lines are
/// passed over. Memory: one buffer for the longest row so far, and a second one of its size once a quoted cell had to
/// be rewritten.
public final class CSVReader {
    public enum Outcome: Equatable {
        case row
        case end
        /// The file ended inside quotes that were opened in `openedAt`; `lines` lines were taken with them.
        case unterminated(openedAt: Int, lines: Int)
        /// A row of more bytes than are accepted, passed over; `openedAt` when the file ended inside its quotes.
        case tooLong(bytes: Int, openedAt: Int?)
    }

    /// The most cells that are looked at in a row; those beyond are only counted.
    public static let columnLimit = 1 << 14

    let source: any ByteSource
    let limit: Int
    var buffer: UnsafeMutableRawPointer
    var capacity: Int
    /// Where the row begins, and after `next` where the one after it does.
    var from = 0
    var rowStart = 0
    var rowEnd = 0
    var filled = 0
    var ended = false
    /// The error that ends the bytes, thrown once the rows before it were read.
    var failure: (any Error)?
    /// Whether the buffer holds all rows there are.
    var isBlock = false
    /// Room for rewritten cells, as large as the buffer so that it never moves while a row is read.
    var scratch: UnsafeMutableRawPointer?
    var scratchUsed = 0
    public internal(set) var nextLine = 1
    var seenNUL = false
    /// Line of the quote that was not closed, while a row is read.
    var openQuoteLine = 0

    /// The cells of the row; valid until the next call.
    public let cells: UnsafeMutablePointer<CSVCell>
    /// How many cells of the row are in `cells`.
    public internal(set) var cellCount = 0
    /// How many cells a row has room for: the header's columns; those beyond are counted as extra.
    public var cellLimit = CSVReader.columnLimit { didSet { cellLimit = min(cellLimit, CSVReader.columnLimit) } }
    public internal(set) var extraCells = 0
    /// Whether a cell beyond the limit holds anything.
    public internal(set) var extraHasContent = false
    /// The line on which the row begins, counted from 1.
    public internal(set) var line = 0
    /// How many lines have blanks alone, and the first of them.
    public internal(set) var blankLines = 0
    public internal(set) var firstBlankLine = 0
    /// How many cells lost blanks at their ends, and the first of them.
    public internal(set) var trimmedCells = 0
    public internal(set) var firstTrimmed = 0

    /// - Parameter limit: the longest accepted row in bytes, its end not counted.
    public init(_ source: any ByteSource, limit: Int = 16 << 20, chunk: Int = 1 << 18) {
        self.source = source
        self.limit = limit
        capacity = max(chunk, 256)
        buffer = .allocate(byteCount: capacity + CSVReader.slack, alignment: 16)
        buffer.storeBytes(of: 0x0A, as: UInt8.self)
        cells = .allocate(capacity: CSVReader.columnLimit)
    }

    deinit {
        buffer.deallocate()
        scratch?.deallocate()
        cells.deallocate()
    }

    /// Bytes beyond the content that may be read together with it; the first of them always holds a line feed.
    static let slack = 64

    /// The row as it stands in the file, without its end.
    public var raw: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: buffer + rowStart, count: rowEnd - rowStart)
    }

    /// Whether the row holds a NUL.
    public var hasNUL: Bool { seenNUL && memchr(buffer + rowStart, 0, rowEnd - rowStart) != nil }

    /// Moves to the next row that is not blank.
    public func next() throws -> Outcome {
        while true {
            line = nextLine
            switch parse() {
            case .row:
                if rowEnd - rowStart > limit { return .tooLong(bytes: rowEnd - rowStart, openedAt: nil) }
                return .row
            case .blank:
                guard rowEnd > rowStart else { continue }
                if blankLines == 0 { firstBlankLine = line }
                blankLines += 1
            case .end: return .end
            case .more:
                // A row of the limit may end with a CR or two, behind which a line feed may come.
                if filled - from > limit + 2 { return try passOver() }
                try refill()
            case .unterminated:
                if rowEnd - rowStart > limit {
                    return .tooLong(bytes: rowEnd - rowStart, openedAt: openQuoteLine)
                }
                let lastByte = raw.last ?? 0
                let lastLine =
                    line + CSVReader.lineEnds(buffer + rowStart, rowEnd - rowStart)
                    - (lastByte == 0x0A || lastByte == 0x0D ? 1 : 0)
                return .unterminated(openedAt: openQuoteLine, lines: lastLine - openQuoteLine + 1)
            }
        }
    }

    /// Moves what is left of the buffer to its front and fills the rest.
    private func refill() throws {
        if let failure { throw failure }
        if from > 0 {
            memmove(buffer, buffer + from, filled - from)
            filled -= from
            from = 0
        }
        if capacity - filled < 1 << 12, filled > capacity / 2 {
            grow(to: min(capacity * 2, max(limit + (1 << 16), capacity + (1 << 13))))
        }
        while !ended, failure == nil, capacity - filled >= 64 {
            let start = filled
            ended = !readMore()
            if !seenNUL { seenNUL = memchr(buffer + start, 0, filled - start) != nil }
        }
        buffer.storeBytes(of: 0x0A, toByteOffset: filled, as: UInt8.self)
    }

    /// Reads bytes behind those in the buffer.
    /// - Returns: false at the end of the file.
    func readMore() -> Bool {
        do {
            let count = try source.read(
                into: UnsafeMutableRawBufferPointer(start: buffer + filled, count: capacity - filled))
            filled += count
            return count > 0
        } catch {
            failure = error
            return true
        }
    }

    func grow(to larger: Int) {
        let fresh = UnsafeMutableRawPointer.allocate(byteCount: larger + CSVReader.slack, alignment: 16)
        memcpy(fresh, buffer, filled)
        buffer.deallocate()
        buffer = fresh
        capacity = larger
        scratch?.deallocate()
        scratch = nil
    }

    /// How many line ends bytes hold; CRLF and CR CR LF are one.
    static func lineEnds(_ start: UnsafeRawPointer, _ count: Int) -> Int {
        var lines = 0
        var position = 0
        let bytes = UnsafeRawBufferPointer(start: start, count: count)
        while position < count {
            switch bytes[position] {
            case 0x0A: lines += 1
            case 0x0D:
                lines += 1
                if position + 1 < count, bytes[position + 1] == 0x0A {
                    position += 1
                } else if position + 2 < count, bytes[position + 1] == 0x0D, bytes[position + 2] == 0x0A {
                    position += 2
                }
            default: break
            }
            position += 1
        }
        return lines
    }

    // MARK: A row that is too long

    /// Reads on to the end of the row that is too long, keeping none of it.
    private func passOver() throws -> Outcome {
        var place = RowPlace.cellStart
        var length = 0
        var openedAt = line
        var position = from
        var lines = line
        var previous: (last: UInt8, beforeLast: UInt8) = (0, 0)
        while true {
            if position == filled {
                from = 0
                filled = 0
                position = 0
                try refill()
                if filled == 0 { break }
            }
            let byte = buffer.load(fromByteOffset: position, as: UInt8.self)
            if place != .quoted, byte == 0x0A || byte == 0x0D { break }
            position += 1
            length += 1
            if place == .cellStart, byte == 0x22 { openedAt = lines }
            if place == .quoted, byte == 0x0A || byte == 0x0D {
                // CRLF and CR CR LF are one line end.
                if byte == 0x0D || previous.last != 0x0D {
                    lines += 1
                } else if previous.beforeLast == 0x0D {
                    lines -= 1
                }
            }
            place.pass(byte)
            previous = (byte, previous.last)
        }
        from = position
        rowStart = position
        rowEnd = position
        nextLine = lines
        try passLineEnd()
        return .tooLong(bytes: length, openedAt: place == .quoted ? openedAt : nil)
    }

    /// Moves past the line end at `from`, or past nothing at the end of the file.
    private func passLineEnd() throws {
        if filled - from < 3, !ended { try refill() }
        guard from < filled else { return }
        nextLine += 1
        var first = buffer.load(fromByteOffset: from, as: UInt8.self)
        if first == 0x0D, filled - from >= 3, buffer.load(fromByteOffset: from + 1, as: UInt8.self) == 0x0D,
            buffer.load(fromByteOffset: from + 2, as: UInt8.self) == 0x0A
        {
            from += 1
        }
        first = buffer.load(fromByteOffset: from, as: UInt8.self)
        from += 1
        if first == 0x0D, from < filled, buffer.load(fromByteOffset: from, as: UInt8.self) == 0x0A { from += 1 }
    }
}
