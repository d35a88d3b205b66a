import Contract
import NDJSON

/// Reads rows as typed values, under the rules by which `RowEncoder` writes them.
///
/// Plain cells are read where they are. Other cells pass the same checks as in `RowEncoder`; what the checks let through is read
/// back from the digits that they wrote. Cost: one pass over the cells; memory: a value for each column and the longest number.
public final class RowValues {
    public let plan: RecordPlan
    /// What was noticed about the cells of the last row.
    public private(set) var noticed: [NoticedCell] = []
    /// The last row that was read alone: a value for each of the plan's members; texts are valid until the reader moves on.
    public let row: CellRows
    /// The bytes of all texts in the last row.
    public private(set) var textBytes = 0
    private let alone: CellStore
    private let types: [FieldType]
    private let cells: [Int]
    /// Where a checked cell is written to.
    private var scratch: UnsafeMutableRawPointer
    private var capacity = 1 << 8

    /// Bytes beyond a cell's that its text may take, and that may be written in words.
    private static let slack = 64

    public init(_ plan: RecordPlan) {
        self.plan = plan
        alone = CellStore(width: plan.members.count, capacity: 1)
        row = alone.rows(1)
        types = plan.members.map(\.type)
        cells = plan.members.map(\.cell)
        scratch = .allocate(byteCount: capacity + RowValues.slack, alignment: 16)
    }

    deinit { scratch.deallocate() }

    /// Reads the row that `reader` stands on.
    public func read(_ reader: CSVReader) { read(reader, into: row, at: 0) }

    /// Reads the row that `reader` stands on as one of several.
    /// - Parameter place: the row's place among them.
    @inline(__always)
    func read(_ reader: CSVReader, into rows: CellRows, at place: Int) {
        if !noticed.isEmpty { noticed.removeAll(keepingCapacity: true) }
        let width = reader.cellCount
        var textBytes = 0
        for index in 0..<types.count {
            guard cells[index] < width, case let cell = reader.cells[cells[index]], cell.count > 0 else {
                rows.set(place, index, without: CellRows.absent)
                continue
            }
            let type = types[index]
            switch type {
            case .id, .text, .url, .email, .phoneNumber, .languageCode, .timezone, .currencyCode:
                rows.set(place, index, text: cell.bytes)
                textBytes &+= cell.count
            case .color:
                rows.set(place, index, text: cell.bytes)
                textBytes &+= cell.count
                if !CellText.isColor(cell) { noticed.append(NoticedCell(issue: .notColor, member: index)) }
            case .enumeration, .integer, .nonNegativeInteger, .positiveInteger, .nonZeroInteger:
                if let number = PlainCell.integer(cell, as: type) {
                    rows.set(place, index, number: number)
                } else {
                    check(cell, index, rows, place)
                }
            case .time:
                if let seconds = PlainCell.seconds(cell) {
                    rows.set(place, index, number: seconds)
                } else {
                    check(cell, index, rows, place)
                }
            case .date: if check(cell, index, rows, place) { textBytes &+= cell.count }
            default:
                if let number = PlainDecimal(cell, of: type)?.value {
                    rows.set(place, index, number: number)
                } else {
                    check(cell, index, rows, place)
                }
            }
        }
        self.textBytes = textBytes
    }

    /// Checks a cell of any type but text, and sets its value.
    /// - Returns: whether the value is not null.
    @discardableResult
    private func check(_ cell: CSVCell, _ member: Int, _ rows: CellRows, _ row: Int) -> Bool {
        let type = types[member]
        if cell.count > capacity { grow(for: cell.count) }
        var place = scratch
        let issue: CellIssue?
        switch type {
        case .time, .localTime:
            issue = CellText.time(cell, isLocal: type == .localTime, to: &place)
            rows.set(row, member, number: RowValues.seconds(text(to: place)))
        case .date:
            issue = CellText.date(cell, to: &place)
            rows.set(row, member, text: cell.bytes)
        case .enumeration, .integer, .nonNegativeInteger, .positiveInteger, .nonZeroInteger:
            issue = CellText.integer(cell, type, to: &place)
            rows.set(row, member, number: RowValues.integer(text(to: place)))
        default:
            issue = CellText.number(cell, type, to: &place)
            if issue == nil {
                rows.set(row, member, number: JSONNumber.double(text(to: place)) ?? 0)
            } else {
                rows.set(row, member, without: CellRows.null)
            }
        }
        guard let issue else { return true }
        noticed.append(NoticedCell(issue: issue, member: member))
        if issue.effect == .null { rows.set(row, member, without: CellRows.null) }
        return issue.effect != .null
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
