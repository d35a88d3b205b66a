import Containers
import Hashing
import NDJSON

/// Makes records of plain rows.
public final class RecordMaker: RowMaker {
    let encoder: RowEncoder
    /// The number of bytes before the members of each record.
    let headCount: Int
    private let limit: Int
    private let hashesKeys: Bool
    private let numberedKey: NumberedMembers?
    private let memberCount: Int
    private let keepsRows: Bool
    /// A complete line for each record; for a row that needs no record, the row as the file has it.
    public let records = RecordWriter(capacity: 1 << 18)
    private let rows = GrowingColumn<RecordRow>()
    public private(set) var count = 0
    private(set) var keys: [KeyHash?] = []
    let numberedKeys = GrowingColumn<NumberedRow>()
    /// For each record, where the values of its members begin.
    private var starts: UnsafeMutableBufferPointer<Int32> = .allocate(capacity: 1 << 13)
    public var tolerated = RowTolerance.Counts()
    private let marker: MadeRowMarker?
    /// `marker`, unretained: `marker` keeps the object alive. Counting a reference for each row took 5 % of the time of
    /// `build-polylines`.
    private let lentMarker: Unmanaged<MadeRowMarker>?
    let markedRows = GrowingColumn<RowMark>()
    /// The mark of each row; empty if rows are not marked.
    public var marks: UnsafeBufferPointer<RowMark> { markedRows.values }
    private let gathered: RowRuns?
    /// How many rows at the start of the block may stay in `gathered`.
    private var gatheredRows = 0
    /// The rows whose cells were not marked: their records are marked once all records are made.
    private var unmarked: [Int] = []
    /// Whether the cells of the last row read were marked.
    private var isMarked = false
    /// The mark of these cells; valid only if `isMarked`.
    private var cellMark = RowMark()
    /// What was noticed while the cells of that row were marked.
    private var noticedCells: [NoticedCell] = []
    private var needsNoRecord: Bool { isMarked && cellMark.standsForValues }
    /// The number in the key of that row, if there is a `numberedKey`.
    private var number: Int?

    /// - Parameters:
    ///   - numberedKey: the members of the key; nil if the keys of rows are not needed, or are needed only as hashes.
    ///   - start: the start of every record.
    ///   - limit: the most bytes that the members of a record may have.
    ///   - keepsRows: whether the positions of rows are kept, which `forEachRow` needs.
    ///   - marker: what marks rows for whoever takes them; nil for no marks.
    public init(
        _ plan: RecordPlan, hashesKeys: Bool, numberedKey: NumberedMembers?, start: [UInt8], limit: Int,
        keepsRows: Bool, marker: MadeRowMarker?
    ) {
        encoder = RowEncoder(plan, hashesKeys: hashesKeys, into: records, head: start)
        headCount = start.count
        self.limit = limit
        self.hashesKeys = hashesKeys
        self.numberedKey = numberedKey
        memberCount = plan.members.count
        self.keepsRows = keepsRows
        self.marker = marker
        lentMarker = marker.map { .passUnretained($0) }
        gathered = marker?.runs
    }

    deinit { starts.deallocate() }

    @inline(__always)
    func starts(of row: Int) -> UnsafePointer<Int32> {
        UnsafePointer(starts.baseAddress.unsafelyUnwrapped + row &* memberCount)
    }

    public func removeAll() {
        records.removeAll()
        rows.removeAll()
        count = 0
        keys.removeAll(keepingCapacity: true)
        numberedKeys.removeAll()
        markedRows.removeAll()
        unmarked.removeAll(keepingCapacity: true)
        gathered?.removeAll()
        gatheredRows = 0
        tolerated = RowTolerance.Counts()
    }

    /// As records, rows take several times as many bytes as in the file, so smaller blocks keep them in the processor's caches.
    /// Where cells are marked, most rows need no record, and the blocks are larger, because handing over a block takes as long
    /// as marking a few hundred rows.
    public var blockBytes: Int { marker?.looksAtCells == true ? 1 << 17 : 1 << 16 }
    public var plan: RecordPlan { encoder.plan }
    public var noticed: [NoticedCell] { needsNoRecord ? noticedCells : encoder.noticed }
    public var hasNoticed: Bool { needsNoRecord ? !noticedCells.isEmpty : !encoder.noticed.isEmpty }

    /// The most bytes of records, and places of values, that are made before somebody takes them: a header of thousands of
    /// columns makes a row of two bytes large.
    private static let most = (bytes: 4 << 20, places: 1 << 18)

    public var isFull: Bool {
        @inline(__always) get {
            records.count >= RecordMaker.most.bytes || (count &+ 1) &* memberCount > RecordMaker.most.places
        }
    }

    public func read(_ reader: CSVReader) -> Bool {
        if let lentMarker {
            if !noticedCells.isEmpty { noticedCells.removeAll(keepingCapacity: true) }
            isMarked = lentMarker._withUnsafeGuaranteedRef { $0.mark(cellsOf: reader, &noticedCells, &cellMark) }
        }
        if let numberedKey {
            number = numberedKey.number(reader)
            // Rows without a number are not told apart by their keys, so a reader may meet such a row twice.
            if number == nil { cellMark.standsForValues = false }
        }
        if needsNoRecord { return true }
        encoder.encode(reader)
        return encoder.bytes.count <= limit
    }

