/// A cell as a value of its type.
public enum CellValue {
    /// The cell is empty or not there.
    case absent
    /// It broke its type.
    case null
    /// UTF-8 where it lies in the row: ids, text, colours, and dates as `YYYYMMDD`.
    case text(UnsafeRawBufferPointer)
    /// An integer, an enumeration's number, or a time in seconds.
    case integer(Int)
    case real(Double)
}

/// The values of rows, one column after the other; valid as long as what holds them.
///
/// A value is a word and a mark. The word is a number or the address of a text; the mark is the length of the text or says
/// what else the value is. The thread that takes rows fetches them from the cache of the thread that made them, so 12 bytes
/// instead of the 24 of a `CellValue` save time, and a column of numbers is at hand as such.
public struct CellRows {
    @inlinable static var absent: UInt32 { .max - 3 }
    @inlinable static var null: UInt32 { .max - 2 }
    @inlinable static var integer: UInt32 { .max - 1 }
    @inlinable static var real: UInt32 { .max }

    public let count: Int
    /// The number of columns.
    public let width: Int
    @usableFromInline let words: UnsafeMutablePointer<Int64>
    @usableFromInline let marks: UnsafeMutablePointer<UInt32>
    /// From the first value of a column to the first of the next.
    @usableFromInline let stride: Int

    @usableFromInline
    init(
        _ words: UnsafeMutablePointer<Int64>, _ marks: UnsafeMutablePointer<UInt32>, stride: Int, width: Int, count: Int
    ) {
        self.words = words
        self.marks = marks
        self.stride = stride
        self.width = width
        self.count = count
    }

    /// Some of the rows.
    @inlinable @inline(__always)
    public func rows(from first: Int, count: Int) -> CellRows {
        assert(first >= 0 && count >= 0 && first + count <= self.count)
        return CellRows(words + first, marks + first, stride: stride, width: width, count: count)
    }

    @inlinable @inline(__always)
    public subscript(row: Int, column: Int) -> CellValue {
        let place = column &* stride &+ row
        switch marks[place] {
        case CellRows.absent: return .absent
        case CellRows.null: return .null
        case CellRows.integer: return .integer(Int(words[place]))
        case CellRows.real: return .real(Double(bitPattern: UInt64(bitPattern: words[place])))
        case let length:
            let start = UnsafeRawPointer(bitPattern: Int(words[place]))
            return .text(UnsafeRawBufferPointer(start: start, count: Int(length)))
        }
    }

    /// The bytes of all texts of a row.
    @inlinable
    public func textBytes(ofRow row: Int) -> Int {
        var bytes = 0
        for column in 0..<width {
            let mark = marks[column &* stride &+ row]
            if mark < CellRows.absent { bytes &+= Int(mark) }
        }
        return bytes
    }

    /// The numbers of a column that follow each other from a row on, decimals as their bit patterns; empty if the row has none.
    @inlinable @inline(__always)
    public func numbers(from first: Int, column: Int) -> UnsafeBufferPointer<Int64> {
        let marks = marks + column &* stride
        var end = first
        while end < count, marks[end] >= CellRows.integer { end &+= 1 }
        return UnsafeBufferPointer(start: words + (column &* stride &+ first), count: end &- first)
    }

    @inline(__always)
    func set(_ row: Int, _ column: Int, number: Int) { set(row, column, Int64(number), CellRows.integer) }

    @inline(__always)
    func set(_ row: Int, _ column: Int, number: Double) {
        set(row, column, Int64(bitPattern: number.bitPattern), CellRows.real)
    }

    @inline(__always)
    func set(_ row: Int, _ column: Int, text: UnsafeRawBufferPointer) {
        // The marks above the longest text stand for other values.
        precondition(text.count < Int(CellRows.absent), "a cell of 4 GiB")
        set(row, column, Int64(Int(bitPattern: text.baseAddress)), UInt32(truncatingIfNeeded: text.count))
    }

    @inline(__always)
    func set(_ row: Int, _ column: Int, without mark: UInt32) { marks[column &* stride &+ row] = mark }

    @inline(__always)
    private func set(_ row: Int, _ column: Int, _ word: Int64, _ mark: UInt32) {
        let place = column &* stride &+ row
        words[place] = word
        marks[place] = mark
    }

    fileprivate func copy(to other: CellRows) {
        for column in 0..<width {
            other.words.advanced(by: column &* other.stride).update(from: words + column &* stride, count: count)
            other.marks.advanced(by: column &* other.stride).update(from: marks + column &* stride, count: count)
        }
    }
}

/// Room for the values of rows.
final class CellStore {
    private let width: Int
    private var words: UnsafeMutablePointer<Int64>
    private var marks: UnsafeMutablePointer<UInt32>
    private(set) var capacity: Int

    /// - Parameter capacity: a number of rows, a power of two.
    init(width: Int, capacity: Int) {
        self.width = width
        self.capacity = capacity
        (words, marks) = CellStore.room(width, capacity)
    }

    /// Makes room for at most about `values` values, and for at least one row.
    convenience init(width: Int, values: Int) {
        let rows = max(1, values / max(1, width))
        self.init(width: width, capacity: 1 << (Int.bitWidth - 1 - rows.leadingZeroBitCount))
    }

    deinit {
        words.deallocate()
        marks.deallocate()
    }

    /// If long columns began a power of two apart, the values of a row would compete for the same places in the cache.
    private static func stride(_ capacity: Int) -> Int { capacity < 64 ? capacity : capacity + 8 }

    private static func room(
        _ width: Int, _ capacity: Int
    ) -> (UnsafeMutablePointer<Int64>, UnsafeMutablePointer<UInt32>) {
        let count = max(width * stride(capacity), 1)
        return (.allocate(capacity: count), .allocate(capacity: count))
    }

    /// The first rows of the room.
    func rows(_ count: Int) -> CellRows {
        CellRows(words, marks, stride: CellStore.stride(capacity), width: width, count: count)
    }

    /// Makes room for twice as many rows.
    /// - Parameter used: the rows that have values.
    func grow(_ used: Int) {
        let old = (rows: rows(used), words: words, marks: marks)
        capacity *= 2
        (words, marks) = CellStore.room(width, capacity)
        old.rows.copy(to: rows(used))
        old.words.deallocate()
        old.marks.deallocate()
    }
}
