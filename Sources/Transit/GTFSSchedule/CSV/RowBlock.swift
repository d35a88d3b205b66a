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
        if let marker = maker.marker { forEachRow { maker.marks.append(marker($0)) } }
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

    /// What the maker's marker made of it.
    public var mark: RowMark? { maker.marks.isEmpty ? nil : maker.marks[place] }

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
