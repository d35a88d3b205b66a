import Contract
import NDJSON

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

/// Reads rows as typed values, under the rules by which `RowEncoder` writes them.
///
/// Plain cells are read where they are. Other cells pass the same checks as in `RowEncoder`; what the checks let through is read
/// back from the digits that they wrote. Cost: one pass over the cells; memory: a value for each column and the longest number.
public final class RowValues {
    public let plan: RecordPlan
    /// What was noticed about the cells of the last row.
    public private(set) var noticed: [NoticedCell] = []
    /// A value for each of the plan's members; texts are valid until the reader moves on.
    public let values: UnsafeMutablePointer<CellValue>
    /// The bytes of all texts in the last row.
    public private(set) var textBytes = 0
    private let count: Int
    private let types: [FieldType]
    private let cells: [Int]
    /// Where a checked cell is written to.
    private var scratch: UnsafeMutableRawPointer
    private var capacity = 1 << 8

    /// Bytes beyond a cell's that its text may take, and that may be written in words.
    private static let slack = 64

    public init(_ plan: RecordPlan) {
        self.plan = plan
        count = plan.members.count
        types = plan.members.map(\.type)
        cells = plan.members.map(\.cell)
        values = .allocate(capacity: max(count, 1))
        values.initialize(repeating: .absent, count: max(count, 1))
        scratch = .allocate(byteCount: capacity + RowValues.slack, alignment: 16)
    }

    deinit {
        // Values are trivial, so there is nothing to destroy.
        values.deallocate()
        scratch.deallocate()
    }

    /// Reads the row that `reader` stands on.
    public func read(_ reader: CSVReader) {
        if !noticed.isEmpty { noticed.removeAll(keepingCapacity: true) }
        let width = reader.cellCount
        var textBytes = 0
        for index in 0..<count {
            let place = cells[index]
            guard place < width, reader.cells[place].count > 0 else {
                values[index] = .absent
                continue
            }
            let cell = reader.cells[place]
            switch types[index] {
            case .id, .text, .url, .email, .phoneNumber, .languageCode, .timezone, .currencyCode:
                values[index] = .text(cell.bytes)
                textBytes &+= cell.count
            case .color:
                values[index] = .text(cell.bytes)
                textBytes &+= cell.count
                if !CellText.isColor(cell) { noticed.append(NoticedCell(issue: .notColor, member: index)) }
            case .enumeration, .integer, .nonNegativeInteger, .positiveInteger, .nonZeroInteger:
                values[index] = PlainCell.integer(cell, as: types[index]).map(CellValue.integer) ?? check(cell, index)
            case .time: values[index] = PlainCell.seconds(cell).map(CellValue.integer) ?? check(cell, index)
            case .date:
                values[index] = check(cell, index)
                if case .text = values[index] { textBytes &+= cell.count }
            case let type:
                let number = PlainDecimal(cell, of: type)?.value
                values[index] = number.map(CellValue.real) ?? check(cell, index)
            }
        }
        self.textBytes = textBytes
    }

    /// Checks a cell of any type but text.
    private func check(_ cell: CSVCell, _ member: Int) -> CellValue {
        let type = types[member]
        if cell.count > capacity { grow(for: cell.count) }
        var place = scratch
        let issue: CellIssue?
        let value: CellValue
        switch type {
        case .time, .localTime:
            issue = CellText.time(cell, isLocal: type == .localTime, to: &place)
            value = .integer(RowValues.seconds(text(to: place)))
        case .date:
            issue = CellText.date(cell, to: &place)
            value = .text(cell.bytes)
        case .enumeration, .integer, .nonNegativeInteger, .positiveInteger, .nonZeroInteger:
            issue = CellText.integer(cell, type, to: &place)
            value = .integer(RowValues.integer(text(to: place)))
        default:
            issue = CellText.number(cell, type, to: &place)
            value = issue == nil ? .real(JSONNumber.double(text(to: place)) ?? 0) : .null
        }
        guard let issue else { return value }
        noticed.append(NoticedCell(issue: issue, member: member))
        return issue.effect == .null ? .null : value
    }

    @inline(__always)
    private func text(to end: UnsafeMutableRawPointer) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: scratch, count: end - scratch)
    }

    /// The seconds of `"HH:MM:SS"` in quotes, hours of two digits or three; of anything else a number of no meaning.
    @inline(__always)
    private static func seconds(_ text: UnsafeRawBufferPointer) -> Int {
        guard text.count >= 10 else { return 0 }
        func two(_ position: Int) -> Int { Int(text[position] &- 0x30) &* 10 &+ Int(text[position &+ 1] &- 0x30) }
        let end = text.count
        let hours = two(end &- 9) &+ (end > 10 ? 100 &* Int(text[1] &- 0x30) : 0)
        return hours &* 3600 &+ two(end &- 6) &* 60 &+ two(end &- 3)
    }

    /// The value of digits that fit 64 bits with their sign; of anything else a number of no meaning.
    @inline(__always)
    private static func integer(_ text: UnsafeRawBufferPointer) -> Int {
        if text.count == 1 { return Int(text[0] &- 0x30) }
        let isNegative = text[0] == 0x2D
        var magnitude: UInt64 = 0
        for byte in text where byte != 0x2D { magnitude = magnitude &* 10 &+ UInt64(byte &- 0x30) }
        return isNegative ? Int(truncatingIfNeeded: 0 &- magnitude) : Int(truncatingIfNeeded: magnitude)
    }

    private func grow(for count: Int) {
        scratch.deallocate()
        capacity = max(capacity * 2, count)
        scratch = .allocate(byteCount: capacity + RowValues.slack, alignment: 16)
    }
}
