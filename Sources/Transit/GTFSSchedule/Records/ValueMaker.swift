/// Reads plain rows as typed values.
///
/// Memory: 12 to 27 bytes for each value of a block, and a second block if the reader had to rewrite quoted cells.
public final class ValueMaker: RowMaker {
    private let values: RowValues
    private let width: Int
    private let room: CellStore
    public private(set) var count = 0
    /// The bytes of all texts among the values.
    public private(set) var textBytes = 0
    public var tolerated = RowTolerance.Counts()
    /// The reader forgets a rewritten cell with the next row, so its text is kept here.
    private var texts = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var used = 0

    /// The most values that are made before somebody takes them: a header of thousands of columns makes a row of two bytes
    /// large.
    private static let mostValues = 1 << 18

    public init(_ plan: RecordPlan) {
        values = RowValues(plan)
        width = plan.members.count
        room = CellStore(width: width, values: 1 << 12)
    }

    deinit { texts.deallocate() }

    public let blockBytes = 1 << 16
    public var plan: RecordPlan { values.plan }
    public var noticed: [NoticedCell] { values.noticed }
    public var hasNoticed: Bool { !values.noticed.isEmpty }
    public var isFull: Bool { (count + 1) * width > ValueMaker.mostValues }

    /// The values of all rows, a column for each member of the plan; valid until the block is used again.
    public var rows: CellRows { room.rows(count) }

    public func removeAll() {
        count = 0
        textBytes = 0
        used = 0
        tolerated = RowTolerance.Counts()
    }

    public func read(_ reader: CSVReader) -> Bool {
        if count == room.capacity { room.grow(count) }
        values.read(reader, into: room.rows(count &+ 1), at: count)
        return true
    }

    public func keep(_ reader: CSVReader) {
        textBytes &+= values.textBytes
        if reader.hasRewrittenCells { keepTexts(ofRow: count, reader) }
        count &+= 1
    }

    public func end() {}

    private func keepTexts(ofRow row: Int, _ reader: CSVReader) {
        // All cells of a block have no more bytes than the block.
        if used == 0, texts.count < reader.filled {
            texts.deallocate()
            texts = .allocate(byteCount: reader.filled, alignment: 1)
        }
        let rows = room.rows(row + 1)
        for member in 0..<width {
            guard case .text(let text) = rows[row, member], reader.isRewritten(text) else { continue }
            let kept = UnsafeMutableRawBufferPointer(rebasing: texts[used..<(used + text.count)])
            kept.copyMemory(from: text)
            used += text.count
            rows.set(row, member, text: UnsafeRawBufferPointer(kept))
        }
    }
}
