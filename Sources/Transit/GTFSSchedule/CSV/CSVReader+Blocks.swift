import NDJSON
import Platform

/// Reading a file in blocks that end where rows end, each with a reader of its own.
extension CSVReader {
    /// A reader of blocks of the file that another one has begun.
    convenience init(like other: CSVReader, chunk: Int) {
        self.init(other.source, limit: other.limit, chunk: chunk)
        cellLimit = other.cellLimit
    }

    /// What was read and is not yet part of a row.
    var rest: [UInt8] { Array(UnsafeRawBufferPointer(start: buffer + from, count: filled - from)) }

    /// Fills the buffer with whole rows, or with the start of a row that is longer than the buffer, which the reader then
    /// goes on to read from the file.
    ///
    /// - Parameters:
    ///   - carried: the bytes before those that the file gives next; becomes those after the last row.
    ///   - isAtEnd: whether the file gives no more.
    func fill(with carried: inout [UInt8], _ isAtEnd: inout Bool) {
        begin(room: carried.count)
        carried.withUnsafeBytes { UnsafeMutableRawBufferPointer(start: buffer, count: $0.count).copyMemory(from: $0) }
        filled = carried.count
        carried.removeAll(keepingCapacity: true)
        while !isAtEnd, failure == nil, capacity - filled >= 64 { isAtEnd = !readMore() }
        ended = isAtEnd
        if !isAtEnd {
            let end = failure == nil ? RowPlace.endOfRows(buffer, filled) : 0
            isBlock = end > 0
            if isBlock {
                carried.append(contentsOf: UnsafeRawBufferPointer(start: buffer + end, count: filled - end))
                filled = end
                ended = true
            }
        }
        buffer.storeBytes(of: 0x0A, toByteOffset: filled, as: UInt8.self)
        seenNUL = memchr(buffer, 0, filled) != nil
    }

    private func begin(room: Int) {
        from = 0
        filled = 0
        nextLine = 1
        blankLines = 0
        firstBlankLine = 0
        isBlock = true
        if capacity < room + 1 << 12 { grow(to: room + 1 << 16) }
    }

    /// A place between two rows.
    struct Mark: Equatable {
        let from: Int
        let nextLine: Int
    }

    var mark: Mark { Mark(from: from, nextLine: nextLine) }

    /// Whether a cell of the row is not as it stands in the file, so that it is valid only until the next row.
    var hasRewrittenCells: Bool { scratchUsed > 0 }

    /// Whether a cell of the row is one of these.
    func isRewritten(_ cell: UnsafeRawBufferPointer) -> Bool {
        guard let scratch, let start = cell.baseAddress else { return false }
        return start >= UnsafeRawPointer(scratch) && start < UnsafeRawPointer(scratch + scratchUsed)
    }

    var isAtEnd: Bool { ended && from >= filled }

    /// Goes back to a place, with everything after it still to be read.
    func `return`(to mark: Mark) {
        from = mark.from
        nextLine = mark.nextLine
        blankLines = 0
        firstBlankLine = 0
    }

    /// Whether anything about the row's shape is worth a look.
    @inline(__always)
    public func isIrregular(for plan: RecordPlan) -> Bool {
        trimmedCells > 0 || extraCells > 0 || cellCount < plan.expectedCells || !plan.unnamedCells.isEmpty || hasNUL
    }
}
