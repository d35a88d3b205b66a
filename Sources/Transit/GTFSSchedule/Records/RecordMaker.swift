import Hashing
import NDJSON

/// Makes records of plain rows.
public final class RecordMaker: RowMaker {
    let encoder: RowEncoder
    private let head: [UInt8]
    private let limit: Int
    private let hashesKeys: Bool
    /// Complete lines, one for each row.
    public let records = RecordWriter(capacity: 1 << 18)
    private(set) var rows: [RecordRow] = []
    private(set) var keys: [KeyHash?] = []
    /// For each row, where the values of its members begin.
    private var starts: UnsafeMutableBufferPointer<Int32> = .allocate(capacity: 1 << 13)
    public var tolerated = RowTolerance.Counts()
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

    public func removeAll() {
        records.removeAll()
        rows.removeAll(keepingCapacity: true)
        keys.removeAll(keepingCapacity: true)
        marks.removeAll(keepingCapacity: true)
        tolerated = RowTolerance.Counts()
    }

    public var plan: RecordPlan { encoder.plan }
    public var count: Int { rows.count }
    public var noticed: [NoticedCell] { encoder.noticed }

    /// The most bytes of records, and places of values, that are made before somebody takes them: a header of thousands of
    /// columns makes a row of two bytes large.
    private static let most = (bytes: 4 << 20, places: 1 << 18)

    public var isFull: Bool {
        records.count >= RecordMaker.most.bytes
            || (rows.count + 1) * encoder.plan.members.count > RecordMaker.most.places
    }

    public func read(_ reader: CSVReader) -> Bool {
        encoder.encode(reader)
        return encoder.bytes.count <= limit
    }

    public func keep(_ reader: CSVReader) {
        let members = encoder.plan.members.count
        let place = records.count
        head.withUnsafeBytes { records.append($0) }
        records.append(encoder.bytes)
        rows.append(
            RecordRow(
                line: Int32(truncatingIfNeeded: reader.line), text: Int32(truncatingIfNeeded: reader.rowStart),
                start: Int32(place), end: Int32(records.count),
                seen: Int32(encoder.seen), hasEscapes: encoder.hasEscapes))
        records.append("}\n")
        let first = (rows.count - 1) * members
        if first + members > starts.count { grow(first) }
        (starts.baseAddress.unsafelyUnwrapped + first).update(from: encoder.starts, count: members)
        if hashesKeys { keys.append(encoder.keyHash) }
    }

    public func end() {
        if let marker { forEachRow { marks.append(marker($0)) } }
    }

    /// Calls `take` with each row that became a record.
    @inline(__always)
    public func forEachRow(_ take: (MadeRow) throws -> Void) rethrows {
        let base = records.bytes.baseAddress.unsafelyUnwrapped
        try rows.withUnsafeBufferPointer { rows in
            for place in rows.indices {
                try take(MadeRow(row: rows[place], maker: self, place: place, base: base))
            }
        }
    }

    private func grow(_ used: Int) {
        let larger = UnsafeMutableBufferPointer<Int32>.allocate(capacity: starts.count * 2)
        larger.baseAddress.unsafelyUnwrapped.update(from: starts.baseAddress.unsafelyUnwrapped, count: used)
        starts.deallocate()
        starts = larger
    }
}
