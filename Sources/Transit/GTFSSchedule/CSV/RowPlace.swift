import Platform

/// Where in a row a byte lies, for code that looks for the ends of rows without reading cells.
enum RowPlace {
    case cellStart, plain, quoted, quoteInQuotes

    /// Passes a byte. A line end that is not in quotes ends the row, which is for the caller to notice.
    @inline(__always)
    mutating func pass(_ byte: UInt8) {
        switch (self, byte) {
        case (.cellStart, 0x22), (.quoteInQuotes, 0x22): self = .quoted
        case (.cellStart, 0x20), (.cellStart, 0x09): break
        case (.quoted, 0x22): self = .quoteInQuotes
        case (.quoted, _): break
        case (_, 0x2C): self = .cellStart
        default: self = .plain
        }
    }

    /// The number of bytes up to the last line feed that ends a row, that line feed included; 0 if there is none.
    ///
    /// - Parameter bytes: `count` bytes that begin with the start of a row.
    static func endOfRows(_ bytes: UnsafeRawPointer, _ count: Int) -> Int {
        var end = 0
        // A row begins here.
        var row = 0
        while row < count {
            guard let found = memchr(bytes + row, 0x22, count - row) else {
                return afterLastFeed(bytes, from: row, count) ?? end
            }
            // The row of the quote begins after the last line end before it.
            var start = UnsafeRawPointer(found) - bytes
            while start > row, !isLineEnd(bytes, start - 1) { start -= 1 }
            end = afterLastFeed(bytes, from: row, start) ?? end
            guard let next = endOfRow(bytes, from: start, count) else { return end }
            row = next
            if bytes.load(fromByteOffset: next - 1, as: UInt8.self) == 0x0A { end = next }
        }
        return end
    }

    /// The position after the last line feed of a range; nil if it has none.
    private static func afterLastFeed(_ bytes: UnsafeRawPointer, from start: Int, _ end: Int) -> Int? {
        var position = end
        while position > start {
            if bytes.load(fromByteOffset: position - 1, as: UInt8.self) == 0x0A { return position }
            position -= 1
        }
        return nil
    }

    /// The position after the line end of the row that begins at `start`; nil if the bytes end before.
    private static func endOfRow(_ bytes: UnsafeRawPointer, from start: Int, _ count: Int) -> Int? {
        var place = RowPlace.cellStart
        var position = start
        while position < count {
            if place == .quoted {
                guard let quote = memchr(bytes + position, 0x22, count - position) else { return nil }
                position = UnsafeRawPointer(quote) - bytes + 1
                place = .quoteInQuotes
                continue
            }
            if isLineEnd(bytes, position) { return position + 1 }
            place.pass(bytes.load(fromByteOffset: position, as: UInt8.self))
            position += 1
        }
        return nil
    }

    @inline(__always)
    private static func isLineEnd(_ bytes: UnsafeRawPointer, _ position: Int) -> Bool {
        let byte = bytes.load(fromByteOffset: position, as: UInt8.self)
        return byte == 0x0A || byte == 0x0D
    }
}
