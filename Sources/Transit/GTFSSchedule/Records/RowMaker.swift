/// Makes records (`RecordMaker`) or values (`ValueMaker`) of plain rows: those without findings, or only with findings that
/// `RowTolerance` allows.
public protocol RowMaker: AnyObject {
    /// How many bytes of the file a block should have.
    var blockBytes: Int { get }
    var plan: RecordPlan { get }
    /// The number of rows made since `removeAll`.
    var count: Int { get }
    /// The findings that these rows have.
    var tolerated: RowTolerance.Counts { get set }
    /// What was noticed about the cells of the row that was read last.
    var noticed: [NoticedCell] { get }
    /// Whether anything was noticed. This is asked for each row, so that the list is fetched only if it is needed.
    var hasNoticed: Bool { get }
    /// Whether somebody must take the rows before more are made.
    var isFull: Bool { get }
    /// Reads the row that the reader stands on.
    /// - Returns: whether the row may be kept; false if its record is too long.
    func read(_ reader: CSVReader) -> Bool
    /// Keeps the row that was read last.
    func keep(_ reader: CSVReader)
    /// Called after the last row of a block.
    func end()
    func removeAll()
}

extension RowMaker {
    /// Makes rows up to the first that is not plain, at which the reader then stands.
    /// - Returns: whether all rows were made.
    func make(_ reader: CSVReader, _ tolerance: RowTolerance) -> Bool {
        let plan = plan
        while true {
            let start = reader.mark
            guard !isFull else { return false }
            // A block is read from memory.
            guard case .row? = try? reader.next(), reader.blankLines == 0, isPlain(reader, plan, tolerance) else {
                let isWhole = reader.blankLines == 0 && start == reader.mark && reader.isAtEnd
                reader.return(to: start)
                return isWhole
            }
            guard read(reader), case let hasNoticed = hasNoticed, !hasNoticed || tolerance.covers(noticed) else {
                reader.return(to: start)
                return false
            }
            note(reader, plan)
            if hasNoticed { tolerated.add(noticed) }
            keep(reader)
        }
    }

    /// Whether the shape of a row has no findings, or only those that are allowed.
    @inline(__always)
    private func isPlain(_ reader: CSVReader, _ plan: RecordPlan, _ tolerance: RowTolerance) -> Bool {
        guard !reader.extraHasContent, plan.hasKey(reader) else { return false }
        guard reader.isIrregular(for: plan) else { return true }
        return reader.extraCells == 0 && !reader.hasNUL
            && plan.unnamedCells.allSatisfy { $0 >= reader.cellCount || reader.cells[$0].count == 0 }
            && (reader.trimmedCells == 0 || tolerance.trimmedCells)
            && (reader.cellCount >= plan.expectedCells || tolerance.paddedRows)
    }

    @inline(__always)
    private func note(_ reader: CSVReader, _ plan: RecordPlan) {
        if reader.trimmedCells > 0 { tolerated.trimmedCells += reader.trimmedCells }
        if reader.cellCount < plan.expectedCells { tolerated.paddedRows += 1 }
    }
}