    public func keep(_ reader: CSVReader) {
        count &+= 1
        guard keepsRows else { return encoder.keep() }
        let members = memberCount
        let place = records.count
        let first = rows.count * members
        if first + members > starts.count { grow(first) }
        if lentMarker != nil {
            if !isMarked { unmarked.append(rows.count) }
            markedRows.append(isMarked ? cellMark : RowMark())
        }
        if needsNoRecord {
            if gatheredRows == rows.count { gatheredRows &+= 1 }
            records.append(reader.raw)
            if let owner = numberedKey?.owner(reader), let start = reader.raw.baseAddress {
                keepKey(owner, at: place + (owner.start - start))
            } else {
                keepKey(nil, at: 0)
            }
            rows.append(
                RecordRow(
                    line: Int32(truncatingIfNeeded: reader.line), text: Int32(truncatingIfNeeded: reader.rowStart),
                    start: Int32(place), end: Int32(records.count - 1), seen: RecordRow.noRecord, hasEscapes: false))
            return
        }
        gathered?.close()
        rows.append(
            RecordRow(
                line: Int32(truncatingIfNeeded: reader.line), text: Int32(truncatingIfNeeded: reader.rowStart),
                start: Int32(place), end: Int32(place + headCount + encoder.bytes.count),
                seen: Int32(encoder.seen), hasEscapes: encoder.hasEscapes))
        encoder.keep()
        (starts.baseAddress.unsafelyUnwrapped + first).update(from: encoder.starts, count: members)
        if hashesKeys { keys.append(encoder.keyHash) }
        if let numberedKey {
            // Unless the record has escapes, it contains the owner exactly as the cell does.
            keepKey(
                encoder.hasEscapes ? nil : numberedKey.owner(reader),
                at: place + headCount + Int(encoder.starts[numberedKey.member]) + 1)
        }
    }

    /// Keeps the key of a row, if keys are needed.
    /// - Parameter start: where the bytes of the owner are in `records`.
    @inline(__always)
    private func keepKey(_ owner: CSVCell?, at start: Int) {
        guard numberedKey != nil else { return }
        guard let owner, let number else { return numberedKeys.append(.unknown) }
        numberedKeys.append(
            NumberedRow(
                number: number, start: Int32(truncatingIfNeeded: start), count: Int32(truncatingIfNeeded: owner.count)))
    }

    public func end() {
        // Rows that were read but not kept are removed, and records that are marked now are not gathered.
        gathered?.close(after: gatheredRows)
        guard let marker, !unmarked.isEmpty else { return }
        let base = records.bytes.baseAddress.unsafelyUnwrapped
        for place in unmarked {
            let made = MadeRow(row: rows[place], maker: self, place: place, base: base)
            marker.mark(made, &markedRows.mutableValues[place])
        }
    }

    /// By row, the hash of its key; empty if keys are not hashed.
    public var keyHashes: [KeyHash?] { keys }

    /// The runs in which the marker has gathered rows at the start of the block; nil if it gathers none.
    public var runs: RowRuns? { gathered }

    /// Calls `take` with each row that was kept.
    /// - Parameters:
    ///   - first: the number of rows to skip.
    ///   - prepare: is called with the places of up to 128 rows, before `take` is called for these rows.
    @inline(__always)
    public func forEachRow(
        from first: Int = 0, prepare: (Range<Int>) -> Void = { _ in }, _ take: (MadeRow) throws -> Void
    ) rethrows {
        precondition(keepsRows)
        let base = records.bytes.baseAddress.unsafelyUnwrapped
        var start = first
        while start < rows.count {
            let end = min(start + RecordMaker.preparedRows, rows.count)
            prepare(start..<end)
            for place in start..<end {
                try take(MadeRow(row: rows[place], maker: self, place: place, base: base))
            }
            start = end
        }
    }

    /// The number of rows prepared together. It is small, so that slots read for the first row are still cached when the last
    /// row is taken.
    private static let preparedRows = 128

    private func grow(_ used: Int) {
        let larger = UnsafeMutableBufferPointer<Int32>.allocate(capacity: starts.count * 2)
        larger.baseAddress.unsafelyUnwrapped.update(from: starts.baseAddress.unsafelyUnwrapped, count: used)
        starts.deallocate()
        starts = larger
    }
}

/// Marks rows for a reader in this process, on one thread at a time. It is a class, not a protocol, so that `RecordMaker` can
/// call it without counting a reference (`Unmanaged`). Subclasses must override both `mark`
/// methods.
open class MadeRowMarker {
    public init() {}

    /// Whether rows are marked before they become records.
    open var looksAtCells: Bool { false }
    /// The runs in which the marker gathers the rows that it marks before they become records; nil if it gathers none.
    open var runs: RowRuns? { nil }

    /// Marks a row that became a record.
    open func mark(_ made: MadeRow, _ mark: inout RowMark) {}

    /// Marks a row before it becomes a record. If the mark stands for the values of the row, no record is made, and the bytes
    /// of the row are kept instead. If it does not, the row becomes a record, which keeps this mark.
    /// - Parameters:
    ///   - noticed: receives what is noticed about cells.
    ///   - mark: receives the mark.
    /// - Returns: false if the row must become a record before it can be marked.
    open func mark(cellsOf reader: CSVReader, _ noticed: inout [NoticedCell], _ mark: inout RowMark) -> Bool { false }
}
