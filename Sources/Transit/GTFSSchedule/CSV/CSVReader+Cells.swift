import CVectors
import Platform

/// Finding the cells of one row.
extension CSVReader {
    enum Step {
        case row, blank, end, more, unterminated
    }

    @inline(__always)
    private func byte(_ position: Int) -> UInt8 { buffer.load(fromByteOffset: position, as: UInt8.self) }

    @inline(__always)
    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// Reads the row at `from` if the buffer holds all of it; otherwise asks for more and leaves everything as it was.
    func parse() -> Step {
        guard from < filled else { return ended ? .end : .more }
        cellCount = 0
        extraCells = 0
        extraHasContent = false
        trimmedCells = 0
        scratchUsed = 0
        var inQuotes = 0
        var hadQuotes = false
        var start = from
        // 64 bytes are examined together. Before the first stop (a quote or line end), commas are the only delimiters. The
        // branches below are therefore taken in the same order in most rows, so the processor predicts them.
        var block = from
        while true {
            let marks = linefeed_csv_marks(buffer + block)
            var (commas, stops) = (marks.commas, marks.stops)
            // Where the next block begins.
            var next = block &+ 64
            while true {
                let stop = stops & (0 &- stops)
                var before = commas & (stop &- 1)
                commas ^= before
                while before != 0 {
                    let at = block &+ before.trailingZeroBitCount
                    before &= before &- 1
                    push(start, at)
                    start = at &+ 1
                }
                guard stop != 0 else { break }
                stops ^= stop
                var at = block &+ stop.trailingZeroBitCount
                var mark = byte(at)
                if mark == 0x22 {
                    guard onlyBlanks(start, at) else { continue }
                    hadQuotes = true
                    switch quoted(from: start, openedAt: at, lines: &inQuotes) {
                    case .delimiter(let found): at = found
                    case .more: return .more
                    case .unterminated:
                        rowStart = from
                        rowEnd = filled
                        from = filled
                        return .unterminated
                    }
                    mark = byte(at)
                    start = at &+ 1
                    if mark == 0x2C {
                        next = start
                        break
                    }
                } else {
                    if at == filled, !ended { return .more }
                    if mark == 0x0D, !ended, at &+ 2 >= filled { return .more }
                    push(start, at)
                }
                return finish(at: at, mark: mark, inQuotes: inQuotes, hadQuotes: hadQuotes)
            }
            block = next
        }
    }

    /// Closes the row at the line end `at` and tells whether the line was blank.
    @inline(__always)
    private func finish(at: Int, mark: UInt8, inQuotes: Int, hadQuotes: Bool) -> Step {
        rowStart = from
        rowEnd = at
        var next = at &+ 1
        if mark == 0x0D {
            if byte(next) == 0x0A {
                next &+= 1
            } else if byte(next) == 0x0D, next &+ 1 < filled, byte(next &+ 1) == 0x0A {
                next &+= 2
            }
        }
        from = min(next, filled)
        nextLine = line &+ inQuotes &+ 1
        if cellCount == 1, extraCells == 0, !hadQuotes, cells[0].count == 0 { return .blank }
        return .row
    }

    @inline(__always)
    private func push(_ start: Int, _ end: Int) {
        guard cellCount < cellLimit else { return pushExtra(start, end) }
        if start < end, byte(start) <= 0x20 || byte(end &- 1) <= 0x20 {
            return pushTrimmed(buffer, start, end)
        }
        cells[cellCount] = CSVCell(start: UnsafeRawPointer(buffer + start), count: end &- start)
        cellCount &+= 1
    }

    private func pushExtra(_ start: Int, _ end: Int) {
        extraCells += 1
        if !extraHasContent { extraHasContent = !onlyBlanks(start, end) }
    }

