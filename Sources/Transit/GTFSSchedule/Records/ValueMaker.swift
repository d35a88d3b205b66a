/// Reads plain rows as typed values.
///
/// Memory: 24 bytes for each value of a block, and a second block if the reader had to rewrite quoted cells.
public final class ValueMaker: RowMaker {
    private let values: RowValues
    private let width: Int
    /// The values of all rows, one row after the other.
    private var cells: UnsafeMutablePointer<CellValue>
    private var capacity = 1 << 12
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
        cells = .allocate(capacity: capacity)
    }

    deinit {
        cells.deallocate()
        texts.deallocate()
    }

    public let blockBytes = 1 << 16
    public var plan: RecordPlan { values.plan }
    public var noticed: [NoticedCell] { values.noticed }
    public var hasNoticed: Bool { !values.noticed.isEmpty }
    public var isFull: Bool { (count + 1) * width > ValueMaker.mostValues }

    /// The values of rows, one row after the other, one value for each member of the plan; texts are valid until the block
    /// is used again.
    public var rows: UnsafePointer<CellValue> { UnsafePointer(cells) }

    public func removeAll() {
        count = 0
        textBytes = 0
        used = 0
        tolerated = RowTolerance.Counts()
    }

    public func read(_ reader: CSVReader) -> Bool {
        values.read(reader)
        return true
    }

    public func keep(_ reader: CSVReader) {
        let first = count &* width
        if first &+ width > capacity { grow(first) }
        (cells + first).update(from: values.values, count: width)
        count &+= 1
        textBytes &+= values.textBytes
        if reader.hasRewrittenCells { keepTexts(of: cells + first, reader) }
    }

    public func end() {}

    private func keepTexts(of row: UnsafeMutablePointer<CellValue>, _ reader: CSVReader) {
        // All cells of a block have no more bytes than the block.
        if used == 0, texts.count < reader.filled {
            texts.deallocate()
            texts = .allocate(byteCount: reader.filled, alignment: 1)
        }
        for member in 0..<width {
            guard case .text(let text) = row[member], reader.isRewritten(text) else { continue }
            let kept = UnsafeMutableRawBufferPointer(rebasing: texts[used..<(used + text.count)])
            kept.copyMemory(from: text)
            used += text.count
            row[member] = .text(UnsafeRawBufferPointer(kept))
        }
    }

    private func grow(_ used: Int) {
        capacity = max(capacity * 2, used + width)
        let larger = UnsafeMutablePointer<CellValue>.allocate(capacity: capacity)
        larger.update(from: cells, count: used)
        cells.deallocate()
        cells = larger
    }
}
