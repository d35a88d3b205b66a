import Hashing
import NDJSON

/// Makes records of plain rows: those without findings, or only with findings that `RowTolerance` allows.
public final class RecordMaker {
    let encoder: RowEncoder
    private let head: [UInt8]
    private let limit: Int
    private let hashesKeys: Bool
    let records = RecordWriter(capacity: 1 << 18)
    private(set) var rows: [RowBlock.Row] = []
    private(set) var keys: [KeyHash?] = []
    /// For each row, where the values of its members begin.
    private var starts: UnsafeMutableBufferPointer<Int32> = .allocate(capacity: 1 << 13)
    private(set) var tolerated = RowTolerance.Counts()
    /// Makes a mark of each row for whoever takes the rows, after their records are made; nil for no marks.
    public var marker: ((MadeRow) -> RowMark)?
    var marks: [RowMark] = []

    /// - Parameters:
    ///   - start: the start of every record.
    ///   - limit: the most bytes that the members of a record may have.
    public init(_ plan: RecordPlan, hashesKeys: Bool, start: [UInt8], limit: Int) {
        encoder = RowEncoder(plan, hashesKeys: hashesKeys)
        head = start
        self.limit = limit
        self.hashesKeys = hashesKeys
    }

    deinit { starts.deallocate() }

    var headCount: Int { head.count }

    @inline(__always)
    func starts(of row: Int) -> UnsafePointer<Int32> {
        UnsafePointer(starts.baseAddress.unsafelyUnwrapped + row &* encoder.plan.members.count)
    }

    func removeAll() {
        records.removeAll()
        rows.removeAll(keepingCapacity: true)
        keys.removeAll(keepingCapacity: true)
        marks.removeAll(keepingCapacity: true)
        tolerated = RowTolerance.Counts()
    }

    /// The most bytes of records, and places of values, that are made before somebody takes them: a header of thousands of
    /// columns makes a row of two bytes large.
    private static let most = (bytes: 4 << 20, places: 1 << 18)

    /// Makes records of rows up to the first that is not plain, at which the reader then stands.
    /// - Returns: whether all rows became records.
    func make(_ reader: CSVReader, _ tolerance: RowTolerance) -> Bool {
        let plan = encoder.plan
        let members = plan.members.count
        while true {
            let start = reader.mark
            guard records.count < RecordMaker.most.bytes, (rows.count + 1) * members <= RecordMaker.most.places else {
                return false
            }
            // A block is read from memory.
            guard case .row? = try? reader.next(), reader.blankLines == 0, isPlain(reader, plan, tolerance) else {
                let isWhole = reader.blankLines == 0 && start == reader.mark && reader.isAtEnd
                reader.return(to: start)
                return isWhole
            }
            encoder.encode(reader)
            guard encoder.bytes.count <= limit, tolerance.covers(encoder.noticed) else {
                reader.return(to: start)
                return false
            }
            note(reader, plan)
            let place = records.count
            head.withUnsafeBytes { records.append($0) }
            records.append(encoder.bytes)
            rows.append(
                RowBlock.Row(
                    line: Int32(truncatingIfNeeded: reader.line), text: Int32(truncatingIfNeeded: reader.rowStart),
                    start: Int32(place), end: Int32(records.count),
                    seen: Int32(encoder.seen), hasEscapes: encoder.hasEscapes))
            records.append("}\n")
            let first = (rows.count - 1) * members
            if first + members > starts.count { grow(first) }
            (starts.baseAddress.unsafelyUnwrapped + first).update(from: encoder.starts, count: members)
            if hashesKeys { keys.append(encoder.keyHash) }
        }
    }

    /// Whether the shape of a row has no findings, or only those that are allowed.
    @inline(__always)
    private func isPlain(_ reader: CSVReader, _ plan: RecordPlan, _ tolerance: RowTolerance) -> Bool {
        guard !reader.extraHasContent, plan.missingKey(reader) == nil else { return false }
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
        if !encoder.noticed.isEmpty { tolerated.add(encoder.noticed) }
    }

    private func grow(_ used: Int) {
        let larger = UnsafeMutableBufferPointer<Int32>.allocate(capacity: starts.count * 2)
        larger.baseAddress.unsafelyUnwrapped.update(from: starts.baseAddress.unsafelyUnwrapped, count: used)
        starts.deallocate()
        starts = larger
    }
}
