import Hashing
import NDJSON
import Platform

/// A block of a file: rows that became records, then those that did not.
public final class RowBlock {
    /// A row that became a record.
    struct Row: BitwiseCopyable {
        /// The line on which it begins in the block, from 1, and the place of its first byte.
        let line: Int32
        let text: Int32
        /// Where its record begins in `records`.
        let start: Int32
        /// The position after its members, behind which are a brace and a line feed.
        let end: Int32
        /// As `RowEncoder` has them.
        let seen: Int32
        let hasEscapes: Bool
    }

    /// The rows that are still to be read, from the first that is not plain.
    public let reader: CSVReader
    private let maker: RecordMaker
    let made = CountingSemaphore(0)
    var isLast = false
    /// The bytes of the file that had been read.
    public internal(set) var bytesRead = 0
    /// Whether no rows are left to be read.
    public private(set) var isWhole = false
    private var rest = CSVReader.Mark(from: 0, nextLine: 1)

    init(_ reader: CSVReader, _ maker: RecordMaker) {
        self.reader = reader
        self.maker = maker
    }

    /// Complete lines, one for each row that became a record.
    public var records: UnsafeRawBufferPointer { maker.records.bytes }
    public var count: Int { maker.rows.count }
    /// How many findings of each kind in `RowTolerance` these rows have.
    public var tolerated: RowTolerance.Counts { maker.tolerated }

    /// Calls `take` with each row that became a record.
    @inline(__always)
    public func forEachRow(_ take: (MadeRow) throws -> Void) rethrows {
        let base = maker.records.bytes.baseAddress.unsafelyUnwrapped
        try maker.rows.withUnsafeBufferPointer { rows in
            for place in rows.indices {
                try take(MadeRow(row: rows[place], maker: maker, place: place, base: base))
            }
        }
    }

    /// Lets the reader stand on a row that became a record.
    /// - Parameter line: the line of the file on which the block begins.
    public func stand(on made: MadeRow, from line: Int) throws -> CSVReader {
        reader.return(to: CSVReader.Mark(from: Int(made.row.text), nextLine: made.row(from: line)))
        _ = try reader.next()
        return reader
    }

    /// Lets the reader stand before the first row that became no record, at the end where there is none.
    /// - Parameter line: the line of the file on which the block begins.
    public func stand(atRestFrom line: Int) {
        reader.return(to: CSVReader.Mark(from: rest.from, nextLine: rest.nextLine + line - 1))
    }

    func begin() {
        isLast = false
        isWhole = false
        maker.removeAll()
    }

    func make(_ tolerance: RowTolerance) {
        if reader.isBlock { isWhole = maker.make(reader, tolerance) }
        rest = reader.mark
    }
}

/// A row of a block that became a record.
public struct MadeRow {
    let row: RowBlock.Row
    let maker: RecordMaker
    let place: Int
    let base: UnsafeRawPointer

    /// The line on which it begins.
    /// - Parameter line: the line on which the block begins.
    public func row(from line: Int) -> Int { Int(row.line) &+ line &- 1 }
    /// The record with its line feed.
    public var line: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: base + Int(row.start), count: Int(row.end &- row.start) &+ 2)
    }
    public var hasEscapes: Bool { row.hasEscapes }
    /// The hash of its key, where keys are hashed; nil where it has none.
    public var keyHash: KeyHash? { maker.keys.isEmpty ? nil : maker.keys[place] }

    /// The record, without a line feed.
    @inline(__always)
    public var record: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: base + Int(row.start), count: Int(row.end &- row.start) &+ 1)
    }

    /// Calls `take` with the members from the last to the first, and the bytes of their values, quotes included; nil for
    /// those that are absent.
    @inline(__always)
    public func forEachValue(_ take: (_ member: Int, UnsafeRawBufferPointer?) -> Void) {
        let start = base + Int(row.start) + maker.headCount
        maker.encoder.forEachValue(
            maker.starts(of: place), seen: Int(row.seen), end: Int(row.end &- row.start) &- maker.headCount
        ) { member, range in
            take(member, range.map { UnsafeRawBufferPointer(start: start + $0.lowerBound, count: $0.count) })
        }
    }

    /// The bytes of a member's value, quotes included; nil if it is absent.
    public func value(of member: Int) -> UnsafeRawBufferPointer? {
        let start = base + Int(row.start) + maker.headCount
        return maker.encoder.value(
            of: member, maker.starts(of: place), seen: Int(row.seen), end: Int(row.end &- row.start) &- maker.headCount
        ).map { UnsafeRawBufferPointer(start: start + $0.lowerBound, count: $0.count) }
    }
}

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

/// The kinds of findings about rows that are only counted, because enough of them were reported or because they are not shown.
/// A row with such a finding does not stop the thread that makes records.
public struct RowTolerance: Sendable {
    /// A bit for each `CellIssue`, and two more.
    private(set) var bits: UInt64 = 0
    private static let trimmed: UInt64 = 1 << 62
    private static let padded: UInt64 = 1 << 63

    public init() {}

    init(bits: UInt64) { self.bits = bits }

    public mutating func tolerate(_ issue: CellIssue) { bits |= 1 << UInt64(issue.rawValue) }

    public var trimmedCells: Bool {
        get { bits & RowTolerance.trimmed != 0 }
        set { bits = newValue ? bits | RowTolerance.trimmed : bits & ~RowTolerance.trimmed }
    }
    public var paddedRows: Bool {
        get { bits & RowTolerance.padded != 0 }
        set { bits = newValue ? bits | RowTolerance.padded : bits & ~RowTolerance.padded }
    }

    @inline(__always)
    func covers(_ noticed: [NoticedCell]) -> Bool {
        noticed.isEmpty || noticed.allSatisfy { bits >> UInt64($0.issue.rawValue) & 1 == 1 }
    }

    /// Numbers of tolerated findings.
    public struct Counts: Sendable {
        public var trimmedCells = 0
        public var paddedRows = 0
        /// By the raw value of `CellIssue`; empty if there are none.
        public private(set) var issues: [Int] = []

        public init() {}

        public mutating func add(_ noticed: [NoticedCell]) {
            if issues.isEmpty { issues = [Int](repeating: 0, count: CellIssue.allCases.count) }
            for cell in noticed { issues[Int(cell.issue.rawValue)] += 1 }
        }
    }
}
