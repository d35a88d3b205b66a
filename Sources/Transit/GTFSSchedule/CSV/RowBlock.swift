import Hashing
import NDJSON
import Platform

/// A block of a file: rows that were made, then those that were not.
public final class RowBlock<Maker: RowMaker> {
    /// The rows that are still to be read, from the first that is not plain.
    public let reader: CSVReader
    /// The rows that were made.
    public let rows: Maker
    let made = CountingSemaphore(0)
    var isLast = false
    /// The bytes of the file that had been read.
    public internal(set) var bytesRead = 0
    /// Whether no rows are left to be read.
    public private(set) var isWhole = false
    private var rest = CSVReader.Mark(from: 0, nextLine: 1)

    init(_ reader: CSVReader, _ rows: Maker) {
        self.reader = reader
        self.rows = rows
    }

    /// Lets the reader stand before the first row that was not made, at the end if there is none.
    /// - Parameter line: the line of the file on which the block begins.
    public func stand(atRestFrom line: Int) {
        reader.return(to: CSVReader.Mark(from: rest.from, nextLine: rest.nextLine + line - 1))
    }

    func begin() {
        isLast = false
        isWhole = false
        rows.removeAll()
    }

    func make(_ tolerance: RowTolerance) {
        if reader.isBlock { isWhole = rows.make(reader, tolerance) }
        rows.end()
        rest = reader.mark
    }
}

extension RowBlock<RecordMaker> {
    /// Lets the reader stand on a row that was kept.
    /// - Parameter line: the line of the file on which the block begins.
    public func stand(on made: MadeRow, from line: Int) throws -> CSVReader {
        reader.return(to: CSVReader.Mark(from: Int(made.row.text), nextLine: made.row(from: line)))
        _ = try reader.next()
        return reader
    }
}

/// Where the parts of a row are that was kept.
struct RecordRow: BitwiseCopyable {
    /// The line on which it begins in the block, from 1, and the place of its first byte.
    let line: Int32
    let text: Int32
    /// Where its record begins in `records`.
    let start: Int32
    /// The position of the closing brace of the record; for a row that needs no record, the position of its last byte.
    let end: Int32
    /// As `RowEncoder` has them; `noRecord` for a row that needs no record.
    let seen: Int32
    let hasEscapes: Bool

    static let noRecord: Int32 = -1
}

/// A row of a block that was kept: as a record, or as the file has it if its mark stands for its values.
public struct MadeRow {
    let row: RecordRow
    let maker: RecordMaker
    let place: Int
    let base: UnsafeRawPointer

    /// The line on which it begins.
    /// - Parameter line: the line on which the block begins.
    public func row(from line: Int) -> Int { Int(row.line) &+ line &- 1 }
    /// The record with its line feed.
    public var line: UnsafeRawBufferPointer {
        assert(isRecord)
        return UnsafeRawBufferPointer(start: base + Int(row.start), count: Int(row.end &- row.start) &+ 2)
    }
    public var hasEscapes: Bool { row.hasEscapes }
    /// The hash of its key, where keys are hashed; nil where it has none.
    public var keyHash: KeyHash? { maker.keys.isEmpty ? nil : maker.keys[place] }

    /// The owner and the number in the key of this row, as written in its cells; nil if keys are hashed or not needed, if the row
    /// has no owner or no whole number, or if its record contains escapes.
    @inline(__always)
    public var numberedKey: (owner: UnsafeRawBufferPointer, number: Int)? {
        guard maker.numberedKeys.count > 0, case let key = maker.numberedKeys[place], key.count >= 0 else { return nil }
        return (UnsafeRawBufferPointer(start: base + Int(key.start), count: Int(key.count)), key.number)
    }

    /// Whether it became a record, so that it has a line and values.
    private var isRecord: Bool { row.seen != RecordRow.noRecord }

    /// What the maker's marker made of it.
    public var mark: RowMark? { maker.markedRows.count == 0 ? nil : maker.markedRows[place] }

    /// The record without a line feed, or the row as the file has it.
    @inline(__always)
    public var record: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: base + Int(row.start), count: Int(row.end &- row.start) &+ 1)
    }

    /// Calls `take` with the members from the last to the first, and the bytes of their values, quotes included; nil for
    /// those that are absent.
    @inline(__always)
    public func forEachValue(_ take: (_ member: Int, UnsafeRawBufferPointer?) -> Void) {
        assert(isRecord)
        let start = base + Int(row.start) + maker.headCount
        maker.encoder.forEachValue(
            maker.starts(of: place), seen: Int(row.seen), end: Int(row.end &- row.start) &- maker.headCount
        ) { member, range in
            take(member, range.map { UnsafeRawBufferPointer(start: start + $0.lowerBound, count: $0.count) })
        }
    }
}