    @inline(never)
    private func pushTrimmed(_ base: UnsafeMutableRawPointer, _ first: Int, _ last: Int) {
        var start = first
        var end = last
        while start < end, CSVReader.isBlank(base.load(fromByteOffset: start, as: UInt8.self)) { start += 1 }
        while end > start, CSVReader.isBlank(base.load(fromByteOffset: end - 1, as: UInt8.self)) { end -= 1 }
        if end - start < last - first {
            if trimmedCells == 0 { firstTrimmed = cellCount }
            trimmedCells += 1
        }
        cells[cellCount] = CSVCell(start: UnsafeRawPointer(base + start), count: end - start)
        cellCount += 1
    }

    private func onlyBlanks(_ start: Int, _ end: Int) -> Bool {
        var position = start
        while position < end {
            guard CSVReader.isBlank(byte(position)) else { return false }
            position &+= 1
        }
        return true
    }

    // MARK: Quotes

    private enum Quoted {
        /// The position of the comma or line end after the cell, which has been pushed.
        case delimiter(Int)
        case more
        case unterminated
    }

    /// Reads a quoted cell.
    /// - Parameters:
    ///   - start: the cell's first byte; only blanks stand before the quote.
    ///   - lines: line ends inside quotes so far in this row.
    private func quoted(from start: Int, openedAt open: Int, lines: inout Int) -> Quoted {
        let linesBefore = lines
        var segment = open + 1
        var position = segment
        let scratchStart = scratchUsed
        var rewritten = false
        var close = 0
        while true {
            guard let found = memchr(buffer + position, 0x22, filled - position) else {
                guard ended else { return .more }
                openQuoteLine = line + linesBefore
                return .unterminated
            }
            close = UnsafeMutableRawPointer(found) - buffer
            if close + 1 == filled, !ended { return .more }
            guard close + 1 < filled, byte(close + 1) == 0x22 else { break }
            keep(segment, close + 1)
            rewritten = true
            segment = close + 2
            position = segment
        }
        if memchr(buffer + open, 0x0A, close - open) != nil || memchr(buffer + open, 0x0D, close - open) != nil {
            lines += CSVReader.lineEnds(buffer + open, close - open)
        }
        var delimiter = close + 1
        var trailing = false
        while true {
            let next = byte(delimiter)
            if next == 0x2C || next == 0x0A || next == 0x0D { break }
            if !CSVReader.isBlank(next) { trailing = true }
            delimiter += 1
        }
        if delimiter == filled, !ended { return .more }
        if byte(delimiter) == 0x0D, !ended, delimiter + 2 >= filled { return .more }
        if trailing || rewritten {
            keep(segment, close)
            if trailing { keep(close + 1, delimiter) }
            pushRewritten(scratchStart)
        } else {
            guard cellCount < cellLimit else {
                pushExtra(open + 1, close)
                return .delimiter(delimiter)
            }
            let before = trimmedCells
            pushTrimmed(buffer, open + 1, close)
            if trimmedCells == before, start < open || delimiter > close + 1 { countTrimmed() }
        }
        return .delimiter(delimiter)
    }

    /// Counts the cell just pushed as one that lost blanks, which stood outside its quotes.
    private func countTrimmed() {
        if trimmedCells == 0 { firstTrimmed = cellCount - 1 }
        trimmedCells += 1
    }

    /// Copies bytes of the row to where rewritten cells are put together.
    private func keep(_ start: Int, _ end: Int) {
        if scratch == nil { scratch = .allocate(byteCount: capacity + CSVReader.slack, alignment: 16) }
        guard let scratch else { return }
        memcpy(scratch + scratchUsed, buffer + start, end - start)
        scratchUsed += end - start
    }

    private func pushRewritten(_ start: Int) {
        guard let scratch else { return }
        guard cellCount < cellLimit else {
            extraCells += 1
            for position in start..<scratchUsed
            where !CSVReader.isBlank(scratch.load(fromByteOffset: position, as: UInt8.self)) {
                extraHasContent = true
            }
            return
        }
        pushTrimmed(scratch, start, scratchUsed)
    }
}
